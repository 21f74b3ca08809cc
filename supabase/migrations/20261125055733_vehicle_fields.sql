set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "tell_pages" ON "public"."vehicles";

DROP TRIGGER "touch_vehicle" ON "public"."vehicles";

DROP VIEW "private"."readable_vehicles";

DROP VIEW "private"."foreign_vehicles";

CREATE TABLE "private"."stock_counters" ("dealership_id" uuid NOT NULL, "given" integer NOT NULL, CONSTRAINT "stock_counters_pkey" PRIMARY KEY (dealership_id));

ALTER TABLE "private"."stock_counters" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."vehicles" ADD COLUMN "stock_number" text;

ALTER TABLE "public"."vehicles" ADD COLUMN "trim" text;

ALTER TABLE "public"."vehicles" ADD COLUMN "body_style" text;

ALTER TABLE "public"."vehicles" ADD COLUMN "drivetrain" text;

ALTER TABLE "public"."vehicles" ADD COLUMN "cylinders" integer;

ALTER TABLE "public"."vehicles" ADD COLUMN "interior_color" text;

ALTER TABLE "public"."vehicles" ADD COLUMN "title_status" text;

ALTER TABLE "public"."vehicles" ADD COLUMN "owners" integer;

ALTER TABLE "public"."vehicles" ADD COLUMN "history_url" text;

ALTER TABLE "public"."vehicles" ADD COLUMN "equipment" text[] NOT NULL DEFAULT '{}'::text[];

-- Vehicles that exist are numbered in the order in which they came; no page or list changes by it.
ALTER TABLE public.vehicles DISABLE TRIGGER USER;

UPDATE public.vehicles AS vehicle
SET stock_number = 'A-' || lpad(numbered.n::text, greatest(4, length(numbered.n::text)), '0')
FROM (
  SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY created_at, id) AS n
  FROM public.vehicles
) AS numbered
WHERE numbered.id = vehicle.id;

INSERT INTO private.stock_counters (dealership_id, given)
SELECT user_id, count(*) FROM public.vehicles GROUP BY user_id;

ALTER TABLE public.vehicles ENABLE TRIGGER USER;

CREATE OR REPLACE FUNCTION private.are_lines(p_values text[], p_limit integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_ndims(p_values), 1) = 1 and coalesce(array_lower(p_values, 1), 1) = 1
    and coalesce(bool_and(
      value is not null and value <> '' and length(value) <= p_limit
        and value !~ '[[:cntrl:]]'), true)
  from unnest(p_values) as value;
$function$;

