-- Two passwords could be chosen for one address past the rule that neither holds then: after a decision that came before anybody had confirmed the address, by an open sign-up in another's
-- name, and by who opened a recovery link or an invitation and chose none. And an administrator could approve what they had not seen: another request had taken the place of the one
-- in their list, under its id, or a dealership had changed who was noted for it.

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

-- Whether the password belongs to a bcrypt hash, also to one that another program made. Takes as long where there is no hash.
create function private.matches_password(p_password text, p_hash text) returns boolean
language sql immutable
set search_path = ''
as $$
  select extensions.crypt(p_password, hash) = hash
  from (values (coalesce(
    nullif(regexp_replace(p_hash, '^\$2[by]\$', '$2a$'), ''),
    -- Of 32 random bytes that nobody kept.
    '$2a$10$M5zLiwFX1Z/muWmxX1itGu.1s3w8LCOdBUOIXVsjGkAsTNSgQzb3e'))) as known (hash);
$$;

-- Writes to the person that an administrator has opened the account, and whether there is a password to choose.
create function private.queue_approval_mail(p_request public.access_requests) returns void
language sql volatile
set search_path = ''
as $$
  select private.queue_mail('access-approved', private.email_of_applicant(p_request), jsonb_build_object(
    'name', coalesce((select full_name from public.profiles where id = p_request.user_id), p_request.name),
    'account_type', p_request.account_type,
    'public_slug', (select public_slug from public.profiles where id = p_request.user_id),
    'needs_password', (select coalesce(encrypted_password, '') = '' from auth.users where id = p_request.user_id)));
$$;

-- Takes away the password of an account that nobody has confirmed, since somebody has chosen another one, and writes to the owner where an administrator has opened the account
-- already. Not of an account that somebody was invited to, or has entered.
create function private.contest_password(p_account auth.users, p_request public.access_requests) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if p_account.invited_at is not null or p_account.last_sign_in_at is not null then
    return;
  end if;
  update auth.users set encrypted_password = '', updated_at = now() where id = p_account.id and encrypted_password <> '';
  if found and p_request.status = 'approved' and exists (select from public.profiles where id = p_account.id and is_active) then
    perform private.queue_approval_mail(p_request);
  end if;
end
$$;

