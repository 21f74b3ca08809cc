set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.date_imported_sales(p_ids uuid[], p_days date[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with made as materialized (
    select sale.id, told.day
    from unnest(p_ids, p_days) as told (vehicle_id, day)
    cross join lateral (
      select deal.id from public.deals as deal
      where deal.vehicle_id = told.vehicle_id and deal.kind = 'Venta' and deal.created_at = now()
      limit 1) as sale
  ), dropped as (
    delete from public.deals where id in (select id from made where day is null)
  )
  update public.deals as sale set day = made.day, seller_id = null, seller_name = null
  from made where sale.id = made.id and made.day is not null;
$function$;

CREATE OR REPLACE FUNCTION private.find_reservation(p_vehicle public.vehicles, p_until date DEFAULT NULL::date, p_deposit numeric DEFAULT NULL::numeric)
 RETURNS public.deals
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reservation public.deals;
begin
  select * into reservation from public.deals
  where vehicle_id = p_vehicle.id and kind = 'Apartado' and ended_at is null for update;
  if reservation.deposit is not null and private.told_stands(p_vehicle.user_id)
    and (p_until >= reservation.until and p_deposit is null) is not true
  then
    raise exception 'Este apartado tiene un depósito. Pide el cambio a quien ve los costos.';
  end if;
  return reservation;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_vehicle_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'Vendido' then
    update public.deals set ended_at = now(), ended_by = 'sold'
    where vehicle_id = new.id and kind = 'Apartado' and ended_at is null;
    insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind, seller_id)
    values (new.user_id, new.id, private.vehicle_title(new), 'Venta',
      private.dealing_seller(new.user_id));
  elsif tg_op = 'UPDATE' then
    perform from public.deals
    where vehicle_id = new.id and kind = 'Venta' and ended_at is null for update;
    if private.told_stands(new.user_id) and exists (
      select from public.deals where vehicle_id = new.id and kind = 'Venta' and ended_at is null
        and coalesce(price, commission) is not null)
    then
      raise exception 'La venta de % está completa. Pide el cambio a quien ve los costos.',
        private.vehicle_title(new);
    end if;
    update public.deals set ended_at = now(), ended_by = 'undone'
    where vehicle_id = new.id and kind = 'Venta' and ended_at is null;
    update public.deals set ended_at = null, ended_by = null
    where id = (select id from public.deals
      where vehicle_id = new.id and kind = 'Apartado' and ended_by = 'sold'
        and falls_back_at > now()
      order by created_at desc limit 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_clashes(p_import public.vehicle_imports)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
  select exists (
    select from public.vehicle_import_rows as line
    join public.vehicles as vehicle on vehicle.vin = upper(trim(line.columns ->> 'vin'))
    where line.import_id = p_import.id and line.seen_at is null
      and vehicle.user_id = p_import.dealership_id and length(vehicle.vin) = 17)
  or exists (
    select from public.vehicle_import_rows as line
    join public.vehicles as vehicle
      on vehicle.stock_number = upper(trim(line.columns ->> 'stock_number'))
    where line.import_id = p_import.id and vehicle.id <> line.vehicle_id
      and vehicle.user_id = p_import.dealership_id
      -- One that gets another number by the same import leaves its own.
      and not exists (select from public.vehicle_import_rows as leaving
        where leaving.import_id = p_import.id and leaving.vehicle_id = vehicle.id
          and leaving.columns ->> 'stock_number' is not null));
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
        or (sale.price, sale.commission, sale.buyer_name, sale.buyer_phone, sale.note) is null
          and (line.columns ->> 'sold_on' is null
            or (line.columns ->> 'sold_on')::date = sale.day and sale.seller_id is null))
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

CREATE OR REPLACE FUNCTION public.get_inventory_figures(p_dealership_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'id', vehicle.id, 'photos', cardinality(vehicle.images),
      'leads', coalesce(asked.leads, 0))),
    '[]')
  from public.vehicles as vehicle
  left join (
    select lead.vehicle_id, count(*) as leads
    from public.leads as lead
    where lead.dealership_id = p_dealership_id and lead.vehicle_id is not null
    group by lead.vehicle_id
  ) as asked on asked.vehicle_id = vehicle.id
  where vehicle.user_id = p_dealership_id;
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