CREATE OR REPLACE FUNCTION private.change_vehicles(p_ids uuid[], p_columns jsonb[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.vehicles as vehicle
  set (brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors, engine,
    stock_number, trim, body_style, drivetrain, cylinders, interior_color, title_status, owners,
    history_url, equipment, description, status, published) = (
    select told.brand, told.model, told.year, told.vin, told.price, told.mileage,
      told.transmission, told.color, told.fuel_type, told.doors, told.engine, told.stock_number,
      told.trim, told.body_style, told.drivetrain, told.cylinders, told.interior_color,
      told.title_status, told.owners, told.history_url, told.equipment, told.description,
      told.status, told.published
    from jsonb_populate_record(vehicle, change.columns) as told)
  from unnest(p_ids, p_columns) as change (id, columns)
  where vehicle.id = change.id
    and change.columns - array['cost', 'acquired_on'] <> '{}';
$function$;

CREATE OR REPLACE FUNCTION private.give_stock_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  number integer;
  moves boolean := false;
begin
  new.stock_number := nullif(upper(trim(new.stock_number)), '');
  if tg_op = 'UPDATE' then
    new.stock_number := coalesce(new.stock_number, old.stock_number);
    moves := new.user_id <> old.user_id and new.stock_number = old.stock_number;
    if new.user_id = old.user_id and new.stock_number = old.stock_number then
      return new;
    end if;
  end if;

  -- What others tell at the same time is seen.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 0));
  if moves and private.has_stock_number(new.user_id, new.stock_number) then
    new.stock_number := null;
  end if;
  while new.stock_number is null loop
    insert into private.stock_counters as counter (dealership_id, given)
    select id, 1 from public.profiles where id = new.user_id
    on conflict (dealership_id) do update set given = counter.given + 1
    returning given into number;
    -- Of nobody no vehicle comes in.
    exit when number is null;
    new.stock_number := 'A-' || lpad(number::text, greatest(4, length(number::text)), '0');
    if private.has_stock_number(new.user_id, new.stock_number) then
      new.stock_number := null;
    end if;
  end loop;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_vehicle()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated') then
    new.views := case tg_op when 'UPDATE' then old.views else 0 end;
    new.created_at := case tg_op when 'UPDATE' then old.created_at else now() end;
    new.reserved_until := case tg_op when 'UPDATE' then old.reserved_until end;
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
  end if;
  new.brand := trim(new.brand);
  new.model := trim(new.model);
  new.vin := nullif(upper(trim(new.vin)), '');
  new.price := nullif(trim(new.price), '');
  new.transmission := nullif(trim(new.transmission), '');
  new.color := nullif(trim(new.color), '');
  new.fuel_type := nullif(trim(new.fuel_type), '');
  new.engine := nullif(trim(new.engine), '');
  new.trim := nullif(trim(new.trim), '');
  new.body_style := nullif(trim(new.body_style), '');
  new.drivetrain := nullif(trim(new.drivetrain), '');
  new.interior_color := nullif(trim(new.interior_color), '');
  new.title_status := nullif(trim(new.title_status), '');
  new.history_url := nullif(trim(new.history_url), '');
  new.equipment := array(
    select trim(item) from unnest(new.equipment) with ordinality as told (item, n)
    where trim(item) <> '' group by trim(item) order by min(n));
  new.description := nullif(trim(new.description), '');
  new.images := coalesce(new.images, '{}');
  new.status := case lower(trim(new.status))
    when 'disponible' then 'Disponible'
    when 'vendido' then 'Vendido'
    when 'en revisión' then 'En revisión'
    else new.status
  end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_stock_number(p_dealership_id uuid, p_number text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select exists (
    select from public.vehicles where user_id = p_dealership_id and stock_number = p_number);
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
          and vehicle.user_id = import.dealership_id)
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
      -- Nor is a number taken back that another vehicle was given since.
      and not exists (select from public.vehicles as other
        where other.user_id = vehicle.user_id and other.id <> vehicle.id
          and other.stock_number = line.before ->> 'stock_number')
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

