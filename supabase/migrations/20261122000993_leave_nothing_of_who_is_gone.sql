-- The request of an applicant whose account was deleted stayed in the administrators' list, with name and phone, where it could only be rejected: by a mail to an address whose owner
-- might have asked anew. What was decided stays, as a rejection leaves it.
create function private.forget_waiting_request() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  delete from public.access_requests where user_id = old.id and status = 'pending';
  return old;
end
$$;

revoke execute on function private.forget_waiting_request() from public;

create trigger forget_waiting_request before delete on auth.users
  for each row execute function private.forget_waiting_request();

delete from public.access_requests where user_id is null and status = 'pending';

-- As before; the requests go with their accounts.
create or replace function private.sweep_unconfirmed_requests() returns void
language sql volatile
set search_path = ''
as $$
  with forgotten as (
    select account.id
    from public.access_requests as request
    join public.profiles as profile on profile.id = request.user_id
    join auth.users as account on account.id = profile.id
    where request.status = 'pending'
      and request.created_at < now() - interval '30 days'
      and greatest(account.confirmation_sent_at, account.recovery_sent_at, account.created_at) < now() - interval '30 days'
      and account.email_confirmed_at is null and account.phone_confirmed_at is null
      and not private.is_account_used(account.id)
    order by request.created_at
    limit 1000
    for update of request, profile, account skip locked
  )
  delete from auth.users where id in (select id from forgotten);
$$;

-- Guesses at recovery codes count by the person and the place: whoever has somebody's password could use up all of the owner's.
drop function private.take_code_attempt(text, uuid);
drop function private.forget_code_attempts(text, uuid);

-- Takes one of five attempts in five minutes, and of fifty in a day, at a code ('factor' or 'recovery') for one guesser.
create function private.take_code_attempt(p_kind text, p_guesser text) returns boolean
language sql volatile
set search_path = ''
as $$
  select private.take_attempt(p_kind || '_code', p_guesser, 5, interval '5 minutes')
    and private.take_attempt(p_kind || '_code_day', p_guesser, 50, interval '24 hours');
$$;

create function private.forget_code_attempts(p_kind text, p_guesser text) returns void
language sql volatile
set search_path = ''
as $$
  delete from private.attempts
  where key in (private.attempt_key(p_kind || '_code', p_guesser), private.attempt_key(p_kind || '_code_day', p_guesser));
$$;

revoke execute on function private.take_code_attempt(text, text), private.forget_code_attempts(text, text) from public;
