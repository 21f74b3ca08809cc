import type { AuthContext } from "./auth-context.ts";
import { authError } from "./auth-error.ts";

/** What a person may guess at: the code of an app, or a recovery code. */
export type CodeKind = "factor" | "recovery";

const refusals = {
  factor: "over_request_rate_limit",
  recovery: "mfa_recovery_codes_locked",
} as const;

/**
 * Counts one attempt at a code, before it is looked at and in a transaction of its own. Throws over_request_rate_limit or
 * mfa_recovery_codes_locked when there were too many (threat 25).
 */
export async function countCodeAttempt(
  { sql }: AuthContext,
  kind: CodeKind,
  userId: string,
): Promise<void> {
  const [attempt] = await sql<{ allowed: boolean }[]>`
    select private.take_code_attempt(${kind}, ${userId}) as allowed`;
  if (!attempt?.allowed) throw authError(refusals[kind], { headers: { "Retry-After": "60" } });
}
