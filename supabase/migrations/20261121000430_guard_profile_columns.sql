-- Columns that a person may not change are put back, not refused: the client sends whole rows. Runs as the caller,
-- so that functions of the owner, which check for themselves, and the service key are told apart.
create function private.guard_profile_insert() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- An administrator always has a profile, so this insert can only be the first half of an upsert over it.
  if current_user not in ('anon', 'authenticated') or private.is_admin() then
    return new;
  end if;
  new.role := 'vendedor';
  new.is_active := false;
  new.dealership_id := null;
  new.vehicle_count := 0;
  new.email := auth.jwt() ->> 'email';
  new.phone := nullif(auth.jwt() ->> 'phone', '');
  if jsonb_typeof(new.config) = 'object' then
    new.config := new.config - 'features';
  end if;
  return new;
end
$$;

create function private.guard_profile_update() returns trigger
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
  end if;
  if not private.has_feature('canEditPublicPage')
    and (new.public_slug, new.custom_domain, new.config -> 'page_style')
      is distinct from (old.public_slug, old.custom_domain, old.config -> 'page_style')
  then
    raise insufficient_privilege using message = 'No tienes permiso para editar la página pública.';
  end if;
  return new;
end
$$;

revoke execute on function private.guard_profile_insert(), private.guard_profile_update() from public;

create trigger guard_profile_insert
  before insert on public.profiles
  for each row execute function private.guard_profile_insert();

create trigger guard_profile_update
  before update on public.profiles
  for each row execute function private.guard_profile_update();
