set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.merge_json(p_stored jsonb, p_changes jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_stored || coalesce(jsonb_object_agg(key, case jsonb_typeof(value)
    when 'object' then private.merge_json(
      case jsonb_typeof(p_stored -> key) when 'object' then p_stored -> key else '{}' end, value)
    else value end), '{}')
  from jsonb_each(p_changes);
$function$;

CREATE OR REPLACE FUNCTION public.save_profile(p_id uuid, p_columns jsonb DEFAULT '{}'::jsonb, p_config jsonb DEFAULT '{}'::jsonb)
 RETURNS SETOF public.profiles
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  names text[] := array(
    select jsonb_object_keys(p_columns)
    union select 'config' where p_config <> '{}');
begin
  perform private.require_write();
  if names = '{}' then
    return query select * from public.profiles where id = p_id;
    return;
  end if;
  return query execute (
    select format($update$
      update public.profiles as profile set (%s) = (
        select %s from jsonb_populate_record(profile, $2 || case when $3 = '{}' then '{}'
          else jsonb_build_object('config', private.merge_json(profile.config, $3)) end) as wanted)
      where id = $1 returning profile.*$update$,
      string_agg(quote_ident(name), ', '), string_agg('wanted.' || quote_ident(name), ', '))
    from unnest(names) as name)
  using p_id, p_columns, p_config;
end
$function$;

REVOKE ALL ON FUNCTION "private"."merge_json"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."merge_json"(jsonb, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."merge_json"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_profile"(uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_profile"(uuid, jsonb, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."save_profile"(uuid, jsonb, jsonb) TO "service_role";
