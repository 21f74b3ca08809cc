-- A mail on Monday morning to subscribers: what came and sold last week, what has been on the lot
-- for long, and who waits for an answer.

create table private.weekly_mails (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  wanted boolean not null default true,
  -- The Monday of the last mail, or of the week of subscription.
  written_for date not null,
  -- The subscriber's browser time zone, for a dealership without one.
  zone text check (length(zone) <= 64),
  -- Unsubscribes from the mail, and grants nothing else.
  key uuid not null unique default gen_random_uuid()
);
create index weekly_mails_due_idx on private.weekly_mails (written_for) where wanted;
alter table private.weekly_mails enable row level security;

-- The Monday of the latest mail; on a Monday its own date from seven o'clock.
create function private.mail_monday(p_time timestamp) returns date
language sql immutable set search_path = '' as $$
  select date_trunc('week', p_time - interval '7 hours')::date;
$$;

-- The caller's address, whether work mails go to it, and whether the weekly mail does.
create function public.get_own_mailbox()
returns table (email text, is_proven boolean, wants_weekly boolean)
language sql stable security definer set search_path = '' as $$
  select profile.email, private.is_email_proven(profile.id, profile.email),
    coalesce(weekly.wanted, false)
  from public.profiles as profile
  left join private.weekly_mails as weekly on weekly.user_id = profile.id
  where profile.id = auth.uid() and private.is_proven();
$$;
grant execute on function public.get_own_mailbox() to authenticated;

