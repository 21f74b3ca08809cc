-- What stands in backend/schema when this began: those files in their order. What changes since has
-- migrations of its own; this one never changes.

-- roles.sql

-- The roles that a token may name, as Supabase names them, the schemas, and who may do what as long
-- as nothing else is said: nobody anything.

-- Roles belong to the cluster and not to one database, so each is made only where it is missing.
do $$
begin
  if to_regrole('anon') is null then
    create role anon nologin noinherit;
  end if;
  if to_regrole('authenticated') is null then
    create role authenticated nologin noinherit;
  end if;
  if to_regrole('service_role') is null then
    begin
      create role service_role nologin noinherit bypassrls;
    exception
      -- Who may not bypass row security may not make a role that does: admit_service lets it in.
      when insufficient_privilege then create role service_role nologin noinherit;
    end;
  end if;
  if to_regrole('authenticator') is null then
    create role authenticator login noinherit;
    grant anon, authenticated, service_role to authenticator;
  end if;
exception
  -- Two databases of one cluster are migrated at once: the other run made the role.
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not pg_has_role('authenticator', 'service_role', 'member') then
    grant anon, authenticated, service_role to authenticator;
  end if;
end
$$;

-- With DATABASE_URL statements take a caller's role for one transaction. A superuser may take any
-- role; whoever else made the roles may not until they are granted, from PostgreSQL 16 on.
do $$
declare
  caller text;
  right_to_take text :=
    case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end;
begin
  foreach caller in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_has_role(current_user, caller, right_to_take) then
      execute format('grant %I to %I', caller, current_user);
    end if;
  end loop;
end
$$;

-- public is what /rest/v1 shows; auth and storage keep the layout of Supabase; private holds what
-- policies and triggers need and no request may name; extensions keeps foreign functions out of
-- public.
create schema if not exists public;
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists private;
create schema if not exists extensions;

revoke create on schema public from public;
grant usage on schema public, auth, storage, extensions, private
  to anon, authenticated, service_role;
grant usage on schema private to authenticator;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists citext with schema extensions;

-- PostgreSQL grants every new function to public. Not here: nothing is open unless it is opened.
alter default privileges revoke execute on functions from public;

-- The service's role bypasses row security, unless the owner of the database could not give it
-- that: then each table that it may reach gets a policy that lets it pass. Called at each start,
-- since a later migration may have brought tables.
create function private.admit_service() returns void
language plpgsql set search_path = '' as $$
declare
  closed record;
begin
  if (select rolbypassrls or rolsuper from pg_catalog.pg_roles where rolname = 'service_role') then
    return;
  end if;
  perform pg_advisory_xact_lock(7220118334);
  for closed in
    select c.oid, c.relname from pg_catalog.pg_class c
    where c.relrowsecurity and c.relnamespace in ('public'::regnamespace, 'storage'::regnamespace)
      and pg_has_role(c.relowner, 'usage')
      and not exists (
        select from pg_catalog.pg_policy where polrelid = c.oid and polname = c.relname
          || '_all_service')
  loop
    execute format('create policy %I on %s for all to service_role using (true) with check (true)',
      closed.relname || '_all_service', closed.oid::regclass);
  end loop;
end
$$;

-- settings.sql

-- What the database has to know about the installation and about the request at hand.

-- The installation's own address, and a salt of its own, without which a visitor's hash could be
-- turned back into an address by trying them all.
create table private.settings (
  only_row boolean primary key default true check (only_row),
  site_host text not null default 'localhost',
  visitor_salt bytea not null default extensions.gen_random_bytes(32)
);

insert into private.settings default values;
alter table private.settings enable row level security;

-- Called once at each start with SITE_URL; keeps its host name.
create function private.set_site_url(p_site_url text) returns void
language sql set search_path = '' as $$
  update private.settings
  set site_host = host
  from lower(substring(p_site_url from '^[a-z]+://(?:[^/@]*@)?([^/:?#]+)')) as host
  where site_host <> host;
$$;

-- One of the few request headers that the api hands down.
create function private.request_header(p_name text) returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('request.headers', true), '')::jsonb ->> p_name;
$$;
grant execute on function private.request_header(text) to authenticated, service_role;

