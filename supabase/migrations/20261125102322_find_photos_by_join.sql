set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."find_photos"(uuid, text[]);

CREATE OR REPLACE FUNCTION public.find_photos(p_dealership_id uuid, p_hashes text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if cardinality(p_hashes) > 1000 then
    raise exception 'Pregunta por 1,000 fotos a la vez como máximo.';
  end if;
  return (
    -- Joined, since an array would be gone through once for each file.
    with asked as materialized (
      select distinct hash from unnest(p_hashes) as told (hash)
    ),
    known as materialized (
      select file.name, file.created_at, source.hash, source.is_before
      from storage.objects as file
      cross join lateral (values
        (file.user_metadata ->> 'source', true),
        (trim(both '"' from file.metadata ->> 'eTag'), false)) as source (hash, is_before)
      join asked on asked.hash = source.hash
      where file.bucket_id = 'vehicle_images'
        and file.name collate "C" >= p_dealership_id || '/'
        and file.name collate "C" < p_dealership_id || '0'
    ),
    shown as materialized (
      select vehicle.id, private.object_name(image.url, 'vehicle_images') as name
      from public.vehicles as vehicle cross join unnest(vehicle.images) as image (url)
      where vehicle.user_id = p_dealership_id
    )
    select coalesce(jsonb_agg(distinct jsonb_build_object(
      'hash', known.hash, 'vehicle_id', shown.id,
      'name', case when shown.id is null then known.name end)), '[]')
    from known left join shown on shown.name = known.name
    where shown.id is not null
      or (known.is_before and known.created_at > now() - interval '20 hours'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."find_photos"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_photos"(uuid, text[]) TO "authenticated";
