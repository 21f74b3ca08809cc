-- Each refresh leaves a used token behind, and only the end of its session removed it. A used token that comes again ends the session (threat 18); after a week
-- it only needs to be refused, which one that is not there is too.

-- Forgets used tokens a week after their use, so many at a time. The one before a session's newest stays, since a client that never saw the answer may bring it
-- however late. The worker in api/mail calls it each minute.
create function private.sweep_used_tokens() returns void
language sql volatile
set search_path = ''
as $$
  delete from auth.refresh_tokens
  where id in (
    select used.id from auth.refresh_tokens used
    where used.revoked and used.updated_at < now() - interval '7 days'
      and not exists (
        select from auth.refresh_tokens newest
        where newest.parent = used.token and not newest.revoked
      )
    order by used.updated_at
    limit 10000
  );
$$;

revoke execute on function private.sweep_used_tokens() from public;
