-- The first statement of every request: a token is only as good as the session that it was made for. Tokens without
-- a person (the anonymous and the service key) pass at once; PT401 is PostgREST's way to say HTTP 401.
create function private.check_session(p_claims jsonb) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if p_claims ->> 'sub' is null then
    return;
  end if;
  perform from auth.sessions
  where id = (case when p_claims ->> 'session_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_claims ->> 'session_id' end)::uuid
    and user_id::text = p_claims ->> 'sub'
    and (not_after is null or not_after > now());
  if not found then
    raise exception 'Session from session_id claim in JWT does not exist' using errcode = 'PT401';
  end if;
end
$$;

-- The same for Supabase's own PostgREST, which calls it before each request (setting db-pre-request).
create function private.check_request() returns void
language sql stable
set search_path = ''
as $$
  select private.check_session(auth.jwt());
$$;

revoke execute on function private.check_session(jsonb), private.check_request() from public;
grant execute on function private.check_session(jsonb) to authenticator, anon, authenticated, service_role;
grant execute on function private.check_request() to anon, authenticated, service_role;

-- Where there is no PostgREST the setting means nothing, and only a superuser may make it.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'private.check_request';
exception
  when insufficient_privilege then null;
end
$$;
