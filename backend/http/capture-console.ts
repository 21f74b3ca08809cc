import type { Logger } from "pino";

/**
 * What a library, or Node itself, would write to the console by itself becomes a line of the log,
 * so that each line of the program's output is one.
 */
export function captureConsole(log: Logger): void {
  const write =
    (level: "debug" | "info" | "warn" | "error") =>
    (...said: unknown[]) => {
      const err = said.find((each) => each instanceof Error);
      const words = said.filter((each) => typeof each === "string").join(" ");
      log[level]({ ...(err ? { err } : {}) }, words || "said on the console");
    };
  Object.assign(globalThis.console, {
    debug: write("debug"),
    log: write("info"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    trace: write("error"),
  });
  // Node's own listener prints.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "a warning of Node's"));
}
