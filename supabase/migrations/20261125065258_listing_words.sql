set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP INDEX "public"."vehicles_public_idx";

DROP FUNCTION "private"."word_pattern"(text);

DROP FUNCTION "public"."get_listing_choices"(uuid);

DROP FUNCTION "public"."search_listing"(uuid, text);

CREATE OR REPLACE FUNCTION private.listing_key(p_dealership_id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN "right"((p_dealership_id)::text, 8);

CREATE OR REPLACE FUNCTION private.listing_query(p_dealership_id uuid, p_words text[], p_must_be_exact boolean)
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with facts as (
    select private.words_of(concat_ws(' ', v.brand_folded, v.model_folded, v.color, v.transmission,
      v.fuel_type, v.body_style, v.drivetrain,
      private.synonyms(v.body_style, v.fuel_type, v.transmission, v.drivetrain))) as word
    from public.vehicles as v
    where not p_must_be_exact
      and v.user_id = p_dealership_id and v.published and v.status = 'Disponible'
    group by grouping sets (v.brand_folded, v.model_folded, v.color, v.transmission, v.fuel_type,
      v.body_style, v.drivetrain)
  ), searched as (
    select format('%L:*', private.listing_key(p_dealership_id) || typed.word)
      || coalesce((
        select string_agg(distinct format(' | %L', private.listing_key(p_dealership_id) || word), '')
        from facts
        where typed.word ~ '^[[:alpha:]]{4,}$'
          and extensions.word_similarity(typed.word, word) > 0.4), '') as words
    from unnest(p_words) as typed (word)
  )
  select coalesce(
    string_agg(format('(%s)', words), ' & '),
    quote_literal(private.listing_key(p_dealership_id)))::tsquery
  from searched;
$function$;

CREATE OR REPLACE FUNCTION private.listing_words(p_dealership_id uuid, p_vin text, p_facts text[], p_texts text[])
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE COST 10000
 SET search_path TO ''
AS $function$
  select array_to_tsvector(array(
    select private.listing_key(p_dealership_id) || word
    from private.words_of(array_to_string(p_facts || p_texts, ' ') || ' '
      || replace(array_to_string(p_facts, ' '), '-', '')) as word
    union
    select private.listing_key(p_dealership_id) || lower(right(p_vin, n))
    from generate_series(4, 8) as n
    where p_vin is not null
    union
    select private.listing_key(p_dealership_id)));
$function$;

CREATE OR REPLACE FUNCTION private.synonyms(VARIADIC p_values text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select string_agg(synonym.words, ' ')
  from (values
    ('SUV', 'suvs camionetas crossovers jeepetas yipetas todoterrenos'),
    ('Pickup', 'pickups camionetas trocas trokas trucks'),
    ('Sedán', 'sedanes berlinas'),
    ('Hatchback', 'hatchbacks compactos'),
    ('Coupé', 'coupes cupes deportivos'),
    ('Convertible', 'convertibles descapotables cabriolets deportivos'),
    ('Minivan', 'minivanes vans familiares monovolumenes'),
    ('Van', 'vans furgonetas furgones'),
    ('Wagon', 'wagons familiares rancheras'),
    ('Gasolina', 'nafta bencina'),
    ('Híbrido', 'hibridos hibridas hybrids'),
    ('Eléctrico', 'electricos electricas'),
    ('Automático', 'automaticos automaticas'),
    ('Manual', 'manuales estandar mecanicos'),
    ('Delantera (FWD)', '4x2 2wd'),
    ('Trasera (RWD)', '4x2 2wd'),
    ('Integral (AWD)', '4wd doble'),
    ('4x4', '4wd doble todoterrenos')
  ) as synonym (value, words)
  where synonym.value = any (p_values);
$function$;

CREATE OR REPLACE FUNCTION private.words_of(p_text text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(word, 40)
  from string_to_table(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent', p_text)), '[^[:alnum:]]+', ' ', 'g'),
    ' ') as word
  where word <> '';
$function$;

CREATE OR REPLACE FUNCTION public.get_listing_choices(p_dealership_id uuid)
 RETURNS TABLE(brand text, model text, brand_folded text, model_folded text, vehicle_count bigint, oldest_year integer, newest_year integer, lowest_price numeric, highest_price numeric, highest_mileage integer, body_style text, fuel_type text, drivetrain text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(v.brand), min(v.model), v.brand_folded, v.model_folded, count(*),
    min(v.year), max(v.year), min(v.price_amount), max(v.price_amount), max(v.mileage),
    v.body_style, v.fuel_type, v.drivetrain
  from public.vehicles as v
  where v.user_id = p_dealership_id and v.published and v.status = 'Disponible'
    and v.user_id in (select id from private.active_owners)
  group by v.brand_folded, v.model_folded, v.body_style, v.fuel_type, v.drivetrain
  order by v.brand_folded, v.model_folded, v.body_style, v.fuel_type, v.drivetrain;
$function$;

CREATE OR REPLACE FUNCTION public.search_listing(p_dealership_id uuid, p_text text)
 RETURNS TABLE(id uuid, brand text, model text, year integer, price text, mileage integer, transmission text, color text, fuel_type text, images text[], status text, created_at timestamp with time zone, price_amount numeric, brand_folded text, model_folded text, exact boolean, reserved_until date, body_style text, drivetrain text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- '18,500' and 'F-150' are one word each.
  words text[] := array(
    select word
    from private.words_of(regexp_replace(
      replace(left(p_text, 100), '-', ''), '([0-9])[.,](?=[0-9]{3})', '\1', 'g')) as word
    where word <> all (array['a', 'auto', 'autos', 'carro', 'carros', 'coche', 'coches', 'con',
      'de', 'del', 'el', 'en', 'la', 'las', 'los', 'o', 'para', 'un', 'una', 'vehiculo',
      'vehiculos', 'y'])
    limit 8);
  must_be_exact boolean;
  query tsquery;
begin
  foreach must_be_exact in array '{true,false}'::boolean[] loop
    query := private.listing_query(p_dealership_id, words, must_be_exact);
    return query
      select v.id, v.brand, v.model, v.year, v.price, v.mileage, v.transmission, v.color,
        v.fuel_type, v.images, v.status, v.created_at, v.price_amount, v.brand_folded,
        v.model_folded, must_be_exact, v.reserved_until, v.body_style, v.drivetrain
      from public.vehicles as v
      where v.user_id = p_dealership_id and v.published and v.status = 'Disponible'
        and v.user_id in (select owner.id from private.active_owners as owner)
        and private.listing_words(v.user_id, v.vin, array[v.search_text, v.price,
            trim_scale(v.price_amount)::text, v.engine, v.trim, v.body_style, v.drivetrain,
            v.interior_color, v.stock_number,
            private.synonyms(v.body_style, v.fuel_type, v.transmission, v.drivetrain)],
          array_append(v.equipment, v.description)) @@ query;
    exit when found;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.vehicle_synonyms(vehicle public.vehicles)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN private.synonyms(VARIADIC ARRAY[(vehicle).body_style, (vehicle).fuel_type, (vehicle).transmission, (vehicle).drivetrain]);

REVOKE ALL ON FUNCTION "private"."listing_key"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."listing_key"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."listing_key"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."listing_query"(uuid, text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."listing_words"(uuid, text, text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."listing_words"(uuid, text, text[], text[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."listing_words"(uuid, text, text[], text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."synonyms"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."synonyms"(text[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."synonyms"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."words_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."words_of"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."words_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_listing_choices"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_listing_choices"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."get_listing_choices"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."search_listing"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_listing"(uuid, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."search_listing"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."vehicle_synonyms"(public.vehicles) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."vehicle_synonyms"(public.vehicles) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."vehicle_synonyms"(public.vehicles) TO "service_role";

CREATE INDEX vehicles_public_idx ON public.vehicles USING btree (user_id, created_at DESC) INCLUDE (brand, model, brand_folded, model_folded, year, price_amount, mileage, body_style, fuel_type, drivetrain) WHERE (published AND (status = 'Disponible'::text));

CREATE INDEX vehicles_words_idx ON public.vehicles USING gin (private.listing_words(user_id, vin, ARRAY[search_text, price, (trim_scale(price_amount))::text, engine, "trim", body_style, drivetrain, interior_color, stock_number, private.synonyms(VARIADIC ARRAY[body_style, fuel_type, transmission, drivetrain])], array_append(equipment, description))) WHERE (published AND (status = 'Disponible'::text));

ALTER INDEX "public"."vehicles_words_idx" ALTER COLUMN 1 SET STATISTICS 0;
