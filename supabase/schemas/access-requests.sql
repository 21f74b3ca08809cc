-- Requests for an account. The password is not stored here: it is hashed into auth.users. Requests
-- reference auth.users, not profiles, so PostgREST cannot embed them in a profile.
create table public.access_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  name text not null check (length(name) between 1 and 120),
  phone text not null check (length(phone) between 1 and 40),
  email text not null check (length(email) between 3 and 254),
  account_type text not null default 'vendedor'
    check (account_type in ('vendedor', 'concesionario')),
  message text check (length(message) <= 2000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  constraint access_requests_decided check ((status = 'pending') = (decided_at is null))
);
create index access_requests_pending_idx on public.access_requests (created_at desc)
  where status = 'pending';
create index access_requests_user_id_idx on public.access_requests (user_id);
create index access_requests_decided_by_idx on public.access_requests (decided_by);
alter table public.access_requests enable row level security;

-- Only the functions below write here.
grant select on public.access_requests to authenticated, service_role;

-- An administrator reads the requests.
create policy access_requests_select_admin on public.access_requests for select to authenticated
  using ((select private.is_admin()));

-- What applicants say about themselves is not logged.
create trigger audit_admin_write
  after insert or update or delete on public.access_requests
  for each row execute function private.audit_admin_write('account_type', 'status');

-- Accounts that people created for themselves, by an access request or an open sign-up. As long as
-- such an account has proved nothing, an account opened by an administrator or dealership may
-- displace it. Nothing else distinguishes it from an account that was opened for a person and never
-- used.
create table private.sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade
);
alter table private.sign_ups enable row level security;

-- The role that the account's pending access request asks for, for administrators only; null if no
-- request is pending.
create function public.asked_role(profile public.profiles) returns text
language sql stable set search_path = '' as $$
  select account_type from public.access_requests
  where user_id = profile.id and status = 'pending'
  order by created_at desc
  limit 1
$$;
grant execute on function public.asked_role(public.profiles) to authenticated, service_role;

