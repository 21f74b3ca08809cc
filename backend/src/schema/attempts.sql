-- Limits on what strangers may do how often. They live in the database, so that any number of
-- processes share them. A row says until when the attempts of one caller at one thing are used up
-- ahead of time; a caller who has been quiet needs none. Nothing here is worth a write to the log:
-- after a crash everybody simply starts anew.
create unlogged table private.attempts (
  -- A salted hash of what is limited and whom: no address and no number can be read from it.
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

-- Until when a limit is used up, at the earliest now. take_attempt lets nobody use more than the
-- window and one step ahead, so what lies further ahead was written by another time.
create function private.used_up_until(p_used_until timestamptz, p_window interval, p_step interval)
returns timestamptz language sql set search_path = '' as $$
  select case
    when p_used_until > clock_timestamp() + p_window + p_step then clock_timestamp()
    else greatest(p_used_until, clock_timestamp())
  end;
$$;

-- Counts one attempt of p_key (an address, an account …; null is one more caller) at p_scope. True
-- while there were no more than p_limit within p_window. They may come all at once; afterwards each
-- p_window / p_limit frees one more. What is refused is not counted and writes nothing, so a flood
-- is cheap and nobody is kept out longer by it. One statement, exact also when many processes ask
-- at the same time; an attempt in a transaction that is rolled back has not been.
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

-- Whether take_attempt would say yes, without counting.
create function private.has_attempt(p_scope text, p_key text, p_limit integer, p_window interval)
returns boolean language sql stable security definer set search_path = '' as $$
  select not exists (
    select from private.attempts
    where key = private.attempt_key(p_scope, p_key)
      and private.used_up_until(used_until, p_window, p_window / p_limit) + p_window / p_limit
        >= clock_timestamp() + p_window + p_window / p_limit / 2
  );
$$;

-- Takes one of five attempts in five minutes, and of fifty in a day, at a code ('factor' or
-- 'recovery') for one guesser, who needs the password first. Counted before the code is looked at,
-- so that many tries at once are as few as one after the other.
create function private.take_code_attempt(p_kind text, p_guesser text) returns boolean
language sql set search_path = '' as $$
  select private.take_attempt(p_kind || '_code', p_guesser, 5, interval '5 minutes')
    and private.take_attempt(p_kind || '_code_day', p_guesser, 50, interval '24 hours');
$$;

-- A right code clears the count: whoever signs in often is not taken for a guesser.
create function private.forget_code_attempts(p_kind text, p_guesser text) returns void
language sql set search_path = '' as $$
  delete from private.attempts
  where key in (private.attempt_key(p_kind || '_code', p_guesser),
    private.attempt_key(p_kind || '_code_day', p_guesser));
$$;

-- From where a person has entered. Whoever tries passwords against an account from elsewhere uses
-- up the attempts of strangers, and never those of a person at an address that the account knows:
-- so nobody is locked out by an attack.
create table private.known_addresses (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Salted and hashed, as in private.attempts: where people live and work can be read nowhere.
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

-- A session is the proof: of a password, of the e-mail that a link went to, or of a refresh token.
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

-- Forgets quiet callers, and addresses that nobody has entered from for three months.
create function private.sweep_attempts() returns void
language sql set search_path = '' as $$
  delete from private.attempts where used_until < now();
  delete from private.known_addresses where seen_at < now() - interval '90 days';
$$;