-- What counts as one address of callers: an IPv4 address, or the /64 of an IPv6 one, for a
-- household or a rented server has all of it.
create function private.network_of(p_address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case family(p_address::inet)
    when 4 then host(p_address::inet)
    else network(set_masklen(p_address::inet, 64))::text
  end;
exception when invalid_text_representation then
  return null;
end
$$;

-- The address that this request comes from, as the backend found it out
-- (backend/http/client-address.ts), or Supabase's own gateway; never what the client says of itself.
-- Null for what the platform asks on its own behalf.
create function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select private.network_of(
    coalesce(private.request_header('cf-connecting-ip'), private.request_header('x-client-ip')));
$$;

-- An embed of an embed, or one column under a hundred names, makes of a few rows more than a server
-- has memory for. The statements of /rest/v1 add up the size of such rows as they come, and call
-- this as soon as it is too much: neither PostgreSQL nor the server ever holds the rest.
create function private.refuse_large_answer() returns json
language plpgsql parallel safe set search_path = '' as $$
begin
  raise exception 'The answer would be too large'
    using errcode = 'PT413', hint = 'Ask for fewer rows, columns or embedded lists at a time.';
end
$$;
grant execute on function private.refuse_large_answer() to anon, authenticated, service_role;

-- auth.sql

-- People, their sessions and what proves who they are, in GoTrue's layout, column for column, so
-- that a dump restored into Supabase keeps every account and password.

create table auth.users (
  instance_id uuid,
  id uuid primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  -- GoTrue cannot read a null token, so the empty string is the default here.
  confirmation_token varchar(255) default '',
  confirmation_sent_at timestamptz,
  recovery_token varchar(255) default '',
  recovery_sent_at timestamptz,
  email_change_token_new varchar(255) default '',
  email_change varchar(255) default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  phone text unique default null,
  phone_confirmed_at timestamptz,
  phone_change text default '',
  phone_change_token varchar(255) default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (
    least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '',
  email_change_confirm_status smallint default 0 check (
    email_change_confirm_status between 0 and 2),
  banned_until timestamptz, reauthentication_token varchar(255) default '',
  reauthentication_sent_at timestamptz, is_sso_user boolean not null default false,
  deleted_at timestamptz, is_anonymous boolean not null default false
);
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
create index users_instance_id_email_idx on auth.users (instance_id, lower(email::text));
create index users_instance_id_idx on auth.users (instance_id);
create index users_is_anonymous_idx on auth.users (is_anonymous);
create index users_created_at_idx on auth.users (created_at);
create unique index confirmation_token_idx on auth.users (confirmation_token)
  where confirmation_token::text !~ '^[0-9 ]*$';
create unique index recovery_token_idx on auth.users (recovery_token)
  where recovery_token::text !~ '^[0-9 ]*$';
create unique index email_change_token_current_idx on auth.users (email_change_token_current)
  where email_change_token_current::text !~ '^[0-9 ]*$';
create unique index email_change_token_new_idx on auth.users (email_change_token_new)
  where email_change_token_new::text !~ '^[0-9 ]*$';
create unique index reauthentication_token_idx on auth.users (reauthentication_token)
  where reauthentication_token::text !~ '^[0-9 ]*$';
alter table auth.users enable row level security;

-- The ways in which a person signs in (e-mail, phone).
create table auth.identities (
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  id uuid primary key default gen_random_uuid(),
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email text_pattern_ops);
alter table auth.identities enable row level security;

-- Sessions and their single-use refresh tokens.
create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  factor_id uuid,
  aal auth.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text,
  oauth_client_id uuid,
  refresh_token_hmac_key text,
  refresh_token_counter bigint,
  scopes text
);
create index sessions_user_id_idx on auth.sessions (user_id);
create index sessions_not_after_idx on auth.sessions (not_after desc);
create index user_id_created_at_idx on auth.sessions (user_id, created_at);

create table auth.refresh_tokens (
  instance_id uuid,
  id bigserial primary key,
  token varchar(255) constraint refresh_tokens_token_unique unique,
  user_id varchar(255),
  revoked boolean default false,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  parent varchar(255),
  session_id uuid references auth.sessions (id) on delete cascade
);
create index refresh_tokens_instance_id_idx on auth.refresh_tokens (instance_id);
create index refresh_tokens_instance_id_user_id_idx on auth.refresh_tokens (instance_id, user_id);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;

-- The second factor: what is enrolled, what is being asked, and how a session was proved.
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create index factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (
  friendly_name, user_id)
  where trim(friendly_name) <> '';

create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null constraint mfa_challenges_auth_factor_id_fkey
    references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  id uuid constraint amr_id_pk primary key,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (
    session_id, authentication_method)
);
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_amr_claims enable row level security;

