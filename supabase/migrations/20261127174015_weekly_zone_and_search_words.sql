set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.platform_leads(p_patterns text[], p_state text, p_kind text, p_recipient_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  pattern text;
  wanted text := 'select lead.* from public.leads as lead where true';
begin
  if p_state is not null then
    wanted := wanted || format(' and lead.state = %L', p_state);
  end if;
  if p_kind is not null then
    wanted := wanted || format(' and lead.kind = %L', p_kind);
  end if;
  if p_recipient_id is not null then
    wanted := wanted || format(' and lead.recipient_id = %L', p_recipient_id);
  end if;
  perform private.require_few_patterns(p_patterns);
  foreach pattern in array p_patterns loop
    wanted := wanted || format(' and (public.lead_text(lead) like %L', pattern);
    if pattern ~ '^%[-+._0-9]*[0-9][-+._0-9]*%$' then
      wanted := wanted || format(' or lead.phone like %1$L or lead.referred_phone like %1$L',
        '%' || regexp_replace(pattern, '[^0-9]', '', 'g') || '%');
    end if;
    wanted := wanted || ')';
  end loop;
  return wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.platform_vehicle_condition(p_patterns text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  pattern text;
  condition text := 'true';
begin
  perform private.require_few_patterns(p_patterns);
  foreach pattern in array p_patterns loop
    condition := condition || format(' and (v.search_text like %L or v.user_id = any (%L::uuid[]))',
      pattern, array(
        select owner.id from public.profiles as owner
        where owner.role = 'concesionario' and public.account_text(owner) like pattern));
  end loop;
  return condition;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_few_patterns(p_patterns text[])
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if cardinality(p_patterns) > 50 then
    raise exception 'Busca con menos palabras.';
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
          coalesce(case when reader.sees_figures
            then coalesce(sale.acquired_on, figures.acquired_on) end, came.day), came.day
        from reader
        -- Not the view of sales, which dates an entry by a time zone of its own.
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
$function$;

REVOKE ALL ON FUNCTION "private"."require_few_patterns"(text[]) FROM PUBLIC;
