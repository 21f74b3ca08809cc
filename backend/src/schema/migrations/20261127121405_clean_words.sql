set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.matches_password(p_password text, p_hash text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select extensions.crypt(p_password, hash) = hash
    or (p_password is not nfkc normalized
      and extensions.crypt(normalize(p_password, nfkc), hash) = hash)
  from (values (coalesce(
    nullif(regexp_replace(p_hash, '^\$2[by]\$', '$2a$'), ''),
    -- Of 32 random bytes that were not stored.
    '$2a$10$M5zLiwFX1Z/muWmxX1itGu.1s3w8LCOdBUOIXVsjGkAsTNSgQzb3e'))) as known (hash);
$function$;
