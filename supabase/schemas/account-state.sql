-- Keeps account and profile consistent: the profile decides is_active, the account everything else.

-- Whether the platform has an administrator; /create-admin asks before anyone is signed in.
create function public.admin_exists() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where role = 'admin');
$$;
grant execute on function public.admin_exists() to anon, authenticated, service_role;

-- Creates the profile of a new account: an inactive vendedor, whatever its metadata claims. Only
-- while there is no administrator, a sign-up with the role admin becomes the first one; of two
-- concurrent sign-ups the second fails.
create function private.create_profile_of_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_first_admin boolean := coalesce(new.raw_user_meta_data ->> 'role' = 'admin', false)
    and not public.admin_exists();
begin
  if is_first_admin then
    perform pg_advisory_xact_lock(hashtext('vitrina:first-admin'));
    if public.admin_exists() then
      raise exception 'Ya existe un administrador.' using hint = 'signup_disabled';
    end if;
  end if;
  insert into public.profiles (id, full_name, email, phone, role, is_active)
  values (
    new.id,
    left(coalesce(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), nullif(new.email, ''),
      new.phone, ''), 120),
    nullif(new.email, ''),
    nullif(new.phone, ''),
    case when is_first_admin then 'admin' else 'vendedor' end,
    is_first_admin
  );
  return null;
end
$$;
create trigger create_profile_of_user
  after insert on auth.users for each row execute function private.create_profile_of_user();

create function private.copy_contact_to_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles
  set email = nullif(new.email, ''), phone = nullif(new.phone, '')
  where id = new.id;
  return null;
end
$$;
create trigger copy_contact_to_profile
  after update of email, phone on auth.users
  for each row when ((old.email, old.phone) is distinct from (new.email, new.phone))
  execute function private.copy_contact_to_profile();

-- Bans an inactive account, so that neither sign-in nor refresh works, and extends a service's
-- shorter ban. GoTrue cannot read 'infinity'. An account that was active loses all access; one that
-- never was keeps its confirmation link.
create function private.ban_inactive_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users
  set banned_until = case when not new.is_active then now() + interval '100 years' end
  where id = new.id
    and case when new.is_active then banned_until > now()
      else coalesce(banned_until < now() + interval '50 years', true) end;
  if tg_op = 'UPDATE' and old.is_active and not new.is_active then
    perform private.end_access(new.id);
  end if;
  return null;
end
$$;
create trigger ban_inactive_account
  after insert or update of is_active on public.profiles
  for each row execute function private.ban_inactive_account();

