-- Two passwords could be chosen for one address in three ways past the rule that neither holds then: after a decision that came before anybody had confirmed the address, by an open
-- sign-up in another's name, and by who opened a recovery link and chose none. And an administrator could approve what they had not seen: another request had
-- taken the place of the one in their list, under its id.

-- Another request in the place of one that waits is another request, so it has an id of its own; the same one sent again keeps its.
drop function private.replace_access_request(uuid, text, text, text, text, text);
create function private.replace_access_request(
  p_user_id uuid, p_name text, p_phone text, p_account_type text, p_message text
) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update public.access_requests
  set id = gen_random_uuid(), name = p_name, phone = p_phone, account_type = p_account_type, message = p_message
  where user_id = p_user_id and status = 'pending'
    and (name, phone, account_type, message) is distinct from (p_name, p_phone, p_account_type, p_message);
  update auth.users
  set phone = case when not exists (select from auth.users where phone = p_phone and id <> p_user_id) then p_phone end,
    raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('full_name', p_name),
    updated_at = now()
  where id = p_user_id;
  update public.profiles set full_name = p_name where id = p_user_id;
  delete from auth.identities where user_id = p_user_id and provider = 'phone';
  perform private.sync_identities(p_user_id);
end
$$;

-- Writes to the person that an administrator has opened the account, and whether there is a password to choose.
create function private.queue_approval_mail(p_request public.access_requests) returns void
language sql volatile
set search_path = ''
as $$
  select private.queue_mail('access-approved', private.email_of_applicant(p_request), jsonb_build_object(
    'name', p_request.name, 'account_type', p_request.account_type,
    'public_slug', (select public_slug from public.profiles where id = p_request.user_id),
    'needs_password', (select coalesce(encrypted_password, '') = '' from auth.users where id = p_request.user_id)));
$$;

-- Somebody asks with an address that has an account and that nobody has confirmed. Without the account's password it has none from now on, unless somebody else gave it: an
-- administrator, or who works with it. At most once a minute the owner is written to: with a fresh link, or, once the request was approved, how to choose a password.
create function private.ask_for_account(
  p_account auth.users, p_name text, p_phone text, p_account_type text, p_message text, p_knows_password boolean
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  request public.access_requests;
  is_due boolean := coalesce(p_account.confirmation_sent_at < now() - interval '1 minute', true);
  is_foreign boolean;
begin
  select * into request from public.access_requests where user_id = p_account.id order by created_at desc limit 1;
  is_foreign := request.id is null and private.is_account_used(p_account.id);
  if not p_knows_password and not is_foreign then
    update auth.users set encrypted_password = '', updated_at = now() where id = p_account.id;
  end if;
  if request.id is null and not is_foreign then
    insert into public.access_requests (user_id, name, phone, email, account_type, message)
    values (p_account.id, p_name, p_phone, p_account.email, p_account_type, p_message);
  end if;
  if not is_due then
    return;
  end if;
  if request.status = 'approved' and not p_knows_password then
    update auth.users set confirmation_sent_at = now() where id = p_account.id;
    perform private.queue_approval_mail(request);
    return;
  end if;
  if request.status is distinct from 'approved' and not is_foreign then
    perform private.replace_access_request(p_account.id, p_name, p_phone, p_account_type, p_message);
  end if;
  perform private.send_verification_mail(p_account.id, p_name);
end
$$;

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

  -- The comparison takes as long where there is no account.
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
  if taken.id is null then
    return;
  elsif taken.email_confirmed_at is not null then
    perform private.queue_mail_once_per('1 hour', 'access-already-registered', clean_email);
    return;
  end if;
  -- Made since the comparison, as by the same form sent twice.
  if known_hash is distinct from taken.encrypted_password then
    is_known := taken.encrypted_password <> '' and extensions.crypt(p_password, taken.encrypted_password) = taken.encrypted_password;
  end if;
  perform private.ask_for_account(taken, clean_name, clean_phone, account_type, clean_message, coalesce(is_known, false));
end
$$;

-- As before, in other words where the request is not there.
create or replace function public.decide_access_request(p_request_id uuid, p_status text, p_dealership_id uuid default null)
returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  request public.access_requests;
begin
  perform private.require_writing_admin();
  if p_status is null or p_status not in ('approved', 'rejected') then
    raise exception 'La decisión debe ser approved o rejected.';
  end if;

  select * into request from public.access_requests where id = p_request_id for update;
  if not found then
    raise exception 'La solicitud no existe o ha cambiado. Revisa la lista.';
  elsif request.status <> 'pending' then
    raise exception 'La solicitud ya fue %.', case request.status when 'approved' then 'aprobada' else 'rechazada' end
      using hint = 'already_decided';
  end if;

  update public.access_requests
  set status = p_status, decided_at = now(), decided_by = auth.uid()
  where id = request.id;

  if p_status = 'approved' then
    perform private.approve_account(request, p_dealership_id);
  else
    perform private.reject_account(request);
  end if;
end
$$;

create or replace function private.approve_account(p_request public.access_requests, p_dealership_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  is_used boolean := private.is_account_used(p_request.user_id);
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
  where id = p_request.user_id;
  perform private.queue_approval_mail(p_request);
end
$$;

revoke execute on function private.replace_access_request(uuid, text, text, text, text),
  private.queue_approval_mail(public.access_requests),
  private.ask_for_account(auth.users, text, text, text, text, boolean) from public;
