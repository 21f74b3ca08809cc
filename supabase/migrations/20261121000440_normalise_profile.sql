-- Public addresses are kept in one spelling, an emptied field is no address, and only a vendedor has a dealership.
create function private.normalise_profile() returns trigger
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
  if exists (
    select from private.settings
    where new.custom_domain = site_host or new.custom_domain like '%.' || site_host
  ) then
    raise check_violation using
      message = 'Ese dominio pertenece a la plataforma.',
      constraint = 'profiles_custom_domain_host';
  end if;
  return new;
end
$$;

revoke execute on function private.normalise_profile() from public;

create trigger normalise_profile
  before insert or update of full_name, public_slug, custom_domain, role, dealership_id on public.profiles
  for each row execute function private.normalise_profile();

-- Stamps the last change that a person made; a counter that moved is none.
create function private.touch_row() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

revoke execute on function private.touch_row() from public;

create trigger touch_profile
  before update of full_name, email, phone, role, is_active, public_slug, dealership_id, custom_domain, config
  on public.profiles
  for each row execute function private.touch_row();
