set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "today_of_dealership" ON "public"."vehicle_costs";

CREATE OR REPLACE FUNCTION private.date_cost()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.spent_on is null then
    new.spent_on := private.local_day(new.dealership_id);
  elsif tg_op = 'INSERT' or new.spent_on <> old.spent_on then
    perform private.require_past_day(new.dealership_id, new.spent_on);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.known_zone(VARIADIC p_zones text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  zone text;
begin
  foreach zone in array p_zones loop
    continue when (zone ~* ('^(?!posix/|right/)(utc|gmt|etc/gmt(\+([0-9]|1[0-2])|-([0-9]|1[0-4]))'
      || '|[a-z_]+(/[a-z_-]+){1,2})$') and length(zone) <= 64) is not true;
    begin
      perform now() at time zone zone;
      return zone;
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return 'America/New_York';
end
$function$;

CREATE TRIGGER today_of_dealership BEFORE INSERT OR UPDATE ON public.vehicle_costs FOR EACH ROW EXECUTE FUNCTION private.date_cost();
