-- Every account, for the administrator's lists.
create function public.get_user_profiles_with_vehicle_counts() returns setof public.profiles
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select * from public.profiles order by full_name, id;
end
$$;

-- One account for its edit page: any for an administrator, the team's for a dealership, one's own for everybody. One
-- that does not exist is no row, so that its page can say so.
create function public.get_user_profile_by_id(p_user_id uuid) returns setof public.profiles
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_active() then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  if private.is_admin() or p_user_id = auth.uid()
    or exists (select from public.profiles where id = p_user_id and dealership_id = private.my_team())
  then
    return query select * from public.profiles where id = p_user_id;
  elsif exists (select from public.profiles where id = p_user_id) then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
end
$$;

-- The salespeople of a dealership, for itself and for administrators.
create function public.get_team_members(p_dealership_id uuid) returns setof public.profiles
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if not private.is_admin() and p_dealership_id is distinct from private.my_team() then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  return query select * from public.profiles
    where dealership_id = p_dealership_id and role = 'vendedor' order by full_name, id;
end
$$;

-- Removes an account with all its vehicles and data; never one's own, never the last administrator (by trigger).
create function public.delete_user_by_admin(target_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_writing_admin();
  if target_user_id = auth.uid() then
    raise exception 'No puedes eliminar tu propia cuenta de administrador.';
  end if;
  delete from auth.users where id = target_user_id;
  if not found then
    raise exception 'El usuario no existe.';
  end if;
end
$$;

-- A dealership removes one of its own salespeople; an administrator who acts for it may too.
create function public.delete_salesperson_by_dealership(p_salesperson_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.may_write() or not exists (
    select from public.profiles
    where id = p_salesperson_id and role = 'vendedor'
      and (dealership_id = private.my_team() or private.is_admin())
  ) then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  delete from auth.users where id = p_salesperson_id;
end
$$;

revoke execute on function public.get_user_profiles_with_vehicle_counts(), public.get_user_profile_by_id(uuid),
  public.get_team_members(uuid), public.delete_user_by_admin(uuid), public.delete_salesperson_by_dealership(uuid)
  from public;
grant execute on function public.get_user_profiles_with_vehicle_counts(), public.get_user_profile_by_id(uuid),
  public.get_team_members(uuid), public.delete_user_by_admin(uuid), public.delete_salesperson_by_dealership(uuid)
  to authenticated;
