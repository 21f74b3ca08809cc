import { randomUUID } from "node:crypto";
import type { AuthContext } from "../auth-context.ts";
import { nameDuplicate } from "./name-duplicate.ts";
import { syncIdentities } from "./sync-identities.ts";
import type { UserRow } from "./user-row.ts";

/** A new account, with everything checked and the password hashed. */
export type NewUser = {
  id?: string;
  email: string | null;
  phone: string | null;
  encryptedPassword: string;
  isEmailConfirmed: boolean;
  isPhoneConfirmed: boolean;
  userMetadata: Record<string, unknown>;
  appMetadata: Record<string, unknown>;
};

/**
 * Writes an account and its identities; the database's trigger makes the profile and decides what
 * the person may be. To be called in a transaction. Gives the row as the triggers left it. Throws
 * email_exists or phone_exists.
 */
export async function insertUser(context: AuthContext, user: NewUser): Promise<UserRow> {
  const id = user.id ?? randomUUID();
  try {
    await writeRow(context, id, user);
  } catch (error) {
    throw nameDuplicate(error);
  }
  return syncIdentities(context, id);
}

async function writeRow({ sql }: AuthContext, id: string, user: NewUser): Promise<void> {
  await sql`
    insert into auth.users (
      instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at
    ) values (
      '00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated', ${user.email}, ${user.phone},
      ${user.encryptedPassword},
      case when ${user.email !== null && user.isEmailConfirmed} then now() end,
      case when ${user.phone !== null && user.isPhoneConfirmed} then now() end,
      ${JSON.stringify(user.appMetadata)}::text::jsonb, ${JSON.stringify(user.userMetadata)}::text::jsonb,
      now(), now()
    )`;
}
