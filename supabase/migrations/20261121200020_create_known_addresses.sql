-- From where a person has entered. Whoever tries passwords against an account from elsewhere uses up the attempts of strangers, and never those
-- of a person at an address that the account knows: so nobody is locked out by an attack (docs/decisions/052).
create table private.known_addresses (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Salted and hashed, as in private.attempts: where people live and work can be read nowhere.
  address bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, address)
);

create index known_addresses_seen_at_idx on private.known_addresses (seen_at);

-- Nobody reads or writes it through a role of the api; there is no policy on purpose.
alter table private.known_addresses enable row level security;
revoke all on private.known_addresses from public, anon, authenticated, service_role;

create function private.knows_address(p_user_id uuid, p_address text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from private.known_addresses
    where user_id = p_user_id and address = private.attempt_key('known-address', p_address) and p_address is not null
  );
$$;

-- A session is the proof: of a password, of the e-mail that a link went to, or of a refresh token.
create function private.remember_address() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.known_addresses (user_id, address)
  values (new.user_id, private.attempt_key('known-address', private.network_of(host(new.ip))))
  on conflict (user_id, address) do update set seen_at = excluded.seen_at;
  return null;
end
$$;

create trigger remember_address_of_session
  after insert on auth.sessions
  for each row when (new.ip is not null)
  execute function private.remember_address();

create trigger remember_address_of_refresh
  after update of ip on auth.sessions
  for each row when (new.ip is not null and new.ip is distinct from old.ip)
  execute function private.remember_address();

-- Forgets callers who have been quiet, and addresses that nobody has entered from for three months. The worker in api/mail calls it each minute.
create or replace function private.sweep_attempts() returns void
language sql volatile
set search_path = ''
as $$
  delete from private.attempts where used_until < now();
  delete from private.known_addresses where seen_at < now() - interval '90 days';
$$;

revoke execute on function private.knows_address(uuid, text), private.remember_address() from public;
