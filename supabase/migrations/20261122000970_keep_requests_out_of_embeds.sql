-- Requests for access are embedded nowhere, whoever asks (threat 11): they belong to an account, of which a profile is only what others see. What a request
-- asks for is a column of its account's profile for administrators.
alter table public.access_requests
  drop constraint access_requests_user_id_fkey,
  drop constraint access_requests_decided_by_fkey,
  add constraint access_requests_user_id_fkey foreign key (user_id) references auth.users (id) on delete set null,
  add constraint access_requests_decided_by_fkey foreign key (decided_by) references auth.users (id) on delete set null;

create function public.asked_role(profile public.profiles) returns text
language sql stable
set search_path = ''
as $$
  select account_type from public.access_requests
  where user_id = profile.id and status = 'pending'
  order by created_at desc
  limit 1
$$;

comment on function public.asked_role(public.profiles) is 'The role that the pending access request of the account asks for, as an administrator sees it; null for others and where nothing waits for a decision.';

revoke execute on function public.asked_role(public.profiles) from public;
grant execute on function public.asked_role(public.profiles) to authenticated, service_role;
