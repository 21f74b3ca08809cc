-- Differences on Supabase, which has its own auth and storage; scripts/prepare-project.ts runs it
-- after the other files.

-- The addresses of the gateway processes as Supabase sees them, in the form of private.network_of.
-- Only they may set the client's address.
alter table private.settings add column gateways text[] not null default '{}';

create or replace function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select private.network_of(case
    when private.network_of(seen) = any (gateways) then trim(split_part(told, ',', 1))
    else seen
  end)
  from private.settings
  cross join lateral (values (
    private.request_header('cf-connecting-ip'), private.request_header('x-forwarded-for')
  )) as request (seen, told);
$$;

-- GoTrue looks up a link's token as it is, without hashing.
create or replace function private.send_verification_mail(p_user_id uuid, p_name text) returns void
language plpgsql set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  account auth.users;
begin
  update auth.users
  set confirmation_token = token, confirmation_sent_at = now()
  where id = p_user_id
  returning * into account;

  insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
  values (gen_random_uuid(), p_user_id, 'confirmation_token', token, account.email)
  on conflict (user_id, token_type) do update
  set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
    created_at = excluded.created_at, updated_at = excluded.updated_at;

  perform private.queue_mail(
    case when account.email_confirmed_at is null then 'verify-email' else 'prove-email' end,
    account.email, jsonb_build_object('name', p_name, 'token', token));
end
$$;
