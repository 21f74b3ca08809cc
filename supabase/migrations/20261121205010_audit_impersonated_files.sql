-- A file that an administrator stores, replaces or removes in somebody else's name leaves a line: which file, and which bytes of it.
create function private.audit_impersonated_file() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  impersonated uuid := private.impersonated_id();
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  difference jsonb;
begin
  if impersonated is null then
    return null;
  end if;

  select jsonb_object_agg(name, jsonb_build_object('old', before -> name, 'new', after -> name))
  into difference
  from unnest(array['bucket_id', 'name', 'version']) as told (name)
  where before -> name is distinct from after -> name;

  if difference is not null then
    insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
    values (auth.uid(), impersonated, lower(tg_op), tg_table_name,
      (coalesce(after ->> 'id', before ->> 'id'))::uuid, difference);
  end if;
  return null;
end
$$;

revoke execute on function private.audit_impersonated_file() from public;

-- On Supabase the table is Supabase's, and takes no triggers of ours: files are not logged there.
do $$
begin
  create trigger audit_impersonated_file
    after insert or update or delete on storage.objects
    for each row when (current_setting('request.headers', true) like '%x-impersonated-user%')
    execute function private.audit_impersonated_file();
exception when insufficient_privilege then
  raise notice 'storage.objects takes no trigger; files are not logged';
end
$$;
