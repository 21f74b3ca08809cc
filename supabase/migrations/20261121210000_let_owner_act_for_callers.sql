-- With DATABASE_URL the api works over the owner's connection and takes a caller's role for one transaction. A superuser may take any
-- role; whoever else made the roles may not until they are granted, from PostgreSQL 16 on. Nothing changes where the owner may already.
do $$
declare
  caller text;
  right_to_take text := case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end;
begin
  foreach caller in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_has_role(current_user, caller, right_to_take) then
      execute format('grant %I to %I', caller, current_user);
    end if;
  end loop;
end
$$;
