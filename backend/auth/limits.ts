import type { AuthContext } from "./auth-context.ts";
import { authError } from "./auth-error.ts";

/**
 * So many attempts at once, and one more each `seconds / most` afterwards; counted by the caller's
 * address, by a name, or by both together.
 */
export type Limit = {
  scope: string;
  by: "address" | "name" | "both";
  most: number;
  seconds: number;
};

/**
 * How often who may do what, in numbers that hold for all processes together (docs/decisions/052);
 * guesses at codes stand in schema/attempts.sql, where one that is refused counts nowhere else.
 * Refreshing a session is missing on purpose: a client that is refused signs the person out.
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
  /**
   * Verification mails that are asked for one mailbox, which the product's SQL may count here too:
   * apart, since most ask for one who needs none.
   */
  verifyTo: { scope: "verify-to", by: "name", most: 4, seconds: 600 },
  /** Links from one address that turned out to be worthless. */
  badLink: { scope: "bad-link", by: "address", most: 60, seconds: 600 },
  /** Challenges of one factor: a client asks once for each code, and these fill nobody's table. */
  factorChallenge: { scope: "factor-challenge", by: "name", most: 100, seconds: 300 },
} as const satisfies Record<string, Limit>;

type Limited = Pick<AuthContext, "sql" | "client">;

/**
 * The names that an attempt counts for; the refusal's code, and its pause in seconds where that
 * must not tell which limit was used up.
 */
type Attempt = { names?: string[]; code?: LimitCode; pause?: number };
type LimitCode = "over_request_rate_limit" | "over_email_send_rate_limit";

/**
 * Counts one attempt at each limit. Throws 429 with `code` when one of them was used up already;
 * the attempt counts at the others all the same.
 */
export async function requireAttempts(
  context: Limited,
  of: Limit[],
  attempt: Attempt = {},
): Promise<void> {
  const { sql } = context;
  const rows = await sql<{ scope: string; taken: boolean }[]>`
    select scope, private.take_attempt(scope, key, most, make_interval(secs => seconds)) as taken
    from ${attemptsOf(context, of, attempt)}`;
  refuseUsedUp(of, rows, attempt);
}

/**
 * Looks whether an attempt is left at each limit, and counts none. Throws 429 as requireAttempts
 * does.
 */
export async function requireUnused(
  context: Limited,
  of: Limit[],
  attempt: Attempt,
): Promise<void> {
  const { sql } = context;
  const rows = await sql<{ scope: string; taken: boolean }[]>`
    select scope, private.has_attempt(scope, key, most, make_interval(secs => seconds)) as taken
    from ${attemptsOf(context, of, attempt)}`;
  refuseUsedUp(of, rows, attempt);
}

/** After how many seconds one attempt is free again at each of these limits. */
export function longestPause(of: Limit[]): number {
  return Math.max(...of.map(({ seconds, most }) => Math.ceil(seconds / most)));
}

/**
 * One row a limit and name, or one for all names where the limit counts none; in an order that is
 * the same for all who lock them.
 */
function attemptsOf({ sql, client }: Limited, of: Limit[], { names = [""] }: Attempt) {
  return sql`(
    select distinct scope, most, seconds, concat_ws('|',
      case when "by" <> 'name' then private.network_of(${client.address}) end,
      case when "by" <> 'address' then name end) as key
    from jsonb_to_recordset(${JSON.stringify(of)}::text::jsonb)
      as limits (scope text, "by" text, most integer, seconds integer)
    cross join unnest(${names}::text[]) as name
    order by scope, key
  ) as attempts`;
}

function refuseUsedUp(
  of: Limit[],
  rows: { scope: string; taken: boolean }[],
  { code = "over_request_rate_limit", pause }: Attempt,
) {
  const usedUp = of.filter(({ scope }) => rows.some((row) => row.scope === scope && !row.taken));
  if (usedUp.length === 0) return;
  const seconds = pause ?? longestPause(usedUp);
  throw authError(code, { headers: { "Retry-After": String(seconds) } });
}
