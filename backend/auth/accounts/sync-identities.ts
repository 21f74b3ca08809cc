import type { AuthContext } from "../auth-context.ts";
import { noSuchUser } from "./find-user.ts";
import { type UserRow, userColumns } from "./user-row.ts";

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
