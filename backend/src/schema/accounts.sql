-- Account data besides Supabase's tables: session checks, confirmed addresses and recovery codes.

-- The first statement of every request: a token is only valid while its session is. Tokens without
-- a user (the anonymous and the service key) pass, and so does a banned user: row security shows
-- them nothing and they cannot write. PT401 is PostgREST's way to return HTTP 401. An aal2 token of
-- a removed factor would see empty lists while another factor waits for its code, so it is
-- rejected: the client then refreshes it and gets the session's real level.
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

-- The same for Supabase's own PostgREST, which calls it before each request (db-pre-request).
create function private.check_request() returns void
language sql stable set search_path = '' as $$
  select private.check_session(auth.jwt());
$$;
grant execute on function private.check_request() to anon, authenticated, service_role;

-- Without PostgREST the setting has no effect, and only a superuser can set it.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'private.check_request';
exception
  when insufficient_privilege then null;
end
$$;

-- Whether the password, as typed or in NFKC form, matches a bcrypt hash, also of other programs.
-- Takes the same time without a hash.
create function private.matches_password(p_password text, p_hash text) returns boolean
language sql immutable set search_path = '' as $$
  select extensions.crypt(p_password, hash) = hash
    or (p_password is not nfkc normalized
      and extensions.crypt(normalize(p_password, nfkc), hash) = hash)
  from (values (coalesce(
    nullif(regexp_replace(p_hash, '^\$2[by]\$', '$2a$'), ''),
    -- Of 32 random bytes that were not stored.
    '$2a$10$M5zLiwFX1Z/muWmxX1itGu.1s3w8LCOdBUOIXVsjGkAsTNSgQzb3e'))) as known (hash);
$$;

-- Updates identities and providers to match the account's current email and phone, in GoTrue's
-- format.
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

-- Invalidates all links that were sent.
create function private.forget_one_time_tokens(p_user_id uuid) returns void
language sql set search_path = '' as $$
  delete from auth.one_time_tokens where user_id = p_user_id;
  update auth.users
  set confirmation_token = '', recovery_token = '', email_change = '', email_change_token_new = '',
    email_change_token_current = '', email_change_confirm_status = 0, reauthentication_token = ''
  where id = p_user_id;
$$;

-- Deletes used tokens a week after their use, in batches. The parent of a session's newest token is
-- kept, because a client that lost the response may still send it. The mail worker calls this every
-- minute.
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

-- Addresses that the owner has confirmed by opening a mailed link, or that an administrator or the
-- service key vouched for. auth.users.email_confirmed_at does not show that: it is also set when an
-- administrator opens an account, so that its owner can sign in.
create table private.proven_emails (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null
);
alter table private.proven_emails enable row level security;

-- Records the account's current address as confirmed.
create function private.prove_email(p_user_id uuid) returns void
language sql set search_path = '' as $$
  insert into private.proven_emails (user_id, email)
  select id, email from auth.users where id = p_user_id and email <> ''
  on conflict (user_id) do update set email = excluded.email;
$$;

-- A new address must be confirmed again.
create function private.is_email_proven(p_user_id uuid, p_email text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.proven_emails where user_id = p_user_id and email = p_email);
$$;

-- A TOTP code works once (RFC 6238, 5.2). Stores the time step (of 30 seconds) of each factor's
-- last accepted code; that step and older ones are rejected, in every process.
create table private.factor_steps (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  step bigint not null
);
alter table private.factor_steps enable row level security;

-- Recovery codes, for users who lose their phone (supabase-js: auth.mfa.recoveryCodes). One set per
-- user, listed among the user's factors. GoTrue's tables have no place for them yet.
create table private.recovery_sets (
  user_id uuid primary key references auth.users (id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  friendly_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table private.recovery_sets enable row level security;

-- A code has 80 random bits, so a plain hash cannot be reversed.
create table private.recovery_codes (
  set_id uuid not null references private.recovery_sets (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (set_id, code_hash)
);
alter table private.recovery_codes enable row level security;
