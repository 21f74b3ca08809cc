import type { AuthContext } from "./auth-context.ts";
import { authError } from "./auth-error.ts";

/** So many attempts at once, and one more each `seconds / most` afterwards; counted by the caller's address, by a name, or by both together. */
export type Limit = {
  scope: string;
  by: "address" | "name" | "both";
  most: number;
  seconds: number;
};

/**
 * How often who may do what, in numbers that hold for all processes together (docs/decisions/052). Refreshing a session is missing on purpose:
 * a client that is refused signs the person out.
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
  /** Mails that are asked for one mailbox. */
  mailTo: { scope: "mail-to", by: "name", most: 4, seconds: 600 },
  /** Links from one address that turned out to be worthless. */
  badLink: { scope: "bad-link", by: "address", most: 60, seconds: 600 },
} as const satisfies Record<string, Limit>;

type Limited = Pick<AuthContext, "sql" | "client">;

/**
 * Counts one attempt at each limit. Throws 429 with `code` when one of them was used up already; the attempt counts at the others all the same.
 */
export async function requireAttempts(
  context: Limited,
  of: Limit[],
  { name = "", code = "over_request_rate_limit" }: { name?: string; code?: LimitCode } = {},
): Promise<void> {
  const { sql } = context;
  const rows = await sql<{ scope: string; taken: boolean }[]>`
    select scope, private.take_attempt(scope, key, most, make_interval(secs => seconds)) as taken
    from ${attemptsOf(context, of, name)}`;
  refuseUsedUp(of, rows, code);
}

/** Looks whether an attempt is left at each limit, and counts none. Throws over_request_rate_limit (429). */
export async function requireUnused(context: Limited, of: Limit[], name = ""): Promise<void> {
  const { sql } = context;
  const rows = await sql<{ scope: string; taken: boolean }[]>`
    select scope, private.has_attempt(scope, key, most, make_interval(secs => seconds)) as taken
    from ${attemptsOf(context, of, name)}`;
  refuseUsedUp(of, rows, "over_request_rate_limit");
}

type LimitCode = "over_request_rate_limit" | "over_email_send_rate_limit";

function attemptsOf({ sql, client }: Limited, of: Limit[], name: string) {
  return sql`(
    select scope, most, seconds, concat_ws('|',
      case when "by" <> 'name' then private.network_of(${client.address}) end,
      case when "by" <> 'address' then ${name} end) as key
    from jsonb_to_recordset(${JSON.stringify(of)}::text::jsonb)
      as limits (scope text, "by" text, most integer, seconds integer)
  ) as attempts`;
}

function refuseUsedUp(of: Limit[], rows: { scope: string; taken: boolean }[], code: LimitCode) {
  const usedUp = of.filter(({ scope }) => rows.some((row) => row.scope === scope && !row.taken));
  if (usedUp.length === 0) return;
  const seconds = Math.max(...usedUp.map((limit) => Math.ceil(limit.seconds / limit.most)));
  throw authError(code, { headers: { "Retry-After": String(seconds) } });
}
