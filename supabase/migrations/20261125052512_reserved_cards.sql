set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."get_similar_vehicles"(uuid);

DROP FUNCTION "public"."search_listing"(uuid, text);

CREATE OR REPLACE FUNCTION public.get_similar_vehicles(p_vehicle_id uuid)
 RETURNS TABLE(id uuid, brand text, model text, year integer, price text, mileage integer, transmission text, fuel_type text, status text, images text[], reserved_until date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select other.id, other.brand, other.model, other.year, other.price, other.mileage,
    other.transmission, other.fuel_type, other.status, other.images, other.reserved_until
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

CREATE OR REPLACE FUNCTION public.search_listing(p_dealership_id uuid, p_text text)
 RETURNS TABLE(id uuid, brand text, model text, year integer, price text, mileage integer, transmission text, color text, fuel_type text, images text[], status text, created_at timestamp with time zone, price_amount numeric, brand_folded text, model_folded text, exact boolean, reserved_until date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- '18,500' is one number.
  words text[] := array(
    select trim(typed.word, '-')
    from regexp_split_to_table(
      regexp_replace(private.fold(left(p_text, 100)), '([0-9])[.,](?=[0-9]{3})', '\1', 'g'),
      '[^[:alnum:]-]+') as typed (word)
    where trim(typed.word, '-') not in
      ('', 'a', 'con', 'de', 'del', 'el', 'en', 'la', 'las', 'los', 'para', 'un', 'una', 'y')
    limit 8);
  patterns text[] := array(select private.word_pattern(word) from unnest(words) as word);
  must_be_exact boolean;
begin
  foreach must_be_exact in array '{true,false}'::boolean[] loop
    return query
      select v.id, v.brand, v.model, v.year, v.price, v.mileage, v.transmission, v.color,
        v.fuel_type, v.images, v.status, v.created_at, v.price_amount, v.brand_folded,
        v.model_folded, must_be_exact, v.reserved_until
      from public.vehicles as v
      where v.user_id = p_dealership_id and v.published and v.status = 'Disponible'
        and v.user_id in (select owner.id from private.active_owners as owner)
        and not exists (
          select from unnest(words, patterns) as typed (word, pattern)
          where strpos(concat(v.search_text, ' ', trim_scale(v.price_amount)), word) = 0
            and concat_ws(' ', v.price, v.engine, v.description) !~* pattern
            and (must_be_exact or word !~ '^[[:alpha:]]{4,}$'
              or extensions.word_similarity(word, v.search_text) <= 0.4));
    exit when found;
  end loop;
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_similar_vehicles"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_similar_vehicles"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."get_similar_vehicles"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."search_listing"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_listing"(uuid, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."search_listing"(uuid, text) TO "service_role";