-- Somebody asks with an address that has an account and that nobody has confirmed. At most once a minute its owner gets a fresh link, and the request is what was asked for last.
create function private.ask_for_account(
  p_account auth.users, p_name text, p_phone text, p_account_type text, p_message text, p_knows_password boolean
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  request public.access_requests;
begin
  select * into request from public.access_requests where user_id = p_account.id order by created_at desc limit 1;
  if not p_knows_password then
    perform private.contest_password(p_account, request);
  end if;
  if p_account.invited_at is not null or (request.status = 'approved' and not p_knows_password) then
    return;
  end if;
  if request.id is null and not private.is_account_used(p_account.id) then
    insert into public.access_requests (user_id, name, phone, email, account_type, message)
    values (p_account.id, p_name, p_phone, p_account.email, p_account_type, p_message)
    returning * into request;
  end if;
  if p_account.confirmation_sent_at >= now() - interval '1 minute' then
    return;
  end if;
  if request.status = 'pending' then
    perform private.replace_access_request(p_account.id, p_name, p_phone, p_account_type, p_message);
  end if;
  perform private.send_verification_mail(p_account.id, p_name);
end
$$;

-- Request, profile, account: in this order everybody locks them. Gives the account as it is then; of nobody's address one without an id.
create function private.lock_account(p_email text) returns auth.users
language plpgsql volatile
set search_path = ''
as $$
declare
  account_id uuid;
  account auth.users;
begin
  select id into account_id from auth.users where email = p_email;
  perform from public.access_requests where user_id = account_id for update;
  perform from public.profiles where id = account_id for no key update;
  select * into account from auth.users where email = p_email for update;
  return account;
end
$$;

-- As before; the comparison with a password that is known already takes as long where there is no account.
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
  is_known := private.matches_password(p_password, known_hash);
  account_id := private.create_account(clean_email, clean_phone, password_hash, clean_name);

  if account_id is not null then
    insert into public.access_requests (user_id, name, phone, email, account_type, message)
    values (account_id, clean_name, clean_phone, clean_email, account_type, clean_message);
    perform private.send_verification_mail(account_id, clean_name);
    return;
  end if;

  taken := private.lock_account(clean_email);
  if taken.id is null then
    return;
  elsif taken.email_confirmed_at is not null then
    perform private.queue_mail_once_per('1 hour', 'access-already-registered', clean_email);
    return;
  end if;
  -- Made since the comparison, as by the same form sent twice.
  if known_hash is distinct from taken.encrypted_password then
    is_known := private.matches_password(p_password, taken.encrypted_password);
  end if;
  perform private.ask_for_account(taken, clean_name, clean_phone, account_type, clean_message, is_known);
end
$$;

-- Somebody opens an account with this address. Gives whether it is taken; one that nobody has confirmed has no password from then on, unless this is the one. Takes as long
-- for an address that nobody has.
create function private.contest_sign_up(p_email text, p_password text) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  known_hash text := (select encrypted_password from auth.users where email = p_email);
  is_known boolean := private.matches_password(p_password, known_hash);
  taken auth.users := private.lock_account(p_email);
  request public.access_requests;
begin
  if taken.id is null or taken.email_confirmed_at is not null then
    return taken.id is not null;
  end if;
  if known_hash is distinct from taken.encrypted_password then
    is_known := private.matches_password(p_password, taken.encrypted_password);
  end if;
  if not is_known then
    select * into request from public.access_requests where user_id = taken.id order by created_at desc limit 1;
    perform private.contest_password(taken, request);
  end if;
  return true;
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

-- As before; besides, who applies is nobody's salesperson yet, whichever dealership an administrator has noted for them.
create or replace function private.require_account_keeper(p_user_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  person public.profiles;
begin
  perform private.require_write();
  select * into person from public.profiles where id = p_user_id for no key update;
  if private.is_admin() then
    if person.id is null then
      raise exception 'El usuario no existe.' using hint = 'user';
    end if;
  elsif (person.dealership_id = private.my_team()) is not true
    or exists (select from public.access_requests where user_id = p_user_id and status = 'pending')
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
end
$$;

-- As before; a concesionario belongs to no other one, whichever was noted while they asked for something else.
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
    dealership_id = case when is_used or p_request.account_type = 'vendedor' then coalesce(p_dealership_id, dealership_id) end,
    public_slug = coalesce(public_slug, case when not is_used then private.free_slug(p_request.name) end)
  where id = p_request.user_id;
  perform private.queue_approval_mail(p_request);
end
$$;

-- As before; but who applies is nobody's salesperson yet, whichever dealership an administrator has noted for them.
create or replace function public.delete_salesperson_by_dealership(p_salesperson_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.may_write() or not exists (
    select from public.profiles
    where id = p_salesperson_id and role = 'vendedor'
      and (private.is_admin() or dealership_id = private.my_team() and not exists (
        select from public.access_requests where user_id = p_salesperson_id and status = 'pending'))
  ) then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  delete from auth.users where id = p_salesperson_id;
end
$$;

-- Whether somebody's request waits for a decision: a dealership changes nothing of them until then.
create function private.is_waiting(p_user_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.access_requests where user_id = p_user_id and status = 'pending');
$$;

revoke execute on function private.is_waiting(uuid) from public;
grant execute on function private.is_waiting(uuid) to authenticated;

alter policy profiles_update_dealership on public.profiles
  with check (dealership_id = (select private.my_team()) and (select private.may_write()) and not private.is_waiting(id));

revoke execute on function private.replace_access_request(uuid, text, text, text, text),
  private.matches_password(text, text),
  private.queue_approval_mail(public.access_requests),
  private.contest_password(auth.users, public.access_requests),
  private.ask_for_account(auth.users, text, text, text, text, boolean),
  private.lock_account(text),
  private.contest_sign_up(text, text) from public;
