set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP VIEW "public"."sales_by_month";

DROP VIEW "public"."sales";

DROP FUNCTION "private"."seen_since"(timestamp with time zone, date);

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
      -- Nothing of one that was brought in after it was sold, as public.sales has it.
      case when p_vehicle.created_at::date <= day + 1 then p_vehicle.created_at::date end),
    ended_at = case kind when 'Apartado' then coalesce(ended_at, now()) else ended_at end,
    ended_by = case kind when 'Apartado' then coalesce(ended_by, 'undone') else ended_by end
  where vehicle_id = p_vehicle.id;
$function$;

CREATE OR REPLACE FUNCTION public.get_acquired_days(p_dealership_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_array(id, acquired_on)), '[]')
  from public.vehicle_figures
  where dealership_id = p_dealership_id and acquired_on is not null;
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
        CASE
            WHEN (since.day IS NOT NULL) THEN GREATEST((deal.day - since.day), 0)
            ELSE NULL::integer
        END AS days_to_sell,
    whole.cost,
    (deal.price - whole.cost) AS margin
   FROM (((((public.deals deal
     LEFT JOIN public.vehicles vehicle ON ((vehicle.id = deal.vehicle_id)))
     LEFT JOIN public.vehicle_figures figures ON ((figures.id = deal.vehicle_id)))
     CROSS JOIN LATERAL ( SELECT COALESCE(deal.acquired_on, figures.acquired_on,
                CASE
                    WHEN ((vehicle.created_at)::date <= (deal.day + 1)) THEN (vehicle.created_at)::date
                    ELSE NULL::date
                END) AS day) since)
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

REVOKE ALL ON FUNCTION "public"."get_acquired_days"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_acquired_days"(uuid) TO "authenticated";

GRANT SELECT ON TABLE "public"."sales" TO "authenticated";

GRANT SELECT ON TABLE "public"."sales_by_month" TO "authenticated";
