-- An e-mail that an administrator changes in somebody else's name is seen at the profile; a password is not, so it
-- leaves a line of its own. The line says that it changed and nothing about it.
create function private.audit_impersonated_password() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  impersonated text := private.request_header('x-impersonated-user');
begin
  if impersonated is null or not private.is_admin() then
    return null;
  end if;
  if impersonated !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise invalid_text_representation using message = 'x-impersonated-user no es un identificador.';
  end if;
  insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
  values (auth.uid(), impersonated::uuid, 'update', 'users', new.id, '{"password": {"old": "******", "new": "******"}}');
  return null;
end
$$;

revoke execute on function private.audit_impersonated_password() from public;

create trigger audit_impersonated_password
  after update of encrypted_password on auth.users
  for each row when (
    current_setting('request.headers', true) like '%x-impersonated-user%'
    and old.encrypted_password is distinct from new.encrypted_password
  )
  execute function private.audit_impersonated_password();
