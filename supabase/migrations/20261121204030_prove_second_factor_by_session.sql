-- An active person, who has proved the second factor if one is verified. The token must say so and its session too: a token made
-- before the factor was proved stays as weak as it was, and one made with a factor that was removed since is strong no more.
create or replace function private.may_write() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_active()
    and (
      not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
      or (
        coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
        and exists (
          select from auth.sessions
          where id::text = auth.jwt() ->> 'session_id' and user_id = auth.uid() and aal >= 'aal2'
        )
      )
    );
$$;
