-- Whoever asked for access held the phone that they wrote down, and the e-mail, against everybody: nobody could open an account with them. A phone is confirmed by nobody, so it
-- stays in the request until an administrator approves it; an e-mail that nobody has confirmed gives way to whoever may open accounts.

-- An account as GoTrue would write it: the user, and one identity for each way to sign in. Neither the e-mail nor the phone is confirmed. Gives null, and writes nothing, when one
-- of them belongs to somebody.
create or replace function private.create_account(p_email text, p_phone text, p_password_hash text, p_full_name text)
returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  account_id uuid := gen_random_uuid();
begin
  insert into auth.users (
    instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data,
    confirmation_token, recovery_token, email_change_token_new, email_change, created_at, updated_at
  )
  values (
    '00000000-0000-0000-0000-000000000000', account_id, 'authenticated', 'authenticated', p_email, p_phone,
    p_password_hash, '{}', jsonb_build_object('full_name', p_full_name), '', '', '', '', now(), now()
  )
  on conflict do nothing;
  if not found then
    return null;
  end if;
  perform private.sync_identities(account_id);
  return account_id;
end
$$;

-- Which accounts somebody made for themselves, by asking for access or by an open sign-up. Nothing else tells them from an account that was opened for a person and never used.
create table private.sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade
);

alter table private.sign_ups enable row level security;

comment on table private.sign_ups is 'Accounts that somebody made for themselves, which give way to whoever may open accounts as long as nobody has proved anything with them.';

-- A request that is as old as its account came with it; another one was added to an account that somebody had opened.
insert into private.sign_ups (user_id)
select distinct account.id
from auth.users as account
join public.access_requests as request on request.user_id = account.id
where request.status = 'pending' and request.created_at = account.created_at;

-- Makes room for an account that is opened by whoever may: removes one with this e-mail or phone that a stranger made and with which nobody has proved anything yet. Neither one that somebody was
-- invited to, nor one that an administrator or a dealership has decided about, nor one that is worked with; nor the one that gets the address, where there is one already.
create function private.displace_unproven_account(p_email text, p_phone text, p_heir_id uuid default null) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  account_id uuid;
begin
  -- Request, profile, account: in this order everybody locks them.
  for account_id in
    select id from auth.users join private.sign_ups on user_id = id
    where (email = p_email or phone = p_phone) and id is distinct from p_heir_id
  loop
    perform from public.access_requests where user_id = account_id for update;
    perform from public.profiles where id = account_id for no key update;
    delete from auth.users as account
    using public.profiles as profile
    where account.id = account_id and profile.id = account_id
      and profile.role = 'vendedor' and profile.public_slug is null and profile.dealership_id is null
      and not profile.closed_by_admin
      and not private.is_account_used(account_id)
      and account.invited_at is null and account.email_confirmed_at is null;
  end loop;
end
$$;

-- A new e-mail counts as confirmed: the one who gave it vouches for it. The same e-mail again changes nothing. It displaces as a new account does, and so a dealership does it as rarely.
create or replace function public.update_user_email_by_admin(p_user_id uuid, p_new_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clean_email text;
begin
  perform private.require_account_keeper(p_user_id);
  clean_email := private.read_email(p_new_email);
  if exists (select from auth.users where id = p_user_id and email = clean_email) then
    return;
  elsif not private.is_admin()
    and not private.take_attempt('change-salesperson-email', private.my_team()::text, 10, '1 hour')
  then
    raise exception 'Has cambiado muchos correos seguidos. Espera un rato e inténtalo de nuevo.';
  end if;
  perform private.displace_unproven_account(clean_email, null, p_user_id);
  update auth.users
  set email = clean_email, email_confirmed_at = now(), updated_at = now()
  where id = p_user_id;
  perform private.sync_identities(p_user_id);
  perform private.forget_one_time_tokens(p_user_id);
exception
  when unique_violation then
    raise exception 'Ya existe una cuenta con este correo electrónico.' using hint = 'email';
end
$$;

-- As before; but an account that a stranger made, and that proves nothing, is in nobody's way.
create or replace function private.open_account(
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
  perform private.displace_unproven_account(clean_email, clean_phone);
  perform private.refuse_taken_address(clean_email, clean_phone);
  password_hash := private.hash_password(p_password);
  account_id := private.create_account(clean_email, clean_phone, password_hash, clean_name);
  if account_id is null then
    -- Somebody has taken one of them meanwhile.
    perform private.refuse_taken_address(clean_email, clean_phone);
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

-- Asking again: who asked last counts, in the request and in the name of the account, where what is asked for has changed.
create or replace function private.replace_access_request(
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
  if not found then
    return;
  end if;
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('full_name', p_name),
    updated_at = now()
  where id = p_user_id;
  update public.profiles set full_name = p_name where id = p_user_id;
end
$$;

-- One act: the account, its inactive profile (by trigger), the pending request with the phone, and the verification mail. An address that is taken gives the same answer after the same
-- work, and only its owner learns of it, by mail: a confirmed account is told that it exists at most once an hour. The comparison with a password that is known already takes as long where
-- there is no account.
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
  -- Made since the comparison, as by the same form sent twice.
  if known_hash is distinct from taken.encrypted_password then
    is_known := private.matches_password(p_password, taken.encrypted_password);
  end if;
  perform private.ask_for_account(taken, clean_name, clean_phone, account_type, clean_message, is_known);
end
$$;

-- Gives an approved account the phone of its request, unless it has one. Gives false where the phone is somebody else's by now.
create function private.take_phone_of_request(p_request public.access_requests) returns boolean
language plpgsql volatile
set search_path = ''
as $$
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

-- Lets the person in, in the role that was asked for unless the account is used already, and writes to them. Gives 'phone_taken' where they have to sign in by their e-mail alone.
drop function private.approve_account(public.access_requests, uuid);
create function private.approve_account(p_request public.access_requests, p_dealership_id uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  is_used boolean := private.is_account_used(p_request.user_id);
  has_phone boolean;
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
  has_phone := private.take_phone_of_request(p_request);
  perform private.queue_approval_mail(p_request);
  return case when not has_phone then 'phone_taken' end;
end
$$;

-- An administrator decides a pending request; the first decision wins, a second one is told so. Approving activates the profile in the asked role, under a free public address, and gives the
-- account its phone; rejecting removes the account and keeps the request, so that the address may ask again. Either way the person is written to. Gives 'phone_taken' where the account
-- is open and its phone is somebody else's.
drop function public.decide_access_request(uuid, text, uuid);
create function public.decide_access_request(p_request_id uuid, p_status text, p_dealership_id uuid default null)
returns text
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
    return private.approve_account(request, p_dealership_id);
  end if;
  perform private.reject_account(request);
  return null;
end
$$;

revoke execute on function private.displace_unproven_account(text, text, uuid),
  private.take_phone_of_request(public.access_requests), private.approve_account(public.access_requests, uuid),
  public.decide_access_request(uuid, text, uuid) from public;
grant execute on function public.decide_access_request(uuid, text, uuid) to authenticated;

-- Accounts that wait for a decision give back the phone that their request names; by it nobody signs in until then.
with waiting as (
  update auth.users
  set phone = null, phone_confirmed_at = null, updated_at = now()
  where phone <> '' and not private.is_account_used(id)
    and exists (select from public.access_requests where user_id = users.id and status = 'pending')
  returning id
)
delete from auth.identities where provider = 'phone' and user_id in (select id from waiting);

select private.sync_identities(user_id) from public.access_requests where status = 'pending' and user_id is not null;
