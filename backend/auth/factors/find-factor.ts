import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";

/** A factor of auth.mfa_factors. */
export type FactorRow = {
  id: string;
  factor_type: string;
  status: "unverified" | "verified";
  secret: string | null;
};

/**
 * A person's own factor. Throws mfa_factor_not_found, also for one that was not verified in time.
 */
export async function findFactor(
  { sql }: AuthContext,
  userId: string,
  factorId: string,
): Promise<FactorRow> {
  if (!z.guid().safeParse(factorId).success) throw authError("mfa_factor_not_found");
  const [factor] = await sql<FactorRow[]>`
    select id, factor_type, status, secret from auth.mfa_factors
    where id = ${factorId} and user_id = ${userId}
      and (status = 'verified' or created_at > now() - make_interval(secs => ${challengeSeconds}))`;
  if (!factor) throw authError("mfa_factor_not_found");
  return factor;
}

/** Whether somebody has a second factor that counts. */
export async function hasVerifiedFactor({ sql }: AuthContext, userId: string): Promise<boolean> {
  const [found] = await sql`
    select from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`;
  return found !== undefined;
}

/** How long a factor waits for its first code, and a challenge for its answer. */
export const challengeSeconds = 300;
