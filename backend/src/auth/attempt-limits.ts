import type { Fragment } from "../postgres/sql.ts";
import type { AuthContext } from "./auth-context.ts";
import { type AuthErrorCode, authError } from "./auth-error.ts";

/** Allows a burst of `most` attempts, then one more every `seconds / most`. */
export type Limit = {
  scope: string;
  by: "address" | "name" | "both";
  most: number;
  seconds: number;
};

/**
 * Shared by all processes (docs/decisions/052). Refreshing a session has no limit on purpose: a
 * client that is rejected signs the user out.
 */
export const limits = {
  /** Failed sign-ins to one account from one address. */
  signInHere: { scope: "sign-in-here", by: "both", most: 20, seconds: 600 },
  /** Failed sign-ins from one address, to any account. */
  signInFrom: { scope: "sign-in-from", by: "address", most: 40, seconds: 600 },
  /** Failed sign-ins to one account, from any address. */
  signInTo: { scope: "sign-in-to", by: "name", most: 40, seconds: 3_600 },
  /** Sign-ups from one address. */
  signUp: { scope: "sign-up", by: "address", most: 150, seconds: 600 },
  /** Mails requested from one address. */
  mailFrom: { scope: "mail-from", by: "address", most: 40, seconds: 600 },
  /** Recovery mails requested for one mailbox. */
  recoverTo: { scope: "mail-to", by: "name", most: 4, seconds: 600 },
  /**
   * Confirmation mails for one mailbox, counted separately from recovery: most requests need no
   * mail. The product's SQL may count here too.
   */
  verifyTo: { scope: "verify-to", by: "name", most: 4, seconds: 600 },
  /** Invalid links opened from one address. */
  badLink: { scope: "bad-link", by: "address", most: 60, seconds: 600 },
  /** Challenges per factor. Clients create one per code, and each leaves a row. */
  factorChallenge: { scope: "factor-challenge", by: "name", most: 100, seconds: 300 },
} as const satisfies Record<string, Limit>;

/** How long a new factor waits for its first code, and a challenge for its code. */
export const challengeSeconds = 300;

type Limited = Pick<AuthContext, "sql" | "client">;

/** `pause`: a fixed Retry-After in seconds, where it must not reveal which limit was used up. */
type Attempt = { names?: string[]; code?: AuthErrorCode; pause?: number };

/** Counts one attempt against each limit. Throws 429 if any limit is used up. */
export function requireAttempts(context: Limited, of: Limit[], attempt: Attempt = {}) {
  return judge(context, context.sql`private.take_attempt`, of, attempt);
}

/** Throws 429 if any limit is used up, without counting an attempt. */
export function requireAttemptsLeft(context: Limited, of: Limit[], attempt: Attempt) {
  return judge(context, context.sql`private.has_attempt`, of, attempt);
}

/** Seconds after which each of these limits allows another attempt. */
export function maxPauseSeconds(of: Limit[]): number {
  return Math.max(...of.map(({ seconds, most }) => Math.ceil(seconds / most)));
}

/** One row per limit and name, in a fixed order, so that concurrent locks cannot deadlock. */
async function judge(
  { sql, client }: Limited,
  verdict: Fragment,
  of: Limit[],
  { names = [""], code = "over_request_rate_limit", pause }: Attempt,
): Promise<void> {
  const rows = await sql<{ scope: string; allowed: boolean }[]>`
    select scope, ${verdict}(scope, key, most, make_interval(secs => seconds)) as allowed
    from (
      select distinct scope, most, seconds, concat_ws('|',
        case when "by" <> 'name' then private.network_of(${client.address}) end,
        case when "by" <> 'address' then name end) as key
      from jsonb_to_recordset(${JSON.stringify(of)}::text::jsonb)
        as limits (scope text, "by" text, most integer, seconds integer)
      cross join unnest(${names}::text[]) as name
      order by scope, key
    ) as attempts`;
  const usedUp = of.filter(({ scope }) => rows.some((row) => row.scope === scope && !row.allowed));
  if (usedUp.length === 0) return;
  const seconds = pause ?? maxPauseSeconds(usedUp);
  throw authError(code, { headers: { "Retry-After": String(seconds) } });
}

/** Codes that can be guessed: a TOTP code or a recovery code. */
export type CodeKind = "factor" | "recovery";

/**
 * A recovery code is too long to guess, so its limit only protects the server. It is counted per
 * network: an attacker with a stolen password cannot use it up for the owner.
 */
function attemptKeyOf({ sql, client }: AuthContext, kind: CodeKind, userId: string) {
  if (kind === "factor") return sql`${userId}::text`;
  return sql`concat_ws('|', ${userId}::text, private.network_of(${client.address}))`;
}

/** Counts an attempt before the code is checked, in its own transaction (threat 25). */
export async function countCodeAttempt(context: AuthContext, kind: CodeKind, userId: string) {
  const refusal = kind === "factor" ? "over_request_rate_limit" : "mfa_recovery_codes_locked";
  const [attempt] = await context.sql<{ allowed: boolean }[]>`
    select private.take_code_attempt(${kind}, ${attemptKeyOf(context, kind, userId)}) as allowed`;
  if (!attempt?.allowed) throw authError(refusal, { headers: { "Retry-After": "60" } });
}

/** Resets the count after a correct code. */
export async function forgetCodeAttempts(context: AuthContext, kind: CodeKind, userId: string) {
  await context.sql`
    select private.forget_code_attempts(${kind}, ${attemptKeyOf(context, kind, userId)})`;
}
