-- What was kept of people before the baselines, as it is kept today. Triggers are silent here.

-- Whoever has an address that became a route gets another one; the old one goes on leading there.
with moved as (
  select id, public_slug from public.profiles
  where public_slug in ('leads', 'manifest', 'preview', 'prospectos')
),
changed as (
  update public.profiles set public_slug = private.free_slug(moved.public_slug)
  from moved where profiles.id = moved.id
)
insert into private.past_slugs (slug, profile_id) select public_slug, id from moved
on conflict (slug) do update set profile_id = excluded.profile_id;

-- Accounts that are inactive are closed. Links that confirm an address stay: most of these wait.
update auth.users set banned_until = now() + interval '100 years'
where coalesce(banned_until < now() + interval '50 years', true)
  and id in (select id from public.profiles where not is_active);

delete from auth.sessions where user_id in (select id from public.profiles where not is_active);

delete from auth.one_time_tokens
where token_type = 'recovery_token'
  and user_id in (select id from public.profiles where not is_active);

update auth.users set recovery_token = ''
where recovery_token <> '' and id in (select id from public.profiles where not is_active);

-- Of people who are gone nothing personal stays.
delete from public.access_requests where user_id is null and status = 'pending';

update public.access_requests
set name = '******', phone = '******', email = '******', message = null
where user_id is null;

update public.audit_log as line
set difference = private.blank_difference(difference)
where case line.table_name
    when 'profiles' then not exists (select from public.profiles where id = line.row_id)
    when 'leads' then not exists (select from public.leads where id = line.row_id)
    when 'access_requests' then not exists (
      select from public.access_requests where id = line.row_id and user_id is not null)
    when 'mfa_factors' then true
    else false
  end;

do $$
begin
  -- Who switched off an account was kept nowhere: those of a dealership's salespeople count as
  -- switched off by an administrator, whom the dealership asks once.
  if not exists (
    select from pg_catalog.pg_attribute
    where attrelid = to_regclass('old_public.profiles') and attname = 'closed_by_admin'
  ) then
    update public.profiles set closed_by_admin = true
    where not is_active and role = 'vendedor' and dealership_id is not null;
  end if;

  -- A request that is as old as its account came with it; another one was added to an account that
  -- somebody had opened. Accounts that wait for a decision give back the phone that their request
  -- names; by it nobody signs in until then.
  if to_regclass('old_private.sign_ups') is null then
    insert into private.sign_ups (user_id)
    select distinct account.id
    from auth.users as account
    join public.access_requests as request on request.user_id = account.id
    where request.status = 'pending' and request.created_at = account.created_at;

    update auth.users set phone = null, phone_confirmed_at = null, updated_at = now()
    where phone <> '' and private.is_waiting(id) and not private.is_account_used(id);
    delete from auth.identities
    where provider = 'phone' and private.is_waiting(user_id)
      and not exists (select from auth.users where id = user_id and phone <> '');
    perform private.sync_identities(user_id)
    from public.access_requests where status = 'pending' and user_id is not null;
  end if;

  -- Whoever has confirmed an address goes on getting mails. Salespeople whose address was confirmed
  -- the moment they were added to a dealership, which may have given any, open a link once.
  if to_regclass('old_private.proven_emails') is null then
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
  end if;
end
$$;

-- Vehicles are numbered in the order in which they came.
update public.vehicles as vehicle
set stock_number = 'A-' || lpad(numbered.n::text, greatest(4, length(numbered.n::text)), '0')
from (
  select id, row_number() over (partition by user_id order by created_at, id) as n
  from public.vehicles
) as numbered
where numbered.id = vehicle.id;

insert into private.stock_counters (dealership_id, given)
select user_id, count(*) from public.vehicles group by user_id;

-- Whoever could write when a vehicle had changed may have told a time that no sitemap can say.
update public.vehicles set updated_at = now() where updated_at not between '2000-01-01' and now();
