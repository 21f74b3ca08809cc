-- Guessing a code needs the password first; with it, five codes of a million may be tried in five minutes and fifty in a day. Counted
-- before the code is looked at, so that many tries at once are as few as one after the other.
create function private.take_code_attempt(p_kind text, p_user_id uuid) returns boolean
language sql volatile
set search_path = ''
as $$
  select private.take_attempt(p_kind || '_code', p_user_id::text, 5, interval '5 minutes')
    and private.take_attempt(p_kind || '_code_day', p_user_id::text, 50, interval '24 hours');
$$;

-- A right code clears the count: whoever signs in often is not taken for a guesser.
create function private.forget_code_attempts(p_kind text, p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  delete from private.attempts
  where key in (private.attempt_key(p_kind || '_code', p_user_id::text), private.attempt_key(p_kind || '_code_day', p_user_id::text));
$$;

revoke execute on function private.take_code_attempt(text, uuid), private.forget_code_attempts(text, uuid) from public;
