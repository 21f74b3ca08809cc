import type { PostgrestError } from "@supabase/supabase-js";
import { teamMessages } from "./messages.ts";

/** Codes with which the database says a sentence of its own, in Spanish: a refused act, and a caller who may not. */
const spoken = ["P0001", "42501", "23514"];
const technical = /row-level security|check constraint|permission denied/;

/** The database's own sentence about a refused call; where it has none, one that says to try again. */
export function refusalSentence({ code, message }: Pick<PostgrestError, "code" | "message">) {
  return spoken.includes(code) && !technical.test(message) ? message : teamMessages.noAnswer;
}
