-- Confirmation and recovery links: only a hash is kept, one of each kind per person. GoTrue's layout.
do $$
begin
  if to_regclass('auth.one_time_tokens') is not null then
    return;
  end if;

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

  create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
  create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
  create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);

  alter table auth.one_time_tokens enable row level security;
end
$$;
