-- Anybody can ask for access with anybody's address; a request whose address nobody confirmed stayed for good, and with it the hash of a password. One that was confirmed, or
-- that an administrator has decided, stays as it is. Old rows without a confirmation go with the first run.

-- Forgets requests whose newest link was sent a month ago and confirmed nothing, with their accounts, so many at a time: the address and the phone are free again, and whoever asks
-- anew gets a new link. An account that somebody works with stays. The worker in api/mail calls it each minute. Request, profile, account: in this order everybody locks
-- them; what somebody else holds waits for the next minute.
create function private.sweep_unconfirmed_requests() returns void
language sql volatile
set search_path = ''
as $$
  with forgotten as (
    select request.id, account.id as user_id
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
  ), requests as (
    delete from public.access_requests where id in (select id from forgotten)
  )
  delete from auth.users where id in (select user_id from forgotten);
$$;

revoke execute on function private.sweep_unconfirmed_requests() from public;
