set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP INDEX "public"."vehicles_words_idx";

DROP FUNCTION "private"."listing_query"(uuid, text[], boolean);

DROP FUNCTION "private"."listing_words"(uuid, text, text[], text[]);

DROP FUNCTION "public"."vehicle_synonyms"(public.vehicles);

DROP FUNCTION "private"."synonyms"(text[]);

CREATE OR REPLACE FUNCTION private.filler_words()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN '{a,ano,auto,autos,caja,carro,carros,coche,coches,color,con,de,del,el,en,la,las,los,marca,modelo,o,para,por,transmision,un,una,usada,usadas,usado,usados,vehiculo,vehiculos,venta,y}'::text[];

CREATE OR REPLACE FUNCTION private.listing_query(p_dealership_id uuid, p_words text[], p_in_texts boolean)
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    string_agg(typed.term, ' & '), quote_literal(private.listing_key(p_dealership_id)))::tsquery
  from private.listing_terms(p_dealership_id, p_words, p_in_texts) as typed;
$function$;

CREATE OR REPLACE FUNCTION private.listing_terms(p_dealership_id uuid, p_words text[], p_in_texts boolean)
 RETURNS TABLE(word text, term text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select typed.word, '(' || (
    select string_agg(quote_literal(key || found.prefix) || found.ends, ' | ')
    from (values
      ('=' || typed.word, case when exists (
          select from private.listed_vehicles as v
          where v.user_id = p_dealership_id
            and v.words @@ quote_literal(key || '#' || typed.word)::tsquery) then '' else ':*' end),
      (case when p_in_texts then typed.word end, ':*'),
      ('=' || typed.before || typed.word, ':*'),
      ('=' || typed.word || typed.before, ':*'),
      ('=' || typed.word || typed.after, ':*'),
      ('=' || typed.after || typed.word, ':*')
    ) as found (prefix, ends)
    where found.prefix is not null) || ')'
  from private.listing_key(p_dealership_id) as key, (
    select word, lag(word) over (order by place) as before, lead(word) over (order by place) as after
    from unnest(p_words) with ordinality as typed (word, place)) as typed;
$function$;

CREATE OR REPLACE FUNCTION private.listing_words(p_dealership_id uuid, p_vin text, p_name text, p_facts text[], p_texts text[])
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE COST 10000
 SET search_path TO ''
AS $function$
  select array_to_tsvector(array(
    select private.listing_key(p_dealership_id) || '=' || word
    from private.words_of(array_to_string(p_facts, ' ') || ' '
      || replace(array_to_string(p_facts, ' '), '-', '')) as word
    union
    select private.listing_key(p_dealership_id) || '=' || lower(right(p_vin, n))
    from generate_series(4, 8) as n
    where p_vin is not null
    union
    select private.listing_key(p_dealership_id) || '#' || word
    from private.words_of(p_name || ' ' || replace(p_name, '-', '')) as word
    union
    select private.listing_key(p_dealership_id) || word
    from private.words_of(array_to_string(p_texts, ' ')) as word
    union
    select private.listing_key(p_dealership_id)));
$function$;

CREATE OR REPLACE FUNCTION private.near_query(p_dealership_id uuid, p_words text[])
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with typed as materialized (
    select term.word, term.term, exists (
      select from private.listed_vehicles as v
      where v.user_id = p_dealership_id and v.words @@ term.term::tsquery) as is_known
    from private.listing_terms(p_dealership_id, p_words, true) as term
  ), unknown as materialized (
    select typed.word from typed where not typed.is_known
      and (select count(*) <= 3 and bool_and(word ~ '^[[:alpha:]]{4,}$')
        from typed where not is_known)
  ), fact as materialized (
    select distinct word
    from (
      select v.brand_folded || ' ' || v.model_folded as name,
        concat_ws(' ', v.color, v.transmission, v.fuel_type, v.body_style, v.drivetrain,
          case when v.model_folded is null then private.synonyms(
            array[v.body_style, v.fuel_type, v.transmission, v.drivetrain], v.color, null)
          end) as kind
      from private.listed_vehicles as v
      where v.user_id = p_dealership_id and exists (select from unknown)
      group by grouping sets ((v.brand_folded, v.model_folded), v.color, v.transmission,
        v.fuel_type, v.body_style, v.drivetrain)) as known,
      lateral (
        select string_to_table(translate(known.name, '-/.', '   '), ' ')
        union all
        select private.words_of(known.kind) where known.name is null) as fact (word)
    where word ~ '^[[:alpha:]]{3,}$'
  ), meant as materialized (
    select case when typed.is_known then typed.term else (
      select '(' || string_agg(
        quote_literal(private.listing_key(p_dealership_id) || '=' || fact.word), ' | ') || ')'
      from unknown
      join fact on extensions.word_similarity(unknown.word, fact.word) > 0.4
      where unknown.word = typed.word) end as term
    from typed
  )
  select case when bool_and(meant.term is not null) then string_agg(meant.term, ' & ')::tsquery end
  from meant;
$function$;

CREATE OR REPLACE FUNCTION private.synonyms(p_kinds text[], p_color text, p_interior_color text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with list (meanings, words) as (values
    ('{SUV,Pickup,Minivan,Van}'::text[], 'camionetas'),
    ('{SUV}', 'suvs crossovers jeepetas yipetas camperos todoterrenos'),
    ('{Pickup}', 'pickups trocas trokas trucks'),
    ('{Minivan,Van}', 'vans furgonetas guaguas combis microbuses busitos'),
    ('{Minivan}', 'minivans minivanes familiares monovolumenes'),
    ('{Van}', 'vanes furgones paneles'),
    ('{Sedán}', 'sedanes sedans berlinas'),
    ('{Hatchback}', 'hatchbacks compactos compactas'),
    ('{Coupé}', 'coupes cupes'),
    ('{Convertible}', 'convertibles descapotables cabriolets'),
    ('{Coupé,Convertible}', 'deportivos deportivas'),
    ('{Wagon}', 'wagons stationwagons familiares rancheras vagonetas'),
    ('{Gasolina}', 'gasolineros gasoline nafta bencina'),
    ('{Diésel}', 'petroleros petroleras acpm'),
    ('{Híbrido}', 'hibridos hibridas hybrids'),
    ('{Eléctrico}', 'electricos electricas'),
    ('{Automático}', 'automaticos automaticas automatics'),
    ('{Manual}', 'manuales estandares standard sincronicos sincronicas mecanicos mecanicas'),
    ('{Delantera (FWD),Trasera (RWD)}', '4x2 2wd sencillatraccion'),
    ('{Integral (AWD),4x4}', '4x4 4wd todoterrenos dobletraccion totaltraccion 4x4traccion'),
    ('{Integral (AWD),4x4}', 'cuatrotraccion 4traccion cuatroruedas 4ruedas'),
    ('{Delantera (FWD)}', 'delanteratraccion'),
    ('{Trasera (RWD)}', 'traseratraccion'),
    ('{Integral (AWD)}', 'integraltraccion'),
    ('{blanco,blanca,white,perla,pearl}', 'blancos blancas white'),
    ('{negro,negra,black}', 'negros negras black'),
    ('{gris,gray,grey,plomo,grafito,graphite,charcoal}', 'grises gray grey plomos'),
    ('{plata,plateado,plateada,silver}', 'plata plateados plateadas silver'),
    ('{rojo,roja,red}', 'rojos rojas red'),
    ('{vino,tinto,guinda,burgundy,maroon,granate,vinotinto}', 'vino tinto guinda burgundy vinotinto'),
    ('{azul,blue,celeste}', 'azules blue'),
    ('{verde,green}', 'verdes green'),
    ('{amarillo,amarilla,yellow}', 'amarillos amarillas yellow'),
    ('{naranja,anaranjado,anaranjada,orange}', 'naranjas anaranjados anaranjadas orange'),
    ('{marron,cafe,brown}', 'marrones cafes brown'),
    ('{beige,beis,arena,crema,champagne,champana,tan}', 'beige beis crema champagne'),
    ('{dorado,dorada,gold,oro}', 'dorados doradas gold'),
    ('{morado,morada,purpura,purple,violeta}', 'morados moradas purpura purple'),
    ('{rosa,rosado,rosada,pink}', 'rosa rosados rosadas pink')
  )
  select concat_ws(' ',
    (select string_agg(list.words, ' ') from list
      where list.meanings && (p_kinds || array(select private.words_of(p_color)))),
    (select string_agg('interior' || word, ' ') from private.words_of(p_interior_color) as word));
$function$;

CREATE OR REPLACE FUNCTION private.typed_words(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(
    select word
    from private.words_of(regexp_replace(regexp_replace(
      replace(left(p_text, 100), '-', ''),
      '([0-9])[.,](?=[0-9]{3})', '\1', 'g'),
      '\m([0-9]) *[xX×] *([0-9])\M', '\1x\2', 'g')) as word
    where word <> all (private.filler_words())
    limit 8);
$function$;

CREATE OR REPLACE FUNCTION public.search_listing(p_dealership_id uuid, p_text text)
 RETURNS TABLE(id uuid, brand text, model text, year integer, price text, mileage integer, transmission text, color text, fuel_type text, images text[], status text, created_at timestamp with time zone, price_amount numeric, brand_folded text, model_folded text, exact boolean, reserved_until date, body_style text, drivetrain text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words text[] := private.typed_words(p_text);
  sought text;
  query tsquery;
begin
  foreach sought in array '{facts,texts,near}'::text[] loop
    query := case sought
      when 'near' then private.near_query(p_dealership_id, words)
      else private.listing_query(p_dealership_id, words, sought = 'texts')
    end;
    return query
      select v.id, v.brand, v.model, v.year, v.price, v.mileage, v.transmission, v.color,
        v.fuel_type, v.images, v.status, v.created_at, v.price_amount, v.brand_folded,
        v.model_folded, sought <> 'near', v.reserved_until, v.body_style, v.drivetrain
      from private.listed_vehicles as v
      where v.user_id = p_dealership_id and v.words @@ query
        and v.user_id in (select owner.id from private.active_owners as owner);
    exit when found;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.vehicle_synonyms(vehicle public.vehicles)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN private.synonyms(ARRAY[(vehicle).body_style, (vehicle).fuel_type, (vehicle).transmission, (vehicle).drivetrain], (vehicle).color, (vehicle).interior_color);

CREATE VIEW "private"."listed_vehicles" WITH (security_invoker=true) AS  SELECT id,
    user_id,
    brand,
    model,
    year,
    vin,
    price,
    mileage,
    transmission,
    color,
    fuel_type,
    doors,
    description,
    images,
    status,
    published,
    views,
    created_at,
    updated_at,
    price_amount,
    brand_folded,
    model_folded,
    search_text,
    engine,
    reserved_until,
    stock_number,
    "trim",
    body_style,
    drivetrain,
    cylinders,
    interior_color,
    title_status,
    owners,
    history_url,
    equipment,
    private.listing_words(user_id, vin, ((brand || ' '::text) || model), ARRAY[search_text, replace(model, ' '::text, ''::text), replace((brand || model), ' '::text, ''::text), price, (trim_scale(price_amount))::text, body_style, drivetrain, stock_number, private.synonyms(ARRAY[body_style, fuel_type, transmission, drivetrain], color, interior_color)], (ARRAY[engine, "trim", replace(engine, '-'::text, ''::text), replace("trim", '-'::text, ''::text), interior_color, description] || equipment)) AS words
   FROM public.vehicles v
  WHERE (published AND (status = 'Disponible'::text));;

REVOKE ALL ON FUNCTION "private"."filler_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."listing_query"(uuid, text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."listing_terms"(uuid, text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."listing_words"(uuid, text, text, text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."listing_words"(uuid, text, text, text[], text[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."listing_words"(uuid, text, text, text[], text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."near_query"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."synonyms"(text[], text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."synonyms"(text[], text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."synonyms"(text[], text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."typed_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."vehicle_synonyms"(public.vehicles) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."vehicle_synonyms"(public.vehicles) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."vehicle_synonyms"(public.vehicles) TO "service_role";

CREATE INDEX vehicles_words_idx ON public.vehicles USING gin (private.listing_words(user_id, vin, ((brand || ' '::text) || model), ARRAY[search_text, replace(model, ' '::text, ''::text), replace((brand || model), ' '::text, ''::text), price, (trim_scale(price_amount))::text, body_style, drivetrain, stock_number, private.synonyms(ARRAY[body_style, fuel_type, transmission, drivetrain], color, interior_color)], (ARRAY[engine, "trim", replace(engine, '-'::text, ''::text), replace("trim", '-'::text, ''::text), interior_color, description] || equipment))) WHERE (published AND (status = 'Disponible'::text));


ALTER INDEX "public"."vehicles_words_idx" ALTER COLUMN 1 SET STATISTICS 0;
