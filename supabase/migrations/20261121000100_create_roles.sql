-- The roles that a token may name, as Supabase names them. They belong to the cluster and not to one database,
-- so each is made only where it is missing; on Supabase all of them exist and nothing here changes them.
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
      -- Who may not bypass row security may not make a role that does: 20261121210010 lets it in by policies then.
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
