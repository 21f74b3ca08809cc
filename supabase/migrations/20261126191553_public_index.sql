set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP INDEX "public"."vehicles_public_idx";

CREATE OR REPLACE FUNCTION public.get_similar_vehicles(p_vehicle_id uuid)
 RETURNS TABLE(id uuid, brand text, model text, year integer, price text, mileage integer, transmission text, fuel_type text, status text, images text[], reserved_until date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select other.id, other.brand, other.model, other.year, other.price, other.mileage,
    other.transmission, other.fuel_type, other.status, other.images, other.reserved_until
  from public.vehicles as one
  cross join lateral (
    select near.id,
      coalesce(abs(ln(
          nullif(near.price_amount, 0)::float8 / nullif(one.price_amount, 0)::float8)), 1)
        + case when near.brand_folded = one.brand_folded then 0 else 0.25 end
        + case when near.body_style = one.body_style then 0
          when near.body_style <> one.body_style then 0.6 else 0.3 end
        + abs(near.year - one.year) * 0.03 as distance
    from public.vehicles as near
    where near.user_id = one.user_id and near.id <> one.id
      and near.published and near.status = 'Disponible'
    order by distance, near.created_at desc, near.id
    limit 12
  ) as near
  join public.vehicles as other on other.id = near.id
  where one.id = p_vehicle_id
    and (one.published or one.user_id = private.my_dealership() or private.is_admin())
    and one.user_id in (select owner.id from private.active_owners as owner)
  order by near.distance + case when other.images[1] is null then 0.5 else 0 end,
    other.created_at desc, other.id
  limit 3;
$function$;

CREATE INDEX vehicles_public_idx ON public.vehicles USING btree (user_id, created_at DESC, status, brand_folded, model_folded, year, price_amount, mileage, body_style, fuel_type, drivetrain) INCLUDE (id, brand, model) WHERE published;
