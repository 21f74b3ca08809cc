import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import type { SignedIn } from "../sessions/authenticate.ts";
import { lockSession } from "../sessions/lock-session.ts";
import { findFactor, hasVerifiedFactor } from "./find-factor.ts";
import { forgetFactor } from "./forget-factor.ts";

/**
 * Removes one's own factor (GoTrue's UnenrollFactor); who has a verified one does so only at aal2,
 * also with one that was begun. Sessions that were proved with it are aal1 again; with the last
 * factor go the recovery codes, and every session is aal1. Throws mfa_factor_not_found,
 * insufficient_aal.
 */
export async function removeFactor({
  context,
  input: { signedIn, factorId },
}: {
  context: AuthContext;
  input: { signedIn: SignedIn; factorId: string };
}): Promise<{ id: string }> {
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
