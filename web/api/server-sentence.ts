import { z } from "zod";
import { sessionMessages } from "./messages.ts";

/** The id of the last request that failed without a reason: the log has a line under it. */
let lastId: string | null = null;

/** Notes an answer that is a fault of the server's, or takes note that there is none. */
export function noteAnswer({ status, headers }: Pick<Response, "status" | "headers">): void {
  if (status >= 400) lastId = headers.get("x-request-id");
}

/** Says that the server failed, with the code that helps to find out why. */
export function failedSentence(): string {
  return lastId
    ? `${sessionMessages.failed} Código: ${lastId.slice(0, 8)}.`
    : sessionMessages.failed;
}

/**
 * The database says a sentence for people by P0001; with these codes PostgreSQL itself may speak.
 */
const mixed = ["42501", "23514"];

/**
 * PostgreSQL's messages end without a period, in every language; ours have one, but for the words
 * of a refused admin call.
 */
const ours = /[.!?]$|^Acceso denegado$/;

const Failure = z.object({ code: z.string(), message: z.string().min(1) });
/** What the clients for auth, rows and files say about a failure. */
const Told = z.object({
  name: z.string().optional(),
  code: z.string().optional().catch(undefined),
  /** 0 is no answer. */
  status: z.number().optional().catch(undefined),
});
/** The server says by these codes that its database did not answer. */
const withoutDatabase = ["PGRST000", "PGRST003"];
/** A number or a day beyond what its type holds. */
const outOfRange = /^2200[38]$/;
const sessionOver = /^(PGRST30[1-3]|session_not_found|bad_jwt|no_authorization)$/;

/**
 * What a person reads of any failed request: the server's own sentence about it; else whether there
 * is no connection or no answer, the session is over, too much was asked or it is not allowed, or
 * the server failed.
 */
export function serverSentence(error: unknown): string {
  const own = ownSentence(error);
  if (own) return own;
  if (isUnanswered(error)) return unansweredSentence();
  const { name, code = "", status } = Told.safeParse(error).data ?? {};
  const { expired, tooMany, forbidden, outOfRange: tooLarge } = sessionMessages;
  if (status === 401 || sessionOver.test(code) || name === "AuthSessionMissingError") {
    return `${expired.title}. ${expired.description}`;
  }
  if (status === 429) return tooMany;
  if (status === 403 || code === "42501") return forbidden;
  return outOfRange.test(code) ? tooLarge : failedSentence();
}

/** Says that nobody answered, or that there is no connection. */
export function unansweredSentence(): string {
  const { noAnswer, offline } = sessionMessages;
  return isOffline() ? `${offline.title}. ${offline.retry}` : noAnswer;
}

/** Whether a failed request got no answer. */
export function isUnanswered(error: unknown): boolean {
  const { name, code, status } = Told.safeParse(error).data ?? {};
  if (status !== undefined) return status === 0;
  if (code !== undefined) return code === "" || withoutDatabase.includes(code);
  // An answer that the client, or we, could not read.
  if (name === "AuthUnknownError" || name === "ZodError") return false;
  return error instanceof Error;
}

/** Whether the server, or a proxy before it, failed. */
export function isServerFault(error: unknown): boolean {
  return (Told.safeParse(error).data?.status ?? 0) >= 500;
}

/** Whether the browser knows that there is no connection. */
export function isOffline(): boolean {
  return typeof navigator !== "undefined" && navigator.onLine === false;
}

/** The server's own sentence about a failed call of PostgREST, if it has one. */
export function ownSentence(error: unknown): string | null {
  const failure = Failure.safeParse(error);
  if (!failure.success) return null;
  const { code, message } = failure.data;
  return code === "P0001" || (mixed.includes(code) && ours.test(message)) ? message : null;
}
