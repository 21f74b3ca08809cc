-- An account that somebody who may vouches for: confirmed and active, so that its owner can sign in at once.

-- Makes the identities and the providers say what the account's e-mail and phone are now, as GoTrue keeps them.
create function private.sync_identities(p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  select account.id::text, account.id,
    jsonb_build_object('sub', account.id, way.provider, way.address, way.provider || '_verified', way.confirmed_at is not null),
    way.provider, now(), now(), now()
  from auth.users as account
  cross join lateral (values
    ('email', account.email::text, account.email_confirmed_at), ('phone', account.phone, account.phone_confirmed_at)
  ) as way (provider, address, confirmed_at)
  where account.id = p_user_id and way.address <> ''
  on conflict (provider_id, provider) do update
  set identity_data = identities.identity_data || excluded.identity_data, updated_at = now();

  update auth.users
  set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
    select jsonb_build_object('provider', min(provider), 'providers', jsonb_agg(provider order by provider))
    from auth.identities
    where user_id = p_user_id
  )
  where id = p_user_id;
$$;

-- The account with its active profile in the given role. Raises when the e-mail or the phone, of which one may be
-- null, belongs to somebody; of two at once the second one is told so.
create function private.open_account(
  p_email text, p_phone text, p_password text, p_full_name text, p_role text, p_dealership_id uuid
) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  clean_name text := private.read_full_name(p_full_name);
  clean_email text := case when coalesce(trim(p_email), '') <> '' then private.read_email(p_email) end;
  clean_phone text := case when coalesce(trim(p_phone), '') <> '' then private.read_phone(p_phone) end;
  password_hash text;
  account_id uuid;
begin
  perform private.refuse_taken_address(clean_email, clean_phone);
  password_hash := private.hash_password(p_password);
  account_id := private.create_account(clean_email, clean_phone, password_hash, clean_name);
  -- Somebody may have taken the address meanwhile, and an account without the phone that was asked for is none.
  if account_id is null
    or not exists (select from auth.users where id = account_id and phone is not distinct from clean_phone)
  then
    perform private.refuse_taken_address(case when account_id is null then clean_email end, clean_phone);
    raise exception 'No se pudo crear la cuenta. Inténtalo de nuevo.';
  end if;

  update auth.users
  set email_confirmed_at = case when clean_email is not null then now() end,
    phone_confirmed_at = case when clean_phone is not null then now() end
  where id = account_id;
  perform private.sync_identities(account_id);
  perform private.activate_profile(account_id, p_role, p_dealership_id);
  return account_id;
end
$$;

-- Everybody but an administrator has a public page, under an address made of the name. The profile itself drops the
-- dealership of whoever is no vendedor.
create function private.activate_profile(p_user_id uuid, p_role text, p_dealership_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  -- Namesakes wait for each other here, as they do when they are approved.
  perform pg_advisory_xact_lock(hashtext('vitrina:slug'));
  update public.profiles
  set role = p_role,
    is_active = true,
    dealership_id = p_dealership_id,
    public_slug = case when p_role <> 'admin' then private.free_slug(full_name) end
  where id = p_user_id;
end
$$;

revoke execute on function private.sync_identities(uuid), private.activate_profile(uuid, text, uuid),
  private.open_account(text, text, text, text, text, uuid) from public;
