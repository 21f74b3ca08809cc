import { requireCarried } from "../accounts/metadata.ts";
import { type PresentedUser, presentUser, type UserRow } from "../accounts/user.ts";
import { nameDuplicate, proveEmail, syncIdentities } from "../accounts/write-user.ts";
import type { AuthCall, AuthContext } from "../auth-context.ts";
import { readEmail, readPhone } from "../sessions/identifier.ts";
import { hashPassword } from "../sessions/password.ts";
import type { ChangeUserInput } from "./admin-user-input.ts";
import { setBan } from "./ban.ts";

type Change = {
  email: string | null;
  phone: string | null;
  encryptedPassword: string | null;
};

/**
 * Changes an account for the service (GoTrue's adminUserUpdate). A new password ends every session;
 * with it, or with a new address, links that were sent before are worthless. Throws user_not_found,
 * email_exists, phone_exists, weak_password, validation_failed.
 */
export async function changeUser({
  context,
  input: { id, change },
}: AuthCall<{ id: string; change: ChangeUserInput }>): Promise<PresentedUser> {
  const checked: Change = {
    email: readEmail(change.email),
    phone: readPhone(context, change.phone),
    encryptedPassword: change.password === "" ? null : await hashPassword(context, change.password),
  };
  return context.transaction(async (transaction) => {
    const { email, phone } = checked;
    await context.hooks.beforeUserSaved(transaction.sql, {
      act: "change",
      userId: id,
      email,
      phone,
    });
    await saveAccount(transaction, id, change, checked);
    if (change.email_confirm) await proveEmail(transaction, id);
    await setBan(transaction, id, change.ban_duration);
    await endWhatIsOutdated(transaction, id, checked);
    const saved = await syncIdentities(transaction, id);
    requireMetadata(change, saved);
    return presentUser(saved);
  });
}

async function saveAccount(
  { sql }: AuthContext,
  id: string,
  change: ChangeUserInput,
  { email, phone, encryptedPassword }: Change,
): Promise<void> {
  const user = change.user_metadata;
  const app = change.app_metadata;
  try {
    await sql`
      update auth.users
      set email = coalesce(${email}, email),
        phone = coalesce(${phone}, phone),
        encrypted_password = coalesce(${encryptedPassword}, encrypted_password),
        email_confirmed_at = case when ${change.email_confirm} then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
        phone_confirmed_at = case when ${change.phone_confirm} then coalesce(phone_confirmed_at, now()) else phone_confirmed_at end,
        raw_user_meta_data =
          (coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(user)}::text::jsonb) - ${nullKeys(user)}::text[],
        raw_app_meta_data =
          (coalesce(raw_app_meta_data, '{}') || ${JSON.stringify(app)}::text::jsonb) - ${nullKeys(app)}::text[],
        updated_at = now()
      where id = ${id} and deleted_at is null`;
  } catch (error) {
    throw nameDuplicate(error);
  }
}

function requireMetadata({ user_metadata, app_metadata }: ChangeUserInput, saved: UserRow): void {
  requireCarried("user_metadata", { change: user_metadata, saved: saved.raw_user_meta_data });
  requireCarried("app_metadata", { change: app_metadata, saved: saved.raw_app_meta_data });
}

async function endWhatIsOutdated({ sql }: AuthContext, id: string, change: Change): Promise<void> {
  if (change.encryptedPassword !== null) await sql`delete from auth.sessions where user_id = ${id}`;
  if (change.encryptedPassword !== null || change.email !== null) {
    await sql`delete from auth.one_time_tokens where user_id = ${id}`;
  }
}

function nullKeys(data: Record<string, unknown>): string[] {
  return Object.keys(data).filter((key) => data[key] === null);
}