-- Submits an access request; p_caller_id is the signed-in person, if any. A request sent by an
-- administrator is logged, new or replaced, without what the form says about the applicant: the log
-- is never deleted.
create function public.submit_access_request(
  p_name text, p_phone text, p_email text, p_account_type text, p_message text, p_password text,
  p_caller_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  type_before text;
begin
  if private.caller_address() is not null
    and not private.is_within_limit('access-request', private.caller_address())
  then
    raise exception 'Demasiados intentos. Espera un momento e inténtalo de nuevo.'
      using errcode = 'PT429';
  end if;
  select account_type into type_before
  from public.access_requests
  where email = lower(private.clean_line(p_email)) and status = 'pending';

  perform private.submit_access_request(
    p_name, p_phone, p_email, p_account_type, p_message, p_password);

  perform private.log_admin_write(
    case when type_before is null then 'insert' else 'update' end, 'access_requests', id,
    jsonb_build_object('account_type', jsonb_build_object('old', type_before, 'new', account_type)),
    p_caller_id)
  from public.access_requests
  where email = lower(private.clean_line(p_email)) and xmin = pg_current_xact_id()::xid;
end
$$;
grant execute on function public.submit_access_request(
  text, text, text, text, text, text, uuid) to service_role;

-- Creates the account, its inactive profile (by trigger), the pending request and the verification
-- mail. A taken address gets the same answer after the same work; only its owner learns of it, by
-- mail, for a confirmed account at most once an hour. Comparing the known password takes as long
-- when there is no account.
create function private.submit_access_request(
  p_name text, p_phone text, p_email text, p_account_type text, p_message text, p_password text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  clean_name text := private.clean_line(p_name);
  clean_email text := lower(private.clean_line(p_email));
  clean_phone text := regexp_replace(trim(p_phone), '[[:space:]+]', '', 'g');
  clean_message text := nullif(private.clean_text(p_message), '');
  composed text := normalize(p_password, nfkc);
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
  elsif coalesce(length(composed), 0) < 6 then
    raise exception 'La contraseña debe tener al menos 6 caracteres.';
  elsif octet_length(composed) > 72 then
    raise exception 'La contraseña es demasiado larga.';
  end if;

  password_hash := extensions.crypt(composed, extensions.gen_salt('bf', 10));
  select encrypted_password into known_hash from auth.users where email = clean_email;
  is_known := private.matches_password(p_password, known_hash);
  account_id := private.create_account(clean_email, null, password_hash, clean_name);

  if account_id is not null then
    insert into private.sign_ups (user_id) values (account_id);
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
  -- The account may have been created since the comparison, for example by a double submit.
  if known_hash is distinct from taken.encrypted_password then
    is_known := private.matches_password(p_password, taken.encrypted_password);
  end if;
  perform private.ask_for_account(
    taken, clean_name, clean_phone, account_type, clean_message, is_known);
end
$$;

-- Handles a request for an address that has an unconfirmed account. The owner gets a fresh link at
-- most once a minute. The latest request wins: with the account's password it is corrected
-- immediately, without it only when the next link is sent.
create function private.ask_for_account(
  p_account auth.users, p_name text, p_phone text, p_account_type text, p_message text,
  p_knows_password boolean
) returns void
language plpgsql set search_path = '' as $$
declare
  request public.access_requests;
  has_rested boolean :=
    coalesce(p_account.confirmation_sent_at < now() - interval '1 minute', true);
begin
  select * into request from public.access_requests where user_id = p_account.id
    order by created_at desc limit 1;
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
  if request.status = 'pending'
    and (p_knows_password or has_rested and private.is_within_limit('ask-again', p_account.email))
  then
    perform private.replace_access_request(
      p_account.id, p_name, p_phone, p_account_type, p_message);
  end if;
  if has_rested and private.is_within_limit('verify-to', p_account.email) then
    perform private.send_verification_mail(p_account.id, p_name);
  end if;
end
$$;

-- Replaces the pending request and the account's name if something changed. The request gets a new
-- id, so an administrator cannot approve a version they have not seen.
create function private.replace_access_request(
  p_user_id uuid, p_name text, p_phone text, p_account_type text, p_message text
) returns void
language plpgsql set search_path = '' as $$
begin
  update public.access_requests
  set id = gen_random_uuid(), name = p_name, phone = p_phone, account_type = p_account_type,
    message = p_message
  where user_id = p_user_id and status = 'pending'
    and (name, phone, account_type, message) is distinct
      from (p_name, p_phone, p_account_type, p_message);
  if not found then
    return;
  end if;
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
    || jsonb_build_object('full_name', p_name),
    updated_at = now()
  where id = p_user_id;
  update public.profiles set full_name = p_name where id = p_user_id;
end
$$;

-- Removes the password of an unconfirmed account once a second person has asked with another one;
-- otherwise the last to ask would choose the owner's password. If an administrator has already
-- opened the account, its owner is mailed and sets a password by 'forgot password'. Invited
-- accounts and accounts that have signed in keep theirs.
create function private.contest_password(p_account auth.users, p_request public.access_requests)
returns void language plpgsql set search_path = '' as $$
begin
  if p_account.invited_at is not null or p_account.last_sign_in_at is not null then
    return;
  end if;
  update auth.users set encrypted_password = '', updated_at = now() where id = p_account.id
    and encrypted_password <> '';
  if found and p_request.status = 'approved'
    and exists (select from public.profiles where id = p_account.id and is_active) then
    perform private.queue_approval_mail(p_request);
  end if;
end
$$;

-- Locks request, profile and account, in the order used everywhere, and returns the account as of
-- then. The id is null if the address has no account.
create function private.lock_account(p_email text) returns auth.users
language plpgsql set search_path = '' as $$
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

-- Handles a sign-up with this address and returns whether it is taken. An unconfirmed account loses
-- its password unless p_password matches it. Takes as long for an unknown address.
create function private.contest_sign_up(p_email text, p_password text) returns boolean
language plpgsql set search_path = '' as $$
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
    select * into request from public.access_requests where user_id = taken.id
      order by created_at desc limit 1;
    perform private.contest_password(taken, request);
  end if;
  return true;
end
$$;

-- Decides a pending request; a second decision raises. Approving activates the profile in the
-- requested role under a free public address and gives the account its phone. Rejecting deletes the
-- account and keeps the request, so the address may ask again. Both mail the applicant. Returns
-- 'phone_taken' if the account is open but its phone belongs to another account.
create function public.decide_access_request(
  p_request_id uuid, p_status text, p_dealership_id uuid default null)
returns text language plpgsql security definer set search_path = '' as $$
declare
  request public.access_requests;
begin
  perform private.require_admin();
  if p_status is null or p_status not in ('approved', 'rejected') then
    raise exception 'La decisión debe ser approved o rejected.';
  end if;

  select * into request from public.access_requests where id = p_request_id for update;
  if not found then
    raise exception 'La solicitud no existe o ha cambiado. Revisa la lista.';
  elsif request.status <> 'pending' then
    raise exception 'La solicitud ya fue %.',
      case request.status when 'approved' then 'aprobada' else 'rechazada' end
      using hint = 'already_decided';
  end if;

  update public.access_requests
  set status = p_status, decided_at = now(), decided_by = auth.uid()
  where id = request.id;

  if p_status = 'approved' then
    return private.approve_account(request, p_dealership_id);
  end if;
  perform private.reject_account(request);
  return null;
end
$$;
grant execute on function public.decide_access_request(uuid, text, uuid) to authenticated;

-- Activates the account, in the requested role unless it is already in use, and mails the
-- applicant. The request's phone becomes the contact phone and WhatsApp if these are empty. A
-- concesionario belongs to no dealership, even if an administrator had noted one. Returns
-- 'phone_taken' if the applicant can only sign in by e-mail.
create function private.approve_account(p_request public.access_requests, p_dealership_id uuid)
returns text language plpgsql set search_path = '' as $$
declare
  is_used boolean := private.is_account_used(p_request.user_id);
  has_phone boolean;
begin
  if p_request.user_id is null then
    raise exception 'La cuenta de esta solicitud ya no existe.';
  elsif p_dealership_id is not null
    and not exists (
      select from public.profiles where id = p_dealership_id and role = 'concesionario')
  then
    raise exception 'El concesionario elegido no existe.';
  end if;
  -- Serialises approvals, so that namesakes get different addresses.
  perform pg_advisory_xact_lock(hashtext('vitrina:slug'));
  update public.profiles
  set role = case when is_used then role else p_request.account_type end,
    is_active = true,
    dealership_id = case when is_used or p_request.account_type = 'vendedor'
      then coalesce(p_dealership_id, dealership_id) end,
    public_slug = coalesce(
      public_slug, case when not is_used then private.free_slug(p_request.name) end),
    config = case when is_used then config
      else private.with_contact_phone(config, '+' || p_request.phone) end
  where id = p_request.user_id;
  has_phone := private.take_phone_of_request(p_request);
  perform private.queue_approval_mail(p_request);
  return case when not has_phone then 'phone_taken' end;
end
$$;

-- Fills an empty contact phone and WhatsApp of a config.
create function private.with_contact_phone(p_config jsonb, p_phone text) returns jsonb
language sql immutable set search_path = '' as $$
  select p_config || jsonb_build_object('profile',
    coalesce(p_config -> 'profile', '{}') || jsonb_build_object(
      'phone', coalesce(nullif(p_config #>> '{profile,phone}', ''), p_phone),
      'whatsapp', coalesce(nullif(p_config #>> '{profile,whatsapp}', ''), p_phone)));
$$;

create function private.reject_account(p_request public.access_requests) returns void
language plpgsql set search_path = '' as $$
declare
  address text := private.email_of_applicant(p_request);
begin
  if private.is_account_used(p_request.user_id) then
    raise exception 'La cuenta ya está en uso; elimínala desde Gestionar Cuentas.';
  end if;
  delete from auth.users where id = p_request.user_id;
  perform private.queue_mail(
    'access-rejected', address, jsonb_build_object('name', p_request.name));
end
$$;

-- Whether the account is or was in use, for example because an administrator activated it without
-- the request.
create function private.is_account_used(p_user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.profiles as profile join auth.users as account using (id)
    where id = p_user_id
      and (profile.is_active or profile.vehicle_count > 0 or account.last_sign_in_at is not null)
  );
$$;

-- The account's current e-mail, which may have been corrected since the request.
create function private.email_of_applicant(p_request public.access_requests) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (select nullif(email, '') from auth.users where id = p_request.user_id), p_request.email);
$$;

-- Gives an approved account the phone of its request unless it has one. Returns false if the phone
-- belongs to another account by now.
create function private.take_phone_of_request(p_request public.access_requests) returns boolean
language plpgsql set search_path = '' as $$
begin
  update auth.users
  set phone = p_request.phone, updated_at = now()
  where id = p_request.user_id and coalesce(phone, '') = '';
  perform private.sync_identities(p_request.user_id);
  return true;
exception
  when unique_violation then
    return false;
end
$$;

-- Mails the applicant that the account is open, and whether they must choose a password.
create function private.queue_approval_mail(p_request public.access_requests) returns void
language sql set search_path = '' as $$
  select private.queue_mail(
    'access-approved', private.email_of_applicant(p_request), jsonb_build_object(
    'name',
    coalesce((select full_name from public.profiles where id = p_request.user_id), p_request.name),
    'account_type', p_request.account_type, 'public_slug',
    (select public_slug from public.profiles where id = p_request.user_id),
    'needs_password',
      (select coalesce(encrypted_password, '') = '' from auth.users where id = p_request.user_id)));
$$;

-- Deletes requests, with their unused accounts, 30 days after the last link if nothing was
-- confirmed. This frees the address and the phone. The mail worker calls it every minute, 1,000
-- rows at a time. Locks request, profile and account in the usual order and skips locked rows.
create function private.sweep_unconfirmed_requests() returns void
language sql set search_path = '' as $$
  with forgotten as (
    select account.id
    from public.access_requests as request
    join public.profiles as profile on profile.id = request.user_id
    join auth.users as account on account.id = profile.id
    where request.status = 'pending'
      and request.created_at < now() - interval '30 days'
      and greatest(account.confirmation_sent_at, account.recovery_sent_at,
        account.created_at) < now() - interval '30 days'
      and account.email_confirmed_at is null and account.phone_confirmed_at is null
      and not private.is_account_used(account.id)
    order by request.created_at
    limit 1000
    for update of request, profile, account skip locked
  )
  delete from auth.users where id in (select id from forgotten);
$$;
