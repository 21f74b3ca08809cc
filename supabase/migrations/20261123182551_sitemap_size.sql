set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "tell_hosts" ON "public"."profiles";

DROP FUNCTION "private"."tell_hosts"();

CREATE OR REPLACE FUNCTION private.tell_all()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('pages', tg_argv[0]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_sitemap_size()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when found.n <= 10000 then found.n
    else greatest(found.n, (select sum(reltuples)::bigint from pg_catalog.pg_class
      where oid in ('public.vehicles'::regclass, 'public.profiles'::regclass))) end
  from (select count(*) as n from (
    (select from public.vehicles where published limit 10001)
    union all (select from public.profiles where is_active and public_slug is not null limit 10001)
  ) as page) as found;
$function$;

CREATE TRIGGER tell_hosts AFTER DELETE OR UPDATE OF role, is_active, public_slug, custom_domain, verified_domain ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.tell_all('hosts');

CREATE TRIGGER tell_sitemap AFTER INSERT OR DELETE OR UPDATE OF role, is_active, public_slug, dealership_id ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.tell_all('sitemap');

CREATE TRIGGER tell_sitemap AFTER INSERT OR DELETE OR UPDATE OF published, user_id ON public.vehicles FOR EACH STATEMENT EXECUTE FUNCTION private.tell_all('sitemap');

REVOKE ALL ON FUNCTION "private"."tell_all"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_sitemap_size"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_sitemap_size"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."get_sitemap_size"() TO "service_role";
