-- Whom the administrator who sends this request is acting for; null for everybody else, to whom the header means nothing. Raises when
-- an administrator's header is no identifier: a write that cannot be logged must not happen.
create function private.impersonated_id() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  named text := private.request_header('x-impersonated-user');
begin
  if named is null or not private.is_admin() then
    return null;
  end if;
  if named !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise invalid_text_representation using message = 'x-impersonated-user no es un identificador.';
  end if;
  return named::uuid;
end
$$;

revoke execute on function private.impersonated_id() from public;

-- The two that write lines ask there. What the database itself derives from other columns is told in no line.
create or replace function private.audit_impersonated_write() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  impersonated uuid := private.impersonated_id();
  kept_by_database text[] := array['updated_at', 'vehicle_count', 'views']
    || array(select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - kept_by_database else '{}' end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - kept_by_database else '{}' end;
  difference jsonb;
begin
  if impersonated is null then
    return null;
  end if;

  select jsonb_object_agg(name, jsonb_build_object('old', before -> name, 'new', after -> name))
  into difference
  from (select jsonb_object_keys(before) as name union select jsonb_object_keys(after)) as columns
  where before -> name is distinct from after -> name;

  if difference is not null then
    insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
    values (auth.uid(), impersonated, lower(tg_op), tg_table_name,
      (coalesce(after ->> 'id', before ->> 'id'))::uuid, difference);
  end if;
  return null;
end
$$;

create or replace function private.audit_impersonated_password() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  impersonated uuid := private.impersonated_id();
begin
  if impersonated is not null then
    insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
    values (auth.uid(), impersonated, 'update', 'users', new.id, '{"password": {"old": "******", "new": "******"}}');
  end if;
  return null;
end
$$;
