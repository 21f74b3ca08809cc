-- Recovery codes, so that a lost phone is not a lost account (supabase-js: auth.mfa.recoveryCodes). One set per person, which the api
-- shows among the person's factors. GoTrue's own tables have no place for them yet, so they stand apart.
create table private.recovery_sets (
  user_id uuid primary key references auth.users (id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  friendly_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A code has 80 random bits, so a plain hash of it cannot be turned back.
create table private.recovery_codes (
  set_id uuid not null references private.recovery_sets (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (set_id, code_hash)
);

-- Nobody reads or writes them through a role of the api; there is no policy on purpose.
alter table private.recovery_sets enable row level security;
alter table private.recovery_codes enable row level security;
revoke all on private.recovery_sets, private.recovery_codes from public, anon, authenticated, service_role;
