-- Whom an administrator acts for in a request that the platform passes on under its own name: p_caller_id is who sent it. Null for everybody else, as
-- private.impersonated_id, and raises alike.
create function private.impersonated_by(p_caller_id uuid) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  named text := private.request_header('x-impersonated-user');
begin
  if named is null
    or not exists (select from public.profiles where id = p_caller_id and role = 'admin' and is_active) then
    return null;
  end if;
  if named !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise invalid_text_representation using message = 'x-impersonated-user no es un identificador.';
  end if;
  return named::uuid;
end
$$;

revoke execute on function private.impersonated_by(uuid) from public;
