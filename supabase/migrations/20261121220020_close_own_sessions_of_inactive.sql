-- Whoever is deactivated reads nothing, not even where the account was signed in.
create or replace function public.get_own_sessions()
returns table (id uuid, user_agent text, created_at timestamptz, used_at timestamptz, is_current boolean)
language sql stable security definer
set search_path = ''
as $$
  select session.id, session.user_agent, session.created_at,
    greatest(session.created_at, session.refreshed_at at time zone 'utc'),
    session.id::text = auth.jwt() ->> 'session_id' as is_current
  from auth.sessions as session
  where session.user_id = auth.uid() and (session.not_after is null or session.not_after > now())
    and (select private.is_active())
  order by is_current desc, 4 desc, session.id
  limit 100;
$$;
