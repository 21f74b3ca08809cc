set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.price_amount(p_price text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when typed.amount ~ ('^([0-9]+([.,][0-9]{1,2})?'
        '|[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]{1,2})?'
        '|[1-9][0-9]{0,2}(\.[0-9]{3})+(,[0-9]{1,2})?'
        '|[1-9][0-9]{0,2}( [0-9]{3})+([.,][0-9]{1,2})?'
        '|[1-9][0-9]{0,2}(''[0-9]{3})+([.,][0-9]{1,2})?'
        '|[1-9][0-9]{0,2}''[0-9]{3},[0-9]{3}(\.[0-9]{1,2})?)$')
      then translate(
        regexp_replace(typed.amount, '[.,]([0-9]{1,2})$', 'd\1'), 'd,. ''', '.')::numeric
    when typed.amount ~* '^[0-9]{1,4}([.,][0-9]{1,2})? ?(mil|k)$'
      then round(replace(
        regexp_replace(typed.amount, ' ?(mil|k)$', '', 'i'), ',', '.')::numeric * 1000)
  end
  from (
    select regexp_replace(
      regexp_replace(
        -- Every white space is a space, as for JavaScript, and a curly apostrophe a straight one.
        trim(translate(p_price,
          E'\t\n\x0b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009'
            '\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u2019',
          repeat(' ', 24) || '''')),
        '^((USD|MXN|EUR|ARS|BOB|BRL|CLP|COP|CRC|DOP|GTQ|HNL|NIO|PAB|PEN|PYG|UYU|VES)\s*\$?'
          '|(\$U(?![SY])|U\$S|(US|RD|MX|AR|CL|COL?|C|R)?\$|[€₡₲]|[SB]/\.?|Bs\.?([SD]\.?)?'
          '|Gs\.?|[QL]\.?)\s*(USD|MXN|EUR|ARS|BOB|BRL|CLP|COP|CRC|DOP|GTQ|HNL|NIO|PAB|PEN|PYG|UYU|VES)?)\s*',
        '', 'i'),
      '\s*((US|RD|MX)?\$|[€₡₲]'
        '|USD|MXN|EUR|ARS|BOB|BRL|CLP|COP|CRC|DOP|GTQ|HNL|NIO|PAB|PEN|PYG|UYU|VES)$',
      '', 'i') as amount
  ) as typed;
$function$;

-- Recompute the amounts of stored prices that are read differently now. Updating views alone does
-- not mark the vehicle as changed.
UPDATE public.vehicles SET views = views
WHERE private.price_amount(price) IS DISTINCT FROM price_amount;
