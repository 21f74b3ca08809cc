set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE TABLE "public"."vehicle_import_rows" ("import_id" uuid NOT NULL, "n" integer NOT NULL, "vehicle_id" uuid NOT NULL DEFAULT gen_random_uuid(), "seen_at" timestamp with time zone, "columns" jsonb NOT NULL, "before" jsonb, CONSTRAINT "vehicle_import_rows_n_check" CHECK (((n >= 1) AND (n <= 5000))), CONSTRAINT "vehicle_import_rows_pkey" PRIMARY KEY (import_id, n), CONSTRAINT "vehicle_import_rows_columns_check" CHECK (private.is_object(columns)));

ALTER TABLE "public"."vehicle_import_rows" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."vehicle_imports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "dealership_id" uuid NOT NULL, "created_by" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "applied_at" timestamp with time zone, "added" integer, "changed" integer, CONSTRAINT "vehicle_imports_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."vehicle_imports" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.change_figures(p_ids uuid[], p_columns jsonb[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.vehicle_figures (id, dealership_id, cost, acquired_on)
  select vehicle.id, vehicle.user_id, told.cost, told.acquired_on
  from unnest(p_ids, p_columns) as change (id, columns)
  join public.vehicles as vehicle on vehicle.id = change.id
  left join public.vehicle_figures as figures on figures.id = change.id
  cross join lateral jsonb_populate_record(figures, change.columns) as told
  where change.columns ?| array['cost', 'acquired_on']
  on conflict (id) do update set cost = excluded.cost, acquired_on = excluded.acquired_on;
$function$;

CREATE OR REPLACE FUNCTION private.change_vehicles(p_ids uuid[], p_columns jsonb[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.vehicles as vehicle
  set (brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors, engine,
    description, status, published) = (
    select told.brand, told.model, told.year, told.vin, told.price, told.mileage,
      told.transmission, told.color, told.fuel_type, told.doors, told.engine, told.description,
      told.status, told.published
    from jsonb_populate_record(vehicle, change.columns) as told)
  from unnest(p_ids, p_columns) as change (id, columns)
  where vehicle.id = change.id
    and change.columns - array['cost', 'acquired_on'] <> '{}';
$function$;

CREATE OR REPLACE FUNCTION private.own_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.dealership_id := (select vehicle.user_id from public.vehicles as vehicle
    where vehicle.id = (to_jsonb(new) ->> tg_argv[0])::uuid);
  if tg_op = 'UPDATE' then
    new.id := old.id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.sweep_vehicle_imports()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.vehicle_imports
  where coalesce(applied_at, created_at) < now() - interval '1 day';
$function$;

CREATE OR REPLACE FUNCTION public.import_vehicles(p_import_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  import public.vehicle_imports;
  seen integer;
begin
  perform private.require_write();
  select * into import from public.vehicle_imports where id = p_import_id for update;
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;

  if import.applied_at is null then
    select count(*) filter (where seen_at is null), count(seen_at)
    into import.added, import.changed
    from public.vehicle_import_rows where import_id = import.id;
    -- Two imports of one dealership at once would not see each other's vehicles.
    perform pg_advisory_xact_lock(hashtextextended(import.dealership_id::text, 0));
    if exists (
      select from public.vehicle_import_rows as line
      join public.vehicles as vehicle on vehicle.vin = upper(trim(line.columns ->> 'vin'))
      where line.import_id = import.id and line.seen_at is null
        and vehicle.user_id = import.dealership_id and length(vehicle.vin) = 17)
    then
      raise exception 'Alguien añadió entretanto uno de estos vehículos. Revisa los datos otra vez.';
    end if;

    update public.vehicle_import_rows as line
    set before = (
      select jsonb_object_agg(name, value)
      from jsonb_each(to_jsonb(vehicle)
        || jsonb_build_object('cost', figures.cost, 'acquired_on', figures.acquired_on))
        as was (name, value)
      where line.columns ? name)
    from public.vehicles as vehicle
    left join public.vehicle_figures as figures on figures.id = vehicle.id
    where line.import_id = import.id and vehicle.id = line.vehicle_id
      and vehicle.user_id = import.dealership_id and vehicle.updated_at = line.seen_at;
    get diagnostics seen = row_count;
    if seen <> import.changed then
      raise exception 'Alguien cambió entretanto uno de estos vehículos. Revisa los datos otra vez.';
    end if;

    insert into public.vehicles (id, user_id, brand, model, year, vin, price, mileage, transmission,
      color, fuel_type, doors, engine, description, status, published)
    select line.vehicle_id, import.dealership_id, told.brand, told.model, told.year, told.vin,
      told.price, told.mileage, told.transmission, told.color, told.fuel_type, told.doors,
      told.engine, told.description, coalesce(told.status, 'Disponible'),
      coalesce(told.published, false)
    from public.vehicle_import_rows as line
    cross join lateral jsonb_populate_record(null::public.vehicles, line.columns) as told
    where line.import_id = import.id and line.seen_at is null
    order by line.n;

    perform private.change_vehicles(array_agg(vehicle_id), array_agg(columns))
    from public.vehicle_import_rows where import_id = import.id and seen_at is not null;
    perform private.change_figures(array_agg(vehicle_id), array_agg(columns))
    from public.vehicle_import_rows where import_id = import.id;

    -- The last one alone can be taken back.
    delete from public.vehicle_imports
    where created_by = auth.uid() and dealership_id = import.dealership_id and id <> import.id;
    update public.vehicle_imports
    set applied_at = now(), added = import.added, changed = import.changed where id = import.id;
  end if;
  return jsonb_build_object('added', import.added, 'changed', import.changed);
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_vehicle_import(p_import_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  import public.vehicle_imports;
  untouched uuid[];
  kept jsonb;
begin
  perform private.require_write();
  select * into import from public.vehicle_imports
  where id = p_import_id and applied_at > now() - interval '1 day' for update;
  if not found then
    raise exception 'Esta importación ya no se puede deshacer.';
  end if;

  perform from public.vehicles where id in (
    select vehicle_id from public.vehicle_import_rows where import_id = import.id) for update;
  untouched := array(
    select vehicle.id
    from public.vehicle_import_rows as line
    join public.vehicles as vehicle on vehicle.id = line.vehicle_id
    left join public.vehicle_figures as figures on figures.id = vehicle.id
    where line.import_id = import.id
      and vehicle.updated_at = case
        when line.seen_at is null or line.columns - array['cost', 'acquired_on'] <> '{}'
        then import.applied_at else line.seen_at end
      and coalesce(figures.updated_at <= import.applied_at, true)
      and (line.seen_at is not null or (vehicle.reserved_until is null
        and not exists (select from public.vehicle_costs as cost
          where cost.vehicle_id = vehicle.id))));
  select jsonb_agg(concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year) order by line.n)
  into kept
  from public.vehicle_import_rows as line
  join public.vehicles as vehicle on vehicle.id = line.vehicle_id
  where line.import_id = import.id and vehicle.id <> all (untouched);

  -- A sale that the import made is taken back, so that none is counted of a vehicle that was not.
  update public.vehicles set status = 'Disponible'
  where status = 'Vendido' and id in (
    select vehicle_id from public.vehicle_import_rows
    where import_id = import.id and seen_at is null and vehicle_id = any (untouched));
  delete from public.vehicles where id in (
    select vehicle_id from public.vehicle_import_rows
    where import_id = import.id and seen_at is null and vehicle_id = any (untouched));
  perform private.change_vehicles(array_agg(vehicle_id), array_agg(before)),
    private.change_figures(array_agg(vehicle_id), array_agg(before))
  from public.vehicle_import_rows
  where import_id = import.id and before is not null and vehicle_id = any (untouched);

  delete from public.vehicle_imports where id = import.id;
  return jsonb_build_object('undone', cardinality(untouched),
    'kept', coalesce(jsonb_array_length(kept), 0),
    'named', coalesce(jsonb_path_query_array(kept, '$[0 to 49]'), '[]'));
end
$function$;

ALTER TABLE "public"."vehicle_imports" ADD CONSTRAINT "vehicle_imports_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."vehicle_imports" ADD CONSTRAINT "vehicle_imports_dealership_id_fkey" FOREIGN KEY (dealership_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."vehicle_import_rows" ADD CONSTRAINT "vehicle_import_rows_import_id_fkey" FOREIGN KEY (import_id) REFERENCES public.vehicle_imports(id) ON DELETE CASCADE;

CREATE INDEX vehicle_imports_created_by_idx ON public.vehicle_imports USING btree (created_by);

CREATE INDEX vehicle_imports_dealership_id_idx ON public.vehicle_imports USING btree (dealership_id);

CREATE TRIGGER refuse_caller_without_write BEFORE INSERT OR DELETE OR UPDATE ON public.vehicle_import_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_caller_without_write();

CREATE TRIGGER refuse_caller_without_write BEFORE INSERT OR DELETE OR UPDATE ON public.vehicle_imports FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_caller_without_write();

CREATE POLICY "vehicle_import_rows_insert_person" ON "public"."vehicle_import_rows" FOR INSERT TO "authenticated" WITH CHECK ((import_id IN ( SELECT vehicle_imports.id
   FROM public.vehicle_imports
  WHERE (vehicle_imports.applied_at IS NULL))));

CREATE POLICY "vehicle_import_rows_select_person" ON "public"."vehicle_import_rows" FOR SELECT TO "authenticated" USING ((import_id IN ( SELECT vehicle_imports.id
   FROM public.vehicle_imports)));

CREATE POLICY "vehicle_import_rows_update_person" ON "public"."vehicle_import_rows" FOR UPDATE TO "authenticated" USING ((import_id IN ( SELECT vehicle_imports.id
   FROM public.vehicle_imports)));

CREATE POLICY "vehicle_imports_delete_person" ON "public"."vehicle_imports" FOR DELETE TO "authenticated" USING (((created_by = ( SELECT auth.uid() AS uid)) AND ((dealership_id = ( SELECT private.my_dealership() AS my_dealership)) OR ( SELECT private.is_admin() AS is_admin))));

CREATE POLICY "vehicle_imports_insert_person" ON "public"."vehicle_imports" FOR INSERT TO "authenticated" WITH CHECK (((created_by = ( SELECT auth.uid() AS uid)) AND (( SELECT private.is_admin() AS is_admin) OR ((dealership_id = ( SELECT private.my_dealership() AS my_dealership)) AND ( SELECT private.has_feature('canAddVehicles'::text) AS has_feature)))));

CREATE POLICY "vehicle_imports_select_person" ON "public"."vehicle_imports" FOR SELECT TO "authenticated" USING (((created_by = ( SELECT auth.uid() AS uid)) AND ((dealership_id = ( SELECT private.my_dealership() AS my_dealership)) OR ( SELECT private.is_admin() AS is_admin))));

CREATE POLICY "vehicle_imports_update_person" ON "public"."vehicle_imports" FOR UPDATE TO "authenticated" USING (((created_by = ( SELECT auth.uid() AS uid)) AND ((dealership_id = ( SELECT private.my_dealership() AS my_dealership)) OR ( SELECT private.is_admin() AS is_admin))));

REVOKE ALL ON FUNCTION "private"."change_figures"(uuid[], jsonb[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_figures"(uuid[], jsonb[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."change_vehicles"(uuid[], jsonb[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_vehicles"(uuid[], jsonb[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."sweep_vehicle_imports"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."import_vehicles"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_vehicles"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_vehicle_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_vehicle_import"(uuid) TO "authenticated";

GRANT UPDATE ("before") ON TABLE "public"."vehicle_import_rows" TO "authenticated";

GRANT INSERT ("columns") ON TABLE "public"."vehicle_import_rows" TO "authenticated";

GRANT INSERT ("import_id") ON TABLE "public"."vehicle_import_rows" TO "authenticated";

GRANT INSERT ("n") ON TABLE "public"."vehicle_import_rows" TO "authenticated";

GRANT INSERT ("seen_at") ON TABLE "public"."vehicle_import_rows" TO "authenticated";

GRANT INSERT ("vehicle_id") ON TABLE "public"."vehicle_import_rows" TO "authenticated";

GRANT SELECT ON TABLE "public"."vehicle_import_rows" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."vehicle_import_rows" TO "service_role";

GRANT UPDATE ("added") ON TABLE "public"."vehicle_imports" TO "authenticated";

GRANT UPDATE ("applied_at") ON TABLE "public"."vehicle_imports" TO "authenticated";

GRANT UPDATE ("changed") ON TABLE "public"."vehicle_imports" TO "authenticated";

GRANT INSERT ("created_by") ON TABLE "public"."vehicle_imports" TO "authenticated";

GRANT INSERT ("dealership_id") ON TABLE "public"."vehicle_imports" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."vehicle_imports" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."vehicle_imports" TO "service_role";
