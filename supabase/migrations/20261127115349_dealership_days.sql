set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP VIEW "public"."lot";

DROP VIEW "public"."sales_by_month";

DROP VIEW "public"."sales";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_year_check";

DROP FUNCTION "private"."known_zone"(text);

DROP FUNCTION "public"."get_seller_board"(date, date, timestamp with time zone, timestamp with time zone);

DROP FUNCTION "public"."reserve_vehicle"(uuid, date, timestamp with time zone, text, text, numeric, boolean);

DROP FUNCTION "public"."sell_vehicle"(uuid, date, numeric, text, text, uuid, numeric);

ALTER TABLE "public"."deals" ALTER COLUMN "day" DROP DEFAULT;

ALTER TABLE "public"."vehicle_costs" ALTER COLUMN "spent_on" DROP DEFAULT;

CREATE OR REPLACE FUNCTION private.close_deals(p_vehicle public.vehicles)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.deals
  set vehicle_id = null,
    -- As much as the column holds, or nobody could delete the vehicle.
    cost = (select least(whole.cost, 999999999999.99)
      from private.whole_cost(p_vehicle.id) as whole (cost) where whole.cost is not null),
    acquired_on = coalesce((select figures.acquired_on from public.vehicle_figures as figures
      where figures.id = p_vehicle.id),
      private.entered_on(dealership_id, p_vehicle.created_at, day)),
    ended_at = case kind when 'Apartado' then coalesce(ended_at, now()) else ended_at end,
    ended_by = case kind when 'Apartado' then coalesce(ended_by, 'undone') else ended_by end
  where vehicle_id = p_vehicle.id;
$function$;

