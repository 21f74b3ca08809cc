import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";

/** Closes an account for so many seconds; 0 opens it again, null leaves it as it is. */
export async function setBan(
  { sql }: AuthContext,
  userId: string,
  seconds: number | null,
): Promise<void> {
  if (seconds === null) return;
  await sql`
    update auth.users
    set banned_until = case when ${seconds}::float8 > 0 then now() + make_interval(secs => ${seconds}::float8) end
    where id = ${userId}`;
}

const unitSeconds: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/**
 * `ban_duration` of the admin calls, in Go's notation ("24h", "1h30m"): the seconds from now, 0 for
 * "none" which lifts a ban, null where nothing is said.
 */
export const BanDuration = z
  .string()
  .max(40)
  .regex(/^(none|(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+)?$/, "invalid format for ban duration")
  .nullish()
  .transform((text) => (text ? Math.min(toSeconds(text), longestBan) : null));

/**
 * A hundred years: further away than any account, and still a time that PostgreSQL and JavaScript
 * know.
 */
const longestBan = 100 * 365 * 86_400;

function toSeconds(text: string): number {
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g);
  return [...parts].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unitSeconds[unit ?? ""] ?? 0),
    0,
  );
}
