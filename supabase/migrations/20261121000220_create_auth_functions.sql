-- What a policy asks about the caller, read from the claims that the api sets for one transaction.
do $$
begin
  if to_regprocedure('auth.jwt()') is null then
    create function auth.jwt() returns jsonb
    language sql stable
    as $f$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $f$;
    grant execute on function auth.jwt() to anon, authenticated, service_role;
  end if;
  if to_regprocedure('auth.uid()') is null then
    create function auth.uid() returns uuid
    language sql stable
    as $f$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $f$;
    grant execute on function auth.uid() to anon, authenticated, service_role;
  end if;
  if to_regprocedure('auth.role()') is null then
    create function auth.role() returns text
    language sql stable
    as $f$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role' $f$;
    grant execute on function auth.role() to anon, authenticated, service_role;
  end if;
  if to_regprocedure('auth.email()') is null then
    create function auth.email() returns text
    language sql stable
    as $f$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email' $f$;
    grant execute on function auth.email() to anon, authenticated, service_role;
  end if;
end
$$;
