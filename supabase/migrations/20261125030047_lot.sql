set local search_path = pg_catalog;

CREATE VIEW "public"."lot" WITH (security_invoker=true) AS  SELECT vehicle.id,
    vehicle.user_id AS dealership_id,
    concat_ws(' '::text, vehicle.brand, vehicle.model, vehicle.year) AS title,
    vehicle.status,
    vehicle.published,
    vehicle.price,
    vehicle.price_amount,
    since.day AS since,
    GREATEST((CURRENT_DATE - since.day), 0) AS days,
    (figures.cost + COALESCE(spent.amount, (0)::numeric)) AS cost,
    ( SELECT count(*) AS count
           FROM public.vehicle_views view
          WHERE ((view.vehicle_id = vehicle.id) AND (view.day > (((now() AT TIME ZONE 'utc'::text))::date - 7)))) AS views,
    (COALESCE(tapped.times, (0)::bigint) + COALESCE(asked.times, (0)::bigint)) AS contacts,
    (vehicle.images = '{}'::text[]) AS lacks_photos,
    (vehicle.description IS NULL) AS lacks_description
   FROM (((((public.vehicles vehicle
     LEFT JOIN public.vehicle_figures figures ON ((figures.id = vehicle.id)))
     LEFT JOIN ( SELECT vehicle_costs.dealership_id,
            vehicle_costs.vehicle_id,
            sum(vehicle_costs.amount) AS amount
           FROM public.vehicle_costs
          GROUP BY vehicle_costs.dealership_id, vehicle_costs.vehicle_id) spent ON (((spent.dealership_id = vehicle.user_id) AND (spent.vehicle_id = vehicle.id))))
     LEFT JOIN ( SELECT contact_taps.dealership_id,
            contact_taps.vehicle_id,
            count(*) AS times
           FROM public.contact_taps
          WHERE (contact_taps.created_at > (now() - '7 days'::interval))
          GROUP BY contact_taps.dealership_id, contact_taps.vehicle_id) tapped ON (((tapped.dealership_id = vehicle.user_id) AND (tapped.vehicle_id = vehicle.id))))
     LEFT JOIN ( SELECT leads.dealership_id,
            leads.vehicle_id,
            count(*) AS times
           FROM public.leads
          WHERE ((leads.created_at > (now() - '7 days'::interval)) AND (leads.kind <> 'direct_contact'::text))
          GROUP BY leads.dealership_id, leads.vehicle_id) asked ON (((asked.dealership_id = vehicle.user_id) AND (asked.vehicle_id = vehicle.id))))
     CROSS JOIN LATERAL ( SELECT COALESCE(figures.acquired_on, (vehicle.created_at)::date) AS day) since)
  WHERE (vehicle.status <> 'Vendido'::text);;

GRANT SELECT ON TABLE "public"."lot" TO "authenticated";
