set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.get_similar_vehicles(p_vehicle_id uuid)
 RETURNS TABLE(id uuid, brand text, model text, year integer, price text, mileage integer, transmission text, fuel_type text, status text, images text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select other.id, other.brand, other.model, other.year, other.price, other.mileage,
    other.transmission, other.fuel_type, other.status, other.images
  from public.vehicles as one
  join public.vehicles as other on other.user_id = one.user_id and other.id <> one.id
  where one.id = p_vehicle_id
    and (one.published or one.user_id = private.my_dealership() or private.is_admin())
    and other.published and other.status = 'Disponible'
    and one.user_id in (select owner.id from private.active_owners as owner)
  order by
    coalesce(abs(ln(nullif(other.price_amount, 0) / nullif(one.price_amount, 0))), 1)
      + case when other.brand_folded = one.brand_folded then 0 else 0.25 end
      + abs(other.year - one.year) * 0.03,
    other.created_at desc, other.id
  limit 3;
$function$;

REVOKE ALL ON FUNCTION "public"."get_similar_vehicles"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_similar_vehicles"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."get_similar_vehicles"(uuid) TO "service_role";
