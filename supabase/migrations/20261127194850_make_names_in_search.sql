set local search_path = pg_catalog;

set local check_function_bodies = off;

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
    where found.prefix is not null) || coalesce((
      select string_agg(' | ' || quote_literal(key || '=' || make.word) || make.ends, '')
      from private.make_terms(typed.word) as make), '') || ')'
  from private.listing_key(p_dealership_id) as key, (
    select word, lag(word) over (order by place) as before, lead(word) over (order by place) as after
    from unnest(p_words) with ordinality as typed (word, place)) as typed;
$function$;

CREATE OR REPLACE FUNCTION private.make_terms(p_word text)
 RETURNS TABLE(word text, ends text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with list (make, spellings) as (values
    ('alfaromeo', '{alfa}'::text[]),
    ('bmw', '{bmwmotorrad}'),
    ('cadillac', '{caddy}'),
    ('chevrolet', '{chevy,chev,chevi,chevrolete,chevroletmotors}'),
    ('chrysler', '{chry,crysler}'),
    ('ford', '{fordmotor,fordmotorcompany}'),
    ('gmc', '{gmctruck}'),
    ('greatwall', '{gwm,greatwallmotors}'),
    ('honda', '{hondamotor}'),
    ('hyundai', '{hyundia,hiundai,hyunday,hundai,hyundaimotors}'),
    ('infiniti', '{infinity}'),
    ('jaguar', '{jag}'),
    ('kia', '{kiamotors}'),
    ('mazda', '{mazdamotor}'),
    ('mercedesbenz', '{mercedes,mercedez,mercedezbenz,mb,mbenz,benz}'),
    ('mitsubishi', '{mitsu,mitsubichi,mitsubishimotors}'),
    ('nissan', '{nisan,nissanmotor}'),
    ('peugeot', '{peugot}'),
    ('porsche', '{porche}'),
    ('ram', '{ramtrucks}'),
    ('tesla', '{teslamotors}'),
    ('toyota', '{toyotamotor}'),
    ('volkswagen', '{vw,volks,volkswagon,wolkswagen,volswagen}')
  ), meant as (
    select make, spellings from list where make = p_word or p_word = any(spellings)
  )
  select make, ':*' from meant where make <> p_word
  union all
  -- As beginnings 'mb' and 'vw' would find parts of VINs.
  select spelling, '' from meant, unnest(spellings) as spelling where spelling <> p_word;
$function$;

REVOKE ALL ON FUNCTION "private"."make_terms"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_terms"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."make_terms"(text) TO "service_role";

CREATE OR REPLACE FUNCTION public.vehicle_synonyms(vehicle public.vehicles)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (private.synonyms(ARRAY[private.said_style((vehicle).body_style, (vehicle).model_folded), (vehicle).fuel_type, (vehicle).transmission, (vehicle).drivetrain], (vehicle).color, (vehicle).interior_color) || COALESCE((' '::text || (SELECT string_agg(make.word, ' '::text) AS string_agg FROM private.make_terms(regexp_replace((vehicle_synonyms.vehicle).brand_folded, '[^[:alnum:]]'::text, ''::text, 'g'::text)) make(word, ends))), ''::text));
