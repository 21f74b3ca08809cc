-- Salespeople and vehicles belong to a dealership and to nothing else.

-- After the row and its policies: the referenced profile must be a concesionario. A missing one is the foreign key's.
create function private.require_dealership() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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

-- A dealership that has vehicles or a team stays one.
create function private.keep_dealership_role() returns trigger
language plpgsql security definer
set search_path = ''
as $$
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

-- When a dealership is deleted its salespeople stay, inactive and unassigned.
create function private.release_team() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.profiles set is_active = false, dealership_id = null where dealership_id = old.id;
  return old;
end
$$;

create trigger release_team
  before delete on public.profiles
  for each row when (old.role = 'concesionario')
  execute function private.release_team();

revoke execute on function private.require_dealership(), private.keep_dealership_role(), private.release_team() from public;
