/** An error as the log keeps it: what happened and where, without what people sent. */
export type DescribedError = {
  type: string;
  message: string;
  code?: string;
  /**
   * Where in the database, for a PostgreSQL error. Its `detail`, `where` and parameters quote rows,
   * so they are left out.
   */
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

/**
 * The expressions below look at each sign many times, and an address that a library quotes has
 * 16,000.
 */
const longestText = 1_000;

/**
 * The beginning of a text without what could be somebody's: e-mail addresses, phone numbers,
 * tokens, network addresses of others.
 */
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

/**
 * The shortest phone numbers have seven digits; what is shorter is a code, a count or an address of
 * this machine.
 */
function hideNumber(text: string): string {
  return text.replace(/\D/g, "").length >= 7 ? "[number]" : text;
}

/** A mail server's answer names the person whom it is about; its code tells enough. */
function messageOf(thrown: Error, code: string | undefined): string {
  const answer: unknown = Reflect.get(thrown, "responseCode");
  if (typeof answer === "number") return `the mail server answered ${answer}`;
  return withoutPeople(withoutValues(thrown.message, code));
}

/**
 * SQLSTATE class 22 quotes the value that PostgreSQL could not read; in other classes the quoted
 * words are names of ours.
 */
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
