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

test("an operator reads what a library says on the console as a line of the log, without anybody's address", () => {
  const lines = capture();
  const { trace, error, warn, log } = globalThis.console;
  trace(new Error("terminating connection for ana@example.com"));
  error("Retried %s times\n  at somewhere", 3, { password: "clave" });
  warn("old");
  log("hello");
  expect(lines).toMatchObject([
    { level: 50, msg: "said on the console", err: { message: expect.stringMatching("[e-mail]") } },
    { level: 50, msg: "Retried %s times\n  at somewhere" },
    { level: 40, msg: "old" },
    { level: 30, msg: "hello" },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ana@|clave/);
});

test("an operator reads Node's warnings there too", async () => {
  const lines = capture();
  process.emitWarning("this is old");
  await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toMatchObject([{ level: 40, err: { message: "this is old" } }]);
});
