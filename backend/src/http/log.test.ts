import { afterEach, expect, test } from "vitest";
import { captureConsole, createLog } from "./log.ts";

const methods = { ...globalThis.console };
const listeners = process.listeners("warning");
afterEach(() => {
  Object.assign(globalThis.console, methods);
  process.removeAllListeners("warning");
  for (const listener of listeners) process.on("warning", listener);
});

function capture() {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => lines.push(JSON.parse(line)) };
  captureConsole(createLog("info", destination));
  return lines;
}

test("console output of a library becomes a redacted log line", () => {
  const lines = capture();
  const { trace, error, warn, log } = globalThis.console;
  trace(new Error("terminating connection for ana@example.com"));
  error("Retried %s times\n  at somewhere", 3, { password: "clave" });
  warn("old");
  log("hello");
  expect(lines).toMatchObject([
    { level: 50, msg: "console output", err: { message: expect.stringMatching("[e-mail]") } },
    { level: 50, msg: "Retried %s times\n  at somewhere" },
    { level: 40, msg: "old" },
    { level: 30, msg: "hello" },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ana@|clave/);
});

test("a warning of Node becomes a log line", async () => {
  const lines = capture();
  process.emitWarning("this is old");
  await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toMatchObject([{ level: 40, err: { message: "this is old" } }]);
});
