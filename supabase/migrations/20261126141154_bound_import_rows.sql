set local search_path = pg_catalog;

set local check_function_bodies = off;

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
      or exists (
        select from public.vehicle_import_rows as line
        join public.vehicles as vehicle
          on vehicle.stock_number = upper(trim(line.columns ->> 'stock_number'))
        where line.import_id = import.id and vehicle.id <> line.vehicle_id
          and vehicle.user_id = import.dealership_id
          -- One that gets another number by the same import leaves its own.
          and not exists (select from public.vehicle_import_rows as leaving
            where leaving.import_id = import.id and leaving.vehicle_id = vehicle.id
              and leaving.columns ->> 'stock_number' is not null))
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

    perform private.change_vehicles(array_agg(vehicle_id), array_agg(columns))
    from public.vehicle_import_rows where import_id = import.id and seen_at is not null;
    -- Those that have a number come first, so that none of theirs is given to another.
    insert into public.vehicles (id, user_id, brand, model, year, vin, price, mileage, transmission,
      color, fuel_type, doors, engine, stock_number, trim, body_style, drivetrain, cylinders,
      interior_color, title_status, owners, history_url, equipment, description, status, published)
    select line.vehicle_id, import.dealership_id, told.brand, told.model, told.year, told.vin,
      told.price, told.mileage, told.transmission, told.color, told.fuel_type, told.doors,
      told.engine, told.stock_number, told.trim, told.body_style, told.drivetrain, told.cylinders,
      told.interior_color, told.title_status, told.owners, told.history_url, told.equipment,
      told.description, coalesce(told.status, 'Disponible'), coalesce(told.published, false)
    from public.vehicle_import_rows as line
    cross join lateral jsonb_populate_record(null::public.vehicles, line.columns) as told
    where line.import_id = import.id and line.seen_at is null
    order by told.stock_number, line.n;

    perform private.change_figures(array_agg(vehicle_id), array_agg(columns)),
      private.date_imported_sales(
        array_agg(vehicle_id) filter (where seen_at is null or columns ->> 'sold_on' is not null),
        array_agg((columns ->> 'sold_on')::date)
          filter (where seen_at is null or columns ->> 'sold_on' is not null))
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

-- Rows that no inventory could take.
DELETE FROM public.vehicle_import_rows WHERE octet_length(columns::text) > 100000;

ALTER TABLE "public"."vehicle_import_rows" ADD CONSTRAINT "vehicle_import_rows_size" CHECK ((octet_length((columns)::text) <= 100000));
