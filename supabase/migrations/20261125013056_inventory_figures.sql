set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.get_inventory_figures(p_dealership_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'id', vehicle.id, 'created_at', vehicle.created_at,
      'photos', cardinality(vehicle.images), 'leads', coalesce(asked.leads, 0))),
    '[]')
  from public.vehicles as vehicle
  left join (
    select lead.vehicle_id, count(*) as leads
    from public.leads as lead
    where lead.dealership_id = p_dealership_id and lead.vehicle_id is not null
    group by lead.vehicle_id
  ) as asked on asked.vehicle_id = vehicle.id
  where vehicle.user_id = p_dealership_id;
$function$;

REVOKE ALL ON FUNCTION "public"."get_inventory_figures"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_inventory_figures"(uuid) TO "authenticated";
