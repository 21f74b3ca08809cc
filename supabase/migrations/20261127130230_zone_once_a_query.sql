set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP VIEW "public"."lot";

DROP VIEW "public"."sales_by_month";

DROP VIEW "public"."sales";

DROP FUNCTION "private"."entered_on"(uuid, timestamp with time zone, date);

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
      case when private.local_day(dealership_id, p_vehicle.created_at) <= day
        then private.local_day(dealership_id, p_vehicle.created_at) end),
    ended_at = case kind when 'Apartado' then coalesce(ended_at, now()) else ended_at end,
    ended_by = case kind when 'Apartado' then coalesce(ended_by, 'undone') else ended_by end
  where vehicle_id = p_vehicle.id;
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
  if tg_op = 'INSERT' and new.day is null then
    new.day := private.local_day(new.dealership_id);
  elsif tg_op = 'INSERT' or new.day <> old.day then
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

CREATE VIEW "public"."lot" WITH (security_invoker=true) AS  SELECT vehicle.id,
    vehicle.user_id AS dealership_id,
    concat_ws(' '::text, vehicle.brand, vehicle.model, vehicle.year) AS title,
    vehicle.status,
    vehicle.published,
    vehicle.price,
    vehicle.price_amount,
    since.day AS since,
    GREATEST((((now() AT TIME ZONE zone.name))::date - since.day), 0) AS days,
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
   FROM (((public.vehicles vehicle
     LEFT JOIN public.vehicle_figures figures ON ((figures.id = vehicle.id)))
     CROSS JOIN LATERAL ( SELECT
                CASE vehicle.user_id
                    WHEN ( SELECT private.my_dealership() AS my_dealership) THEN ( SELECT private.zone_of(private.my_dealership()) AS zone_of)
                    ELSE private.zone_of(vehicle.user_id)
                END AS name) zone)
     CROSS JOIN LATERAL ( SELECT COALESCE(figures.acquired_on, ((vehicle.created_at AT TIME ZONE zone.name))::date) AS day) since)
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
   FROM (((((((public.deals deal
     LEFT JOIN public.vehicles vehicle ON ((vehicle.id = deal.vehicle_id)))
     LEFT JOIN public.vehicle_figures figures ON ((figures.id = deal.vehicle_id)))
     CROSS JOIN LATERAL ( SELECT
                CASE deal.dealership_id
                    WHEN ( SELECT private.figures_of() AS figures_of) THEN ( SELECT private.zone_of(private.figures_of()) AS zone_of)
                    ELSE private.zone_of(deal.dealership_id)
                END AS name) zone)
     CROSS JOIN LATERAL ( SELECT ((vehicle.created_at AT TIME ZONE zone.name))::date AS day) entered)
     CROSS JOIN LATERAL ( SELECT COALESCE(deal.acquired_on, figures.acquired_on,
                CASE
                    WHEN (entered.day <= deal.day) THEN entered.day
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

CREATE TRIGGER refuse_view_write INSTEAD OF INSERT OR DELETE OR UPDATE ON public.lot FOR EACH ROW EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER refuse_view_write INSTEAD OF INSERT OR DELETE OR UPDATE ON public.sales FOR EACH ROW EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER refuse_view_write INSTEAD OF INSERT OR DELETE OR UPDATE ON public.sales_by_month FOR EACH ROW EXECUTE FUNCTION private.refuse_view_write();

REVOKE ALL ON FUNCTION "private"."zone_of"(uuid) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."zone_of"(uuid) TO "authenticated";

GRANT SELECT ON TABLE "public"."lot" TO "authenticated";

GRANT SELECT ON TABLE "public"."sales" TO "authenticated";

GRANT SELECT ON TABLE "public"."sales_by_month" TO "authenticated";
