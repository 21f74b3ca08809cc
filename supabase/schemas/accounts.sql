-- Functions that open, read, change and remove other people's accounts.

-- These read typed account fields. Each returns the stored form, or raises a message for the user
-- with the field's name as hint.
create function private.read_email(p_typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  email text := lower(private.clean_line(coalesce(p_typed, '')));
begin
  if length(email) > 254
    or email !~ ('^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@'
      || '([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$')
  then
    raise exception 'El correo electrónico no es válido.' using hint = 'email';
  end if;
  return email;
end
$$;

-- Digits with the country code first, as sign-in looks them up.
create function private.read_phone(p_typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  phone text := regexp_replace(private.clean_line(coalesce(p_typed, '')), '[[:space:]+]', '', 'g');
begin
  if phone !~ '^[1-9][0-9]{1,14}$' then
    raise exception 'El teléfono no es válido.' using hint = 'phone';
  end if;
  return phone;
end
$$;

create function private.read_full_name(p_typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  full_name text := private.clean_line(coalesce(p_typed, ''));
begin
  if full_name = '' then
    raise exception 'Escribe el nombre completo.' using hint = 'full_name';
  elsif length(full_name) > 120 then
    raise exception 'El nombre puede tener como máximo 120 caracteres.' using hint = 'full_name';
  elsif full_name ~ '[[:cntrl:]<>]' then
    raise exception 'El nombre contiene caracteres que no se admiten.' using hint = 'full_name';
  end if;
  return full_name;
end
$$;

-- Hashes a password in NFKC form, so that every keyboard's spelling matches. bcrypt reads at most
-- 72 bytes.
create function private.hash_password(p_password text) returns text
language plpgsql set search_path = '' as $$
declare
  composed text := normalize(p_password, nfkc);
begin
  if coalesce(length(composed), 0) < 6 then
    raise exception 'La contraseña debe tener al menos 6 caracteres.' using hint = 'password';
  elsif octet_length(composed) > 72 then
    raise exception 'La contraseña puede tener como máximo 72 caracteres.' using hint = 'password';
  end if;
  return extensions.crypt(composed, extensions.gen_salt('bf', 10));
end
$$;

-- Callers who manage accounts may learn that an address is taken.
create function private.refuse_taken_address(p_email text, p_phone text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from auth.users where email = p_email) then
    raise exception 'Ya existe una cuenta con este correo electrónico.' using hint = 'email';
  elsif exists (select from auth.users where phone = p_phone) then
    raise exception 'Ya existe una cuenta con este teléfono.' using hint = 'phone';
  end if;
end
$$;

-- Creates an account as GoTrue would: the user, and one identity per way to sign in, both
-- unconfirmed. Returns null and writes nothing if the e-mail or phone is taken.
create function private.create_account(
  p_email text, p_phone text, p_password_hash text, p_full_name text)
returns uuid language plpgsql set search_path = '' as $$
declare
  account_id uuid := gen_random_uuid();
begin
  insert into auth.users (
    instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data,
    raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new, email_change,
    created_at, updated_at
  )
  values (
    '00000000-0000-0000-0000-000000000000', account_id, 'authenticated', 'authenticated', p_email,
    p_phone, p_password_hash, '{}', jsonb_build_object('full_name', p_full_name), '', '', '', '',
    now(), now()
  )
  on conflict do nothing;
  if not found then
    return null;
  end if;
  perform private.sync_identities(account_id);
  return account_id;
end
$$;

-- Opens a confirmed account with an active profile in the given role. Either e-mail or phone may be
-- null. Raises if one is taken, also by a concurrent call. Displaces an unproven account that a
-- stranger created.
create function private.open_account(
  p_email text, p_phone text, p_password text, p_full_name text, p_role text, p_dealership_id uuid
) returns uuid
language plpgsql set search_path = '' as $$
declare
  clean_name text := private.read_full_name(p_full_name);
  clean_email text :=
    case when coalesce(trim(p_email), '') <> '' then private.read_email(p_email) end;
  clean_phone text :=
    case when coalesce(trim(p_phone), '') <> '' then private.read_phone(p_phone) end;
  password_hash text;
  account_id uuid;
begin
  perform private.displace_unproven_account(clean_email, clean_phone);
  perform private.refuse_taken_address(clean_email, clean_phone);
  password_hash := private.hash_password(p_password);
  account_id := private.create_account(clean_email, clean_phone, password_hash, clean_name);
  if account_id is null then
    -- A concurrent call took the e-mail or phone.
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

-- Deletes an unproven sign-up that has this e-mail or phone, so that the account can be opened.
-- Spares accounts that were invited, decided about or used, and p_heir_id, the account that gets
-- the address.
create function private.displace_unproven_account(
  p_email text, p_phone text, p_heir_id uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  account_id uuid;
begin
  -- Lock request, profile and account in the usual order.
  for account_id in
    select id from auth.users join private.sign_ups on user_id = id
    where (email = p_email or phone = p_phone) and id is distinct from p_heir_id
  loop
    perform from public.access_requests where user_id = account_id for update;
    perform from public.profiles where id = account_id for no key update;
    delete from auth.users as account
    using public.profiles as profile
    where account.id = account_id and profile.id = account_id
      and profile.role = 'vendedor' and profile.public_slug is null
        and profile.dealership_id is null
      and not profile.closed_by_admin
      and not private.is_account_used(account_id)
      and account.invited_at is null and account.email_confirmed_at is null;
  end loop;
end
$$;

-- Activates the profile, with a public address made from the name except for administrators. A
-- trigger clears the dealership of anyone who is not a vendedor.
create function private.activate_profile(p_user_id uuid, p_role text, p_dealership_id uuid)
returns void language plpgsql set search_path = '' as $$
begin
  -- Serialises namesakes, as in approve_account.
  perform pg_advisory_xact_lock(hashtext('vitrina:slug'));
  update public.profiles
  set role = p_role,
    is_active = true,
    dealership_id = p_dealership_id,
    public_slug = case when p_role <> 'admin' then private.free_slug(full_name) end
  where id = p_user_id;
end
$$;

-- Adds a salesperson to the caller's team; a given phone also goes on the card. Administrators are
-- not rate-limited.
create function public.create_salesperson(
  p_email text, p_password text, p_full_name text, p_phone text default null)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  dealership uuid;
  account_id uuid;
begin
  perform private.require_write();
  dealership := private.team_of_request();
  if dealership is null and private.is_admin() then
    raise exception 'Para añadir un vendedor, administra antes la cuenta de su concesionario.';
  elsif dealership is null then
    raise insufficient_privilege
      using message = 'Solo un concesionario puede añadir vendedores a su equipo.';
  end if;
  if not private.is_admin()
    and not (private.is_within_limit('create-salesperson', dealership::text)
      and private.is_within_limit('create-salesperson-day', dealership::text))
  then
    raise exception 'Has creado muchas cuentas seguidas. Espera un rato e inténtalo de nuevo.';
  end if;
  account_id := private.open_account(
    private.read_email(p_email), p_phone, p_password, p_full_name, 'vendedor', dealership);
  update public.profiles
  set config = config || jsonb_build_object('profile',
    jsonb_build_object('phone', '+' || phone, 'whatsapp', '+' || phone))
  where id = account_id and phone <> '';
  return account_id;
end
$$;
grant execute on function public.create_salesperson(text, text, text, text) to authenticated;

-- Opens an account in any role, with e-mail, phone or both. A vendedor may be assigned to a
-- dealership.
create function public.create_user_by_admin(
  p_password text, p_full_name text, p_role text,
  p_email text default null, p_phone text default null, p_dealership_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_role is null or p_role not in ('vendedor', 'concesionario', 'admin') then
    raise exception 'El rol no es válido.' using hint = 'role';
  elsif coalesce(trim(p_email), '') = '' and coalesce(trim(p_phone), '') = '' then
    raise exception 'Escribe el correo electrónico o el teléfono.' using hint = 'email';
  elsif p_role = 'vendedor' and p_dealership_id is not null
    and not exists (
      select from public.profiles where id = p_dealership_id and role = 'concesionario')
  then
    raise exception 'El concesionario elegido no existe.' using hint = 'dealership';
  end if;
  return private.open_account(p_email, p_phone, p_password, p_full_name, p_role, p_dealership_id);
end
$$;
grant execute on function public.create_user_by_admin(
  text, text, text, text, text, uuid) to authenticated;

-- Raises unless the caller may change how this person signs in: anyone for an administrator, its
-- own salespeople for a dealership. Locks the profile, so that the person cannot change teams, and
-- then the account, as everywhere. Applicants do not belong to the team yet. A person whom an
-- administrator deactivated keeps the address, which would otherwise be free for a new account.
create function private.require_account_keeper(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  person public.profiles;
begin
  perform private.require_write();
  select * into person from public.profiles where id = p_user_id for no key update;
  if private.is_admin() then
    if person.id is null then
      raise exception 'El usuario no existe.' using hint = 'user';
    end if;
    return;
  elsif (person.dealership_id = private.my_team()) is not true
    or private.is_waiting(p_user_id)
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  perform private.refuse_closed_by_admin(person);
end
$$;

-- A new password ends the person's other sessions and links; callers who change their own keep the
-- current session. Locks the account before its sessions: a concurrent sign-in with the old
-- password has either finished or sees the new one.
create function public.update_user_password_by_admin(p_user_id uuid, p_new_password text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  password_hash text;
begin
  perform private.require_account_keeper(p_user_id);
  password_hash := private.hash_password(p_new_password);
  update auth.users set encrypted_password = password_hash, updated_at = now() where id = p_user_id;
  delete from auth.sessions
  where user_id = p_user_id and id::text is distinct from auth.jwt() ->> 'session_id';
  perform private.forget_one_time_tokens(p_user_id);
end
$$;
grant execute on function public.update_user_password_by_admin(uuid, text) to authenticated;

-- A new e-mail counts as confirmed, because the caller vouches for it. The same e-mail changes
-- nothing.
create function public.update_user_email_by_admin(p_user_id uuid, p_new_email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  clean_email text;
begin
  perform private.require_account_keeper(p_user_id);
  clean_email := private.read_email(p_new_email);
  if exists (select from auth.users where id = p_user_id and email = clean_email) then
    return;
  elsif not private.is_admin()
    and not private.is_within_limit('change-salesperson-email', private.my_team()::text)
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
grant execute on function public.update_user_email_by_admin(uuid, text) to authenticated;

-- Deletes an account with all its data. Triggers prevent deleting oneself or the last
-- administrator.
create function public.delete_user_by_admin(target_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if target_user_id = auth.uid() then
    raise exception 'No puedes eliminar tu propia cuenta de administrador.';
  end if;
  delete from auth.users where id = target_user_id;
  if not found then
    raise exception 'El usuario no existe.';
  end if;
end
$$;
grant execute on function public.delete_user_by_admin(uuid) to authenticated;

-- Deletes a salesperson of the caller's dealership, or of the one an administrator acts for.
-- Someone whom an administrator deactivated cannot be deleted, since the dealership could then
-- reopen the account under the same address. Applicants do not belong to the team yet.
create function public.delete_salesperson_by_dealership(p_salesperson_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles;
begin
  select * into person from public.profiles where id = p_salesperson_id and role = 'vendedor';
  if not private.is_proven() or person.id is null
    or not (private.is_admin() or coalesce(person.dealership_id = private.my_team(), false)
      and not private.is_waiting(p_salesperson_id))
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  if not private.is_admin() then
    perform private.refuse_closed_by_admin(person);
  end if;
  delete from auth.users where id = p_salesperson_id;
end
$$;
grant execute on function public.delete_salesperson_by_dealership(uuid) to authenticated;

-- Sorted by name, ignoring case and accents, because the list is paginated.
create function public.get_user_profiles_with_vehicle_counts() returns setof public.profiles
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select * from public.profiles
    order by lower(extensions.unaccent('extensions.unaccent', full_name)), full_name, id;
end
$$;
grant execute on function public.get_user_profiles_with_vehicle_counts() to authenticated;

-- One profile, for its edit page: the caller's own, a salesperson of theirs, or anyone for an
-- administrator. Empty if it does not exist or even visitors cannot see it. The caller's own needs
-- no second factor.
create function public.get_user_profile_by_id(p_user_id uuid)
returns setof public.profiles language plpgsql stable security definer set search_path = '' as $$
begin
  if p_user_id is distinct from auth.uid() or not private.is_active() then
    perform private.require_proven();
  end if;
  if private.is_admin() or p_user_id = auth.uid()
    or exists (
      select from public.profiles where id = p_user_id and dealership_id = private.my_team()
    )
  then
    return query select * from public.profiles where id = p_user_id;
  elsif exists (select from private.foreign_profiles where id = p_user_id) then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
end
$$;
grant execute on function public.get_user_profile_by_id(uuid) to authenticated;

-- A dealership's salespeople, for itself and for administrators.
create function public.get_team_members(p_dealership_id uuid)
returns setof public.profiles language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  if not private.is_admin() and p_dealership_id is distinct from private.my_team() then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  return query select * from public.profiles
    where dealership_id = p_dealership_id and role = 'vendedor' order by full_name, id;
end
$$;
grant execute on function public.get_team_members(uuid) to authenticated;
