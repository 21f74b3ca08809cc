set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP POLICY "vehicles_select_anon" ON "public"."vehicles";

DROP INDEX "public"."vehicles_created_at_idx";

DROP INDEX "public"."vehicles_public_idx";

DROP FUNCTION "public"."get_all_vehicles_with_owner_and_views"();

CREATE OR REPLACE FUNCTION private.count_about(p_query text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  plan json;
  expected bigint;
  counted bigint;
begin
  execute 'explain (format json) ' || p_query into plan;
  expected := (plan #>> '{0,Plan,Plan Rows}')::bigint;
  if expected <= 10000 then
    execute format('select count(*) from (%s limit 10001) as found', p_query) into counted;
    if counted <= 10000 then
      return counted;
    end if;
    expected := counted;
  end if;
  return round(expected, 2 - length(expected::text));
end
$function$;

CREATE OR REPLACE FUNCTION private.platform_leads(p_patterns text[], p_state text, p_kind text, p_recipient_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  pattern text;
  wanted text := 'select lead.* from public.leads as lead where true';
begin
  if p_state is not null then
    wanted := wanted || format(' and lead.state = %L', p_state);
  end if;
  if p_kind is not null then
    wanted := wanted || format(' and lead.kind = %L', p_kind);
  end if;
  if p_recipient_id is not null then
    wanted := wanted || format(' and lead.recipient_id = %L', p_recipient_id);
  end if;
  foreach pattern in array p_patterns loop
    wanted := wanted || format(' and (public.lead_text(lead) like %L', pattern);
    if pattern ~ '^%[-+._0-9]*[0-9][-+._0-9]*%$' then
      wanted := wanted || format(' or lead.phone like %1$L or lead.referred_phone like %1$L',
        '%' || regexp_replace(pattern, '[^0-9]', '', 'g') || '%');
    end if;
    wanted := wanted || ')';
  end loop;
  return wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.platform_vehicle_condition(p_patterns text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  pattern text;
  condition text := 'true';
begin
  foreach pattern in array p_patterns loop
    condition := condition || format(' and (v.search_text like %L or v.user_id = any (%L::uuid[]))',
      pattern, array(
        select owner.id from public.profiles as owner
        where owner.role = 'concesionario' and public.account_text(owner) like pattern));
  end loop;
  return condition;
end
$function$;

CREATE OR REPLACE FUNCTION public.account_text(profile public.profiles)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN lower(extensions.unaccent('extensions.unaccent'::regdictionary, ((COALESCE((profile).full_name, ''::text) || ' '::text) || COALESCE((profile).email, ''::text))));

CREATE OR REPLACE FUNCTION public.count_platform_leads(p_patterns text[] DEFAULT '{}'::text[], p_state text DEFAULT NULL::text, p_kind text DEFAULT NULL::text, p_recipient_id uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return private.count_about(private.platform_leads(p_patterns, p_state, p_kind, p_recipient_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.count_platform_vehicles(p_patterns text[] DEFAULT '{}'::text[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return private.count_about(
    'select from public.vehicles as v where ' || private.platform_vehicle_condition(p_patterns));
end
$function$;

CREATE OR REPLACE FUNCTION public.get_all_vehicles_with_owner_and_views()
 RETURNS TABLE(id uuid, user_id uuid, brand text, model text, year integer, vin text, price text, status text, published boolean, images text[], created_at timestamp with time zone, view_count integer, owner_name text, owner_email text)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT v.id,
     v.user_id,
     v.brand,
     v.model,
     v.year,
     v.vin,
     v.price,
     v.status,
     v.published,
     v.images,
     v.created_at,
     v.views,
     owner.full_name,
     owner.email
    FROM (public.vehicles v
      JOIN public.profiles owner ON ((owner.id = v.user_id)))
   WHERE (( SELECT private.require_admin() AS require_admin) IS NOT NULL);
END;

CREATE OR REPLACE FUNCTION public.get_platform_inventory_totals()
 RETURNS TABLE(vehicle_count bigint, view_count bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  percent real;
begin
  perform private.require_admin();
  select sum(p.vehicle_count) into vehicle_count from public.profiles as p;
  percent := least(100, 2000000.0 / greatest(vehicle_count, 1));
  select coalesce(sum(v.views) * 100 / percent, 0)::bigint into view_count
  from public.vehicles as v tablesample system (percent) repeatable (0);
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_user_profiles_with_vehicle_counts()
 RETURNS SETOF public.profiles
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query select * from public.profiles
    order by lower(extensions.unaccent('extensions.unaccent', full_name)), full_name, id;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_platform_leads(p_patterns text[] DEFAULT '{}'::text[], p_state text DEFAULT NULL::text, p_kind text DEFAULT NULL::text, p_recipient_id uuid DEFAULT NULL::uuid, p_before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone, p_before_id uuid DEFAULT 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid, p_limit integer DEFAULT 50)
 RETURNS SETOF public.leads
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query execute private.platform_leads(p_patterns, p_state, p_kind, p_recipient_id)
    || format(' and (lead.created_at, lead.id) < (%L, %L)
      order by lead.created_at desc, lead.id desc limit %s',
      p_before, p_before_id, least(p_limit, 1000));
end
$function$;

CREATE OR REPLACE FUNCTION public.search_platform_vehicles(p_patterns text[] DEFAULT '{}'::text[], p_sort text DEFAULT 'created_at'::text, p_descending boolean DEFAULT true, p_from jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS TABLE(id uuid, brand text, model text, year integer, vin text, published boolean, view_count integer, owner_name text, owner_email text, place jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  keys text[] := case p_sort
    when 'name' then '{v.brand,v.model,v.year,v.id}'
    when 'owner' then '{owner.full_name,v.id}'
    when 'vin' then array['coalesce(v.vin, '''')', 'v.id']
    when 'published' then '{v.published,v.created_at,v.id}'
    when 'views' then '{v.views,v.id}'
    else '{v.created_at,v.id}'
  end;
  goes_down boolean := p_descending <> p_backwards;
  direction text := case when goes_down then ' desc' else ' asc' end;
  condition text;
begin
  perform private.require_admin();
  condition := private.platform_vehicle_condition(p_patterns);
  if p_from is not null then
    condition := condition || format(' and (%s) %s (%s)', array_to_string(keys, ', '),
      case when goes_down then '<' else '>' end,
      (select string_agg(quote_literal(value), ', ' order by n)
        from jsonb_array_elements_text(p_from) with ordinality as part (value, n)));
  end if;
  return query execute format(
    'select v.id, v.brand, v.model, v.year, v.vin, v.published, v.views, owner.full_name,
      owner.email, jsonb_build_array(%s)
    from public.vehicles as v
    join public.profiles as owner on owner.id = v.user_id
    where %s
    order by %s limit %s',
    array_to_string(keys, ', '), condition,
    array_to_string(keys, direction || ', ') || direction, least(p_limit, 1000));
end
$function$;

CREATE INDEX leads_state_idx ON public.leads USING btree (state, created_at DESC, id DESC);

CREATE INDEX profiles_active_owners_idx ON public.profiles USING btree (id) WHERE (is_active AND (role = 'concesionario'::text));

CREATE INDEX profiles_full_name_idx ON public.profiles USING btree (full_name, id);

CREATE INDEX vehicles_created_at_idx ON public.vehicles USING btree (created_at, id);

CREATE INDEX vehicles_name_idx ON public.vehicles USING btree (brand, model, year, id);

CREATE INDEX vehicles_published_idx ON public.vehicles USING btree (published, created_at, id);

CREATE INDEX vehicles_views_idx ON public.vehicles USING btree (views, id);

CREATE INDEX vehicles_vin_idx ON public.vehicles USING btree (COALESCE(vin, ''::text), id);

CREATE POLICY "vehicles_select_anon" ON "public"."vehicles" FOR SELECT TO "anon" USING ((published AND (EXISTS ( SELECT
   FROM private.active_owners owner
  WHERE (owner.id = vehicles.user_id)))));

REVOKE ALL ON FUNCTION "private"."count_about"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."platform_leads"(text[], text, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."platform_vehicle_condition"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_admin"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."require_admin"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_proven"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."require_proven"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_platform_leads"(text[], text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_platform_leads"(text[], text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_platform_vehicles"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_platform_vehicles"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_all_vehicles_with_owner_and_views"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_all_vehicles_with_owner_and_views"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_platform_leads"(text[], text, text, uuid, timestamp with time zone, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_platform_leads"(text[], text, text, uuid, timestamp with time zone, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_platform_vehicles"(text[], text, boolean, jsonb, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_platform_vehicles"(text[], text, boolean, jsonb, boolean, integer) TO "authenticated";

CREATE INDEX leads_search_idx ON public.leads USING gin (public.lead_text(leads.*) extensions.gin_trgm_ops, phone extensions.gin_trgm_ops, referred_phone extensions.gin_trgm_ops);

CREATE INDEX vehicles_public_idx ON public.vehicles USING btree (user_id, created_at DESC) INCLUDE (brand, model, brand_folded, model_folded, year, price_amount, mileage) WHERE (published AND (status = 'Disponible'::text));

CREATE INDEX vehicles_search_idx ON public.vehicles USING gin (search_text extensions.gin_trgm_ops);
