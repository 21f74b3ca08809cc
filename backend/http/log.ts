import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Level, type Logger, pino } from "pino";
import { describeError, withoutPeople } from "./describe-error.ts";
import { openLogOutput } from "./log-output.ts";

/**
 * The log: one JSON object a line, on standard output. A line that is written while a request is
 * answered carries its id, in whatever layer; none carries an e-mail address, phone number, token
 * or network address, whoever wrote it. Without a level it says all where a program listens, and
 * only warnings to a person at a terminal.
 */
export function createLog(level: Level | undefined, destination?: DestinationStream): Logger {
  const options = {
    level: level ?? (process.stdout.isTTY ? "warn" : "info"),
    base: null,
    mixin: () => ({ requestId: currentRequestId() }),
    serializers: { err: describeError, fault: scrub },
    hooks: {
      logMethod(words: Parameters<pino.LogFn>, write: pino.LogFn) {
        write.apply(this, words.map(scrub) as Parameters<pino.LogFn>);
      },
    },
  };
  return pino(options, destination ?? openLogOutput());
}

function scrub<T>(value: T): T | string {
  return typeof value === "string" ? withoutPeople(value) : value;
}

const scope = new AsyncLocalStorage<{ requestId: string }>();

/** Does `work` as part of a request: whatever it calls, in any layer, can ask which one. */
export function runInRequest<T>(requestId: string, work: () => T): T {
  return scope.run({ requestId }, work);
}

/** The request that is being answered here, or undefined where none is, as in background work. */
export function currentRequestId(): string | undefined {
  return scope.getStore()?.requestId;
}

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
