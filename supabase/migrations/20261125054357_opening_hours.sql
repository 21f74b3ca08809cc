set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_opening_hours(p_value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'object'
      and not exists (
        select from jsonb_each_text(
          case jsonb_typeof(p_value) when 'object' then p_value else '{}' end) as part
        where part.value is null or not case
          when part.key = 'zone' then part.value ~ '^([A-Za-z]+([/_+-][A-Za-z0-9]+)*)?$'
            and length(part.value) <= 64
          when part.key in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')
          then part.value = ''
            or (part.value ~ ('^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]'
                || '(,([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9])?$')
              and (length(part.value) = 11 or (
                substr(part.value, 1, 5) collate "C" < substr(part.value, 7, 5)
                and substr(part.value, 7, 5) collate "C" < substr(part.value, 13, 5)))
              and (left(right(part.value, 11), 5) collate "C" < right(part.value, 5)
                or (right(part.value, 5) collate "C" < left(right(part.value, 11), 5)
                  and right(part.value, 5) collate "C" <= '06:00')))
          else false
        end
      ));
$function$;
