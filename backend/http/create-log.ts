import { type DestinationStream, type Level, type Logger, pino } from "pino";
import { describeError, withoutPeople } from "./describe-error.ts";
import { openLogOutput } from "./log-output.ts";
import { currentRequestId } from "./request-scope.ts";

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