-- Switches the caller's weekly mail on or off; the first comes next Monday. p_zone is the browser's
-- time zone.
create function public.set_weekly_mail(p_wanted boolean, p_zone text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  zone text := private.known_zone(p_zone);
begin
  perform private.require_write();
  if not exists (
    select from public.profiles
    where id = auth.uid() and role in ('concesionario', 'vendedor')
  ) then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  insert into private.weekly_mails as weekly (user_id, wanted, zone, written_for)
  values (auth.uid(), p_wanted, zone, private.mail_monday(now() at time zone zone))
  on conflict (user_id) do update
  set wanted = excluded.wanted, zone = excluded.zone,
    written_for = greatest(weekly.written_for, excluded.written_for)
  where weekly.wanted <> excluded.wanted;
end
$$;
grant execute on function public.set_weekly_mail(boolean, text) to authenticated;

-- Unsubscribes the owner of this key, which is in each mail. Ignores unknown keys silently.
create function public.stop_weekly_mail(p_key uuid) returns void
language sql security definer set search_path = '' as $$
  update private.weekly_mails set wanted = false where key = p_key and wanted;
$$;
grant execute on function public.stop_weekly_mail(uuid) to anon, authenticated, service_role;

-- What the seven days from p_from brought to a person, and what is to do; null if nothing. A
-- dealership gets everything; a salesperson the dealership's vehicles and their own sales and
-- leads, and figures only if permitted.
create function private.weekly_news(p_person public.profiles, p_from date, p_zone text)
returns jsonb
language sql stable set search_path = '' as $$
  with reader as (
    select p_person.role = 'concesionario' as leads,
      case p_person.role when 'concesionario' then p_person.id else p_person.dealership_id end
        as dealership_id,
      p_person.role = 'concesionario' or exists (
        select from public.figure_viewers as viewer
        where viewer.id = p_person.id and viewer.dealership_id = p_person.dealership_id)
        as sees_figures
  ),
  entered as (
    select vehicle.id, vehicle.price, reader.sees_figures, reader.dealership_id,
      (vehicle.created_at at time zone p_zone)::date as day
    from reader join public.vehicles as vehicle on vehicle.user_id = reader.dealership_id
  ),
  lot as materialized (
    select lot.id, lot.title, lot.price, lot.cost, seen.since, entered.day as entered_on,
      greatest(p_from + 7 - seen.since, 0) as days
    from entered
    join public.lot as lot on lot.id = entered.id
    left join public.vehicle_figures as figures on figures.id = entered.id
    -- As public.lot shows it to people who may not see the acquisition date.
    cross join lateral (select coalesce(
      case when entered.sees_figures then figures.acquired_on end, entered.day) as since) as seen
  ),
  came as (
    select count(*) as n, jsonb_agg(jsonb_build_object('id', id, 'title', title, 'price', price)
      order by since desc, title, id) filter (where place <= 8) as rows
    from (
      select *, row_number() over (order by since desc, title, id) as place
      from (
        select id, title, price, since, entered_on from lot
        union all
        -- Vehicles sold since have left the lot and may be deleted. One entered after its sale did
        -- not come.
        select sale.vehicle_id, sale.vehicle_title, entered.price,
          coalesce(case when reader.sees_figures
            then coalesce(sale.acquired_on, figures.acquired_on) end, came.day), came.day
        from reader
        -- Not public.sales, which dates entries in a time zone of its own.
        join public.deals as sale on sale.dealership_id = reader.dealership_id
          and sale.kind = 'Venta' and sale.ended_at is null
        left join public.vehicle_figures as figures on figures.id = sale.vehicle_id
        left join entered on entered.id = sale.vehicle_id
        cross join lateral (
          select case when entered.day <= sale.day then entered.day end as day) as came
        where sale.day >= p_from
      ) as any_vehicle
      where since between p_from and p_from + 6 or entered_on between p_from and p_from + 6
    ) as vehicle
  ),
  stands as (
    select count(*) as n, sum(cost) as cost, count(cost) as with_cost,
      jsonb_agg(jsonb_build_object('id', id, 'title', title, 'days', days)
        order by days desc, title, id) filter (where place <= 5) as rows
    from (select *, row_number() over (order by days desc, title, id) as place
      from lot where days > 60) as vehicle
  ),
  sold as (
    select count(*) as n, sum(price) as price, sum(margin) as margin,
      count(price) as with_price, count(margin) as with_margin,
      jsonb_agg(jsonb_build_object('id', vehicle_id, 'title', vehicle_title,
        'price', case when sees_figures then price end,
        'margin', case when sees_figures then margin end)
        order by day desc, vehicle_title, id) filter (where place <= 8) as rows
    from (
      select sale.*, reader.sees_figures,
        row_number() over (order by sale.day desc, sale.vehicle_title, sale.id) as place
      from reader join public.sales as sale on sale.dealership_id = reader.dealership_id
      where sale.day between p_from and p_from + 6
        and (reader.leads or sale.seller_id = p_person.id)) as sale
  ),
  waits as (
    select count(*) as n, jsonb_agg(jsonb_build_object('id', id,
        'name', coalesce(referred_name, name), 'vehicle', vehicle_title,
        'seller', case when leads and recipient_id <> p_person.id then recipient_name end,
        'minutes', floor(extract(epoch from now() - created_at) / 60))
      order by created_at, id) filter (where place <= 10) as rows
    from (
      select lead.*, reader.leads,
        row_number() over (order by lead.created_at, lead.id) as place
      from reader join public.leads as lead on case
        when reader.leads then lead.dealership_id = p_person.id
        else lead.recipient_id = p_person.id
          and (lead.dealership_id is null or lead.dealership_id = p_person.dealership_id) end
      where lead.state = 'Nuevo' and lead.answered_at is null
        and lead.kind <> 'direct_contact') as lead
  )
  select jsonb_strip_nulls(jsonb_build_object(
    'name', private.display_name(p_person),
    'from', p_from,
    'currency', (select config #>> '{profile,currency}' from public.profiles
      where id = reader.dealership_id),
    'came', jsonb_build_object('n', came.n, 'rows', came.rows),
    'sold', jsonb_build_object('n', sold.n, 'rows', sold.rows,
      'price', case when reader.sees_figures then sold.price end,
      'withPrice', case when reader.sees_figures then sold.with_price end,
      'margin', case when reader.sees_figures then sold.margin end,
      'withMargin', case when reader.sees_figures then sold.with_margin end),
    'stands', jsonb_build_object('n', stands.n, 'rows', stands.rows,
      'cost', case when reader.sees_figures then stands.cost end,
      'withCost', case when reader.sees_figures then stands.with_cost end),
    'waits', jsonb_build_object('n', waits.n, 'rows', waits.rows)))
  from reader, came, sold, stands, waits
  where came.n + sold.n + stands.n + waits.n > 0;
$$;

-- Queues the due mails: from Monday seven o'clock at the dealership, once each, even with several
-- processes. Each call queues a batch; the rest follows a minute later.
create function private.queue_weekly_mails(p_now timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  due record;
  news jsonb;
begin
  for due in
    select weekly.user_id, weekly.key, person, place.zone, private.lead_mailbox(person) as mailbox,
      clock.time::date as monday
    from private.weekly_mails as weekly
    join public.profiles as person
      on person.id = weekly.user_id and person.is_active
        and person.role in ('concesionario', 'vendedor')
    left join public.profiles as dealership
      on dealership.id = coalesce(person.dealership_id, person.id)
    cross join lateral (
      select private.known_zone(
        dealership.config #>> '{profile,hours,zone}', weekly.zone) as zone
    ) as place
    cross join lateral (select p_now at time zone place.zone as time) as clock
    where weekly.wanted
      -- Where Monday begins first.
      and weekly.written_for < private.mail_monday(p_now at time zone 'utc' + interval '14 hours')
      and dealership.is_active
      and clock.time::date = private.mail_monday(clock.time)
      and weekly.written_for < clock.time::date
      and private.lead_mailbox(person) is not null
    limit 100
    for update of weekly skip locked
  loop
    update private.weekly_mails set written_for = due.monday where user_id = due.user_id;
    news := private.weekly_news(due.person, due.monday - 7, due.zone);
    if news is not null then
      perform private.queue_mail('weekly', due.mailbox, news || jsonb_build_object('key', due.key));
    end if;
  end loop;
end
$$;
