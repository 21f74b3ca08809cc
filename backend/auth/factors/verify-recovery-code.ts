import { z } from "zod";
import { lockPerson } from "../accounts/lock-person.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import type { SignedIn } from "../sessions/authenticate.ts";
import { OptionalText } from "../sessions/identifier.ts";
import type { Session } from "../sessions/present-session.ts";
import { raiseSession } from "../sessions/raise-session.ts";
import { countCodeAttempt, forgetCodeAttempts } from "./count-code-attempt.ts";
import { hashRecoveryCode } from "./recovery-code.ts";

/** Body of POST factors/recovery-codes/verify. */
export const RecoveryCodeInput = z.object({
  code: OptionalText.refine((code) => code !== "", "Code needs to be non-empty"),
});
export type RecoveryCodeInput = z.output<typeof RecoveryCodeInput>;

/**
 * Takes a recovery code, once, in the place of a factor's code (supabase-js: recoveryCodes.verify):
 * the session is aal2, so that the person can remove the lost factor and enrol another. They are
 * told by mail. Throws mfa_verification_failed, mfa_recovery_codes_locked.
 */
export async function verifyRecoveryCode({
  context,
  input: { signedIn, answer },
}: {
  context: AuthContext;
  input: { signedIn: SignedIn; answer: RecoveryCodeInput };
}): Promise<Session> {
  const userId = signedIn.user.id;
  await countCodeAttempt(context, "recovery", userId);
  return context.transaction(async (transaction) => {
    const { hooks, sql } = transaction;
    await lockPerson(transaction, userId);
    const [used] = await sql`
      update private.recovery_codes c set used_at = now()
      from private.recovery_sets s
      where s.user_id = ${userId} and c.set_id = s.id
        and c.code_hash = ${hashRecoveryCode(answer.code)} and c.used_at is null
      returning c.set_id`;
    if (!used)
      throw authError("mfa_verification_failed", { message: "Invalid recovery code entered" });
    await forgetCodeAttempts(transaction, "recovery", userId);
    await hooks.afterCredentialChange(sql, { userId, by: "owner", kind: "recovery-code-used" });
    const { sessionId } = signedIn;
    return raiseSession(transaction, {
      userId,
      sessionId,
      factorId: null,
      method: "mfa/recovery_code",
    });
  });
}
