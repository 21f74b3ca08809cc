-- Where a person is signed in: their live sessions, the present one first. No address and no token.
create function public.get_own_sessions()
returns table (id uuid, user_agent text, created_at timestamptz, used_at timestamptz, is_current boolean)
language sql stable security definer
set search_path = ''
as $$
  select session.id, session.user_agent, session.created_at,
    greatest(session.created_at, session.refreshed_at at time zone 'utc'),
    session.id::text = auth.jwt() ->> 'session_id' as is_current
  from auth.sessions as session
  where session.user_id = auth.uid() and (session.not_after is null or session.not_after > now())
  order by is_current desc, 4 desc, session.id
  limit 100;
$$;

-- Ends one of them, with its refresh tokens; its access tokens are refused from then on. True if there was one to end.
create function public.end_own_session(p_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_write();
  delete from auth.sessions where id = p_id and user_id = auth.uid();
  return found;
end
$$;

revoke execute on function public.get_own_sessions(), public.end_own_session(uuid) from public;
grant execute on function public.get_own_sessions(), public.end_own_session(uuid) to authenticated;
