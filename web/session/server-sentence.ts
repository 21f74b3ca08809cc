import { z } from "zod";
import { sessionMessages } from "./messages.ts";

/** Codes with which the database says a sentence of its own, in Spanish: a refused act, and a caller who may not. */
const spoken = ["P0001", "42501", "23514"];

const Failure = z.object({ code: z.string(), message: z.string().min(1) });
/** The client gives a failure that is no answer an empty code; the server says by these that its database did not answer. */
const Unanswered = z.instanceof(Error).or(z.object({ code: z.enum(["", "PGRST000", "PGRST003"]) }));

/** The server's own sentence about a failed call of PostgREST; where it has none, whether it answered, and to try again. */
export function serverSentence(error: unknown): string {
  const { noAnswer, failed } = sessionMessages;
  return ownSentence(error) ?? (Unanswered.safeParse(error).success ? noAnswer : failed);
}

/** The server's own sentence about a failed call of PostgREST, if it has one. */
export function ownSentence(error: unknown): string | null {
  const failure = Failure.safeParse(error);
  const isSentence =
    failure.success &&
    spoken.includes(failure.data.code) &&
    !/row-level security|check constraint|permission denied/.test(failure.data.message);
  return isSentence ? failure.data.message : null;
}
