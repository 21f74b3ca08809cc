import { z } from "zod";
import { sessionMessages } from "./messages.ts";

/** Codes with which the database says a sentence of its own, in Spanish: a refused act, and a caller who may not. */
const spoken = ["P0001", "42501", "23514"];

const Failure = z.object({ code: z.string(), message: z.string().min(1) });

/** The server's own sentence about a failed call of PostgREST; where it has none, one that says to try again. */
export function serverSentence(error: unknown): string {
  const failure = Failure.safeParse(error);
  const isSentence =
    failure.success &&
    spoken.includes(failure.data.code) &&
    !/row-level security|check constraint|permission denied/.test(failure.data.message);
  return isSentence ? failure.data.message : sessionMessages.noAnswer;
}
