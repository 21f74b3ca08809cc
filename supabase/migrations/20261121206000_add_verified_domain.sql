-- The host name that a dealership has proved to be its own: its custom_domain, or none (docs/decisions/056). Visitors read it, since the
-- web server asks for it as one of them. No person may write it; whoever changes custom_domain has proved nothing yet. Profiles that
-- exist have proved nothing either.
alter table public.profiles
  add column verified_domain text,
  add constraint profiles_verified_domain_claimed check (verified_domain is null or verified_domain is not distinct from custom_domain);

create index profiles_verified_domain_idx on public.profiles (verified_domain) where verified_domain is not null;

grant select (verified_domain) on public.profiles to anon;

create function private.drop_verified_domain() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.verified_domain := null;
  return new;
end
$$;

revoke execute on function private.drop_verified_domain() from public;

-- Fires after normalise_profile, by its name, and so does not mind another spelling of the same domain.
create trigger unverify_custom_domain
  before update of custom_domain on public.profiles
  for each row when (new.custom_domain is distinct from old.custom_domain)
  execute function private.drop_verified_domain();
