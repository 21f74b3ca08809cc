-- GoTrue's own table of people, column for column, so that a dump restored into Supabase keeps every account and
-- password. On Supabase it exists and this does nothing.
do $$
begin
  if to_regclass('auth.users') is not null then
    return;
  end if;

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
    confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
    email_change_token_current varchar(255) default '',
    email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
    banned_until timestamptz,
    reauthentication_token varchar(255) default '',
    reauthentication_sent_at timestamptz,
    is_sso_user boolean not null default false,
    deleted_at timestamptz,
    is_anonymous boolean not null default false
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
end
$$;
