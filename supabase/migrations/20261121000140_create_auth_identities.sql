-- The ways in which a person signs in (e-mail, phone), in GoTrue's layout.
do $$
begin
  if to_regclass('auth.identities') is not null then
    return;
  end if;

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
end
$$;
