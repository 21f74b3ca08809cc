import type { SupabaseClient } from "@supabase/supabase-js";
import { NOT_AUTHENTICATED, readFunctionAnswer } from "#contract/function-failure.ts";
import { noResponseMessage, serverFailureMessage } from "./request-error-message.ts";

/**
 * The result of a server function. `message` is the server's own sentence or a fallback; `field` is
 * the key of the request body that it concerns; `code` is the error code.
 */
export type FunctionResult = { success: true; data: unknown } | FunctionRefusal;
export type FunctionRefusal = { success: false; message: string; field?: string; code?: string };

const SIGN_IN_AGAIN = "Por favor, inicia sesión de nuevo para continuar.";

/**
 * Calls a server function. An `error` field means failure, whatever its type and the response's
 * status (docs/product/roles.md). `unexplained` returns the message for a failure without one.
 * Never throws.
 */
export async function callFunction(
  supabase: SupabaseClient,
  name: string,
  body: Record<string, unknown>,
  unexplained: () => string = serverFailureMessage,
): Promise<FunctionResult> {
  const { data, error } = await supabase.functions.invoke(name, { body });
  if (error && !(error.context instanceof Response)) {
    return { success: false, message: noResponseMessage() };
  }
  const answer = readFunctionAnswer(await textOf(error ? error.context : data));
  if (!error && answer.success) return answer;
  const failure = answer.success ? null : answer;
  const message = failure?.message ?? unexplained();
  return { ...failure, success: false, message: inSpanish(message) };
}

function inSpanish(message: string): string {
  return message === NOT_AUTHENTICATED ? SIGN_IN_AGAIN : message;
}

/** supabase-js parses a body by its content type, which may be wrong. */
function textOf(body: unknown): unknown {
  return body instanceof Response || body instanceof Blob ? body.text().catch(() => null) : body;
}
