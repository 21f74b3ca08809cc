set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP INDEX "public"."vehicles_words_idx";

DROP VIEW "private"."listed_vehicles";

CREATE OR REPLACE FUNCTION private.said_style(p_style text, p_model_folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(p_style, case
    when p_model_folded ~ '\mmini[ -]?van\M' then 'Minivan'
    when p_model_folded ~ '\m(van|furgon)\M' then 'Van'
    when p_model_folded ~ '\m(pick[ -]?up|cab|doble cabina)\M' then 'Pickup'
    when p_model_folded ~ '\m(suv|crossover)\M' then 'SUV'
    when p_model_folded ~ '\m(convertible|cabriolet|roadster)\M' then 'Convertible'
    when p_model_folded ~ '\m(coupe|cupe)\M' then 'Coupé'
    when p_model_folded ~ '\m(hatchback|sportback)\M' then 'Hatchback'
    when p_model_folded ~ '\m(wagon|vagoneta)\M' then 'Wagon'
    when p_model_folded ~ '\msedan\M' then 'Sedán'
  end);
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
    ('{Minivan,Van}', 'van vans furgonetas guaguas combis microbuses busitos'),
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
    select case word when 'furgon' then 'furgones' else word end
    from private.words_of(regexp_replace(regexp_replace(
      replace(left(p_text, 100), '-', ''),
      '([0-9])[.,](?=[0-9]{3})', '\1', 'g'),
      '\m([0-9]) *[xX×] *([0-9])\M', '\1x\2', 'g')) as word
    where word <> all (private.filler_words())
    limit 8);
$function$;

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
    private.listing_words(user_id, vin, ((brand || ' '::text) || model), ARRAY[search_text, replace(model, ' '::text, ''::text), replace((brand || model), ' '::text, ''::text), price, (trim_scale(price_amount))::text, private.said_style(body_style, model_folded), drivetrain, stock_number, private.synonyms(ARRAY[private.said_style(body_style, model_folded), fuel_type, transmission, drivetrain], color, interior_color)], (ARRAY[engine, "trim", replace(engine, '-'::text, ''::text), replace("trim", '-'::text, ''::text), interior_color, description] || equipment)) AS words
   FROM public.vehicles v
  WHERE (published AND (status = 'Disponible'::text));;

REVOKE ALL ON FUNCTION "private"."said_style"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."said_style"(text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."said_style"(text, text) TO "service_role";

CREATE OR REPLACE FUNCTION public.vehicle_synonyms(vehicle public.vehicles)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN private.synonyms(ARRAY[private.said_style((vehicle).body_style, (vehicle).model_folded), (vehicle).fuel_type, (vehicle).transmission, (vehicle).drivetrain], (vehicle).color, (vehicle).interior_color);

CREATE INDEX vehicles_words_idx ON public.vehicles USING gin (private.listing_words(user_id, vin, ((brand || ' '::text) || model), ARRAY[search_text, replace(model, ' '::text, ''::text), replace((brand || model), ' '::text, ''::text), price, (trim_scale(price_amount))::text, private.said_style(body_style, model_folded), drivetrain, stock_number, private.synonyms(ARRAY[private.said_style(body_style, model_folded), fuel_type, transmission, drivetrain], color, interior_color)], (ARRAY[engine, "trim", replace(engine, '-'::text, ''::text), replace("trim", '-'::text, ''::text), interior_color, description] || equipment))) WHERE (published AND (status = 'Disponible'::text));

ALTER INDEX public.vehicles_words_idx ALTER COLUMN 1 SET STATISTICS 0;
