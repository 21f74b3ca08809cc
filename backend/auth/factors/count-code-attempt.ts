import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";

/** What a person may guess at: the code of an app, or a recovery code. */
export type CodeKind = "factor" | "recovery";

/**
 * Whose guesses count together. A recovery code is too long to be guessed, so its limit is there
 * for the machine alone: whoever has a stolen password uses it up where they are, and not where the
 * owner is. The six digits of an app are counted wherever somebody guesses.
 */
function guesserOf({ sql, client }: AuthContext, kind: CodeKind, userId: string) {
  if (kind === "factor") return sql`${userId}::text`;
  return sql`concat_ws('|', ${userId}::text, private.network_of(${client.address}))`;
}

const refusals = {
  factor: "over_request_rate_limit",
  recovery: "mfa_recovery_codes_locked",
} as const;

/**
 * Counts one attempt at a code, before it is looked at and in a transaction of its own. Throws
 * over_request_rate_limit or mfa_recovery_codes_locked when there were too many (threat 25).
 */
export async function countCodeAttempt(
  context: AuthContext,
  kind: CodeKind,
  userId: string,
): Promise<void> {
  const [attempt] = await context.sql<{ allowed: boolean }[]>`
    select private.take_code_attempt(${kind}, ${guesserOf(context, kind, userId)}) as allowed`;
  if (!attempt?.allowed) throw authError(refusals[kind], { headers: { "Retry-After": "60" } });
}

/** Who has given a right code may guess as often as ever. */
export async function forgetCodeAttempts(
  context: AuthContext,
  kind: CodeKind,
  userId: string,
): Promise<void> {
  await context.sql`
    select private.forget_code_attempts(${kind}, ${guesserOf(context, kind, userId)})`;
}
