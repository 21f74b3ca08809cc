-- Limits on what strangers may do how often. They live in the database, so that any number of processes share them.
-- A row says until when the attempts of one caller at one thing are used up ahead of time; a caller who has been quiet needs none.
-- Nothing here is worth a write to the log: after a crash everybody simply starts anew.
create unlogged table private.attempts (
  -- A salted hash of what is limited and whom: no address and no number can be read from it.
  key bytea primary key,
  used_until timestamptz not null
);

comment on table private.attempts is 'How much of each limit is used (see private.take_attempt). Hashed keys, swept.';

create index attempts_used_until_idx on private.attempts (used_until);

-- Nobody reads or writes it through a role of the api; there is no policy on purpose.
alter table private.attempts enable row level security;
revoke all on private.attempts from public, anon, authenticated, service_role;

create function private.attempt_key(p_scope text, p_key text) returns bytea
language sql stable
set search_path = ''
as $$
  select extensions.digest(visitor_salt || convert_to(p_scope || '|' || coalesce(p_key, ''), 'utf8'), 'sha256')
  from private.settings;
$$;

-- Counts one attempt of p_key (an address, an account …; null is one more caller) at p_scope. True while there were no more
-- than p_limit within p_window. They may come all at once; afterwards each p_window / p_limit frees one more. What is refused is not
-- counted and writes nothing, so a flood is cheap and nobody is kept out longer by it. One statement, exact also when many
-- processes ask at the same time; an attempt in a transaction that is rolled back has not been.
create function private.take_attempt(p_scope text, p_key text, p_limit integer, p_window interval) returns boolean
language sql volatile security definer
set search_path = ''
as $$
  with taken as (
    insert into private.attempts as a (key, used_until)
    values (private.attempt_key(p_scope, p_key), clock_timestamp() + p_window / p_limit)
    on conflict (key) do update
    set used_until = greatest(a.used_until, clock_timestamp()) + p_window / p_limit
    -- Half a step of leeway, for p_window / p_limit is rounded.
    where greatest(a.used_until, clock_timestamp()) + p_window / p_limit < clock_timestamp() + p_window + p_window / p_limit / 2
    returning 1
  )
  select exists (select from taken);
$$;

-- Whether take_attempt would say yes, without counting.
create function private.has_attempt(p_scope text, p_key text, p_limit integer, p_window interval) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select not exists (
    select from private.attempts
    where key = private.attempt_key(p_scope, p_key)
      and used_until + p_window / p_limit >= clock_timestamp() + p_window + p_window / p_limit / 2
  );
$$;

-- Forgets callers who have been quiet. The worker in api/mail calls it each minute.
create function private.sweep_attempts() returns void
language sql volatile
set search_path = ''
as $$
  delete from private.attempts where used_until < now();
$$;

revoke execute on function private.attempt_key(text, text), private.take_attempt(text, text, integer, interval),
  private.has_attempt(text, text, integer, interval), private.sweep_attempts() from public;
