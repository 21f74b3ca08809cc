-- A dealership could activate a salesperson whom an administrator had deactivated. What an administrator switched off only an
-- administrator switches on. Who switched off an account that is inactive now was kept nowhere: those of a dealership's salespeople count
-- as switched off by an administrator, whom the dealership asks once.
alter table public.profiles add column closed_by_admin boolean not null default false;

comment on column public.profiles.closed_by_admin is 'The account is inactive by an administrator''s will, so its dealership cannot activate it. Kept by triggers.';

grant select (closed_by_admin) on public.profiles to authenticated;

-- The views by which people read profiles get the column; of a stranger's it is empty.
create or replace view private.foreign_profiles with (security_barrier = true) as
  select id, full_name, null::text as email, null::text as phone, role,
    null::boolean as is_active, public_slug, dealership_id, null::text as custom_domain,
    null::integer as vehicle_count, null::jsonb as config, public_config,
    null::timestamptz as created_at, null::timestamptz as updated_at, verified_domain,
    null::boolean as closed_by_admin
  from public.profiles
  where is_active and public_slug is not null
    and (dealership_id is null
      or (select owner.id from private.active_owners as owner where owner.id = dealership_id)
        is not null)
    and (select private.is_active())
    and not (select private.is_admin())
    and (id = (select auth.uid())) is not true
    and (id = (select private.my_dealership())) is not true
    and (dealership_id = (select private.my_team())) is not true;

create or replace view private.readable_profiles with (security_invoker = true) as
  select * from public.profiles union all select * from private.foreign_profiles;

update public.profiles set closed_by_admin = true
where not is_active and role = 'vendedor' and dealership_id is not null;

-- Remembers whose will it is: the dealership's own, or that of an administrator or a service, also of one who switches off what the
-- dealership had switched off before. Statements of the database's owner, who sends no claims, say so themselves.
create function private.note_who_deactivates() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.closed_by_admin := not new.is_active
    and (new.closed_by_admin or (auth.role() is not null and auth.uid() is distinct from old.dealership_id));
  return new;
end
$$;

revoke execute on function private.note_who_deactivates() from public;

create trigger note_who_deactivates
  before update of is_active on public.profiles
  for each row execute function private.note_who_deactivates();

-- A ban made in the account makes the profile inactive, by an administrator's will. The ban of an account that had none and whose
-- profile is inactive is the profile's own.
create or replace function private.deactivate_banned_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.profiles set is_active = false, closed_by_admin = true
  where id = new.id and not (closed_by_admin and not is_active) and (is_active or old.banned_until > now());
  return null;
end
$$;

drop trigger deactivate_banned_profile on auth.users;
create trigger deactivate_banned_profile
  after update of banned_until on auth.users
  for each row when (new.banned_until > now() and new.banned_until is distinct from old.banned_until)
  execute function private.deactivate_banned_profile();

-- Lifting a ban activates nobody: an inactive profile keeps the one that it has. And an approved person whose e-mail is confirmed may
-- sign in with the phone too, which the administrator has vouched for.
create or replace function private.keep_account_state() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  active boolean;
begin
  select is_active into active from public.profiles where id = new.id;
  if active is null then
    return new;
  end if;
  if not active and coalesce(new.banned_until <= now(), true) then
    new.banned_until := case when old.banned_until > now() then old.banned_until else now() + interval '100 years' end;
  end if;
  if active and new.email_confirmed_at is not null and nullif(new.phone, '') is not null then
    new.phone_confirmed_at := coalesce(new.phone_confirmed_at, now());
  end if;
  return new;
end
$$;

-- Raises for a dealership where an administrator switched the account off.
create function private.refuse_closed_by_admin(p_profile public.profiles) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p_profile.closed_by_admin then
    raise insufficient_privilege using
      message = 'Un administrador desactivó esta cuenta. Solo un administrador puede activarla.',
      hint = 'closed_by_admin';
  end if;
end
$$;

revoke execute on function private.refuse_closed_by_admin(public.profiles) from public;
grant execute on function private.refuse_closed_by_admin(public.profiles) to authenticated;

-- Columns that a person may not change are put back, not refused: the client sends whole rows. Runs as the caller,
-- so that functions of the owner, which check for themselves, and the service key are told apart.
create or replace function private.guard_profile_update() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.id := old.id;
  new.created_at := old.created_at;
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  -- The address and the number belong to the sign-in account, which keeps them equal here.
  new.email := old.email;
  new.phone := old.phone;
  new.vehicle_count := old.vehicle_count;
  new.closed_by_admin := old.closed_by_admin;
  new.config := coalesce(new.config, old.config);
  if private.is_admin() then
    return new;
  end if;

  new.role := old.role;
  new.dealership_id := old.dealership_id;
  if jsonb_typeof(new.config) = 'object' then
    new.config := (new.config - 'features') || case
      when old.config ? 'features' then jsonb_build_object('features', old.config -> 'features') else '{}' end;
  end if;
  if old.id = auth.uid() then
    new.is_active := old.is_active;
  else
    -- A dealership at one of its salespeople: it may switch the account, not the public address.
    new.public_slug := old.public_slug;
    new.custom_domain := old.custom_domain;
    if new.is_active and not old.is_active then
      perform private.refuse_closed_by_admin(old);
    end if;
  end if;
  -- Of a logo that no page shows the file goes, too.
  if not private.has_feature('canEditPublicPage')
    and (new.public_slug, new.custom_domain, new.config -> 'page_style', nullif(new.config #>> '{profile,logo}', ''))
      is distinct from (old.public_slug, old.custom_domain, old.config -> 'page_style', nullif(old.config #>> '{profile,logo}', ''))
  then
    raise insufficient_privilege using message = 'No tienes permiso para editar la página pública.';
  end if;
  return new;
end
$$;

-- A dealership removes one of its own salespeople; an administrator who acts for it may too. Whom an administrator switched off the
-- dealership does not remove, or it would open the account anew under the same address. Who applies is nobody's salesperson yet.
create or replace function public.delete_salesperson_by_dealership(p_salesperson_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  person public.profiles;
begin
  select * into person from public.profiles where id = p_salesperson_id and role = 'vendedor';
  if not private.may_write() or person.id is null
    or not (private.is_admin() or coalesce(person.dealership_id = private.my_team(), false) and not exists (
      select from public.access_requests where user_id = p_salesperson_id and status = 'pending'))
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  if not private.is_admin() then
    perform private.refuse_closed_by_admin(person);
  end if;
  delete from auth.users where id = p_salesperson_id;
end
$$;

-- Raises unless the caller may change how this person signs in. The profile stays locked, so that nobody moves the
-- person to another team meanwhile; the account is locked after it, as everywhere. Who applies is nobody's salesperson yet, and whom an
-- administrator switched off keeps the address, which would be free for a new account otherwise.
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
    return;
  elsif (person.dealership_id = private.my_team()) is not true
    or exists (select from public.access_requests where user_id = p_user_id and status = 'pending')
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  perform private.refuse_closed_by_admin(person);
end
$$;
