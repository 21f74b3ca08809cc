-- Browsers that show a notice for new leads (Web Push), even with no page open.

-- Whether an address belongs to a browser vendor's push service; notices go nowhere else.
create function private.is_push_service(p_endpoint text) returns boolean
language sql immutable set search_path = '' as $$
  select p_endpoint ~ ('^https://(fcm\.googleapis\.com|([a-z0-9-]+\.)+push\.services\.mozilla\.com'
    || '|([a-z0-9-]+\.)+notify\.windows\.com|([a-z0-9-]+\.)*push\.apple\.com)'
    || '/[^[:space:][:cntrl:]]+$');
$$;

-- A person's subscribed browsers; a subscription ends with its session. Written only by
-- public.subscribe_to_push.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  -- The push service's address for the browser, and the keys that encrypt for it.
  endpoint text not null unique
    check (length(endpoint) <= 1000 and private.is_push_service(endpoint)),
  p256dh text not null check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default now()
);
create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id, created_at);
create index push_subscriptions_session_id_idx on public.push_subscriptions (session_id);
alter table public.push_subscriptions enable row level security;
-- A page checks whether its browser is subscribed; it does not need the keys.
grant select (id, endpoint, created_at), delete on public.push_subscriptions to authenticated;

-- A person sees their own browsers.
create policy push_subscriptions_select_own on public.push_subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_proven()));

-- A person unsubscribes their own browsers.
create policy push_subscriptions_delete_own on public.push_subscriptions
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_proven()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.push_subscriptions
  for each statement execute function private.refuse_caller_without_write();

-- Subscribes this browser to the caller's leads. A browser has one person: another person's
-- subscription is deleted, and its queued notices with it. More than ten replace the oldest.
create function public.subscribe_to_push(p_endpoint text, p_p256dh text, p_auth text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_write();
  if not exists (
    select from public.profiles
    where id = auth.uid() and role in ('concesionario', 'vendedor')
  ) then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif not private.is_push_service(p_endpoint) then
    raise exception 'Este navegador recibe avisos por un servicio que no conocemos.';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('push:' || auth.uid(), 0));
  delete from public.push_subscriptions where endpoint = p_endpoint and user_id <> auth.uid();
  insert into public.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
  values (auth.uid(), (auth.jwt() ->> 'session_id')::uuid, p_endpoint, p_p256dh, p_auth)
  on conflict (endpoint) do update
  set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
    created_at = clock_timestamp()
  where push_subscriptions.user_id = excluded.user_id;
  delete from public.push_subscriptions
  where id in (
    select id from public.push_subscriptions
    where user_id = auth.uid() order by created_at desc, id offset 10);
end
$$;
grant execute on function public.subscribe_to_push(text, text, text) to authenticated;

-- Sends a test notice to one of the caller's browsers.
create function public.send_test_push(p_endpoint text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  subscription public.push_subscriptions;
begin
  perform private.require_write();
  select * into subscription from public.push_subscriptions
  where endpoint = p_endpoint and user_id = auth.uid();
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif not private.is_within_limit('push:test', auth.uid()::text) then
    raise exception 'Ya enviaste varias pruebas. Espera unos minutos.';
  end if;
  perform private.queue_push(subscription.id, 'push-test', '{}');
end
$$;
grant execute on function public.send_test_push(text) to authenticated;

-- Queues a notice in the caller's transaction. Mails have priority; after twelve attempts, about
-- sixteen hours, it is dropped.
create function private.queue_push(p_subscription_id uuid, p_template text, p_data jsonb)
returns void language plpgsql set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    'send_push',
    json_build_object('id', p_subscription_id, 'template', p_template, 'data', p_data),
    max_attempts => 12, priority => 10);
end
$$;

-- Queues a lead's notices for the people who are mailed: the recipient, and a salesperson's
-- dealership, on each browser. They name the customer and subject and link to the lead.
create function private.queue_lead_pushes(p_lead public.leads) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.queue_push(
    id,
    case p_lead.kind when 'referral' then 'new-referral' else 'new-inquiry' end,
    jsonb_strip_nulls(jsonb_build_object(
      'lead', p_lead.id, 'name', p_lead.name, 'vehicle', p_lead.vehicle_title,
      'referredName', p_lead.referred_name,
      'recipient', case when user_id <> p_lead.recipient_id then p_lead.recipient_name end)))
  from public.push_subscriptions
  where user_id in (p_lead.recipient_id, p_lead.dealership_id)
    and user_id is distinct from auth.uid();
end
$$;
