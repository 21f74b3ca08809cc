set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.audit_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
begin
  -- A write that changes nothing leaves no line.
  if private.is_admin() and before <> after then
    perform private.log_admin_write(
      lower(tg_op), tg_table_name, (coalesce(after ->> 'id', before ->> 'id'))::uuid, (
        select jsonb_object_agg(name, '{"old": "******", "new": "******"}'::jsonb)
        from (select jsonb_object_keys(before || after) as name) as columns
        where before -> name is distinct from after -> name));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.drop_waiting_news()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  readers uuid[] := array(
    select person.id from public.profiles as person
    where person.id = new.id or (person.dealership_id = new.id and not new.is_active));
begin
  delete from private.outgoing_mail
  where recipient in (select email from public.profiles where id = any (readers))
    and state <> 'sent'
    and template in ('new-inquiry', 'new-referral', 'reservation-over', 'weekly');
  update public.push_subscriptions set id = gen_random_uuid() where user_id = any (readers);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_access(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address text;
begin
  select email into address from auth.users where id = p_user_id for no key update;
  delete from auth.sessions where user_id = p_user_id;
  perform private.forget_one_time_tokens(p_user_id);
  delete from private.outgoing_mail where recipient = address and state <> 'sent';
end
$function$;

CREATE OR REPLACE FUNCTION private.require_day(p_day date)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_day not between '1950-01-01' and '2100-01-01' then
    raise check_violation using message = 'Elige un día entre 1950 y 2100.';
  end if;
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
  end if;
  perform private.require_day(p_day);
  if p_day > private.local_day(p_dealership_id) then
    raise check_violation using message = 'Ese día aún no ha llegado. Elige hoy o uno anterior.';
  end if;
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
  -- Days at the ends of what a date holds are no moments in every zone.
  p_from := least(greatest(p_from, '1900-01-01'), '2200-01-01');
  p_until := least(greatest(p_until, '1900-01-01'), '2200-01-01');
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

CREATE OR REPLACE FUNCTION public.get_sitemap_vehicles(p_dealership_id uuid DEFAULT NULL::uuid, p_first uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid, p_last uuid DEFAULT 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid, p_limit integer DEFAULT 24000)
 RETURNS TABLE(id uuid, changed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_dealership_id is not null then
    return query
      select v.id, v.updated_at
      from public.vehicles as v
      where v.user_id = p_dealership_id and v.published
        and v.user_id in (select owner.id from private.active_owners as owner)
      order by v.id
      limit greatest(least(p_limit, 24000), 0);
    return;
  end if;
  return query
    select v.id, v.updated_at
    from public.vehicles as v
    where v.id between p_first and p_last and v.published
      and (select owner.id from private.active_owners as owner where owner.id = v.user_id)
        is not null
    order by v.id
    limit greatest(least(p_limit, 24000), 0);
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
  perform private.require_day(p_until);
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
  -- Before the reservation says that it shows the vehicle again: each change of `published` ends that.
  if p_hide then
    update public.vehicles set published = false where id = vehicle.id and published;
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
  return reservation.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_platform_leads(p_patterns text[] DEFAULT '{}'::text[], p_state text DEFAULT NULL::text, p_kind text DEFAULT NULL::text, p_recipient_id uuid DEFAULT NULL::uuid, p_before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone, p_before_id uuid DEFAULT 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid, p_limit integer DEFAULT 50)
 RETURNS SETOF public.leads
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query execute private.platform_leads(p_patterns, p_state, p_kind, p_recipient_id)
    || format(' and (lead.created_at, lead.id) < (%L, %L)
      order by lead.created_at desc, lead.id desc limit %s',
      p_before, p_before_id, greatest(least(p_limit, 1000), 0));
end
$function$;

CREATE OR REPLACE FUNCTION public.search_platform_vehicles(p_patterns text[] DEFAULT '{}'::text[], p_sort text DEFAULT 'created_at'::text, p_descending boolean DEFAULT true, p_from jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS TABLE(id uuid, brand text, model text, year integer, vin text, published boolean, view_count integer, owner_name text, owner_email text, place jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  keys text[] := case p_sort
    when 'name' then '{v.brand,v.model,v.year,v.id}'
    when 'owner' then '{owner.full_name,v.id}'
    when 'vin' then array['coalesce(v.vin, '''')', 'v.id']
    when 'published' then '{v.published,v.created_at,v.id}'
    when 'views' then '{v.views,v.id}'
    else '{v.created_at,v.id}'
  end;
  goes_down boolean := p_descending <> p_backwards;
  direction text := case when goes_down then ' desc' else ' asc' end;
  condition text;
begin
  perform private.require_admin();
  condition := private.platform_vehicle_condition(p_patterns);
  if p_from is not null then
    condition := condition || format(' and (%s) %s (%s)', array_to_string(keys, ', '),
      case when goes_down then '<' else '>' end,
      (select string_agg(quote_literal(value), ', ' order by n)
        from jsonb_array_elements_text(p_from) with ordinality as part (value, n)));
  end if;
  return query execute format(
    'select v.id, v.brand, v.model, v.year, v.vin, v.published, v.views, owner.full_name,
      owner.email, jsonb_build_array(%s)
    from public.vehicles as v
    join public.profiles as owner on owner.id = v.user_id
    where %s
    order by %s limit %s',
    array_to_string(keys, ', '), condition,
    array_to_string(keys, direction || ', ') || direction,
    greatest(least(p_limit, 1000), 0));
end
$function$;

CREATE TRIGGER drop_waiting_news AFTER UPDATE OF is_active, dealership_id, role ON public.profiles FOR EACH ROW WHEN (((old.is_active AND (NOT new.is_active)) OR ((old.dealership_id IS DISTINCT FROM new.dealership_id) OR (old.role IS DISTINCT FROM new.role)))) EXECUTE FUNCTION private.drop_waiting_news();

REVOKE ALL ON FUNCTION "private"."drop_waiting_news"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_day"(date) FROM PUBLIC;
