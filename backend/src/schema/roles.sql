-- The roles of tokens, with Supabase's names, the schemas, and default privileges: none.

-- Roles are shared by all databases of a cluster, so each is only created if missing.
do $$
begin
  if to_regrole('anon') is null then
    create role anon nologin noinherit;
  end if;
  if to_regrole('authenticated') is null then
    create role authenticated nologin noinherit;
  end if;
  if to_regrole('service_role') is null then
    begin
      create role service_role nologin noinherit bypassrls;
    exception
      -- Who may not bypass row security may not make a role that does: admit_service lets it in.
      when insufficient_privilege then create role service_role nologin noinherit;
    end;
  end if;
  if to_regrole('authenticator') is null then
    create role authenticator login noinherit;
    grant anon, authenticated, service_role to authenticator;
  end if;
exception
  -- Two databases of one cluster are migrated at once: the other run made the role.
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not pg_has_role('authenticator', 'service_role', 'member') then
    grant anon, authenticated, service_role to authenticator;
  end if;
end
$$;

-- With DATABASE_URL, statements switch to the caller's role for one transaction. A superuser can
-- switch to any role; from PostgreSQL 16 on, another owner needs an explicit grant.
do $$
declare
  caller text;
  right_to_take text :=
    case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end;
begin
  foreach caller in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_has_role(current_user, caller, right_to_take) then
      execute format('grant %I to %I', caller, current_user);
    end if;
  end loop;
end
$$;

-- public is what /rest/v1 exposes; auth and storage have Supabase's layout; private is for policies
-- and triggers, out of reach of requests; extensions keeps extension functions out of public.
create schema if not exists public;
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists private;
create schema if not exists extensions;

revoke create on schema public from public;
grant usage on schema public, auth, storage, extensions, private
  to anon, authenticated, service_role;
grant usage on schema private to authenticator;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists citext with schema extensions;

-- By default PostgreSQL lets every role execute a new function; here each needs a grant.
alter default privileges revoke execute on functions from public;

-- The service role bypasses row security. If the database owner could not grant that, each table
-- gets a policy that lets it pass. Called at each start, since later migrations may add tables.
create function private.admit_service() returns void
language plpgsql set search_path = '' as $$
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
      and not exists (
        select from pg_catalog.pg_policy where polrelid = c.oid and polname = c.relname
          || '_all_service')
  loop
    execute format('create policy %I on %s for all to service_role using (true) with check (true)',
      closed.relname || '_all_service', closed.oid::regclass);
  end loop;
end
$$;