-- Confirmation and recovery links: only a hash is kept, one of each kind per person.
create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now()
);
create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (
  user_id, token_type);
create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);
alter table auth.one_time_tokens enable row level security;

-- What a policy asks about the caller, read from the claims that are set for one transaction.
create function auth.jwt() returns jsonb language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;

create function auth.uid() returns uuid language sql stable as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;

create function auth.role() returns text language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
$$;

create function auth.email() returns text language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
$$;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email()
  to anon, authenticated, service_role;

-- The first statement of every request: a token is only as good as the session that it was made
-- for. Tokens without a person (the anonymous and the service key) pass at once, and so does a
-- person who is banned, to whom row security shows nothing and who writes nothing. PT401 is
-- PostgREST's way to say HTTP 401. A token from when its session was proved by a factor that is
-- gone would find every list empty, while another factor waits for its code: it is refused, the
-- client refreshes it, and the next one says what the session is.
create function private.check_session(p_claims jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  identifier constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  proved boolean;
begin
  if p_claims ->> 'sub' is null then
    return;
  end if;
  select coalesce(aal, 'aal1') >= 'aal2' into proved
  from auth.sessions
  where id = (
      case when p_claims ->> 'session_id' ~* identifier then p_claims ->> 'session_id' end)::uuid
    and user_id::text = p_claims ->> 'sub'
    and (not_after is null or not_after > now());
  if not found then
    if exists (
      select from auth.users
      where id = (case when p_claims ->> 'sub' ~* identifier then p_claims ->> 'sub' end)::uuid
        and banned_until > now()
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
grant execute on function private.check_session(jsonb) to anon, authenticated, authenticator,
  service_role;

-- The same for Supabase's own PostgREST, which calls it before each request (setting
-- db-pre-request).
create function private.check_request() returns void
language sql stable set search_path = '' as $$
  select private.check_session(auth.jwt());
$$;
grant execute on function private.check_request() to anon, authenticated, service_role;

-- Where there is no PostgREST the setting means nothing, and only a superuser may make it.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'private.check_request';
exception
  when insufficient_privilege then null;
end
$$;

-- Whether the password belongs to a bcrypt hash, also to one that another program made. Takes as
-- long where there is no hash.
create function private.matches_password(p_password text, p_hash text) returns boolean
language sql immutable set search_path = '' as $$
  select extensions.crypt(p_password, hash) = hash
  from (values (coalesce(
    nullif(regexp_replace(p_hash, '^\$2[by]\$', '$2a$'), ''),
    -- Of 32 random bytes that nobody kept.
    '$2a$10$M5zLiwFX1Z/muWmxX1itGu.1s3w8LCOdBUOIXVsjGkAsTNSgQzb3e'))) as known (hash);
$$;

-- Makes the identities and the providers say what the account's e-mail and phone are now, as GoTrue
-- keeps them.
create function private.sync_identities(p_user_id uuid) returns void
language sql set search_path = '' as $$
  insert into auth.identities (
    provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  select account.id::text, account.id,
    jsonb_build_object(
      'sub', account.id, way.provider, way.address, way.provider
        || '_verified', way.confirmed_at is not null),
    way.provider, now(), now(), now()
  from auth.users as account
  cross join lateral (values
    ('email', account.email::text, account.email_confirmed_at),
    ('phone', account.phone, account.phone_confirmed_at)
  ) as way (provider, address, confirmed_at)
  where account.id = p_user_id and way.address <> ''
  on conflict (provider_id, provider) do update
  set identity_data = identities.identity_data || excluded.identity_data, updated_at = now();

  update auth.users
  set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
    select jsonb_build_object(
      'provider', min(provider), 'providers', jsonb_agg(provider order by provider))
    from auth.identities
    where user_id = p_user_id
  )
  where id = p_user_id;
$$;

-- Links that were mailed earlier lead nowhere any more.
create function private.forget_one_time_tokens(p_user_id uuid) returns void
language sql set search_path = '' as $$
  delete from auth.one_time_tokens where user_id = p_user_id;
  update auth.users
  set confirmation_token = '', recovery_token = '', email_change = '', email_change_token_new = '',
    email_change_token_current = '', email_change_confirm_status = 0, reauthentication_token = ''
  where id = p_user_id;
$$;

-- Forgets used tokens a week after their use, so many at a time. The one before a session's newest
-- stays, since a client that never saw the answer may bring it however late. The mail worker
-- calls it each minute.
create function private.sweep_used_tokens() returns void
language sql set search_path = '' as $$
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

-- The address of an account of which is known that its owner reads it: they have opened a link that
-- was mailed to it, or an administrator or the service key has vouched for it.
-- auth.users.email_confirmed_at does not tell, since who opens an account confirms it there, so
-- that its owner can sign in.
create table private.proven_emails (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null
);
alter table private.proven_emails enable row level security;

-- Keeps that the account's present address is its owner's.
create function private.prove_email(p_user_id uuid) returns void
language sql set search_path = '' as $$
  insert into private.proven_emails (user_id, email)
  select id, email from auth.users where id = p_user_id and email <> ''
  on conflict (user_id) do update set email = excluded.email;
$$;

-- Another address than the one that was proved has to be proved itself.
create function private.is_email_proven(p_user_id uuid, p_email text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.proven_emails where user_id = p_user_id and email = p_email);
$$;

-- A code of an authenticator app works once (RFC 6238, 5.2). What is kept of each factor is the
-- time step (of 30 seconds) of the last code that was accepted: the same and every older one is
-- refused, whichever process it reaches.
create table private.factor_steps (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  step bigint not null
);
alter table private.factor_steps enable row level security;

-- Recovery codes, so that a lost phone is not a lost account (supabase-js: auth.mfa.recoveryCodes).
-- One set per person, which is shown among the person's factors. GoTrue's own tables have no place
-- for them yet, so they stand apart.
create table private.recovery_sets (
  user_id uuid primary key references auth.users (id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  friendly_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.recovery_sets enable row level security;

-- A code has 80 random bits, so a plain hash of it cannot be turned back.
create table private.recovery_codes (
  set_id uuid not null references private.recovery_sets (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (set_id, code_hash)
);
alter table private.recovery_codes enable row level security;

-- attempts.sql

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

-- Forgets callers who have been quiet, and addresses that nobody has entered from for three months.
-- Called each minute.
create function private.sweep_attempts() returns void
language sql set search_path = '' as $$
  delete from private.attempts where used_until < now();
  delete from private.known_addresses where seen_at < now() - interval '90 days';
$$;

-- storage.sql

-- Buckets and the objects in them, in Supabase Storage's layout.
create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index name_prefix_search on storage.objects (name text_pattern_ops);

create function storage.foldername(name text) returns text[]
language sql immutable
as $$ select (string_to_array(name, '/'))[1:array_length(string_to_array(name, '/'), 1) - 1] $$;

create function storage.filename(name text) returns text
language sql immutable
as $$ select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $$;

grant execute on function storage.foldername(text), storage.filename(text) to anon, authenticated,
  service_role;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select on storage.buckets to authenticated;
grant all on storage.buckets to service_role;
grant select, insert, update, delete on storage.objects to authenticated;
grant all on storage.objects to service_role;

-- mail.sql

-- The outbox: a mail is stored by the transaction that gives cause for it and sent afterwards by
-- the mail worker. graphile_worker's own schema is installed before the migrations run. Sent
-- mails are kept 30 days, without their data; those that were given up stay.
create table private.outgoing_mail (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template ~ '^[a-z][a-z-]{2,40}$'),
  -- One address and nothing that a mail header or an SMTP command could take for more.
  recipient text not null check (
    recipient ~ '^[^[:space:][:cntrl:],;:<>()"\\@]+@[^[:space:][:cntrl:],;:<>()"\\@]+$'
    and length(recipient) <= 320
  ),
  -- What the template needs, secrets included; emptied once the mail is sent.
  data jsonb not null default '{}'::jsonb check (jsonb_typeof(data) = 'object'),
  -- Given at the first attempt and kept for all later ones, so that a receiver can tell a
  -- repetition.
  message_id text unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  due_at timestamptz not null default now(),
  -- While a worker is sending; a claim that has run out belongs to a worker that died.
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null))
);
create index outgoing_mail_due_idx on private.outgoing_mail (due_at) where state = 'queued';
create index outgoing_mail_recipient_idx on private.outgoing_mail (recipient, created_at);
create index outgoing_mail_sent_idx on private.outgoing_mail (sent_at) where state = 'sent';
create index outgoing_mail_dead_idx on private.outgoing_mail (created_at desc) where state = 'dead';
alter table private.outgoing_mail enable row level security;

-- Stores a mail and its job in the caller's own transaction: both are there after the commit, or
-- neither. Takes the name of a template in mails and what it needs; gives the mail's
-- id; a malformed address raises 23514.
create function private.queue_mail(
  p_template text, p_recipient text, p_data jsonb default '{}'::jsonb)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  insert into private.outgoing_mail (template, recipient, data)
  values (p_template, p_recipient, coalesce(p_data, '{}'::jsonb))
  returning id into v_id;

  perform graphile_worker.add_job(
    'send_mail', json_build_object('id', v_id), job_key => 'mail:' || v_id);
  return v_id;
end
$$;

-- The same, unless such a mail to that person was queued within the interval (gives null then): for
-- mails that a stranger can cause, so that a repetition has one effect and nobody's mailbox is
-- flooded.
create function private.queue_mail_once_per(
  p_interval interval, p_template text, p_recipient text, p_data jsonb default '{}'::jsonb)
returns uuid language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('mail:' || p_template || ':' || p_recipient, 0));
  if exists (
    select from private.outgoing_mail
    where recipient = p_recipient and template = p_template and created_at > now() - p_interval
  ) then
    return null;
  end if;
  return private.queue_mail(p_template, p_recipient, p_data);
