-- Whoever was deactivated and later activated again found old sessions and mailed links working. Both end with the deactivation now, by
-- whichever door it comes: all of them set is_active.

-- Ends every session of a person, with its refresh tokens, and every link that was mailed; mails that still wait with such a link are
-- not sent. The account comes before its sessions, as everywhere: a sign-in is either over by then or finds the ban.
create function private.end_access(p_user_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  address text;
begin
  select email into address from auth.users where id = p_user_id for no key update;
  delete from auth.sessions where user_id = p_user_id;
  perform private.forget_one_time_tokens(p_user_id);
  delete from private.outgoing_mail
  where recipient = address and state <> 'sent' and template in ('recovery', 'verify-email', 'invitation');
end
$$;

revoke execute on function private.end_access(uuid) from public;

-- Inactive means banned, so that no sign-in and no refresh passes, also where a service banned for a shorter time. GoTrue cannot read
-- 'infinity'. An account that was open loses all access; one that never was keeps the link that confirms its address.
create or replace function private.ban_inactive_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update auth.users
  set banned_until = case when not new.is_active then now() + interval '100 years' end
  where id = new.id
    and case when new.is_active then banned_until > now() else coalesce(banned_until < now() + interval '50 years', true) end;
  if tg_op = 'UPDATE' and old.is_active and not new.is_active then
    perform private.end_access(new.id);
  end if;
  return null;
end
$$;

-- The first statement of every request: a token is only as good as the session that it was made
-- for. Tokens without a person (the anonymous and the service key) pass at once, and so does a
-- person who is deactivated, to whom row security shows nothing and who writes nothing. PT401 is
-- PostgREST's way to say HTTP 401. A token from when its session was proved by a factor that is
-- gone would find every list empty, while another factor waits for its code: it is refused, the
-- client refreshes it, and the next one says what the session is.
create or replace function private.check_session(p_claims jsonb) returns void
language plpgsql stable security definer
set search_path = ''
as $$
declare
  identifier constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  proved boolean;
begin
  if p_claims ->> 'sub' is null then
    return;
  end if;
  select coalesce(aal, 'aal1') >= 'aal2' into proved
  from auth.sessions
  where id = (case when p_claims ->> 'session_id' ~* identifier then p_claims ->> 'session_id' end)::uuid
    and user_id::text = p_claims ->> 'sub'
    and (not_after is null or not_after > now());
  if not found then
    if exists (
      select from public.profiles
      where id = (case when p_claims ->> 'sub' ~* identifier then p_claims ->> 'sub' end)::uuid and not is_active
    ) then
      return;
    end if;
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

-- Accounts that are inactive already stay closed, and lose what they had kept. Links that confirm an address stay: most of these accounts wait.
update auth.users set banned_until = now() + interval '100 years'
where coalesce(banned_until < now() + interval '50 years', true) and id in (select id from public.profiles where not is_active);

delete from auth.sessions
where user_id in (select id from public.profiles where not is_active);

delete from auth.one_time_tokens
where token_type = 'recovery_token' and user_id in (select id from public.profiles where not is_active);

update auth.users set recovery_token = ''
where recovery_token <> '' and id in (select id from public.profiles where not is_active);
