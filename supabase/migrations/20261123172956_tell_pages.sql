set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.tell_hosts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  notify pages, 'hosts';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_pages()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('pages', to_jsonb(changed) ->> named)
  from (values (old), (new)) as rows (changed), unnest(tg_argv) as named
  where to_jsonb(changed) ->> named is not null;
  return null;
end
$function$;

CREATE TRIGGER tell_hosts AFTER DELETE OR UPDATE OF role, is_active, public_slug, custom_domain, verified_domain ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.tell_hosts();

CREATE TRIGGER tell_pages AFTER INSERT OR DELETE OR UPDATE OF full_name, email, phone, role, is_active, public_slug, dealership_id, custom_domain, verified_domain, config ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tell_pages('id', 'dealership_id');

CREATE TRIGGER tell_pages AFTER INSERT OR DELETE OR UPDATE OF user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors, engine, description, images, status, published ON public.vehicles FOR EACH ROW EXECUTE FUNCTION private.tell_pages('user_id');

REVOKE ALL ON FUNCTION "private"."tell_hosts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_pages"() FROM PUBLIC;
