-- Reloads the schema cache of /rest/v1 when the schema changes. Supabase has these triggers.
-- Without superuser they cannot be created, and the backend reloads after migrating.
create function private.notify_schema_change() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  notify pgrst, 'reload schema';
end
$$;

do $$
begin
  if exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    return;
  end if;
  create event trigger pgrst_ddl_watch on ddl_command_end
    when tag in (
      'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO',
      'ALTER TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW',
      'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE TYPE', 'ALTER TYPE',
      'CREATE RULE', 'CREATE TRIGGER', 'COMMENT', 'GRANT', 'REVOKE'
    )
    execute function private.notify_schema_change();
  create event trigger pgrst_drop_watch on sql_drop
    execute function private.notify_schema_change();
exception
  when insufficient_privilege then
    raise notice 'no event triggers: the role that migrates is no superuser';
end
$$;
