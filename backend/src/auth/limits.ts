import type { Fragment } from "../postgres/sql.ts";
import type { AuthContext } from "./auth-context.ts";
import { type AuthErrorCode, authError } from "./auth-error.ts";

/** So many attempts at once, and one more each `seconds / most` afterwards. */
export type Limit = {
  scope: string;
  by: "address" | "name" | "both";
  most: number;
  seconds: number;
};

/**
 * For all processes together (docs/decisions/052). Refreshing a session is missing on purpose: a
 * client that is refused signs the person out.
 */
export const limits = {
  /** Failed sign-ins to one account from one address. */
  signInHere: { scope: "sign-in-here", by: "both", most: 20, seconds: 600 },
  /** Failed sign-ins from one address, to whomever. */
  signInFrom: { scope: "sign-in-from", by: "address", most: 40, seconds: 600 },
  /** Failed sign-ins to one account, from wherever. */
  signInTo: { scope: "sign-in-to", by: "name", most: 40, seconds: 3_600 },
  /** Sign-ups from one address. */
  signUp: { scope: "sign-up", by: "address", most: 150, seconds: 600 },
  /** Mails that one address asks for. */
  mailFrom: { scope: "mail-from", by: "address", most: 40, seconds: 600 },
  /** Recovery mails that are asked for one mailbox. */
  recoverTo: { scope: "mail-to", by: "name", most: 4, seconds: 600 },
  /** Apart, since most ask for one who needs none; the product's SQL may count here too. */
  verifyTo: { scope: "verify-to", by: "name", most: 4, seconds: 600 },
  /** Links from one address that turned out to be worthless. */
  badLink: { scope: "bad-link", by: "address", most: 60, seconds: 600 },
  /** Challenges of one factor: a client asks once for each code, and these fill nobody's table. */
  factorChallenge: { scope: "factor-challenge", by: "name", most: 100, seconds: 300 },
} as const satisfies Record<string, Limit>;

/** How long a factor waits for its first code, and a challenge for its answer. */
export const challengeSeconds = 300;

type Limited = Pick<AuthContext, "sql" | "client">;

/** `pause` in seconds where it must not tell which limit was used up. */
type Attempt = { names?: string[]; code?: AuthErrorCode; pause?: number };

/** Counts one attempt at each limit; throws 429 when one of them was used up already. */
export function requireAttempts(context: Limited, of: Limit[], attempt: Attempt = {}) {
  return judge(context, context.sql`private.take_attempt`, of, attempt);
}

/** Throws 429 when one of the limits is used up, and counts no attempt. */
export function requireUnused(context: Limited, of: Limit[], attempt: Attempt) {
  return judge(context, context.sql`private.has_attempt`, of, attempt);
}

/** After how many seconds one attempt is free again at each of these limits. */
export function longestPause(of: Limit[]): number {
  return Math.max(...of.map(({ seconds, most }) => Math.ceil(seconds / most)));
}

/** One row a limit and name, in an order that is the same for all who lock them. */
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
  const seconds = pause ?? longestPause(usedUp);
  throw authError(code, { headers: { "Retry-After": String(seconds) } });
}

/** What a person may guess at: the code of an app, or a recovery code. */
export type CodeKind = "factor" | "recovery";

/**
 * A recovery code is too long to be guessed, so its limit is for the machine alone: whoever has a
 * stolen password uses it up where they are, and not where the owner is.
 */
function guesserOf({ sql, client }: AuthContext, kind: CodeKind, userId: string) {
  if (kind === "factor") return sql`${userId}::text`;
  return sql`concat_ws('|', ${userId}::text, private.network_of(${client.address}))`;
}

/** Counts one attempt at a code before it is looked at, in a transaction of its own (threat 25). */
export async function countCodeAttempt(context: AuthContext, kind: CodeKind, userId: string) {
  const refusal = kind === "factor" ? "over_request_rate_limit" : "mfa_recovery_codes_locked";
  const [attempt] = await context.sql<{ allowed: boolean }[]>`
    select private.take_code_attempt(${kind}, ${guesserOf(context, kind, userId)}) as allowed`;
  if (!attempt?.allowed) throw authError(refusal, { headers: { "Retry-After": "60" } });
}

/** Who has given a right code may guess as often as ever. */
export async function forgetCodeAttempts(context: AuthContext, kind: CodeKind, userId: string) {
  await context.sql`
    select private.forget_code_attempts(${kind}, ${guesserOf(context, kind, userId)})`;
}
