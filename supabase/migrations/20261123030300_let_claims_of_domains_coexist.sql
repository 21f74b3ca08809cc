-- A domain that somebody had only claimed was nobody else's to claim, and so barred its owner; and whoever is no dealership could claim one too, although only a dealership's landing is shown there.
-- Now only a proved domain is somebody's.
alter table public.profiles drop constraint profiles_custom_domain_key;

drop index public.profiles_verified_domain_idx;
create unique index profiles_verified_domain_key on public.profiles (verified_domain);

-- Public addresses are kept in one spelling, an emptied field is no address, only a vendedor has a dealership and only a dealership a domain; a domain that changes has to be proved anew.
-- Neither the platform's host, nor one below it, nor one above it: whoever has the parent has its visitors.
create or replace function private.normalise_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.full_name := trim(coalesce(new.full_name, ''));
  new.public_slug := nullif(lower(trim(new.public_slug)), '');
  new.custom_domain := nullif(rtrim(lower(trim(new.custom_domain)), '.'), '');
  if new.role <> 'vendedor' then
    new.dealership_id := null;
  end if;
  -- An insert may be the first half of an upsert, of which it does not know the role.
  if tg_op = 'UPDATE' then
    if new.role <> 'concesionario' then
      new.custom_domain := null;
    end if;
    if new.custom_domain is distinct from old.custom_domain then
      new.verified_domain := null;
    end if;
  end if;
  if exists (
    select from private.settings
    where new.custom_domain = site_host
      or new.custom_domain like '%.' || site_host
      or site_host like '%.' || new.custom_domain
  ) then
    raise check_violation using
      message = 'Ese dominio pertenece a la plataforma.',
      constraint = 'profiles_custom_domain_host';
  end if;
  return new;
end
$$;

drop trigger unverify_custom_domain on public.profiles;
drop function private.drop_verified_domain();

-- Keeps that a dealership has proved its domain. The platform calls it with what it looked up for p_actor_id; false if the domain has been changed meanwhile. Whoever had proved it before has it
-- no more: the DNS says whose it is now. A proof that an administrator keeps leaves a line, also where the domain is another account's than the one that the request names.
create or replace function public.confirm_custom_domain(p_profile_id uuid, p_domain text, p_actor_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  verified_before text;
begin
  -- Two who prove one domain at once wait for each other here.
  perform pg_advisory_xact_lock(hashtextextended('vitrina:domain:' || p_domain, 0));
  select verified_domain into verified_before
  from public.profiles
  where id = p_profile_id and custom_domain = p_domain and role = 'concesionario' and is_active
  for update;
  if not found then
    return false;
  end if;
  if verified_before is distinct from p_domain then
    update public.profiles set verified_domain = null where verified_domain = p_domain;
    update public.profiles set verified_domain = p_domain where id = p_profile_id;
    perform private.log_admin_write('update', 'profiles', p_profile_id,
      jsonb_build_object('verified_domain', jsonb_build_object('old', verified_before, 'new', p_domain)), p_actor_id);
  end if;
  return true;
end
$$;

-- Whoever is no dealership loses the domain that they had claimed.
update public.profiles set custom_domain = null where role <> 'concesionario' and custom_domain is not null;
