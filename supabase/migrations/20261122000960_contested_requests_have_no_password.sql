-- Who asked last for access with an address that nobody had confirmed chose the password of the account: a stranger who asked after its owner did, and whose mail the owner took
-- for the first one sent again. Once two passwords were chosen, neither holds. Whoever reads the address's mail chooses one by 'forgot password' after the approval, as that mail says.

-- As before; besides, a pending request with two passwords has none, from the moment of the second one. The comparison takes as long where there is no account.
create or replace function private.submit_access_request(
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
  known_hash text;
  is_known boolean;
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
  select encrypted_password into known_hash from auth.users where email = clean_email;
  is_known := extensions.crypt(p_password, coalesce(nullif(known_hash, ''), password_hash)) = known_hash;
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
    return;
  elsif taken.id is null then
    return;
  end if;
  -- Made since the comparison, as by the same form sent twice.
  if known_hash is distinct from taken.encrypted_password then
    is_known := taken.encrypted_password <> '' and extensions.crypt(p_password, taken.encrypted_password) = taken.encrypted_password;
  end if;
  if coalesce(taken.confirmation_sent_at < now() - interval '1 minute', true) then
    perform private.replace_access_request(taken.id, clean_name, clean_phone, account_type, clean_message,
      case when is_known then taken.encrypted_password else '' end);
    perform private.send_verification_mail(taken.id, clean_name);
  elsif not coalesce(is_known, false) then
    update auth.users set encrypted_password = '', updated_at = now()
    where id = taken.id
      and exists (select from public.access_requests where user_id = taken.id and status = 'pending');
  end if;
end
$$;

-- As before; the mail also says whether there is a password to choose.
create or replace function private.approve_account(p_request public.access_requests, p_dealership_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  is_used boolean := private.is_account_used(p_request.user_id);
  slug text;
begin
  if p_request.user_id is null then
    raise exception 'La cuenta de esta solicitud ya no existe.';
  elsif p_dealership_id is not null
    and not exists (select from public.profiles where id = p_dealership_id and role = 'concesionario')
  then
    raise exception 'El concesionario elegido no existe.';
  end if;
  -- Two approvals of namesakes wait for each other here.
  perform pg_advisory_xact_lock(hashtext('vitrina:slug'));
  update public.profiles
  set role = case when is_used then role else p_request.account_type end,
    is_active = true,
    dealership_id = coalesce(p_dealership_id, dealership_id),
    public_slug = coalesce(public_slug, case when not is_used then private.free_slug(p_request.name) end)
  where id = p_request.user_id
  returning public_slug into slug;

  perform private.queue_mail('access-approved', private.email_of_applicant(p_request), jsonb_build_object(
    'name', p_request.name, 'account_type', p_request.account_type, 'public_slug', slug,
    'needs_password', (select coalesce(encrypted_password, '') = '' from auth.users where id = p_request.user_id)));
end
$$;
