import { z } from "zod";
import { sessionMessages } from "./messages.ts";

/** The request id of the last failed request, for finding it in the log. */
let lastId: string | null = null;

/** Remembers the request id of a failed response. */
export function trackFailedRequest({
  status,
  headers,
}: Pick<Response, "status" | "headers">): void {
  if (status >= 400) lastId = headers.get("x-request-id");
}

/** A message that the server failed, with the code for finding the request in the log. */
export function serverFailureMessage(): string {
  return lastId
    ? `${sessionMessages.failed} Código: ${lastId.slice(0, 8)}.`
    : sessionMessages.failed;
}

/**
 * The database raises P0001 with a sentence for people. With these codes the message may be
 * PostgreSQL's own.
 */
const sharedCodes = ["42501", "23514"];

/** PostgreSQL's messages never end with a period; ours do, except for a rejected admin call. */
const ownMessage = /[.!?]$|^Acceso denegado$/;

const Failure = z.object({ code: z.string(), message: z.string().min(1) });
/** The common part of errors from auth, PostgREST and storage clients. */
const RequestError = z.object({
  name: z.string().optional(),
  code: z.string().optional().catch(undefined),
  /** 0 means no response. */
  status: z.number().optional().catch(undefined),
});
/** PostgREST's codes for an unreachable database. */
const databaseDownCodes = ["PGRST000", "PGRST003"];
/** A number or a day out of its type's range. */
const outOfRange = /^2200[38]$/;
const sessionOver = /^(PGRST30[1-3]|session_not_found|bad_jwt|no_authorization)$/;

/**
 * The message for a failed request: the server's own sentence if there is one; else that there is
 * no connection or no response, that the session is over, that there were too many requests, that
 * it is not allowed, or that the server failed.
 */
export function requestErrorMessage(error: unknown): string {
  const own = databaseMessage(error);
  if (own) return own;
  if (hasNoResponse(error)) return noResponseMessage();
  const { name, code = "", status } = RequestError.safeParse(error).data ?? {};
  const { expired, tooMany, forbidden, outOfRange: tooLarge } = sessionMessages;
  if (status === 401 || sessionOver.test(code) || name === "AuthSessionMissingError") {
    return `${expired.title}. ${expired.description}`;
  }
  if (status === 429) return tooMany;
  if (status === 403 || code === "42501") return forbidden;
  return outOfRange.test(code) ? tooLarge : serverFailureMessage();
}

/** A message that the server did not answer, or that there is no connection. */
export function noResponseMessage(): string {
  const { noAnswer, offline } = sessionMessages;
  return isOffline() ? `${offline.title}. ${offline.retry}` : noAnswer;
}

/** Whether a failed request got no response. */
export function hasNoResponse(error: unknown): boolean {
  const { name, code, status } = RequestError.safeParse(error).data ?? {};
  if (status !== undefined) return status === 0;
  if (code !== undefined) return code === "" || databaseDownCodes.includes(code);
  // A response that the client, or our schema, could not parse.
  if (name === "AuthUnknownError" || name === "ZodError") return false;
  return error instanceof Error;
}

/** Whether the server, or a proxy in front of it, failed. */
export function isServerFault(error: unknown): boolean {
  return (RequestError.safeParse(error).data?.status ?? 0) >= 500;
}

/** Whether the browser knows that it is offline. */
export function isOffline(): boolean {
  return typeof navigator !== "undefined" && navigator.onLine === false;
}

/** The sentence for people in a PostgREST error, if it has one. */
export function databaseMessage(error: unknown): string | null {
  const failure = Failure.safeParse(error);
  if (!failure.success) return null;
  const { code, message } = failure.data;
  return code === "P0001" || (sharedCodes.includes(code) && ownMessage.test(message))
    ? message
    : null;
}
