import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import type { SignedIn } from "../sessions/authenticate.ts";
import { OptionalText } from "../sessions/identifier.ts";
import { lockSession } from "../sessions/lock-session.ts";
import { forgetCodeAttempts } from "./count-code-attempt.ts";
import { hashRecoveryCode, makeRecoveryCodes } from "./recovery-code.ts";

/** Body of POST factors/recovery-codes, which may be empty. */
export const RecoveryCodesInput = z.object({
  friendly_name: OptionalText.transform((name) => name.slice(0, 120) || "Recovery codes"),
});
export type RecoveryCodesInput = z.output<typeof RecoveryCodesInput>;

type RecoverySet = { id: string; friendly_name: string };

/**
 * A person's first set of recovery codes, shown this once (supabase-js: recoveryCodes.generate).
 * Throws insufficient_aal, mfa_recovery_codes_sole_factor without another factor,
 * mfa_verified_factor_exists when there is a set.
 */
export function generateRecoveryCodes({
  context,
  input: { signedIn, wish },
}: {
  context: AuthContext;
  input: { signedIn: SignedIn; wish: RecoveryCodesInput };
}) {
  return context.transaction(async (transaction) => {
    const { sql } = transaction;
    const userId = await requireProved(transaction, signedIn);
    const [made] = await sql<RecoverySet[]>`
      insert into private.recovery_sets (user_id, friendly_name) values (${userId}, ${wish.friendly_name})
      on conflict (user_id) do nothing
      returning id, friendly_name`;
    if (!made) throw authError("mfa_verified_factor_exists");
    return fillSet(transaction, made);
  });
}

/**
 * Other codes in the place of a person's old ones, which all end (recoveryCodes.regenerate). Throws
 * mfa_factor_not_found without any.
 */
export function regenerateRecoveryCodes({
  context,
  input: signedIn,
}: {
  context: AuthContext;
  input: SignedIn;
}) {
  return context.transaction(async (transaction) => {
    const { sql } = transaction;
    const userId = await requireProved(transaction, signedIn);
    const [kept] = await sql<RecoverySet[]>`
      update private.recovery_sets set updated_at = now() where user_id = ${userId}
      returning id, friendly_name`;
    if (!kept) throw authError("mfa_factor_not_found");
    await sql`delete from private.recovery_codes where set_id = ${kept.id}`;
    await forgetCodeAttempts(transaction, "recovery", userId);
    return fillSet(transaction, kept);
  });
}

/** Only a proved factor is worth being replaced by codes, and codes alone are no second factor. */
async function requireProved(transaction: AuthContext, signedIn: SignedIn): Promise<string> {
  const { user, aal } = signedIn;
  await lockSession(transaction, signedIn);
  const [factor] = await transaction.sql`
    select id from auth.mfa_factors where user_id = ${user.id} and status = 'verified'`;
  if (!factor) throw authError("mfa_recovery_codes_sole_factor");
  if (aal !== "aal2") {
    const message = "AAL2 required to generate recovery codes";
    throw authError("insufficient_aal", { status: 403, message });
  }
  return user.id;
}

async function fillSet({ sql }: AuthContext, { id, friendly_name }: RecoverySet) {
  const codes = makeRecoveryCodes();
  const rows = codes.map((code) => ({ set_id: id, code_hash: hashRecoveryCode(code) }));
  await sql`insert into private.recovery_codes ${sql(rows)}`;
  return { id, type: "recovery_code", friendly_name, total: codes.length, codes };
}
