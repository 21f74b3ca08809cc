import type { PostgrestSingleResponse } from "@supabase/supabase-js";
import type { ZodError } from "zod";
import type { AccountFailure } from "#contract/accounts/account-inputs.ts";
import type { FunctionLog } from "./server-function.ts";
import { ACCOUNT_INACTIVE, fail, NOT_AVAILABLE, NOT_SIGNED_IN } from "./server-function.ts";

const SECOND_FACTOR_MISSING =
  "Inicia sesión con tu segundo factor de verificación para hacer cambios.";
const CLOSED_BY_ADMIN =
  "Un administrador desactivó esta cuenta. Solo un administrador puede cambiarla.";

/** The messages of an account function, and the body key for each database field. */
type Wording = { forbidden: string; failed: string; fields: Record<string, string> };

/** The response to an invalid body, with its first issue. */
export function refuseInput({ issues: [issue] }: ZodError, { failed }: Wording): Response {
  const [field] = issue?.path ?? [];
  return refuse(issue?.message ?? failed, field === undefined ? undefined : String(field));
}

/** A business failure that the form shows at a field. */
export function refuse(error: string, field: string | undefined): Response {
  return Response.json({ error, field } satisfies AccountFailure);
}

/**
 * The response to a database call. A message that the database raised for users (P0001) is passed
 * on with its field. Of other errors only the code is logged, since the rest could quote user
 * input.
 */
export function answerAccountWrite(
  { data, error, status }: PostgrestSingleResponse<string | null>,
  { forbidden, failed, fields }: Wording,
  log: FunctionLog,
): Response {
  if (!error) return Response.json(data ? { success: true, userId: data } : { success: true });
  if (status === 401) return fail(NOT_SIGNED_IN, 401);
  if (status === 403) return fail(refusals.get(error.hint ?? "") ?? forbidden, 403);
  if (error.code === "P0001") return refuse(error.message, fields[error.hint]);
  log.warn({ code: error.code, status }, "account not written");
  return status >= 500 ? fail(NOT_AVAILABLE, 503) : fail(failed);
}

const refusals = new Map([
  ["inactive", ACCOUNT_INACTIVE],
  ["insufficient_aal", SECOND_FACTOR_MISSING],
  ["closed_by_admin", CLOSED_BY_ADMIN],
]);
