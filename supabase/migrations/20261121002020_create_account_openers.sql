-- A dealership adds a salesperson to its own team.
create function public.create_salesperson(p_email text, p_password text, p_full_name text, p_phone text default null)
returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  dealership uuid;
begin
  perform private.require_write();
  dealership := private.team_of_request();
  if dealership is null and private.is_admin() then
    raise exception 'Para añadir un vendedor, administra antes la cuenta de su concesionario.';
  elsif dealership is null then
    raise insufficient_privilege using message = 'Solo un concesionario puede añadir vendedores a su equipo.';
  end if;
  return private.open_account(private.read_email(p_email), p_phone, p_password, p_full_name, 'vendedor', dealership);
end
$$;

-- The caller's own team; for an administrator that of the dealership in whose name the request is made. The header
-- gives no right: it says which dealership is meant by one who may act for each of them.
create function private.team_of_request() returns uuid
language sql stable
set search_path = ''
as $$
  select coalesce(
    private.my_team(),
    (select id from public.profiles
      where private.is_admin() and role = 'concesionario' and id::text = lower(private.request_header('x-impersonated-user')))
  );
$$;

-- An administrator opens an account in any role, for somebody with an e-mail, a phone or both. A vendedor may be put
-- into a dealership at once.
create function public.create_user_by_admin(
  p_password text, p_full_name text, p_role text,
  p_email text default null, p_phone text default null, p_dealership_id uuid default null
) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_writing_admin();
  if p_role is null or p_role not in ('vendedor', 'concesionario', 'admin') then
    raise exception 'El rol no es válido.' using hint = 'role';
  elsif coalesce(trim(p_email), '') = '' and coalesce(trim(p_phone), '') = '' then
    raise exception 'Escribe el correo electrónico o el teléfono.' using hint = 'email';
  elsif p_role = 'vendedor' and p_dealership_id is not null
    and not exists (select from public.profiles where id = p_dealership_id and role = 'concesionario')
  then
    raise exception 'El concesionario elegido no existe.' using hint = 'dealership';
  end if;
  return private.open_account(p_email, p_phone, p_password, p_full_name, p_role, p_dealership_id);
end
$$;

revoke execute on function private.team_of_request(), public.create_salesperson(text, text, text, text),
  public.create_user_by_admin(text, text, text, text, text, uuid) from public;
grant execute on function public.create_salesperson(text, text, text, text),
  public.create_user_by_admin(text, text, text, text, text, uuid) to authenticated;
