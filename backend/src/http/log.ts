import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Level, type Logger, pino } from "pino";
import { openLogOutput } from "./log-output.ts";

/**
 * Writes one JSON object per line, with the request id, and redacts email addresses, phone numbers,
 * tokens and IP addresses. On a terminal the default level is "warn".
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
  return typeof value === "string" ? redactPersonalData(value) : value;
}

const scope = new AsyncLocalStorage<{ requestId: string }>();

/** Runs `work` in the context of a request, which any code it calls can look up. */
export function runInRequest<T>(requestId: string, work: () => T): T {
  return scope.run({ requestId }, work);
}

/** The id of the current request; undefined in background work. */
export function currentRequestId(): string | undefined {
  return scope.getStore()?.requestId;
}

/** Turns console output of libraries and Node into log lines. */
export function captureConsole(log: Logger): void {
  const write =
    (level: "debug" | "info" | "warn" | "error") =>
    (...said: unknown[]) => {
      const err = said.find((each) => each instanceof Error);
      const words = said.filter((each) => typeof each === "string").join(" ");
      log[level]({ ...(err ? { err } : {}) }, words || "console output");
    };
  Object.assign(globalThis.console, {
    debug: write("debug"),
    log: write("info"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    trace: write("error"),
  });
  // Node's own listener would print the warning.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "Node warning"));
}

/** An error as it is logged: what happened and where, without user data. */
export type DescribedError = {
  type: string;
  message: string;
  code?: string;
  /** For PostgreSQL errors. `detail`, `where` and parameters quote rows and are omitted. */
  table?: string;
  constraint?: string;
  stack?: string;
  cause?: DescribedError;
};

const maxCauseDepth = 4;
const stackLines = 12;

/** Describes any thrown value, with its causes. */
export function describeError(thrown: unknown, depth = 0): DescribedError {
  if (!(thrown instanceof Error))
    return { type: typeof thrown, message: redactPersonalData(String(thrown)) };
  const code = textOf(thrown, "code");
  const causes = thrown.cause !== undefined && thrown.cause !== null && depth < maxCauseDepth;
  return {
    type: thrown.name,
    message: messageOf(thrown, code),
    code,
    table: textOf(thrown, "table"),
    constraint: textOf(thrown, "constraint"),
    stack: framesOf(thrown),
    cause: causes ? describeError(thrown.cause, depth + 1) : undefined,
  };
}

/** The expressions below backtrack, and a quoted URL can have 16,000 characters. */
const maxTextLength = 1_000;

/** Redacts personal data and cuts the text. */
export function redactPersonalData(text: string): string {
  return text
    .slice(0, maxTextLength)
    .replace(/[^\s@<>"'(),;:=]+@[^\s@<>"'(),;:]+/g, "[e-mail]")
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]")
    .replace(/\b[\w-]{40,}(?:\.[\w-]+)*/g, "[token]")
    .replace(/(?<![\w.])(?!127\.)\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\.\d)/g, "[address]")
    .replace(/(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{1,4}(?![\w:])/gi, "[address]")
    .replace(/(?<![\w.:/-])\+?\(?\d[\d\s().-]{5,}\d(?![\w-])/g, hideNumber);
}

/** Phone numbers have at least seven digits; fewer are a code or a count. */
function hideNumber(text: string): string {
  return text.replace(/\D/g, "").length >= 7 ? "[number]" : text;
}

/** A mail server's response names the recipient; the code is enough. */
function messageOf(thrown: Error, code: string | undefined): string {
  const answer: unknown = Reflect.get(thrown, "responseCode");
  if (typeof answer === "number") return `the mail server answered ${answer}`;
  return redactPersonalData(withoutValues(thrown.message, code));
}

/** SQLSTATE class 22 quotes the value. In other classes the quoted words are our own names. */
function withoutValues(message: string, code: string | undefined): string {
  return code?.startsWith("22") ? message.replace(/".*"/s, "…") : message;
}

function framesOf({ stack }: Error): string | undefined {
  const frames = stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return frames?.slice(0, stackLines).join("\n");
}

function textOf(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : undefined;
}
