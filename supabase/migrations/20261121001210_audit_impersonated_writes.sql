-- Writes a line for each row that an administrator changes while the request names an impersonated person. The header
-- gives nobody any right; from anybody but an administrator it means nothing.
create function private.audit_impersonated_write() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  impersonated text := private.request_header('x-impersonated-user');
  kept_by_database text[] := array['updated_at', 'vehicle_count', 'views', 'public_config'];
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - kept_by_database else '{}' end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - kept_by_database else '{}' end;
  difference jsonb;
begin
  if impersonated is null or not private.is_admin() then
    return null;
  end if;
  if impersonated !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise invalid_text_representation using message = 'x-impersonated-user no es un identificador.';
  end if;

  select jsonb_object_agg(name, jsonb_build_object('old', before -> name, 'new', after -> name))
  into difference
  from (select jsonb_object_keys(before) as name union select jsonb_object_keys(after)) as columns
  where before -> name is distinct from after -> name;

  if difference is not null then
    insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
    values (auth.uid(), impersonated::uuid, lower(tg_op), tg_table_name,
      (coalesce(after ->> 'id', before ->> 'id'))::uuid, difference);
  end if;
  return null;
end
$$;

revoke execute on function private.audit_impersonated_write() from public;

create trigger audit_impersonated_write
  after insert or update or delete on public.vehicles
  for each row when (current_setting('request.headers', true) like '%x-impersonated-user%')
  execute function private.audit_impersonated_write();

create trigger audit_impersonated_write
  after insert or update or delete on public.profiles
  for each row when (current_setting('request.headers', true) like '%x-impersonated-user%')
  execute function private.audit_impersonated_write();

create trigger audit_impersonated_write
  after insert or update or delete on public.access_requests
  for each row when (current_setting('request.headers', true) like '%x-impersonated-user%')
  execute function private.audit_impersonated_write();
