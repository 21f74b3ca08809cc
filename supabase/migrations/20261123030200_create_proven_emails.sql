-- Inquiries were mailed to any address that an account, or its public page, had: one that nobody had confirmed, one that a dealership had given its salesperson, one that a dealer had typed.
-- A dealership could so have the platform write to strangers. auth.users.email_confirmed_at does not tell, since who opens an account confirms it there, so that its owner can sign in.

-- The address of an account of which is known that its owner reads it: they have opened a link that was mailed to it, or an administrator or the service key has vouched for it.
create table private.proven_emails (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null
);

-- No caller reads or writes it; there is no policy on purpose.
alter table private.proven_emails enable row level security;
revoke all on private.proven_emails from public, anon, authenticated, service_role;

-- Keeps that the account's present address is its owner's.
create function private.prove_email(p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  insert into private.proven_emails (user_id, email)
  select id, email from auth.users where id = p_user_id and email <> ''
  on conflict (user_id) do update set email = excluded.email;
$$;

-- Another address than the one that was proved has to be proved itself.
create function private.is_email_proven(p_user_id uuid, p_email text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from private.proven_emails where user_id = p_user_id and email = p_email);
$$;

create function private.prove_email_given_by_admin() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if private.is_admin() then
    perform private.prove_email(new.id);
  end if;
  return null;
end
$$;

create trigger prove_email_given_by_admin
  after insert or update of email on auth.users
  for each row execute function private.prove_email_given_by_admin();

-- Where somebody is told of leads: at the account's e-mail, once it is proved; null otherwise.
create or replace function private.lead_mailbox(p_profile public.profiles) returns text
language sql stable
set search_path = ''
as $$
  select p_profile.email
  where private.is_email_proven(p_profile.id, p_profile.email)
    and length(p_profile.email) <= 254
    and p_profile.email ~ '^[^[:space:][:cntrl:],;:<>()"\\@]+@[^[:space:][:cntrl:],;:<>()"\\@]+$';
$$;

-- The caller's own address, and whether inquiries are mailed to it.
create function public.get_own_mailbox() returns table (email text, is_proven boolean)
language sql stable security definer
set search_path = ''
as $$
  select profile.email, private.is_email_proven(profile.id, profile.email)
  from public.profiles as profile
  where profile.id = auth.uid() and private.is_proven();
$$;

-- A new link that proves an account's e-mail: the token goes into the mail, only its hash stays. Where the account is confirmed already the mail says what for.
create or replace function private.send_verification_mail(p_user_id uuid, p_name text) returns void
language plpgsql volatile
set search_path = ''
as $$
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

revoke execute on function private.prove_email(uuid), private.is_email_proven(uuid, text),
  private.prove_email_given_by_admin(), public.get_own_mailbox() from public;
grant execute on function public.get_own_mailbox() to authenticated;

-- Whoever has confirmed an address goes on getting mails. Salespeople whose address was confirmed the moment they were added to a dealership, which may have given any, have to open a link once.
insert into private.proven_emails (user_id, email)
select account.id, account.email
from auth.users as account
join public.profiles as profile using (id)
where account.email <> '' and account.email_confirmed_at is not null
  and (profile.dealership_id is null or account.email_confirmed_at > account.created_at
    or exists (
      select from auth.sessions as session
      join auth.mfa_amr_claims as proof on proof.session_id = session.id
      where session.user_id = account.id and proof.authentication_method = 'otp'));