CREATE OR REPLACE FUNCTION private.count_for_seller(p_seller_id uuid, p_dealership_id uuid, p_shares integer, p_views integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.seller_days as today (seller_id, dealership_id, day, shares, views)
  values (p_seller_id, p_dealership_id, private.local_day(p_dealership_id), p_shares, p_views)
  on conflict (dealership_id, day, seller_id) do update
  set shares = least(today.shares + excluded.shares, 10000), views = today.views + excluded.views;
$function$;

CREATE OR REPLACE FUNCTION private.date_cost()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.spent_on := coalesce(new.spent_on, private.local_day(new.dealership_id));
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.entered_on(p_dealership_id uuid, p_time timestamp with time zone, p_sold_on date)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  day date := private.local_day(p_dealership_id, p_time);
begin
  return case when day <= p_sold_on then day end;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_acquisition()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or new.acquired_on is distinct from old.acquired_on then
    perform private.require_past_day(new.dealership_id, new.acquired_on);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_deal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seller public.profiles;
begin
  new.buyer_name := nullif(trim(new.buyer_name), '');
  new.buyer_phone := nullif(trim(new.buyer_phone), '');
  new.note := nullif(trim(new.note), '');
  if tg_op = 'INSERT' then
    new.day := coalesce(new.day, private.local_day(new.dealership_id));
  end if;
  if tg_op = 'INSERT' or new.day <> old.day then
    perform private.require_past_day(new.dealership_id, new.day);
  end if;
  if new.seller_id is null or (tg_op = 'UPDATE' and new.seller_id = old.seller_id) then
    return new;
  end if;

  select * into seller from public.profiles
  where id = new.seller_id and new.dealership_id in (id, dealership_id);
  if not found then
    raise check_violation using message = 'El vendedor no es de este concesionario.';
  end if;
  new.seller_name := private.display_name(seller);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.known_zone(VARIADIC p_zones text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  zone text;
begin
  foreach zone in array p_zones loop
    continue when (zone ~* ('^(utc|gmt|etc/gmt(\+([0-9]|1[0-2])|-([0-9]|1[0-4]))'
      || '|[a-z_]+(/[a-z_-]+){1,2})$') and length(zone) <= 64) is not true;
    begin
      perform now() at time zone zone;
      return zone;
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return 'America/New_York';
end
$function$;

CREATE OR REPLACE FUNCTION private.local_day(p_dealership_id uuid, p_time timestamp with time zone DEFAULT now())
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (p_time at time zone private.zone_of(p_dealership_id))::date;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_weekly_mails(p_now timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
      -- Where it is Monday first.
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
$function$;

CREATE OR REPLACE FUNCTION private.require_past_day(p_dealership_id uuid, p_day date)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if auth.jwt() is null then
    return;
  elsif p_day not between '1950-01-01' and '2100-01-01' then
    raise check_violation using message = 'Elige un día entre 1950 y 2100.';
  elsif p_day > private.local_day(p_dealership_id) then
    raise check_violation using message = 'Ese día aún no ha llegado. Elige hoy o uno anterior.';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.weekly_news(p_person public.profiles, p_from date, p_zone text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
    -- As the view shows it to whoever may not know when a vehicle was bought.
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
        -- What was sold since then has left the lot, and its row may be deleted. One that was
        -- entered after its sale did not come.
        select sale.vehicle_id, sale.vehicle_title, entered.price,
          coalesce(case when reader.sees_figures then sale.acquired_on end, came.day), came.day
        from reader
        join public.sales as sale on sale.dealership_id = reader.dealership_id
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
$function$;

CREATE OR REPLACE FUNCTION private.zone_of(p_dealership_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.known_zone(
    (select config #>> '{profile,hours,zone}' from public.profiles where id = p_dealership_id),
    case when auth.uid() is not null then private.request_header('x-time-zone') end);
end
$function$;

CREATE OR REPLACE FUNCTION public.get_seller_board(p_from date DEFAULT '-infinity'::date, p_until date DEFAULT 'infinity'::date, p_starts timestamp with time zone DEFAULT NULL::timestamp with time zone, p_ends timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(seller_id uuid, name text, sold bigint, sold_with_price bigint, revenue numeric, leads bigint, answerable bigint, answered_in_hour bigint, taps bigint, shares bigint, views bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dealership uuid := private.figures_of();
  zone text := private.zone_of(dealership);
begin
  p_starts := coalesce(p_starts, p_from::timestamp at time zone zone);
  p_ends := coalesce(p_ends, p_until::timestamp at time zone zone);
  return query
  with facts as (
    select deal.seller_id as id, deal.seller_name as called, count(*) as sold,
      count(deal.price) as priced, sum(deal.price) as revenue, 0::bigint as leads, 0::bigint as answerable,
      0::bigint as answered_in_hour, 0::bigint as taps, 0::bigint as shares, 0::bigint as views
    from public.deals as deal
    where deal.dealership_id = dealership and deal.kind = 'Venta' and deal.ended_at is null
      and deal.day >= p_from and deal.day < p_until
    group by 1, 2
    union all
    select lead.recipient_id, lead.recipient_name, 0, 0, null, count(*),
      count(*) filter (where lead.kind <> 'direct_contact'
        and (lead.answered_at is not null
          or (lead.state = 'Nuevo' and lead.created_at < now() - interval '1 hour'))),
      count(*) filter (where lead.kind <> 'direct_contact'
        and lead.answered_at <= lead.created_at + interval '1 hour'), 0, 0, 0
    from public.leads as lead
    where lead.dealership_id = dealership
      and lead.created_at >= p_starts and lead.created_at < p_ends
    group by 1, 2
    union all
    select tap.seller_id, null, 0, 0, null, 0, 0, 0, count(*), 0, 0
    from public.contact_taps as tap
    where tap.dealership_id = dealership
      and tap.created_at >= p_starts and tap.created_at < p_ends
    group by 1
    union all
    select day.seller_id, null, 0, 0, null, 0, 0, 0, 0, sum(day.shares), sum(day.views)
    from private.seller_days as day
    where day.dealership_id = dealership and day.day >= p_from and day.day < p_until
    group by 1
    union all
    select person.id, null, 0, 0, null, 0, 0, 0, 0, 0, 0
    from public.profiles as person
    where dealership in (person.id, person.dealership_id) and person.is_active
  )
  select fact.id, coalesce(max(private.display_name(person)), max(fact.called)), sum(fact.sold)::bigint,
    sum(fact.priced)::bigint, sum(fact.revenue), sum(fact.leads)::bigint, sum(fact.answerable)::bigint,
    sum(fact.answered_in_hour)::bigint, sum(fact.taps)::bigint, sum(fact.shares)::bigint,
    sum(fact.views)::bigint
  from facts as fact left join public.profiles as person on person.id = fact.id
  group by fact.id, case when fact.id is null then fact.called end
  order by 3 desc, 5 desc nulls last, 6 desc, 9 desc, 2;
end
$function$;

CREATE OR REPLACE FUNCTION public.publish_vehicles(p_ids uuid[], p_published boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  perform private.require_write();
  update public.vehicles set published = p_published where id = any (p_ids);
  get diagnostics changed = row_count;
  if changed < (select count(distinct id) from unnest(p_ids) as id) then
    raise exception 'Alguno de estos vehículos ya no está. No se cambió ninguno.';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.reserve_vehicle(p_vehicle_id uuid, p_until date, p_falls_back_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_buyer_name text DEFAULT NULL::text, p_buyer_phone text DEFAULT NULL::text, p_deposit numeric DEFAULT NULL::numeric, p_hide boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
  reservation public.deals := private.find_reservation(vehicle, p_until, p_deposit);
begin
  perform private.require_amounts(p_deposit);
  p_falls_back_at := coalesce(p_falls_back_at,
    (p_until + 1)::timestamp at time zone private.zone_of(vehicle.user_id));
  if private.told_stands(vehicle.user_id) then
    p_buyer_name := coalesce(reservation.buyer_name, p_buyer_name);
    p_buyer_phone := coalesce(reservation.buyer_phone, p_buyer_phone);
    if reservation.deposit is not null then
      p_falls_back_at := greatest(p_falls_back_at, reservation.falls_back_at);
    end if;
  end if;
  if vehicle.status = 'Vendido' then
    raise exception 'Este vehículo ya está vendido.';
  elsif (p_falls_back_at > now() and p_falls_back_at <= now() + interval '366 days'
    and p_falls_back_at between p_until - interval '14 hours' and p_until + interval '38 hours')
    is not true
  then
    raise check_violation using message = 'Elige un día desde hoy y de este año.';
  end if;
  insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind, until, falls_back_at,
    buyer_name, buyer_phone, deposit, seller_id, republish)
  values (vehicle.user_id, vehicle.id, private.vehicle_title(vehicle), 'Apartado', p_until,
    p_falls_back_at, p_buyer_name, p_buyer_phone, p_deposit,
    private.dealing_seller(vehicle.user_id), p_hide and vehicle.published)
  on conflict (vehicle_id, kind) where ended_at is null do update
  set until = excluded.until, falls_back_at = excluded.falls_back_at,
    buyer_name = coalesce(excluded.buyer_name, deals.buyer_name),
    buyer_phone = coalesce(excluded.buyer_phone, deals.buyer_phone),
    deposit = coalesce(excluded.deposit, deals.deposit),
    republish = deals.republish or excluded.republish
  returning * into reservation;
  if p_hide then
    update public.vehicles set published = false where id = vehicle.id and published;
  end if;
  return reservation.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.sell_vehicle(p_vehicle_id uuid, p_day date DEFAULT NULL::date, p_price numeric DEFAULT NULL::numeric, p_buyer_name text DEFAULT NULL::text, p_buyer_phone text DEFAULT NULL::text, p_seller_id uuid DEFAULT NULL::uuid, p_commission numeric DEFAULT NULL::numeric)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
  sale public.deals;
begin
  perform private.require_amounts(p_price, p_commission);
  select * into sale from public.deals
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null for update;
  if found and private.told_stands(vehicle.user_id) then
    -- Whichever amount it is: an answer to the right one alone would tell it.
    if p_price is not null and sale.price is not null
      or p_commission is not null and sale.commission is not null
    then
      raise exception 'Esta venta ya está completa. Pide el cambio a quien ve los costos.';
    end if;
    p_buyer_name := coalesce(sale.buyer_name, p_buyer_name);
    p_buyer_phone := coalesce(sale.buyer_phone, p_buyer_phone);
    if coalesce(sale.price, sale.commission) is not null then
      p_day := sale.day;
      p_seller_id := sale.seller_id;
    end if;
  end if;

  -- Also of one that is sold: whoever takes an import back sees that somebody changed it.
  update public.vehicles set status = 'Vendido' where id = vehicle.id;
  insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind)
  values (vehicle.user_id, vehicle.id, private.vehicle_title(vehicle), 'Venta')
  on conflict (vehicle_id, kind) where ended_at is null do nothing;
  update public.deals
  set day = coalesce(p_day, day), price = coalesce(p_price, price),
    buyer_name = coalesce(p_buyer_name, buyer_name),
    buyer_phone = coalesce(p_buyer_phone, buyer_phone),
    seller_id = coalesce(p_seller_id, seller_id), commission = coalesce(p_commission, commission)
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null
  returning id into sale.id;
  return sale.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_weekly_mail(p_wanted boolean, p_zone text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_year_check" CHECK (((year >= 1900) AND (year <= ((EXTRACT(year FROM ((now() AT TIME ZONE 'utc'::text) + '14:00:00'::interval)))::integer + 1))));

CREATE VIEW "public"."lot" WITH (security_invoker=true) AS  SELECT vehicle.id,
    vehicle.user_id AS dealership_id,
    concat_ws(' '::text, vehicle.brand, vehicle.model, vehicle.year) AS title,
    vehicle.status,
    vehicle.published,
    vehicle.price,
    vehicle.price_amount,
    since.day AS since,
    GREATEST((private.local_day(vehicle.user_id) - since.day), 0) AS days,
    (figures.cost + COALESCE(( SELECT sum(extra.amount) AS sum
           FROM public.vehicle_costs extra
          WHERE (extra.vehicle_id = vehicle.id)), (0)::numeric)) AS cost,
    ( SELECT count(*) AS count
           FROM public.vehicle_views view
          WHERE ((view.vehicle_id = vehicle.id) AND (view.day > (((now() AT TIME ZONE 'utc'::text))::date - 7)))) AS views,
    (( SELECT count(*) AS count
           FROM public.contact_taps tap
          WHERE ((tap.vehicle_id = vehicle.id) AND (tap.dealership_id = vehicle.user_id) AND (tap.created_at > (now() - '7 days'::interval)))) + ( SELECT count(*) AS count
           FROM public.leads lead
          WHERE ((lead.vehicle_id = vehicle.id) AND (lead.dealership_id = vehicle.user_id) AND (lead.created_at > (now() - '7 days'::interval)) AND (lead.kind <> 'direct_contact'::text)))) AS contacts,
    (vehicle.images = '{}'::text[]) AS lacks_photos,
    (vehicle.description IS NULL) AS lacks_description
   FROM ((public.vehicles vehicle
     LEFT JOIN public.vehicle_figures figures ON ((figures.id = vehicle.id)))
     CROSS JOIN LATERAL ( SELECT COALESCE(figures.acquired_on, private.local_day(vehicle.user_id, vehicle.created_at)) AS day) since)
  WHERE (vehicle.status <> 'Vendido'::text);;

CREATE VIEW "public"."sales" WITH (security_invoker=true) AS  SELECT deal.id,
    deal.dealership_id,
    deal.vehicle_id,
    deal.vehicle_title,
    deal.day,
    deal.price,
    deal.buyer_name,
    deal.buyer_phone,
    deal.seller_id,
    deal.seller_name,
    deal.commission,
    deal.note,
    deal.created_at,
    since.day AS acquired_on,
        CASE
            WHEN (since.day IS NOT NULL) THEN GREATEST((deal.day - since.day), 0)
            ELSE NULL::integer
        END AS days_to_sell,
    whole.cost,
    (deal.price - whole.cost) AS margin
   FROM (((((public.deals deal
     LEFT JOIN public.vehicles vehicle ON ((vehicle.id = deal.vehicle_id)))
     LEFT JOIN public.vehicle_figures figures ON ((figures.id = deal.vehicle_id)))
     CROSS JOIN LATERAL ( SELECT COALESCE(deal.acquired_on, figures.acquired_on, private.entered_on(deal.dealership_id, vehicle.created_at, deal.day)) AS day) since)
     CROSS JOIN LATERAL ( SELECT sum(extra.amount) AS amount
           FROM public.vehicle_costs extra
          WHERE (extra.vehicle_id = deal.vehicle_id)) spent)
     CROSS JOIN LATERAL ( SELECT COALESCE(deal.cost, (figures.cost + COALESCE(spent.amount, (0)::numeric))) AS cost) whole)
  WHERE ((deal.kind = 'Venta'::text) AND (deal.ended_at IS NULL));;

CREATE VIEW "public"."sales_by_month" WITH (security_invoker=true) AS  SELECT dealership_id,
    (date_trunc('month'::text, (day)::timestamp with time zone))::date AS month,
    count(*) AS sold,
    sum(price) AS revenue,
    sum(margin) AS margin,
    sum(commission) AS commission,
    count(margin) AS sold_with_margin,
    (avg(days_to_sell))::numeric(8,1) AS days_to_sell,
    count(price) AS sold_with_price,
    sum(days_to_sell) AS days_in_all,
    count(days_to_sell) AS sold_with_days
   FROM public.sales sale
  GROUP BY dealership_id, (date_trunc('month'::text, (day)::timestamp with time zone));;

CREATE TRIGGER today_of_dealership BEFORE INSERT ON public.vehicle_costs FOR EACH ROW EXECUTE FUNCTION private.date_cost();

CREATE TRIGGER require_past_acquisition BEFORE INSERT OR UPDATE ON public.vehicle_figures FOR EACH ROW EXECUTE FUNCTION private.guard_acquisition();

REVOKE ALL ON FUNCTION "private"."date_cost"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entered_on"(uuid, timestamp with time zone, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."entered_on"(uuid, timestamp with time zone, date) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."guard_acquisition"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."known_zone"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."local_day"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."local_day"(uuid, timestamp with time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."local_day"(uuid, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_past_day"(uuid, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."zone_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_seller_board"(date, date, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_seller_board"(date, date, timestamp with time zone, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."publish_vehicles"(uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."publish_vehicles"(uuid[], boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reserve_vehicle"(uuid, date, timestamp with time zone, text, text, numeric, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reserve_vehicle"(uuid, date, timestamp with time zone, text, text, numeric, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."sell_vehicle"(uuid, date, numeric, text, text, uuid, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sell_vehicle"(uuid, date, numeric, text, text, uuid, numeric) TO "authenticated";

GRANT SELECT ON TABLE "public"."lot" TO "authenticated";

GRANT SELECT ON TABLE "public"."sales" TO "authenticated";

GRANT SELECT ON TABLE "public"."sales_by_month" TO "authenticated";
