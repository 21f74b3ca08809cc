set local search_path = pg_catalog;

DROP VIEW "public"."lot";

CREATE VIEW "public"."lot" WITH (security_invoker=true) AS  SELECT vehicle.id,
    vehicle.user_id AS dealership_id,
    concat_ws(' '::text, vehicle.brand, vehicle.model, vehicle.year) AS title,
    vehicle.status,
    vehicle.published,
    vehicle.price,
    vehicle.price_amount,
    since.day AS since,
    GREATEST((CURRENT_DATE - since.day), 0) AS days,
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
     CROSS JOIN LATERAL ( SELECT COALESCE(figures.acquired_on, (vehicle.created_at)::date) AS day) since)
  WHERE (vehicle.status <> 'Vendido'::text);

GRANT SELECT ON TABLE "public"."lot" TO "authenticated";