CREATE OR REPLACE FUNCTION public.sell_vehicle(p_vehicle_id uuid, p_day date DEFAULT CURRENT_DATE, p_price numeric DEFAULT NULL::numeric, p_buyer_name text DEFAULT NULL::text, p_buyer_phone text DEFAULT NULL::text, p_seller_id uuid DEFAULT NULL::uuid, p_commission numeric DEFAULT NULL::numeric)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
  sale public.deals;
begin
  perform private.require_amounts(p_price, p_commission);
  if p_day not between '1950-01-01' and '2100-01-01' then
    raise check_violation using message = 'Elige un día entre 1950 y 2100.';
  end if;
  select * into sale from public.deals
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null for update;
  if found and private.told_stands(vehicle.user_id) then
    -- Whichever amount it is: an answer to the right one alone would tell it.
    if p_price is not null and sale.price is not null
      or p_commission is not null and sale.commission is not null
    then
      raise exception 'Esta venta ya está completa. Pide el cambio a quien ve los costos.';
    end if;
    p_buyer_name := coalesce(sale.buyer_name, p_buyer_name);
    p_buyer_phone := coalesce(sale.buyer_phone, p_buyer_phone);
    if coalesce(sale.price, sale.commission) is not null then
      p_day := sale.day;
      p_seller_id := sale.seller_id;
    end if;
  end if;

  -- Also of one that is sold: whoever takes an import back sees that somebody changed it.
  update public.vehicles set status = 'Vendido' where id = vehicle.id;
  insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind)
  values (vehicle.user_id, vehicle.id, private.vehicle_title(vehicle), 'Venta')
  on conflict (vehicle_id, kind) where ended_at is null do nothing;
  update public.deals
  set day = coalesce(p_day, day), price = coalesce(p_price, price),
    buyer_name = coalesce(p_buyer_name, buyer_name),
    buyer_phone = coalesce(p_buyer_phone, buyer_phone),
    seller_id = coalesce(p_seller_id, seller_id), commission = coalesce(p_commission, commission)
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null
  returning id into sale.id;
  return sale.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_vehicle_import(p_import_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  import public.vehicle_imports;
  added uuid[];
  changed uuid[];
  before jsonb[];
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
  select coalesce(array_agg(line.id) filter (where line.is_new), '{}'),
    coalesce(array_agg(line.id) filter (where not line.is_new), '{}'),
    coalesce(array_agg(line.before) filter (where not line.is_new), '{}')
  into added, changed, before
  from private.list_undoable(import) as line;
  select jsonb_agg(concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year) order by line.n)
  into kept
  from public.vehicle_import_rows as line
  join public.vehicles as vehicle on vehicle.id = line.vehicle_id
  where line.import_id = import.id and vehicle.id <> all (added || changed);

  -- A sale that the import made is taken back, so that none is counted of a vehicle that was not.
  update public.vehicles set status = 'Disponible' where status = 'Vendido' and id = any (added);
  delete from public.vehicles where id = any (added);
  perform private.change_vehicles(changed, before), private.change_figures(changed, before);

  delete from public.vehicle_imports where id = import.id;
  return jsonb_build_object('undone', cardinality(added || changed),
    'kept', coalesce(jsonb_array_length(kept), 0),
    'named', coalesce(jsonb_path_query_array(kept, '$[0 to 49]'), '[]'));
end
$function$;

CREATE INDEX vehicle_import_rows_vehicle_id_idx ON public.vehicle_import_rows USING btree (import_id, vehicle_id);

REVOKE ALL ON FUNCTION "private"."import_clashes"(public.vehicle_imports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."import_clashes"(public.vehicle_imports) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."list_undoable"(public.vehicle_imports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_undoable"(public.vehicle_imports) TO "authenticated";
