set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP VIEW "public"."sales_by_month";

DROP VIEW "public"."sales";

CREATE OR REPLACE FUNCTION private.close_deals(p_vehicle public.vehicles)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.deals
  set vehicle_id = null,
    -- As much as the column holds, or nobody could delete the vehicle.
    cost = (select least(whole.cost, 999999999999.99)
      from private.whole_cost(p_vehicle.id) as whole (cost) where whole.cost is not null),
    acquired_on = coalesce((select figures.acquired_on from public.vehicle_figures as figures
      where figures.id = p_vehicle.id), private.seen_since(p_vehicle.created_at, day)),
    ended_at = case kind when 'Apartado' then coalesce(ended_at, now()) else ended_at end,
    ended_by = case kind when 'Apartado' then coalesce(ended_by, 'undone') else ended_by end
  where vehicle_id = p_vehicle.id;
$function$;

CREATE OR REPLACE FUNCTION private.date_imported_sales(p_ids uuid[], p_days date[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.deals as sale using unnest(p_ids, p_days) as told (id, day)
  where sale.vehicle_id = told.id and sale.kind = 'Venta' and sale.created_at = now()
    and told.day is null;
  update public.deals as sale set day = told.day, seller_id = null, seller_name = null
  from unnest(p_ids, p_days) as told (id, day)
  where sale.vehicle_id = told.id and sale.kind = 'Venta' and sale.created_at = now();
$function$;

CREATE OR REPLACE FUNCTION private.seen_since(p_created_at timestamp with time zone, p_sold_on date)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_created_at::date <= p_sold_on + 1 then p_created_at::date end;
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
        array_agg(vehicle_id) filter (where seen_at is null or columns ? 'sold_on'),
        array_agg((columns ->> 'sold_on')::date)
          filter (where seen_at is null or columns ? 'sold_on'))
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

CREATE VIEW "public"."sales" WITH (security_invoker=true) AS  SELECT deal.id,
    deal.dealership_id,
    deal.vehicle_id,
    deal.vehicle_title,
    deal.day,
    deal.price,
    deal.buyer_name,
    deal.buyer_phone,
    deal.seller_id,
    deal.seller_name,
    deal.commission,
    deal.note,
    deal.created_at,
    since.day AS acquired_on,
        CASE
            WHEN (since.day IS NOT NULL) THEN GREATEST((deal.day - since.day), 0)
            ELSE NULL::integer
        END AS days_to_sell,
    whole.cost,
    (deal.price - whole.cost) AS margin
   FROM (((((public.deals deal
     LEFT JOIN public.vehicles vehicle ON ((vehicle.id = deal.vehicle_id)))
     LEFT JOIN public.vehicle_figures figures ON ((figures.id = deal.vehicle_id)))
     CROSS JOIN LATERAL ( SELECT COALESCE(deal.acquired_on, figures.acquired_on, private.seen_since(vehicle.created_at, deal.day)) AS day) since)
     CROSS JOIN LATERAL ( SELECT sum(extra.amount) AS amount
           FROM public.vehicle_costs extra
          WHERE (extra.vehicle_id = deal.vehicle_id)) spent)
     CROSS JOIN LATERAL ( SELECT COALESCE(deal.cost, (figures.cost + COALESCE(spent.amount, (0)::numeric))) AS cost) whole)
  WHERE ((deal.kind = 'Venta'::text) AND (deal.ended_at IS NULL));;

CREATE VIEW "public"."sales_by_month" WITH (security_invoker=true) AS  SELECT dealership_id,
    (date_trunc('month'::text, (day)::timestamp with time zone))::date AS month,
    count(*) AS sold,
    sum(price) AS revenue,
    sum(margin) AS margin,
    sum(commission) AS commission,
    count(margin) AS sold_with_margin,
    (avg(days_to_sell))::numeric(8,1) AS days_to_sell,
    count(price) AS sold_with_price,
    sum(days_to_sell) AS days_in_all,
    count(days_to_sell) AS sold_with_days
   FROM public.sales sale
  GROUP BY dealership_id, (date_trunc('month'::text, (day)::timestamp with time zone));;

REVOKE ALL ON FUNCTION "private"."date_imported_sales"(uuid[], date[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."date_imported_sales"(uuid[], date[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."seen_since"(timestamp with time zone, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."seen_since"(timestamp with time zone, date) TO "authenticated";

GRANT SELECT ON TABLE "public"."sales" TO "authenticated";

GRANT SELECT ON TABLE "public"."sales_by_month" TO "authenticated";