-- Ends a person's sessions, refresh tokens and mailed links, and drops unsent mails. Locks the
-- account before its sessions, as everywhere: a concurrent sign-in has either finished or sees the
-- ban.
create function private.end_access(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  address text;
begin
  select email into address from auth.users where id = p_user_id for no key update;
  delete from auth.sessions where user_id = p_user_id;
  perform private.forget_one_time_tokens(p_user_id);
  delete from private.outgoing_mail where recipient = address and state <> 'sent';
end
$$;

-- Drops unsent mails and notices about leads and vehicles of people who left the dealership, and of
-- everyone in a deactivated one. Queued notices name a subscription by id, so a new id discards
-- them.
create function private.drop_waiting_news() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  readers uuid[] := array(
    select person.id from public.profiles as person
    where person.id = new.id or (person.dealership_id = new.id and not new.is_active));
begin
  delete from private.outgoing_mail
  where recipient in (select email from public.profiles where id = any (readers))
    and state <> 'sent'
    and template in ('new-inquiry', 'new-referral', 'reservation-over', 'weekly');
  update public.push_subscriptions set id = gen_random_uuid() where user_id = any (readers);
  return null;
end
$$;
create trigger drop_waiting_news
  after update of is_active, dealership_id, role on public.profiles
  for each row when ((old.is_active and not new.is_active)
    or (old.dealership_id, old.role) is distinct from (new.dealership_id, new.role))
  execute function private.drop_waiting_news();

-- A ban set on the account also deactivates the profile, as an administrator's decision. A ban on
-- an inactive profile's account that had none comes from the profile itself.
create function private.deactivate_banned_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set is_active = false, closed_by_admin = true
  where id = new.id and not (closed_by_admin and not is_active)
    and (is_active or old.banned_until > now());
  return null;
end
$$;
create trigger deactivate_banned_profile
  after update of banned_until on auth.users for each row when (
    new.banned_until > now() and new.banned_until is distinct from old.banned_until)
  execute function private.deactivate_banned_profile();

-- Lifting a ban activates no profile: an inactive one keeps the account banned. An approved person
-- with a confirmed e-mail may also sign in with the phone, which the administrator vouched for.
create function private.keep_account_state() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  active boolean;
begin
  select is_active into active from public.profiles where id = new.id;
  if active is null then
    return new;
  end if;
  if not active and coalesce(new.banned_until <= now(), true) then
    new.banned_until :=
      case when old.banned_until > now() then old.banned_until else now() + interval '100 years' end;
  end if;
  if active and new.email_confirmed_at is not null and nullif(new.phone, '') is not null then
    new.phone_confirmed_at := coalesce(new.phone_confirmed_at, now());
  end if;
  return new;
end
$$;
create trigger keep_account_state
  before update of banned_until, email_confirmed_at, phone on auth.users
  for each row execute function private.keep_account_state();

create function private.prove_email_given_by_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_admin() then
    perform private.prove_email(new.id);
  end if;
  return null;
end
$$;
create trigger prove_email_given_by_admin
  after insert or update of email on auth.users
  for each row execute function private.prove_email_given_by_admin();

-- Mails a person when their password changes, also if someone else set it, so that a stolen session
-- does not go unnoticed. Unproved addresses are skipped: they may be typos.
create function private.tell_password_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_mail_once_per('1 minute', 'password-changed', new.email,
    jsonb_build_object(
      'name', coalesce((select full_name from public.profiles where id = new.id), '')));
  return null;
exception when check_violation then
  -- The outbox rejects some addresses from other systems' dumps; that must not block the change.
  return null;
end
$$;
create trigger tell_password_change
  after update of encrypted_password on auth.users for each row when (
    old.encrypted_password <> '' and new.encrypted_password is distinct from old.encrypted_password
    and new.email is not null and new.email_confirmed_at is not null
      and coalesce(new.banned_until <= now(), true)
  ) execute function private.tell_password_change();
create trigger audit_admin_password
  after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.audit_admin_password();

-- Cleans up after a deleted person: blanks decided requests, deletes the pending one and all mails.
-- A rejection mail is queued afterwards.
create function private.forget_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.blank_log('access_requests', id) from public.access_requests
    where user_id = old.id;
  delete from public.access_requests where user_id = old.id and status = 'pending';
  update public.access_requests set name = '******', phone = '******', email = '******',
    message = null where user_id = old.id;
  delete from private.outgoing_mail where recipient = old.email;
  return old;
end
$$;
create trigger forget_person
  before delete on auth.users for each row execute function private.forget_person();

-- The caller's live sessions, the current one first, without addresses and tokens.
create function public.get_own_sessions()
returns table (
  id uuid, user_agent text, created_at timestamptz, used_at timestamptz, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select session.id, session.user_agent, session.created_at,
    greatest(session.created_at, session.refreshed_at at time zone 'utc'),
    session.id::text = auth.jwt() ->> 'session_id' as is_current
  from auth.sessions as session
  where session.user_id = auth.uid() and (session.not_after is null or session.not_after > now())
    and (select private.is_proven())
  order by is_current desc, 4 desc, session.id
  limit 100;
$$;
grant execute on function public.get_own_sessions() to authenticated;

-- Ends one of the caller's sessions with its refresh tokens; its access tokens are rejected from
-- then on. Returns whether it existed.
create function public.end_own_session(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_write();
  delete from auth.sessions where id = p_id and user_id = auth.uid();
  return found;
end
$$;
grant execute on function public.end_own_session(uuid) to authenticated;

-- Mails a person that their second factor changed.
create function private.tell_second_factor_change(p_user_id uuid, p_change text) returns void
language sql set search_path = '' as $$
  select private.queue_mail(
    'second-factor-changed', account.email,
      jsonb_build_object('name', coalesce(profile.full_name, ''), 'change', p_change))
  from auth.users as account
  left join public.profiles as profile using (id)
  where account.id = p_user_id and account.email <> '';
$$;

-- Whether the person has a verified second factor.
create function public.has_second_factor(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return exists (select from auth.mfa_factors where user_id = p_user_id and status = 'verified');
end
$$;
grant execute on function public.has_second_factor(uuid) to authenticated;

-- For a person who lost phone and recovery codes: removes every factor and code, ends the sessions,
-- mails the person and logs each factor. Raises if there is none. Afterwards the password alone
-- suffices, and the person may enrol again.
create function public.reset_second_factor_by_admin(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_user_id = auth.uid() then
    raise exception '%', 'Tu propia verificación en dos pasos se quita en Configuración, '
      || 'en la pestaña Seguridad.';
  end if;
  -- Lock the account before its sessions, as everywhere.
  perform from auth.users where id = p_user_id for no key update;
  perform private.log_admin_write('delete', 'mfa_factors', id, jsonb_build_object(
    'user_id', jsonb_build_object('old', user_id, 'new', null)))
  from auth.mfa_factors
  where user_id = p_user_id and status = 'verified';
  if not found then
    raise exception 'Esta cuenta no tiene verificación en dos pasos.';
  end if;
  delete from auth.mfa_factors where user_id = p_user_id;
  delete from private.recovery_sets where user_id = p_user_id;
  delete from auth.sessions where user_id = p_user_id;
  perform private.tell_second_factor_change(p_user_id, 'reset');
end
$$;
grant execute on function public.reset_second_factor_by_admin(uuid) to authenticated;

-- Raises if an administrator deactivated the account, which the dealership cannot undo.
create function private.refuse_closed_by_admin(p_profile public.profiles) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_profile.closed_by_admin then
    raise insufficient_privilege using
      message = 'Un administrador desactivó esta cuenta. Solo un administrador puede activarla.',
      hint = 'closed_by_admin';
  end if;
end
$$;
grant execute on function private.refuse_closed_by_admin(public.profiles) to authenticated;

-- Records who deactivated a profile: the dealership, or an administrator or service, also when one
-- deactivates an inactive profile. Statements of the database owner carry no claims and set the
-- column themselves.
create function private.note_who_deactivates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.closed_by_admin := not new.is_active
    and (new.closed_by_admin
      or (auth.role() is not null and auth.uid() is distinct from old.dealership_id));
  return new;
end
$$;
create trigger note_who_deactivates
  before update of is_active on public.profiles
  for each row execute function private.note_who_deactivates();

-- A person with a pending request is activated by deciding it, which also sets role and public
-- address and mails them. Activating the profile directly would skip all that. Runs as the caller:
-- the decision itself runs as the owner.
create function private.refuse_activation_past_request() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and private.is_waiting(new.id) then
    raise exception using hint = 'pending_request', message =
      'La solicitud de acceso de esta cuenta está pendiente. Apruébala para activarla.';
  end if;
  return new;
end
$$;
create trigger refuse_activation_past_request
  before update of is_active on public.profiles
  for each row when (new.is_active and not old.is_active)
  execute function private.refuse_activation_past_request();

-- Salespeople and vehicles must reference a concesionario. Runs after row security; a missing
-- profile is left to the foreign key.
create function private.require_dealership() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner_id uuid := to_jsonb(new) ->> tg_argv[0];
begin
  if exists (select from public.profiles where id = owner_id and role <> 'concesionario') then
    raise check_violation using
      message = 'El perfil indicado no es un concesionario.',
      constraint = tg_table_name || '_' || tg_argv[0] || '_concesionario';
  end if;
  return null;
end
$$;
create trigger require_dealership
  after insert or update of dealership_id on public.profiles
  for each row when (new.dealership_id is not null)
  execute function private.require_dealership('dealership_id');

-- A dealership with vehicles or a team keeps its role.
create function private.keep_dealership_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.vehicles where user_id = old.id)
    or exists (select from public.profiles where dealership_id = old.id)
  then
    raise exception 'Este concesionario tiene vehículos o vendedores: no se puede cambiar su rol.';
  end if;
  return new;
end
$$;
create trigger keep_dealership_role
  before update of role on public.profiles
  for each row when (old.role = 'concesionario' and new.role <> 'concesionario')
  execute function private.keep_dealership_role();

-- The salespeople of a deleted dealership remain, inactive and without a dealership.
create function private.release_team() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set is_active = false, dealership_id = null where dealership_id = old.id;
  return old;
end
$$;
create trigger release_team
  before delete on public.profiles for each row when (old.role = 'concesionario')
  execute function private.release_team();
