import type { AuthContext } from "../auth-context.ts";

/**
 * What follows from the removal of a verified factor, in the same transaction: sessions that were
 * proved with it are aal1 again; with the last factor go the recovery codes, and every session is
 * aal1.
 */
export async function forgetFactor(
  { hooks, sql }: AuthContext,
  { userId, factorId, by }: { userId: string; factorId: string; by: "owner" | "service" },
): Promise<void> {
  await sql`
    delete from private.recovery_sets
    where user_id = ${userId}
      and not exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified')`;
  const weakened = await sql<{ id: string }[]>`
    update auth.sessions set aal = 'aal1', factor_id = null
    where user_id = ${userId} and aal > 'aal1'
      and (
        factor_id = ${factorId}
        or not exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified')
      )
    returning id`;
  await sql`
    delete from auth.mfa_amr_claims
    where session_id = any(${weakened.map(({ id }) => id)}::uuid[])
      and authentication_method in ('totp', 'mfa/recovery_code')`;
  await hooks.afterCredentialChange(sql, { userId, by, kind: "factor-removed", factorId });
}
