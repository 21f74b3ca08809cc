set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."get_seller_board"(date, date, timestamp with time zone, timestamp with time zone);

DROP FUNCTION "public"."record_vehicle_view"(uuid);

CREATE TABLE "private"."seller_days" ("seller_id" uuid NOT NULL, "dealership_id" uuid NOT NULL, "day" date NOT NULL, "shares" integer NOT NULL DEFAULT 0, "views" integer NOT NULL DEFAULT 0, CONSTRAINT "seller_days_pkey" PRIMARY KEY (dealership_id, day, seller_id));

ALTER TABLE "private"."seller_days" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.count_for_seller(p_seller_id uuid, p_dealership_id uuid, p_shares integer, p_views integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.seller_days as today (seller_id, dealership_id, day, shares, views)
  values (p_seller_id, p_dealership_id, (now() at time zone 'utc')::date, p_shares, p_views)
  on conflict (dealership_id, day, seller_id) do update
  set shares = least(today.shares + excluded.shares, 10000), views = today.views + excluded.views;
$function$;

CREATE OR REPLACE FUNCTION public.get_seller_board(p_from date DEFAULT '-infinity'::date, p_until date DEFAULT 'infinity'::date, p_starts timestamp with time zone DEFAULT '-infinity'::timestamp with time zone, p_ends timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS TABLE(seller_id uuid, name text, sold bigint, revenue numeric, leads bigint, answerable bigint, answered_in_hour bigint, taps bigint, shares bigint, views bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dealership uuid := private.figures_of();
begin
  return query
  with facts as (
    select deal.seller_id as id, deal.seller_name as called, count(*) as sold,
      sum(deal.price) as revenue, 0::bigint as leads, 0::bigint as answerable,
      0::bigint as answered_in_hour, 0::bigint as taps, 0::bigint as shares, 0::bigint as views
    from public.deals as deal
    where deal.dealership_id = dealership and deal.kind = 'Venta' and deal.ended_at is null
      and deal.day >= p_from and deal.day < p_until
    group by 1, 2
    union all
    select lead.recipient_id, lead.recipient_name, 0, null, count(*),
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
    select tap.seller_id, null, 0, null, 0, 0, 0, count(*), 0, 0
    from public.contact_taps as tap
    where tap.dealership_id = dealership
      and tap.created_at >= p_starts and tap.created_at < p_ends
    group by 1
    union all
    select day.seller_id, null, 0, null, 0, 0, 0, 0, sum(day.shares), sum(day.views)
    from private.seller_days as day
    where day.dealership_id = dealership and day.day >= p_from and day.day < p_until
    group by 1
    union all
    select person.id, null, 0, null, 0, 0, 0, 0, 0, 0
    from public.profiles as person
    where dealership in (person.id, person.dealership_id) and person.is_active
  )
  select fact.id, coalesce(max(private.display_name(person)), max(fact.called)), sum(fact.sold)::bigint,
    sum(fact.revenue), sum(fact.leads)::bigint, sum(fact.answerable)::bigint,
    sum(fact.answered_in_hour)::bigint, sum(fact.taps)::bigint, sum(fact.shares)::bigint,
    sum(fact.views)::bigint
  from facts as fact left join public.profiles as person on person.id = fact.id
  group by fact.id, case when fact.id is null then fact.called end
  order by 3 desc, 4 desc nulls last, 5 desc, 8 desc, 2;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_share()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_write();
  if not private.is_admin() and private.my_dealership() is not null then
    perform private.count_for_seller(auth.uid(), private.my_dealership(), 1, 0);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_vehicle_view(p_vehicle_id uuid, p_seller_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_id uuid;
begin
  select user_id into owner_id
  from public.vehicles
  where id = p_vehicle_id and published and user_id in (select id from private.active_owners);
  if not found or private.is_own_visit(owner_id) then
    return;
  end if;

  insert into public.vehicle_views (vehicle_id, day, visitor)
  values (p_vehicle_id, (now() at time zone 'utc')::date, private.visitor_of_day())
  on conflict do nothing;

  if found then
    update public.vehicles set views = views + 1 where id = p_vehicle_id;
    perform private.count_for_seller(
      case when private.sells_for(p_seller_id, owner_id) then p_seller_id else owner_id end,
      owner_id, 0, 1);
  end if;
end
$function$;

ALTER TABLE "private"."seller_days" ADD CONSTRAINT "seller_days_dealership_id_fkey" FOREIGN KEY (dealership_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."seller_days" ADD CONSTRAINT "seller_days_seller_id_fkey" FOREIGN KEY (seller_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX seller_days_seller_id_idx ON private.seller_days USING btree (seller_id);

REVOKE ALL ON FUNCTION "private"."count_for_seller"(uuid, uuid, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_seller_board"(date, date, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_seller_board"(date, date, timestamp with time zone, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_share"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_share"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_vehicle_view"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_vehicle_view"(uuid, uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."record_vehicle_view"(uuid, uuid) TO "service_role";
