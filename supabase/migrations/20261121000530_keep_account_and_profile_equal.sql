-- An account and its profile say the same. The profile rules over is_active, the account over e-mail and phone.

create function private.copy_contact_to_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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

-- Inactive means banned, so that no sign-in and no refresh passes. GoTrue cannot read 'infinity'.
create function private.ban_inactive_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update auth.users
  set banned_until = case when not new.is_active then now() + interval '100 years' end
  where id = new.id and coalesce(banned_until > now(), false) = new.is_active;
  return null;
end
$$;

create trigger ban_inactive_account
  after insert or update of is_active on public.profiles
  for each row execute function private.ban_inactive_account();

-- A ban made in the account makes the profile inactive.
create function private.deactivate_banned_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.profiles set is_active = false where id = new.id and is_active;
  return null;
end
$$;

create trigger deactivate_banned_profile
  after update of banned_until on auth.users
  for each row when (new.banned_until > now())
  execute function private.deactivate_banned_profile();

-- The other way round, lifting a ban activates nobody: an inactive profile keeps it. And an approved person whose
-- e-mail is confirmed may sign in with the phone too, which the administrator has vouched for.
create function private.keep_account_state() returns trigger
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
    new.banned_until := now() + interval '100 years';
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

revoke execute on function private.copy_contact_to_profile(), private.ban_inactive_account(),
  private.deactivate_banned_profile(), private.keep_account_state() from public;