ALTER TABLE "private"."stock_counters" ADD CONSTRAINT "stock_counters_dealership_id_fkey" FOREIGN KEY (dealership_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_body_style_check" CHECK ((length(body_style) <= 40));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_cylinders_check" CHECK (((cylinders >= 1) AND (cylinders <= 16)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_drivetrain_check" CHECK ((length(drivetrain) <= 40));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_interior_color_check" CHECK ((length(interior_color) <= 60));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_owners_check" CHECK (((owners >= 0) AND (owners <= 50)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_stock_number_check" CHECK (((length(stock_number) <= 20) AND (stock_number = upper(stock_number))));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_title_status_check" CHECK ((length(title_status) <= 40));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_trim_check" CHECK ((length("trim") <= 60));

CREATE VIEW "private"."foreign_vehicles" WITH (security_barrier=true) AS  SELECT id,
    user_id,
    brand,
    model,
    year,
    vin,
    price,
    mileage,
    transmission,
    color,
    fuel_type,
    doors,
    description,
    images,
    status,
    published,
    NULL::integer AS views,
    created_at,
    NULL::timestamp with time zone AS updated_at,
    price_amount,
    brand_folded,
    model_folded,
    search_text,
    engine,
    reserved_until,
    stock_number,
    "trim",
    body_style,
    drivetrain,
    cylinders,
    interior_color,
    title_status,
    owners,
    history_url,
    equipment
   FROM public.vehicles
  WHERE (published AND (user_id IN ( SELECT owner.id
           FROM private.active_owners owner)) AND ( SELECT private.is_active() AS is_active) AND (NOT ( SELECT private.is_admin() AS is_admin)) AND ((user_id = ( SELECT private.my_dealership() AS my_dealership)) IS NOT TRUE));;

CREATE VIEW "private"."readable_vehicles" WITH (security_invoker=true) AS  SELECT vehicles.id,
    vehicles.user_id,
    vehicles.brand,
    vehicles.model,
    vehicles.year,
    vehicles.vin,
    vehicles.price,
    vehicles.mileage,
    vehicles.transmission,
    vehicles.color,
    vehicles.fuel_type,
    vehicles.doors,
    vehicles.description,
    vehicles.images,
    vehicles.status,
    vehicles.published,
    vehicles.views,
    vehicles.created_at,
    vehicles.updated_at,
    vehicles.price_amount,
    vehicles.brand_folded,
    vehicles.model_folded,
    vehicles.search_text,
    vehicles.engine,
    vehicles.reserved_until,
    vehicles.stock_number,
    vehicles."trim",
    vehicles.body_style,
    vehicles.drivetrain,
    vehicles.cylinders,
    vehicles.interior_color,
    vehicles.title_status,
    vehicles.owners,
    vehicles.history_url,
    vehicles.equipment
   FROM public.vehicles
UNION ALL
 SELECT foreign_vehicles.id,
    foreign_vehicles.user_id,
    foreign_vehicles.brand,
    foreign_vehicles.model,
    foreign_vehicles.year,
    foreign_vehicles.vin,
    foreign_vehicles.price,
    foreign_vehicles.mileage,
    foreign_vehicles.transmission,
    foreign_vehicles.color,
    foreign_vehicles.fuel_type,
    foreign_vehicles.doors,
    foreign_vehicles.description,
    foreign_vehicles.images,
    foreign_vehicles.status,
    foreign_vehicles.published,
    foreign_vehicles.views,
    foreign_vehicles.created_at,
    foreign_vehicles.updated_at,
    foreign_vehicles.price_amount,
    foreign_vehicles.brand_folded,
    foreign_vehicles.model_folded,
    foreign_vehicles.search_text,
    foreign_vehicles.engine,
    foreign_vehicles.reserved_until,
    foreign_vehicles.stock_number,
    foreign_vehicles."trim",
    foreign_vehicles.body_style,
    foreign_vehicles.drivetrain,
    foreign_vehicles.cylinders,
    foreign_vehicles.interior_color,
    foreign_vehicles.title_status,
    foreign_vehicles.owners,
    foreign_vehicles.history_url,
    foreign_vehicles.equipment
   FROM private.foreign_vehicles;;

CREATE UNIQUE INDEX vehicles_stock_number_key ON public.vehicles USING btree (stock_number, user_id);

CREATE TRIGGER give_stock_number BEFORE INSERT OR UPDATE OF user_id, stock_number ON public.vehicles FOR EACH ROW EXECUTE FUNCTION private.give_stock_number();

CREATE TRIGGER tell_pages AFTER INSERT OR DELETE OR UPDATE OF user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors, engine, description, images, status, published, reserved_until, stock_number, "trim", body_style, drivetrain, cylinders, interior_color, title_status, owners, history_url, equipment ON public.vehicles FOR EACH ROW EXECUTE FUNCTION private.tell_pages('user_id');

CREATE TRIGGER touch_vehicle BEFORE UPDATE OF user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors, engine, description, images, status, published, stock_number, "trim", body_style, drivetrain, cylinders, interior_color, title_status, owners, history_url, equipment ON public.vehicles FOR EACH ROW EXECUTE FUNCTION private.touch_row();

REVOKE ALL ON FUNCTION "private"."are_lines"(text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_lines"(text[], integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."are_lines"(text[], integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."give_stock_number"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_stock_number"(uuid, text) FROM PUBLIC;

REVOKE ALL ("body_style") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("body_style") ON TABLE "public"."vehicles" TO "anon";

REVOKE ALL ("cylinders") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("cylinders") ON TABLE "public"."vehicles" TO "anon";

REVOKE ALL ("drivetrain") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("drivetrain") ON TABLE "public"."vehicles" TO "anon";

REVOKE ALL ("equipment") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("equipment") ON TABLE "public"."vehicles" TO "anon";

REVOKE ALL ("history_url") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("history_url") ON TABLE "public"."vehicles" TO "anon";

REVOKE ALL ("interior_color") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("interior_color") ON TABLE "public"."vehicles" TO "anon";

REVOKE ALL ("owners") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("owners") ON TABLE "public"."vehicles" TO "anon";

REVOKE ALL ("stock_number") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("stock_number") ON TABLE "public"."vehicles" TO "anon";

REVOKE ALL ("title_status") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("title_status") ON TABLE "public"."vehicles" TO "anon";

REVOKE ALL ("trim") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("trim") ON TABLE "public"."vehicles" TO "anon";

GRANT SELECT ON TABLE "private"."foreign_vehicles" TO "authenticated";

GRANT SELECT ON TABLE "private"."readable_vehicles" TO "authenticated";

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_equipment_check" CHECK (((cardinality(equipment) <= 60) AND private.are_lines(equipment, 60)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_history_url_check" CHECK (((length(history_url) <= 500) AND (history_url ~ '^https://'::text) AND private.is_web_url(to_jsonb(history_url))));
