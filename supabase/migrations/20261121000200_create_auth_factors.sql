-- The second factor: what is enrolled, what is being asked, and how a session was proved. GoTrue's layout.
do $$
begin
  if to_regclass('auth.mfa_factors') is not null then
    return;
  end if;

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
  create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
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
    constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
  );

  alter table auth.mfa_factors enable row level security;
  alter table auth.mfa_challenges enable row level security;
  alter table auth.mfa_amr_claims enable row level security;
end
$$;
