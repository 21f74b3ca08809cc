-- Browsers that show a notice when a lead comes (Web Push), also while no page of ours is open.

-- Whether an address is one of the browsers' own push services: ours are sent nowhere else.
create function private.is_push_service(p_endpoint text) returns boolean
language sql immutable set search_path = '' as $$
  select p_endpoint ~ ('^https://(fcm\.googleapis\.com|([a-z0-9-]+\.)+push\.services\.mozilla\.com'
    || '|([a-z0-9-]+\.)+notify\.windows\.com|([a-z0-9-]+\.)*push\.apple\.com)'
    || '/[^[:space:][:cntrl:]]+$');
$$;

-- Whose browser is told, by the session in which it was switched on: with that it ends. Written by
-- public.subscribe_to_push alone.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  -- Where the browser's service takes notices, and the keys that seal them for that browser.
  endpoint text not null unique
    check (length(endpoint) <= 1000 and private.is_push_service(endpoint)),
  p256dh text not null check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default now()
);
create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id, created_at);
create index push_subscriptions_session_id_idx on public.push_subscriptions (session_id);
alter table public.push_subscriptions enable row level security;
-- A page asks whether its browser is among them; the keys it has no need of.
grant select (id, endpoint, created_at), delete on public.push_subscriptions to authenticated;

-- A person sees the own browsers.
create policy push_subscriptions_select_own on public.push_subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_proven()));

-- A person switches the notices of the own browsers off.
create policy push_subscriptions_delete_own on public.push_subscriptions
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_proven()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.push_subscriptions
  for each statement execute function private.refuse_caller_without_write();

-- Tells this browser of the caller's leads from now on. A browser has one person at a time: the row
-- of another person goes, and with it the notices that wait for its id. Of more than ten the oldest
-- goes.
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

-- Sends a notice to this browser of the caller's, so that they see how it looks and that it comes.
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

-- Queues a notice in the caller's own transaction. Mails go first, and after twelve attempts, some
-- sixteen hours, it is given up.
create function private.queue_push(p_subscription_id uuid, p_template text, p_data jsonb)
returns void language plpgsql set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    'send_push',
    json_build_object('id', p_subscription_id, 'template', p_template, 'data', p_data),
    max_attempts => 12, priority => 10);
end
$$;

-- Queues the notices of a lead in its own transaction, for whoever is mailed too: the recipient, and
-- the dealership of a salesperson, on each of their browsers. They say who asks about what, and
-- lead to the very lead.
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