end
$$;

-- A new link that proves an account's e-mail: the token goes into the mail, only its hash stays.
-- Where the account is confirmed already the mail says what for.
create function private.send_verification_mail(p_user_id uuid, p_name text) returns void
language plpgsql set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  token_hash text := encode(extensions.digest(token, 'sha256'), 'hex');
  account auth.users;
begin
  update auth.users
  set confirmation_token = token_hash, confirmation_sent_at = now()
  where id = p_user_id
  returning * into account;

  insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
  values (gen_random_uuid(), p_user_id, 'confirmation_token', token_hash, account.email)
  on conflict (user_id, token_type) do update
  set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
    created_at = excluded.created_at, updated_at = excluded.updated_at;

  perform private.queue_mail(
    case when account.email_confirmed_at is null then 'verify-email' else 'prove-email' end,
    account.email, jsonb_build_object('name', p_name, 'token', token));
end
$$;

-- reload.sql

-- The schema cache of /rest/v1 is renewed whenever the schema changes. Supabase has these triggers;
-- where the migrating role is no superuser it may not make them, and the backend reloads after it
-- has migrated.
create function private.notify_schema_change() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  notify pgrst, 'reload schema';
end
$$;

do $$
begin
  if exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    return;
  end if;
  create event trigger pgrst_ddl_watch on ddl_command_end
    when tag in (
      'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO',
      'ALTER TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW',
      'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE TYPE', 'ALTER TYPE',
      'CREATE RULE', 'CREATE TRIGGER', 'COMMENT', 'GRANT', 'REVOKE'
    )
    execute function private.notify_schema_change();
  create event trigger pgrst_drop_watch on sql_drop
    execute function private.notify_schema_change();
exception
  when insufficient_privilege then
    raise notice 'no event triggers: the role that migrates is no superuser';
end
$$;
