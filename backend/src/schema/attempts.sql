-- Rate limits, in the database so that all processes share them. A row stores until when a caller's
-- attempts at a scope are used up (GCRA); an idle caller needs no row. Unlogged: a crash only
-- resets the limits.
create unlogged table private.attempts (
  -- A salted hash of scope and caller, from which no address or number can be recovered.
  key bytea primary key,
  used_until timestamptz not null
);
create index attempts_used_until_idx on private.attempts (used_until);
alter table private.attempts enable row level security;

create function private.attempt_key(p_scope text, p_key text) returns bytea
language sql stable set search_path = '' as $$
  select extensions.digest(
    visitor_salt || convert_to(p_scope || '|' || coalesce(p_key, ''), 'utf8'), 'sha256')
  from private.settings;
$$;

-- Until when a limit is used up, at least now. take_attempt never goes further than the window plus
-- one step, so a later value was written under another clock or limit.
create function private.used_up_until(p_used_until timestamptz, p_window interval, p_step interval)
returns timestamptz language sql set search_path = '' as $$
  select case
    when p_used_until > clock_timestamp() + p_window + p_step then clock_timestamp()
    else greatest(p_used_until, clock_timestamp())
  end;
$$;

-- Counts one attempt of p_key (an address, an account …; null is one shared caller) at p_scope.
-- True while there are at most p_limit within p_window. They may come in a burst; after that, one
-- is freed every p_window / p_limit. A rejected attempt is not counted and writes nothing, so a
-- flood is cheap and does not extend the lockout. A single statement, exact under concurrency. An
-- attempt in a transaction that rolls back does not count.
create function private.take_attempt(p_scope text, p_key text, p_limit integer, p_window interval)
returns boolean language sql security definer set search_path = '' as $$
  with taken as (
    insert into private.attempts as a (key, used_until)
    values (private.attempt_key(p_scope, p_key), clock_timestamp() + p_window / p_limit)
    on conflict (key) do update
    set used_until = private.used_up_until(
      a.used_until, p_window, p_window / p_limit) + p_window / p_limit
    -- Half a step of leeway, for p_window / p_limit is rounded.
    where private.used_up_until(a.used_until, p_window, p_window / p_limit) + p_window / p_limit
      < clock_timestamp() + p_window + p_window / p_limit / 2
    returning 1
  )
  select exists (select from taken);
$$;

-- Whether take_attempt would return true, without counting.
create function private.has_attempt(p_scope text, p_key text, p_limit integer, p_window interval)
returns boolean language sql stable security definer set search_path = '' as $$
  select not exists (
    select from private.attempts
    where key = private.attempt_key(p_scope, p_key)
      and private.used_up_until(used_until, p_window, p_window / p_limit) + p_window / p_limit
        >= clock_timestamp() + p_window + p_window / p_limit / 2
  );
$$;

-- Counts one attempt at a code ('factor' or 'recovery') of one guesser, who needs the password
-- first: five per five minutes and fifty per day. Counted before the code is checked, so that
-- concurrent guesses gain nothing.
create function private.take_code_attempt(p_kind text, p_guesser text) returns boolean
language sql set search_path = '' as $$
  select private.take_attempt(p_kind || '_code', p_guesser, 5, interval '5 minutes')
    and private.take_attempt(p_kind || '_code_day', p_guesser, 50, interval '24 hours');
$$;

-- A correct code resets the count, so that frequent sign-ins are not limited.
create function private.forget_code_attempts(p_kind text, p_guesser text) returns void
language sql set search_path = '' as $$
  delete from private.attempts
  where key in (private.attempt_key(p_kind || '_code', p_guesser),
    private.attempt_key(p_kind || '_code_day', p_guesser));
$$;

-- The networks from which a user has signed in. Password guesses from elsewhere use up the limits
-- of unknown networks, never those of a known one, so an attack cannot lock the user out.
create table private.known_addresses (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Salted and hashed as in private.attempts, so that no user's location can be read.
  address bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, address)
);
create index known_addresses_seen_at_idx on private.known_addresses (seen_at);
alter table private.known_addresses enable row level security;

create function private.knows_address(p_user_id uuid, p_address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.known_addresses
    where user_id = p_user_id and address = private.attempt_key('known-address', p_address)
      and p_address is not null
  );
$$;

-- A session proves a password, a link sent by mail, or a refresh token.
create function private.remember_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.known_addresses (user_id, address)
  values (new.user_id, private.attempt_key('known-address', private.network_of(host(new.ip))))
  on conflict (user_id, address) do update set seen_at = excluded.seen_at;
  return null;
end
$$;
create trigger remember_address_of_session
  after insert on auth.sessions for each row when (new.ip is not null)
  execute function private.remember_address();
create trigger remember_address_of_refresh
  after update of ip on auth.sessions
  for each row when (new.ip is not null and new.ip is distinct from old.ip)
  execute function private.remember_address();

-- Deletes idle callers, and networks without a sign-in for three months.
create function private.sweep_attempts() returns void
language sql set search_path = '' as $$
  delete from private.attempts where used_until < now();
  delete from private.known_addresses where seen_at < now() - interval '90 days';
$$;
