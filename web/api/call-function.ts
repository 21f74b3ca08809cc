import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { NOT_AUTHENTICATED } from "#contract/function-context.ts";
import { failedSentence } from "./server-sentence.ts";

/**
 * How a call of a server function ends; `message` is the server's own sentence, or that it failed,
 * and null where nobody answered; `field` is the key of the body that it is about, if it gave one.
 */
export type FunctionResult = { success: true; data: unknown } | FunctionRefusal;
export type FunctionRefusal = { success: false; message: string | null; field?: string };

const SIGN_IN_AGAIN = "Por favor, inicia sesión de nuevo para continuar.";

const Failure = z.object({ error: z.string().min(1), field: z.string().optional() });

/**
 * Calls a server function. An `error` field means failure, in whatever answer it comes (product
 * section 7). `unexplained` says what an answer without one is told by. Never throws.
 */
export async function callFunction(
  supabase: SupabaseClient,
  name: string,
  body: Record<string, unknown>,
  unexplained: () => string | null = failedSentence,
): Promise<FunctionResult> {
  const { data, error } = await supabase.functions.invoke(name, { body });
  if (error) {
    const message = error.context instanceof Response ? unexplained() : null;
    return readRefusal(await readBody(error.context)) ?? { success: false, message };
  }
  return readRefusal(data) ?? { success: true, data };
}

function readRefusal(body: unknown): FunctionRefusal | null {
  const failure = Failure.safeParse(body);
  if (!failure.success) return null;
  const { error, field } = failure.data;
  const message = error === NOT_AUTHENTICATED ? SIGN_IN_AGAIN : error;
  return { success: false, message, ...(field ? { field } : {}) };
}

async function readBody(answer: unknown): Promise<unknown> {
  return answer instanceof Response ? answer.json().catch(() => null) : null;
}
