import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Level, type Logger, pino } from "pino";
import { openLogOutput } from "./log-output.ts";

/**
 * One JSON object a line, with its request's id and without e-mail addresses, phone numbers, tokens
 * and network addresses. Without a level, a terminal gets warnings alone.
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

/** What a library or Node would write to the console becomes a line of the log. */
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

/** An error as the log keeps it: what happened and where, without what people sent. */
export type DescribedError = {
  type: string;
  message: string;
  code?: string;
  /** For a PostgreSQL error, whose `detail`, `where` and parameters quote rows and are left out. */
  table?: string;
  constraint?: string;
  stack?: string;
  cause?: DescribedError;
};

const deepestCause = 4;
const stackLines = 12;

/** Describes whatever was thrown, with its causes. */
export function describeError(thrown: unknown, depth = 0): DescribedError {
  if (!(thrown instanceof Error))
    return { type: typeof thrown, message: withoutPeople(String(thrown)) };
  const code = textOf(thrown, "code");
  const causes = thrown.cause !== undefined && thrown.cause !== null && depth < deepestCause;
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

/** The expressions below look at each sign many times, and a quoted address has 16,000. */
const longestText = 1_000;

/** The beginning of a text without what could be somebody's. */
export function withoutPeople(text: string): string {
  return text
    .slice(0, longestText)
    .replace(/[^\s@<>"'(),;:=]+@[^\s@<>"'(),;:]+/g, "[e-mail]")
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]")
    .replace(/\b[\w-]{40,}(?:\.[\w-]+)*/g, "[token]")
    .replace(/(?<![\w.])(?!127\.)\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\.\d)/g, "[address]")
    .replace(/(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{1,4}(?![\w:])/gi, "[address]")
    .replace(/(?<![\w.:/-])\+?\(?\d[\d\s().-]{5,}\d(?![\w-])/g, hideNumber);
}

/** Phone numbers have seven digits at least; fewer are a code or a count. */
function hideNumber(text: string): string {
  return text.replace(/\D/g, "").length >= 7 ? "[number]" : text;
}

/** A mail server's answer names the person whom it is about; its code tells enough. */
function messageOf(thrown: Error, code: string | undefined): string {
  const answer: unknown = Reflect.get(thrown, "responseCode");
  if (typeof answer === "number") return `the mail server answered ${answer}`;
  return withoutPeople(withoutValues(thrown.message, code));
}

/** SQLSTATE class 22 quotes the value; in other classes the quoted words are names of ours. */
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
