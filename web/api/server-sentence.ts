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
/**
 * The client gives a failure that is no answer an empty code; the server says by these that its
 * database did not answer.
 */
const Unanswered = z.instanceof(Error).or(z.object({ code: z.enum(["", "PGRST000", "PGRST003"]) }));

/**
 * The server's own sentence about a failed call of PostgREST; where it has none, whether it
 * answered, and to try again.
 */
export function serverSentence(error: unknown): string {
  const { noAnswer } = sessionMessages;
  return ownSentence(error) ?? (Unanswered.safeParse(error).success ? noAnswer : failedSentence());
}

/** The server's own sentence about a failed call of PostgREST, if it has one. */
export function ownSentence(error: unknown): string | null {
  const failure = Failure.safeParse(error);
  if (!failure.success) return null;
  const { code, message } = failure.data;
  return code === "P0001" || (mixed.includes(code) && ours.test(message)) ? message : null;
}
