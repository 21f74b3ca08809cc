import { z } from "zod";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import {
  Metadata,
  mergeMetadata,
  OptionalText,
  readEmail,
  readPhone,
  requireMetadataFits,
} from "../read-input.ts";
import { lockSession, type SignedIn } from "../sessions/authenticate.ts";
import { hashPassword, matchesPassword } from "../sessions/password.ts";
import { type PresentedUser, presentUser, type UserRow, userColumns } from "./user.ts";

/** Body of PUT user. */
export const UpdateUserInput = z.object({
  email: OptionalText,
  phone: OptionalText,
  password: OptionalText,
  data: Metadata,
});
export type UpdateUserInput = z.output<typeof UpdateUserInput>;

/**
 * Changes the caller's metadata or password. A new password ends the other sessions and all sent
 * links.
 */
export async function updateUser(
  context: AuthContext,
  signedIn: SignedIn,
  change: UpdateUserInput,
): Promise<PresentedUser> {
  const userId = signedIn.user.id;
  requireSecondFactor(signedIn);
  refuseNewAddress(context, signedIn.user, change);
  const password = await encryptNewPassword(context, signedIn, change.password);
  const saved = await context.transaction(async (transaction) => {
    await lockSession(transaction, signedIn);
    if (password !== null) {
      await invalidateCredentials(transaction, signedIn);
      const { hooks, sql } = transaction;
      await hooks.afterCredentialChange(sql, { userId, by: "owner", kind: "password" });
    }
    return save(transaction, signedIn.user, { metadata: change.data, password });
  });
  return presentUser(saved);
}

function refuseNewAddress(context: AuthContext, user: UserRow, change: UpdateUserInput): void {
  const email = readEmail(change.email);
  const phone = readPhone(context, change.phone);
  if ((email === null || email === user.email) && (phone === null || phone === user.phone)) return;
  const message = "Email and phone can only be changed by an administrator";
  throw authError("validation_failed", { status: 422, message });
}

/**
 * At aal1, an account with a second factor cannot write anything (threat 24). GoTrue would let
 * metadata through.
 */
function requireSecondFactor({ user, aal }: SignedIn): void {
  const hasFactor = user.factors.some(({ status }) => status === "verified");
  if (hasFactor && aal !== "aal2") throw authError("insufficient_aal");
}

async function encryptNewPassword(context: AuthContext, { user }: SignedIn, password: string) {
  if (password === "") return null;
  const encrypted = await hashPassword(context, password);
  if (await matchesPassword(context, password, user.encrypted_password)) {
    throw authError("same_password");
  }
  return encrypted;
}

/** Runs after the account is locked, so that it also ends a session that waited for the lock. */
async function invalidateCredentials({ sql }: AuthContext, { user, sessionId }: SignedIn) {
  await sql`delete from auth.sessions where user_id = ${user.id} and id <> ${sessionId}`;
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
}

async function save(
  { sql }: AuthContext,
  { id }: UserRow,
  { metadata, password }: { metadata: Record<string, unknown>; password: string | null },
): Promise<UserRow> {
  const [saved] = await sql<UserRow[]>`
    update auth.users u
    set encrypted_password = coalesce(${password}, u.encrypted_password),
      raw_user_meta_data = ${mergeMetadata(sql, "raw_user_meta_data", metadata)},
      updated_at = now()
    where u.id = ${id}
    returning ${userColumns(sql)}`;
  if (!saved) throw authError("user_not_found");
  requireMetadataFits("data", { change: metadata, saved: saved.raw_user_meta_data });
  return saved;
}
