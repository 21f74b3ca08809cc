set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.price_amount(p_price text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when typed.amount ~ '^([0-9]+|[0-9]{1,3}(,[0-9]{3})+)(\.[0-9]{1,2})?$'
      then replace(typed.amount, ',', '')::numeric
    when typed.amount ~ '^[0-9]{1,3}(\.[0-9]{3})+(,[0-9]{1,2})?$'
      then replace(replace(typed.amount, '.', ''), ',', '.')::numeric
    when typed.amount ~* '^[0-9]{1,4}([.,][0-9])? ?(mil|k)$'
      then round(replace(
        regexp_replace(typed.amount, ' ?(mil|k)$', '', 'i'), ',', '.')::numeric * 1000)
  end
  from (
    select regexp_replace(
      regexp_replace(trim(translate(p_price, E'\u00a0\u202f', '  ')),
        '^(\$U|U\$S|(US|RD|MX|AR|CL|COL?|C|R)?\$|[€₡₲]|[SB]/\.?|Bs\.?([SD]\.?)?|Gs\.?|[QL]\.?'
          '|USD|MXN|EUR|ARS|BOB|BRL|CLP|COP|CRC|DOP|GTQ|HNL|NIO|PAB|PEN|PYG|UYU|VES)\s*',
        '', 'i'),
      '\s*(\$|€|USD|MXN|EUR|ARS|BOB|BRL|CLP|COP|CRC|DOP|GTQ|HNL|NIO|PAB|PEN|PYG|UYU|VES)$',
      '', 'i') as amount
  ) as typed;
$function$;

-- The numbers beside prices that are read now. Views are named so that no vehicle counts as changed.
update public.vehicles set views = views
where private.price_amount(price) is distinct from price_amount;

-- Until now these words said nothing.
update public.profiles set config = config #- '{profile,currency}' #- '{profile,distance}'
where config -> 'profile' ?| '{currency,distance}';

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_config_units" CHECK ((COALESCE(((config #>> '{profile,currency}'::text[]) = ANY (ARRAY['USD'::text, 'MXN'::text, 'EUR'::text, 'ARS'::text, 'BOB'::text, 'BRL'::text, 'CLP'::text, 'COP'::text, 'CRC'::text, 'DOP'::text, 'GTQ'::text, 'HNL'::text, 'NIO'::text, 'PAB'::text, 'PEN'::text, 'PYG'::text, 'UYU'::text, 'VES'::text])), true) AND COALESCE(((config #>> '{profile,distance}'::text[]) = ANY (ARRAY['mi'::text, 'km'::text])), true)));

CREATE OR REPLACE FUNCTION public.get_vehicle_units(p_vehicle_ids uuid[])
 RETURNS TABLE(id uuid, currency text, distance text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.id, owner.public_config #>> '{profile,currency}',
    owner.public_config #>> '{profile,distance}'
  from public.vehicles as v
  join public.profiles as owner on owner.id = v.user_id
  where v.id = any (p_vehicle_ids) and v.published
    and v.user_id in (select active.id from private.active_owners as active)
  limit 200;
$function$;

REVOKE ALL ON FUNCTION "public"."get_vehicle_units"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_vehicle_units"(uuid[]) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."get_vehicle_units"(uuid[]) TO "service_role";
