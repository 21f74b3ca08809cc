-- The service's role bypasses row security, unless the owner of the database could not give it that (see create_roles): then each table that
-- it may reach gets a policy that lets it pass. Called at each start, since a later migration may have brought tables.
create function private.admit_service() returns void
language plpgsql
set search_path = ''
as $$
declare
  closed record;
begin
  if (select rolbypassrls or rolsuper from pg_catalog.pg_roles where rolname = 'service_role') then
    return;
  end if;
  perform pg_advisory_xact_lock(7220118334);
  for closed in
    select c.oid, c.relname from pg_catalog.pg_class c
    where c.relrowsecurity and c.relnamespace in ('public'::regnamespace, 'storage'::regnamespace)
      and pg_has_role(c.relowner, 'usage')
      and not exists (select from pg_catalog.pg_policy where polrelid = c.oid and polname = c.relname || '_all_service')
  loop
    execute format('create policy %I on %s for all to service_role using (true) with check (true)',
      closed.relname || '_all_service', closed.oid::regclass);
  end loop;
end
$$;

revoke execute on function private.admit_service() from public;
