set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.keep_hidden(p_vehicle_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.deals set republish = false
  where vehicle_id = any (p_vehicle_ids) and republish
    and (dealership_id = private.my_dealership() or private.is_admin());
$function$;

CREATE OR REPLACE FUNCTION public.publish_vehicles(p_ids uuid[], p_published boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  perform private.require_write();
  update public.vehicles set published = p_published where id = any (p_ids);
  get diagnostics changed = row_count;
  if changed < (select count(distinct id) from unnest(p_ids) as id) then
    raise exception 'Alguno de estos vehículos ya no está. No se cambió ninguno.';
  end if;
  if not p_published then
    perform private.keep_hidden(p_ids);
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "private"."keep_hidden"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_hidden"(uuid[]) TO "authenticated";
