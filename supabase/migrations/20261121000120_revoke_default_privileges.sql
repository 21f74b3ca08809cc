-- Nothing is open unless a migration opens it. Supabase grants every new table and function to the api roles, and
-- PostgreSQL grants every new function to public: both stop here for all that later migrations create.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema private revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema private revoke all on functions from anon, authenticated, service_role;
