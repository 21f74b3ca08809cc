-- public is what the api shows; auth and storage keep the layout of Supabase; private holds what policies and
-- triggers need and no request may name; extensions keeps foreign functions out of public.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['public', 'auth', 'storage', 'private', 'extensions'] loop
    if to_regnamespace(wanted) is null then
      execute format('create schema %I', wanted);
    end if;
  end loop;
  if not exists (select from pg_namespace where nspname = 'auth' and has_schema_privilege('anon', oid, 'usage')) then
    grant usage on schema auth, storage, extensions to anon, authenticated, service_role;
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
grant usage on schema private to anon, authenticated, service_role, authenticator;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists citext with schema extensions;
