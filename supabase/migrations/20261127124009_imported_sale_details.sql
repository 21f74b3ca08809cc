set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "private"."date_imported_sales"(uuid[], date[]);

CREATE OR REPLACE FUNCTION private.imported_seller(p_columns jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select nullif(trim(regexp_replace(left(p_columns ->> 'seller_name', 200), '[[:cntrl:]]+', ' ', 'g')), '');
$function$;

CREATE OR REPLACE FUNCTION private.is_imported_sale(p_sale public.deals, p_columns jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (p_sale.commission, p_sale.buyer_phone, p_sale.note) is null
    and case when p_columns ->> 'sold_on' is null
      then (p_sale.price, p_sale.buyer_name) is null
      else p_sale.day = (p_columns ->> 'sold_on')::date and p_sale.seller_id is null
        and p_sale.price is not distinct from round((p_columns ->> 'sale_price')::numeric, 2)
        and p_sale.buyer_name is not distinct from nullif(trim(p_columns ->> 'buyer_name'), '')
        and p_sale.seller_name is not distinct from private.imported_seller(p_columns)
      end;
$function$;

CREATE OR REPLACE FUNCTION private.list_undoable(p_import public.vehicle_imports)
 RETURNS TABLE(id uuid, is_new boolean, before jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  with recursive line as materialized (
    select vehicle.id, line.before, line.seen_at is null as is_new,
      line.before ->> 'stock_number' as had,
      vehicle.updated_at = case
        when line.seen_at is null or line.columns - array['cost', 'acquired_on'] <> '{}'
        then p_import.applied_at else line.seen_at end
      and coalesce(figures.updated_at <= p_import.applied_at, true)
      and (line.seen_at is not null or (vehicle.reserved_until is null
        and vehicle.id not in (select cost.vehicle_id from public.vehicle_costs as cost
          where cost.dealership_id = p_import.dealership_id)))
      and (sale.id is null
        or line.seen_at is not null and coalesce(line.before ->> 'status', 'Vendido') = 'Vendido'
        or private.is_imported_sale(sale, line.columns))
        as is_untouched
    from public.vehicle_import_rows as line
    join public.vehicles as vehicle
      on vehicle.id = line.vehicle_id and vehicle.user_id = p_import.dealership_id
    left join public.vehicle_figures as figures
      on figures.id = vehicle.id and figures.dealership_id = p_import.dealership_id
    left join public.deals as sale
      on sale.vehicle_id = vehicle.id and sale.dealership_id = p_import.dealership_id
        and sale.kind = 'Venta' and sale.ended_at is null
    where line.import_id = p_import.id
  ), held as materialized (
    select line.id, other.id as by, leaving.id is null as is_held_on
    from line
    join public.vehicles as other
      on other.stock_number = line.had and other.id <> line.id
        and other.user_id = p_import.dealership_id
    left join line as leaving
      on leaving.id = other.id and (leaving.is_new or leaving.had is not null)
  ), kept (id) as (
    (select line.id from line where not is_untouched
      union select held.id from held where is_held_on)
    union
    select held.id from held join kept on kept.id = held.by
  )
  select line.id, line.is_new, line.before from line where line.id not in (select kept.id from kept);
$function$;

CREATE OR REPLACE FUNCTION private.record_imported_sales(p_ids uuid[], p_columns jsonb[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with made as materialized (
    select sale.id, (told.columns ->> 'sold_on')::date as day, told.columns
    from unnest(p_ids, p_columns) as told (vehicle_id, columns)
    cross join lateral (
      select deal.id from public.deals as deal
      where deal.vehicle_id = told.vehicle_id and deal.kind = 'Venta' and deal.created_at = now()
      limit 1) as sale
  ), dropped as (
    delete from public.deals where id in (select id from made where day is null)
  )
  update public.deals as sale
  set day = made.day, price = (made.columns ->> 'sale_price')::numeric,
    buyer_name = made.columns ->> 'buyer_name', seller_id = null,
    seller_name = private.imported_seller(made.columns)
  from made where sale.id = made.id and made.day is not null;
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
    if private.import_clashes(import) then
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
      private.record_imported_sales(
        array_agg(vehicle_id) filter (where seen_at is null or columns ->> 'sold_on' is not null),
        array_agg(columns) filter (where seen_at is null or columns ->> 'sold_on' is not null))
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

REVOKE ALL ON FUNCTION "private"."imported_seller"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_imported_sale"(public.deals, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_imported_sales"(uuid[], jsonb[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_imported_sales"(uuid[], jsonb[]) TO "authenticated";
