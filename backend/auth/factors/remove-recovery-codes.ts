import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import type { SignedIn } from "../sessions/authenticate.ts";
import { lockSession } from "../sessions/lock-session.ts";

/**
 * Removes one's own recovery codes (supabase-js: recoveryCodes.unenroll). Throws insufficient_aal,
 * mfa_factor_not_found.
 */
export async function removeRecoveryCodes({
  context,
  input: signedIn,
}: {
  context: AuthContext;
  input: SignedIn;
}): Promise<{ id: string }> {
  if (signedIn.aal !== "aal2") {
    const message = "AAL2 required to unenroll recovery codes";
    throw authError("insufficient_aal", { status: 422, message });
  }
  return context.transaction(async (transaction) => {
    await lockSession(transaction, signedIn);
    const [removed] = await transaction.sql<{ id: string }[]>`
      delete from private.recovery_sets where user_id = ${signedIn.user.id} returning id`;
    if (!removed) throw authError("mfa_factor_not_found");
    return { id: removed.id };
  });
}
