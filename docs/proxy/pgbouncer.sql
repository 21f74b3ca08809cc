-- Run once by a superuser in Vitrina's database: lets PgBouncer look up passwords.
create role pgbouncer login password 'change-me';
create schema pgbouncer;
grant usage on schema pgbouncer to pgbouncer;
create function pgbouncer.find_login(p_name text, out usename name, out passwd text)
returns record language sql security definer set search_path = '' as $$
  select rolname, rolpassword from pg_catalog.pg_authid
  where rolname = p_name and rolcanlogin and not rolsuper;
$$;
revoke execute on function pgbouncer.find_login(text) from public;
grant execute on function pgbouncer.find_login(text) to pgbouncer;
