-- An account as GoTrue would write it: the user, and one identity for each way to sign in. Neither the e-mail nor
-- the phone is confirmed. Gives null, and writes nothing, when the e-mail belongs to somebody; a phone that belongs
-- to somebody is left out, so that the answer does not tell.
create function private.create_account(p_email text, p_phone text, p_password_hash text, p_full_name text) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  account_id uuid := gen_random_uuid();
  account_phone text := p_phone;
begin
  -- Twice, for somebody may take the phone between the look and the insert; the e-mail, and there is no account to make.
  for attempt in 1..2 loop
    if exists (select from auth.users where phone = p_phone) then
      account_phone := null;
    end if;
    insert into auth.users (
      instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data,
      confirmation_token, recovery_token, email_change_token_new, email_change, created_at, updated_at
    )
    values (
      '00000000-0000-0000-0000-000000000000', account_id, 'authenticated', 'authenticated', p_email, account_phone,
      p_password_hash,
      jsonb_build_object('provider', 'email', 'providers',
        case when account_phone is null then '["email"]'::jsonb else '["email", "phone"]'::jsonb end),
      jsonb_build_object('full_name', p_full_name),
      '', '', '', '', now(), now()
    )
    on conflict do nothing;
    exit when found;
  end loop;
  if not exists (select from auth.users where id = account_id) then
    return null;
  end if;

  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  select account_id::text, account_id,
    jsonb_build_object('sub', account_id, way.provider, way.address, 'email_verified', false, 'phone_verified', false),
    way.provider, now(), now(), now()
  from (values ('email', p_email), ('phone', account_phone)) as way (provider, address)
  where way.address is not null;

  return account_id;
end
$$;

-- A new confirmation link for an account: the token goes into the mail, only its hash stays.
create function private.send_verification_mail(p_user_id uuid, p_name text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  token_hash text := encode(extensions.digest(token, 'sha256'), 'hex');
  address text;
begin
  update auth.users
  set confirmation_token = token_hash, confirmation_sent_at = now()
  where id = p_user_id
  returning email into address;

  insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
  values (gen_random_uuid(), p_user_id, 'confirmation_token', token_hash, address)
  on conflict (user_id, token_type) do update
  set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
    created_at = excluded.created_at, updated_at = excluded.updated_at;

  perform private.queue_mail('verify-email', address, jsonb_build_object('name', p_name, 'token', token));
end
$$;

revoke execute on function private.create_account(text, text, text, text),
  private.send_verification_mail(uuid, text) from public;
