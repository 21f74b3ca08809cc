-- The outbox: a transaction stores a mail, and the mail worker sends it after the commit.
-- graphile_worker's own schema is installed before the migrations run. Sent mails are kept for 30
-- days without their data; dead ones are kept.
create table private.outgoing_mail (
  id uuid primary key default gen_random_uuid(),
  template text not null check (template ~ '^[a-z][a-z-]{2,40}$'),
  -- A single address, without characters that a mail header or SMTP command could misread.
  recipient text not null check (
    recipient ~ '^[^[:space:][:cntrl:],;:<>()"\\@]+@[^[:space:][:cntrl:],;:<>()"\\@]+$'
    and length(recipient) <= 320
  ),
  -- The template's data, including secrets; emptied once the mail is sent.
  data jsonb not null default '{}'::jsonb check (jsonb_typeof(data) = 'object'),
  -- Set at the first attempt and the same for all later ones, so that receivers detect a
  -- repetition.
  message_id text unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  due_at timestamptz not null default now(),
  -- Set while a worker is sending; an expired claim belongs to a worker that died.
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

-- Stores a mail and its job in the caller's transaction. Takes a template name and its data, and
-- returns the mail's id. A malformed address raises 23514.
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

-- As queue_mail, but returns null if such a mail to that address was queued within the interval.
-- For mails that anyone can trigger, so that repeated requests do not flood a mailbox.
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

-- Sends a new confirmation link: the token is only in the mail, the database stores its hash. For a
-- confirmed account, the mail explains why the address must be confirmed.
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
