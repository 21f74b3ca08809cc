-- The first statement of every request: a token is only as good as the session that it was made
-- for. Tokens without a person (the anonymous and the service key) pass at once; PT401 is
-- PostgREST's way to say HTTP 401. A token from when its session was proved by a factor that is
-- gone would find every list empty, while another factor waits for its code: it is refused, the
-- client refreshes it, and the next one says what the session is. Rows that exist are untouched.
create or replace function private.check_session(p_claims jsonb) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  proved boolean;
begin
  if p_claims ->> 'sub' is null then
    return;
  end if;
  select coalesce(aal, 'aal1') >= 'aal2' into proved
  from auth.sessions
  where id = (case when p_claims ->> 'session_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then p_claims ->> 'session_id' end)::uuid
    and user_id::text = p_claims ->> 'sub'
    and (not_after is null or not_after > now());
  if not found then
    raise exception 'Session from session_id claim in JWT does not exist' using errcode = 'PT401';
  end if;
  if p_claims ->> 'aal' = 'aal2' and not proved and exists (
    select from auth.mfa_factors
    where user_id = (p_claims ->> 'sub')::uuid and status = 'verified'
  ) then
    raise exception 'The factor that proved the session is gone' using errcode = 'PT401';
  end if;
end
$$;
