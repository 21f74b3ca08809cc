set local search_path = pg_catalog;

set local check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."whole_cost"(uuid) FROM "authenticated";

REVOKE ALL ON FUNCTION "private"."whole_cost"(uuid) FROM "service_role";

DROP VIEW "public"."sales_by_month";

DROP VIEW "public"."sales";

ALTER TABLE "public"."leads" ADD COLUMN "answered_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.note_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.answered_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.dealership_id := (select vehicle.user_id from public.vehicles as vehicle
    where vehicle.id = (to_jsonb(new) ->> tg_argv[0])::uuid);
  if tg_op = 'UPDATE' then
    new.id := old.id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_seller_board(p_from date DEFAULT '-infinity'::date, p_until date DEFAULT 'infinity'::date, p_starts timestamp with time zone DEFAULT '-infinity'::timestamp with time zone, p_ends timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS TABLE(seller_id uuid, name text, sold bigint, revenue numeric, leads bigint, answerable bigint, answered_in_hour bigint, taps bigint)
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
      0::bigint as answered_in_hour, 0::bigint as taps
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
        and lead.answered_at <= lead.created_at + interval '1 hour'), 0
    from public.leads as lead
    where lead.dealership_id = dealership
      and lead.created_at >= p_starts and lead.created_at < p_ends
    group by 1, 2
    union all
    select tap.seller_id, null, 0, null, 0, 0, 0, count(*)
    from public.contact_taps as tap
    where tap.dealership_id = dealership
      and tap.created_at >= p_starts and tap.created_at < p_ends
    group by 1
    union all
    select person.id, null, 0, null, 0, 0, 0, 0
    from public.profiles as person
    where dealership in (person.id, person.dealership_id) and person.is_active
  )
  select fact.id, coalesce(max(private.display_name(person)), max(fact.called)), sum(fact.sold)::bigint,
    sum(fact.revenue), sum(fact.leads)::bigint, sum(fact.answerable)::bigint,
    sum(fact.answered_in_hour)::bigint, sum(fact.taps)::bigint
  from facts as fact left join public.profiles as person on person.id = fact.id
  group by fact.id, case when fact.id is null then fact.called end
  order by 3 desc, 4 desc nulls last, 5 desc, 8 desc, 2;
end
$function$;

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
    GREATEST((deal.day - since.day), 0) AS days_to_sell,
    whole.cost,
    (deal.price - whole.cost) AS margin
   FROM (((((public.deals deal
     LEFT JOIN public.vehicles vehicle ON ((vehicle.id = deal.vehicle_id)))
     LEFT JOIN public.vehicle_figures figures ON ((figures.id = deal.vehicle_id)))
     CROSS JOIN LATERAL ( SELECT COALESCE(deal.acquired_on, figures.acquired_on, (vehicle.created_at)::date) AS day) since)
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

CREATE TRIGGER note_answer BEFORE UPDATE OF state ON public.leads FOR EACH ROW WHEN (((old.state = 'Nuevo'::text) AND (new.state <> 'Nuevo'::text) AND (old.answered_at IS NULL))) EXECUTE FUNCTION private.note_answer();

REVOKE ALL ON FUNCTION "private"."note_answer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_seller_board"(date, date, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_seller_board"(date, date, timestamp with time zone, timestamp with time zone) TO "authenticated";

GRANT SELECT ON TABLE "public"."sales" TO "authenticated";

GRANT SELECT ON TABLE "public"."sales_by_month" TO "authenticated";
