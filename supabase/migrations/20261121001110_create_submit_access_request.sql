-- Asking again with an address that nobody has confirmed: who asked last counts, and only the newest link works. Else
-- whoever asked first with another's address would have chosen the password of the account that the other confirms.
create function private.replace_access_request(
  p_user_id uuid, p_name text, p_phone text, p_account_type text, p_message text, p_password_hash text
) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update public.access_requests
  set name = p_name, phone = p_phone, account_type = p_account_type, message = p_message
  where user_id = p_user_id and status = 'pending';
  if not found then
    return;
  end if;
  update auth.users
  set encrypted_password = p_password_hash,
    phone = case when not exists (select from auth.users where phone = p_phone and id <> p_user_id) then p_phone end,
    raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('full_name', p_name),
    updated_at = now()
  where id = p_user_id;
  update public.profiles set full_name = p_name where id = p_user_id;
  delete from auth.identities where user_id = p_user_id and provider = 'phone';
  perform private.sync_identities(p_user_id);
end
$$;

-- One act: the account, its inactive profile (by trigger), the pending request and the verification mail. An address
-- that is taken gives the same answer after the same work, and only its owner learns of it, by mail: a confirmed
-- account is told that it exists at most once an hour, an unconfirmed one gets a fresh link at most once a minute, so a double submit
-- has one effect.
create function public.submit_access_request(
  p_name text, p_phone text, p_email text, p_account_type text, p_message text, p_password text
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clean_name text := trim(p_name);
  clean_email text := lower(trim(p_email));
  clean_phone text := regexp_replace(trim(p_phone), '[[:space:]+]', '', 'g');
  clean_message text := nullif(trim(p_message), '');
  account_type text := coalesce(p_account_type, 'vendedor');
  password_hash text;
  account_id uuid;
  taken auth.users;
begin
  if coalesce(clean_name, '') = '' or coalesce(clean_email, '') = '' then
    raise exception 'El nombre y el correo electrónico son obligatorios.';
  elsif coalesce(clean_phone, '') !~ '^[1-9][0-9]{1,14}$' then
    raise exception 'El número de teléfono no es válido.';
  elsif coalesce(length(p_password), 0) < 6 then
    raise exception 'La contraseña debe tener al menos 6 caracteres.';
  elsif octet_length(p_password) > 72 then
    raise exception 'La contraseña es demasiado larga.';
  end if;

  password_hash := extensions.crypt(p_password, extensions.gen_salt('bf', 10));
  account_id := private.create_account(clean_email, clean_phone, password_hash, clean_name);

  if account_id is not null then
    insert into public.access_requests (user_id, name, phone, email, account_type, message)
    values (account_id, clean_name, clean_phone, clean_email, account_type, clean_message);
    perform private.send_verification_mail(account_id, clean_name);
    return;
  end if;

  -- Request, profile, account: in this order everybody locks them.
  select id into account_id from auth.users where email = clean_email;
  perform from public.access_requests where user_id = account_id for update;
  perform from public.profiles where id = account_id for no key update;
  select * into taken from auth.users where email = clean_email for update;
  if taken.email_confirmed_at is not null then
    perform private.queue_mail_once_per('1 hour', 'access-already-registered', clean_email);
  elsif taken.id is not null and coalesce(taken.confirmation_sent_at < now() - interval '1 minute', true) then
    perform private.replace_access_request(taken.id, clean_name, clean_phone, account_type, clean_message, password_hash);
    perform private.send_verification_mail(taken.id, clean_name);
  end if;
end
$$;

revoke execute on function private.replace_access_request(uuid, text, text, text, text, text),
  public.submit_access_request(text, text, text, text, text, text) from public;
grant execute on function public.submit_access_request(text, text, text, text, text, text) to service_role;
