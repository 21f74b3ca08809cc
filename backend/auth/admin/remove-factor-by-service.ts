import { findUser } from "../accounts/find-user.ts";
import type { PresentedUser } from "../accounts/present-user.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { forgetFactor } from "../factors/forget-factor.ts";

type Factor = NonNullable<PresentedUser["factors"]>[number];

/**
 * Removes a factor, or the recovery codes, of an account for the service (GoTrue's
 * adminUserDeleteFactor) and gives what was removed. Throws user_not_found (404),
 * mfa_factor_not_found.
 */
export async function removeFactorByService({
  context,
  input: { id, factorId },
}: {
  context: AuthContext;
  input: { id: string; factorId: string };
}): Promise<Factor> {
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
