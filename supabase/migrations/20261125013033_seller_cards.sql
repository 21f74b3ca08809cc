set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP POLICY "objects_select_owner" ON "storage"."objects";

DROP POLICY "objects_update_owner" ON "storage"."objects";

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
            or (part.value ~ '^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$'
              and split_part(part.value, '-', 1) collate "C" < split_part(part.value, '-', 2))
          else false
        end
      ));
$function$;

CREATE OR REPLACE FUNCTION private.is_page_folder(p_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.owner_folder(p_name) = auth.uid()::text
    or exists (
      select from public.profiles
      where id::text = private.owner_folder(p_name) and dealership_id = private.my_team()
        and not private.is_waiting(id)
    );
$function$;

CREATE OR REPLACE FUNCTION private.may_keep_object(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.is_proven() and case p_bucket
    when 'vehicle_images' then private.owner_folder(p_name) = private.my_dealership()::text
    when 'dealership_logos' then private.is_page_folder(p_name)
      and private.has_feature('canEditPublicPage')
    else false
  end;
$function$;

CREATE OR REPLACE FUNCTION public.create_salesperson(p_email text, p_password text, p_full_name text, p_phone text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dealership uuid;
  account_id uuid;
begin
  perform private.require_write();
  dealership := private.team_of_request();
  if dealership is null and private.is_admin() then
    raise exception 'Para añadir un vendedor, administra antes la cuenta de su concesionario.';
  elsif dealership is null then
    raise insufficient_privilege
      using message = 'Solo un concesionario puede añadir vendedores a su equipo.';
  end if;
  if not private.is_admin()
    and not (private.is_within_limit('create-salesperson', dealership::text)
      and private.is_within_limit('create-salesperson-day', dealership::text))
  then
    raise exception 'Has creado muchas cuentas seguidas. Espera un rato e inténtalo de nuevo.';
  end if;
  account_id := private.open_account(
    private.read_email(p_email), p_phone, p_password, p_full_name, 'vendedor', dealership);
  update public.profiles
  set config = config || jsonb_build_object('profile',
    jsonb_build_object('phone', '+' || phone, 'whatsapp', '+' || phone))
  where id = account_id and phone <> '';
  return account_id;
end
$function$;

CREATE POLICY "objects_select_owner" ON "storage"."objects" FOR SELECT TO "authenticated" USING ((((bucket_id = 'vehicle_images'::text) AND (private.owner_folder(name) = (( SELECT private.my_dealership() AS my_dealership))::text)) OR ((bucket_id = 'dealership_logos'::text) AND ( SELECT private.is_proven() AS is_proven) AND private.is_page_folder(name))));

CREATE POLICY "objects_update_owner" ON "storage"."objects" FOR UPDATE TO "authenticated" USING ((((bucket_id = 'vehicle_images'::text) AND (private.owner_folder(name) = (( SELECT private.my_dealership() AS my_dealership))::text)) OR ((bucket_id = 'dealership_logos'::text) AND ( SELECT private.is_active() AS is_active) AND ( SELECT private.has_feature('canEditPublicPage'::text) AS has_feature) AND private.is_page_folder(name)))) WITH CHECK (private.may_keep_object(bucket_id, name));

REVOKE ALL ON FUNCTION "private"."is_opening_hours"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_opening_hours"(jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."is_opening_hours"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_page_folder"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_page_folder"(text) TO "authenticated";

-- Until now a config could hold anything under this name.
UPDATE public.profiles SET config = config #- '{profile,hours}'
  WHERE NOT private.is_opening_hours(config #> '{profile,hours}');

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_config_hours" CHECK (private.is_opening_hours((config #> '{profile,hours}'::text[])));
