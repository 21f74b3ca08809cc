import { lockSession } from "../accounts/lock-person.ts";
import { findUser, type PresentedUser } from "../accounts/user.ts";
import type { AuthCall, AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import type { SignedIn } from "../sessions/authenticate.ts";
import { findFactor, hasVerifiedFactor } from "./find-factor.ts";

/**
 * Removes one's own factor (GoTrue's UnenrollFactor); who has a verified one does so only at aal2,
 * also with one that was begun. Sessions that were proved with it are aal1 again; with the last
 * factor go the recovery codes, and every session is aal1. Throws mfa_factor_not_found,
 * insufficient_aal.
 */
export async function removeFactor({
  context,
  input: { signedIn, factorId },
}: AuthCall<{ signedIn: SignedIn; factorId: string }>): Promise<{ id: string }> {
  const userId = signedIn.user.id;
  await context.transaction(async (transaction) => {
    await lockSession(transaction, signedIn);
    const { id, status } = await findFactor(transaction, userId, factorId);
    if (signedIn.aal !== "aal2" && (await hasVerifiedFactor(transaction, userId))) {
      const message = "AAL2 required to unenroll verified factor";
      throw authError("insufficient_aal", { status: 422, message });
    }
    await transaction.sql`delete from auth.mfa_factors where id = ${id}`;
    if (status === "verified")
      await forgetFactor(transaction, { userId, factorId: id, by: "owner" });
  });
  return { id: factorId };
}

type Factor = NonNullable<PresentedUser["factors"]>[number];

/**
 * Removes a factor, or the recovery codes, of an account for the service (GoTrue's
 * adminUserDeleteFactor) and gives what was removed. Throws user_not_found (404),
 * mfa_factor_not_found.
 */
export async function removeFactorByService({
  context,
  input: { id, factorId },
}: AuthCall<{ id: string; factorId: string }>): Promise<Factor> {
  return context.transaction(async (transaction) => {
    const { sql } = transaction;
    await sql`select from auth.users where id = ${id} for no key update`;
    const { factors = [] } = await findUser({ context: transaction, input: { id } });
    const factor = factors.find((known) => known.id === factorId);
    if (!factor) throw authError("mfa_factor_not_found");
    await sql`delete from private.recovery_sets where id = ${factorId}`;
    await sql`delete from auth.mfa_factors where id = ${factorId}`;
    if (factor.factor_type !== "recovery_code" && factor.status === "verified") {
      await forgetFactor(transaction, { userId: id, factorId, by: "service" });
    }
    return factor;
  });
}

/**
 * What follows from the removal of a verified factor, in the same transaction: sessions that were
 * proved with it are aal1 again; with the last factor go the recovery codes, and every session is
 * aal1.
 */
async function forgetFactor(
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
