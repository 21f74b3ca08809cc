set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.blank_difference(p_difference jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(told.name, (
    select jsonb_object_agg(side.name, case
      when side.value = 'null' then side.value
      when told.name = 'config'
        then jsonb_strip_nulls(jsonb_build_object('features', side.value -> 'features'))
      when told.name in (
        'full_name', 'name', 'email', 'phone', 'message', 'public_slug', 'custom_domain',
        'verified_domain', 'friendly_name', 'notes', 'next_step') then '"******"'
      else side.value
    end)
    from jsonb_each(told.value) as side (name, value)
  )), '{}')
  from jsonb_each(p_difference) as told (name, value);
$function$;

-- Lines about leads that are gone by now.
update public.audit_log set difference = private.blank_difference(difference)
where table_name = 'leads' and difference ? 'next_step'
  and row_id not in (select id from public.leads);
