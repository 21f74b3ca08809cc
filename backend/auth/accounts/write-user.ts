import { randomUUID } from "node:crypto";
import { classifyFailure } from "#backend/postgres/failures.ts";
import type { AuthContext } from "../auth-context.ts";
import { authError } from "../auth-error.ts";
import { noSuchUser, type UserRow, userColumns } from "./user.ts";

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

/**
 * Makes the identities and the providers in app_metadata say what the account's e-mail and phone
 * are now, as GoTrue keeps them. Gives the account as it stands afterwards.
 */
export async function syncIdentities({ sql }: AuthContext, id: string): Promise<UserRow> {
  await sql`
    with ways as (
      select u.id, 'email' as provider, jsonb_build_object('email', u.email, 'email_verified', u.email_confirmed_at is not null) as data
      from auth.users u where u.id = ${id} and u.email is not null
      union all
      select u.id, 'phone', jsonb_build_object('phone', u.phone, 'phone_verified', u.phone_confirmed_at is not null)
      from auth.users u where u.id = ${id} and u.phone is not null
    ), kept as (
      insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      select gen_random_uuid(), id::text, id, data || jsonb_build_object('sub', id), provider, now(), now(), now() from ways
      on conflict (provider_id, provider) do update
      set identity_data = identities.identity_data || excluded.identity_data, updated_at = now()
    )
    update auth.users
    set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object(
      'provider', (select min(provider) from ways), 'providers', (select jsonb_agg(provider order by provider) from ways)
    )
    where id = ${id}`;
  const [user] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users u where u.id = ${id}`;
  if (!user) throw noSuchUser();
  return user;
}

/** The refusal that a violated unique index stands for; any other error as it came. */
export function nameDuplicate(error: unknown): unknown {
  const failure = classifyFailure(error);
  if (failure.kind !== "sql" || failure.state !== "23505") return error;
  const isPhone = failure.constraint?.includes("phone");
  return authError(isPhone ? "phone_exists" : "email_exists", { cause: error });
}

/**
 * Keeps that the service vouches for the account's present e-mail: inquiries are mailed to it from
 * then on (docs/decisions/050).
 */
export async function proveEmail({ sql }: AuthContext, id: string): Promise<void> {
  await sql`select private.prove_email(${id})`;
}
