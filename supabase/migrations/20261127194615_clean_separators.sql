set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.clean_line(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when octet_length(p_text) = length(p_text) then trim(p_text)
    else trim(translate(
      normalize(regexp_replace(p_text, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160'
        || '\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
        || '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd'
        || '\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
        || '\U000e0000-\U000e0fff]', '', 'g'), nfc),
      E'\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u2800\u3000',
      repeat(' ', 19)))
  end;
$function$;
