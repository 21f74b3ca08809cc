-- A clock that was ahead and is set right leaves limits that are used up far into the future: people were refused for as long as the clock had been wrong.

-- Until when a limit is used up, at the earliest now. take_attempt lets nobody use more than the window and one step ahead, so what lies further ahead was
-- written by another time.
create function private.used_up_until(p_used_until timestamptz, p_window interval, p_step interval) returns timestamptz
language sql volatile
set search_path = ''
as $$
  select case
    when p_used_until > clock_timestamp() + p_window + p_step then clock_timestamp()
    else greatest(p_used_until, clock_timestamp())
  end;
$$;

create or replace function private.take_attempt(p_scope text, p_key text, p_limit integer, p_window interval) returns boolean
language sql volatile security definer
set search_path = ''
as $$
  with taken as (
    insert into private.attempts as a (key, used_until)
    values (private.attempt_key(p_scope, p_key), clock_timestamp() + p_window / p_limit)
    on conflict (key) do update
    set used_until = private.used_up_until(a.used_until, p_window, p_window / p_limit) + p_window / p_limit
    -- Half a step of leeway, for p_window / p_limit is rounded.
    where private.used_up_until(a.used_until, p_window, p_window / p_limit) + p_window / p_limit
      < clock_timestamp() + p_window + p_window / p_limit / 2
    returning 1
  )
  select exists (select from taken);
$$;

-- Whether take_attempt would say yes, without counting.
create or replace function private.has_attempt(p_scope text, p_key text, p_limit integer, p_window interval) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select not exists (
    select from private.attempts
    where key = private.attempt_key(p_scope, p_key)
      and private.used_up_until(used_until, p_window, p_window / p_limit) + p_window / p_limit
        >= clock_timestamp() + p_window + p_window / p_limit / 2
  );
$$;

revoke execute on function private.used_up_until(timestamptz, interval, interval) from public;
