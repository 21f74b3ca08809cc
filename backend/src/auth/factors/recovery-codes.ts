import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { countCodeAttempt, forgetCodeAttempts } from "../attempt-limits.ts";
import { OptionalText } from "../read-input.ts";
import { lockPerson, lockSession, type SignedIn } from "../sessions/authenticate.ts";
import { raiseSession, type Session } from "../sessions/session.ts";

/** Returns how many recovery codes exist and how many are unused (supabase-js: getStatus). */
export async function readRecoveryCodes({ sql }: AuthContext, { user }: SignedIn) {
  const [status] = await sql<{ id: string; total: number; remaining: number }[]>`
    select s.id, count(*)::int as total, count(*) filter (where c.used_at is null)::int as remaining
    from private.recovery_sets s join private.recovery_codes c on c.set_id = s.id
    where s.user_id = ${user.id}
    group by s.id`;
  if (!status) throw authError("mfa_factor_not_found");
  return { id: status.id, type: "recovery_code", total: status.total, remaining: status.remaining };
}

/** Body of POST factors/recovery-codes, which may be empty. */
export const RecoveryCodesInput = z.object({
  friendly_name: OptionalText.transform((name) => name.slice(0, 120) || "Recovery codes"),
});
export type RecoveryCodesInput = z.output<typeof RecoveryCodesInput>;

type RecoverySet = { id: string; friendly_name: string };

/** Creates the user's first set of recovery codes, shown only in this response. */
export function generateRecoveryCodes(
  context: AuthContext,
  signedIn: SignedIn,
  input: RecoveryCodesInput,
) {
  return context.transaction(async (transaction) => {
    const { sql } = transaction;
    const userId = await requireProved(transaction, signedIn);
    const [made] = await sql<RecoverySet[]>`
      insert into private.recovery_sets (user_id, friendly_name) values (${userId}, ${input.friendly_name})
      on conflict (user_id) do nothing
      returning id, friendly_name`;
    if (!made) throw authError("mfa_verified_factor_exists");
    return insertCodes(transaction, made);
  });
}

/** Replaces the user's recovery codes; the old ones stop working. */
export function regenerateRecoveryCodes(context: AuthContext, signedIn: SignedIn) {
  return context.transaction(async (transaction) => {
    const { sql } = transaction;
    const userId = await requireProved(transaction, signedIn);
    const [kept] = await sql<RecoverySet[]>`
      update private.recovery_sets set updated_at = now() where user_id = ${userId}
      returning id, friendly_name`;
    if (!kept) throw authError("mfa_factor_not_found");
    await sql`delete from private.recovery_codes where set_id = ${kept.id}`;
    await forgetCodeAttempts(transaction, "recovery", userId);
    return insertCodes(transaction, kept);
  });
}

/** Requires a verified factor and aal2: recovery codes alone are no second factor. */
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

async function insertCodes({ sql }: AuthContext, { id, friendly_name }: RecoverySet) {
  const codes = makeRecoveryCodes();
  const rows = codes.map((code) => ({ set_id: id, code_hash: hashRecoveryCode(code) }));
  await sql`insert into private.recovery_codes ${sql(rows)}`;
  return { id, type: "recovery_code", friendly_name, total: codes.length, codes };
}

/** Removes the caller's recovery codes (supabase-js: unenroll). */
export async function removeRecoveryCodes(context: AuthContext, signedIn: SignedIn) {
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

/** Body of POST factors/recovery-codes/verify. */
export const RecoveryCodeInput = z.object({
  code: OptionalText.refine((code) => code !== "", "Code needs to be non-empty"),
});
export type RecoveryCodeInput = z.output<typeof RecoveryCodeInput>;

/** Uses up a recovery code in place of a TOTP code and raises the session to aal2. */
export async function verifyRecoveryCode(
  context: AuthContext,
  { user: { id: userId }, sessionId }: SignedIn,
  answer: RecoveryCodeInput,
): Promise<Session> {
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
    const method = "mfa/recovery_code";
    return raiseSession(transaction, { userId, sessionId, factorId: null, method });
  });
}

/** Digits and letters that are hard to confuse (Crockford's base 32). */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const codeLength = 16;

const codeCount = 10;

/** A set of new plaintext codes: lower case, no separators, 80 random bits each. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () =>
    [...randomBytes(codeLength)].map((byte) => letters[byte % letters.length]).join(""),
  );
}

/** Ignores case and separators, and reads o, i and l as the digits they look like. */
export function hashRecoveryCode(typed: string): Buffer {
  const code = typed
    .toLowerCase()
    .replaceAll(/[\s\p{Dash}]/gu, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
  return createHash("sha256").update(code).digest();
}
