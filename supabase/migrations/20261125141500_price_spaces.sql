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
    when typed.amount ~ '^[0-9]{1,3}( [0-9]{3})+([.,][0-9]{1,2})?$'
      then replace(replace(typed.amount, ' ', ''), ',', '.')::numeric
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
UPDATE public.vehicles SET views = views
WHERE private.price_amount(price) IS DISTINCT FROM price_amount;
