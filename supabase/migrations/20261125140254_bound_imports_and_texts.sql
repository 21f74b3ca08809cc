set local search_path = pg_catalog;

set local check_function_bodies = off;

ALTER TABLE "public"."profiles" DROP CONSTRAINT "profiles_config_texts";

CREATE OR REPLACE FUNCTION private.guard_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated') then
    new.applied_at := coalesce(old.applied_at, now());
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_long_text(p_value jsonb, p_limit integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= p_limit
      and translate(p_value #>> '{}', E'\t\n\r', '') !~ '[[:cntrl:]]');
$function$;

CREATE OR REPLACE FUNCTION private.is_text(p_value jsonb, p_limit integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= p_limit
      and p_value #>> '{}' !~ '[[:cntrl:]]');
$function$;

CREATE OR REPLACE FUNCTION private.replace_sent_imports()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.vehicle_imports
  where id in (
    select id from public.vehicle_imports
    where created_by = new.created_by and dealership_id = new.dealership_id
      and applied_at is null
    order by created_at desc, id offset 3);
  return null;
end
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
  before_this integer;
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
  -- Nor is a number taken back that another vehicle has and does not leave: which keeps the number
  -- of yet another one from being taken back.
  loop
    before_this := cardinality(untouched);
    untouched := array(
      select line.vehicle_id from public.vehicle_import_rows as line
      where line.import_id = import.id and line.vehicle_id = any (untouched)
        and not exists (
          select from public.vehicles as other
          left join public.vehicle_import_rows as leaving
            on leaving.import_id = import.id and leaving.vehicle_id = other.id
              and other.id = any (untouched)
              and (leaving.seen_at is null or leaving.before ? 'stock_number')
          where other.user_id = import.dealership_id and other.id <> line.vehicle_id
            and other.stock_number = line.before ->> 'stock_number'
            and leaving.n is null));
    exit when cardinality(untouched) = before_this;
  end loop;
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

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_stock_number_key" UNIQUE USING INDEX "vehicles_stock_number_key" DEFERRABLE;

CREATE TRIGGER guard_import BEFORE UPDATE ON public.vehicle_imports FOR EACH ROW EXECUTE FUNCTION private.guard_import();

CREATE TRIGGER replace_sent_imports AFTER INSERT ON public.vehicle_imports FOR EACH ROW EXECUTE FUNCTION private.replace_sent_imports();

REVOKE ALL ON FUNCTION "private"."guard_import"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_long_text"(jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_long_text"(jsonb, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."is_long_text"(jsonb, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replace_sent_imports"() FROM PUBLIC;

-- What existing rows hold beyond that: a space stands for control characters between two words of a
-- profile, and an import that is taken in later than now was taken in now.
ALTER TABLE public.profiles DISABLE TRIGGER USER;

DO $repair$
declare
  field text;
  place text[];
  odd text;
begin
  foreach field in array array['name', 'location', 'phone', 'email', 'whatsapp', 'tagline', 'slogan',
    'offers', 'custom_button,text']
  loop
    place := ('{profile,' || field || '}')::text[];
    odd := case field when 'offers' then '(?![\t\n\r])[[:cntrl:]]' else '[[:cntrl:]]' end;
    update public.profiles
    set config = jsonb_set(config, place,
      to_jsonb(trim(regexp_replace(config #>> place, odd, ' ', 'g'))))
    where config #>> place ~ odd;
  end loop;
end
$repair$;

ALTER TABLE public.profiles ENABLE TRIGGER USER;

UPDATE public.vehicle_imports SET applied_at = now() WHERE applied_at > now();

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_config_texts" CHECK ((private.is_text((config #> '{profile,name}'::text[]), 120) AND private.is_text((config #> '{profile,location}'::text[]), 300) AND private.is_text((config #> '{profile,phone}'::text[]), 40) AND private.is_text((config #> '{profile,email}'::text[]), 254) AND private.is_text((config #> '{profile,whatsapp}'::text[]), 40) AND private.is_text((config #> '{profile,tagline}'::text[]), 300) AND private.is_text((config #> '{profile,slogan}'::text[]), 300) AND private.is_long_text((config #> '{profile,offers}'::text[]), 5000) AND private.is_text((config #> '{profile,custom_button,text}'::text[]), 80) AND COALESCE(((config #>> '{page_style,layout_style}'::text[]) = ANY (ARRAY['centered'::text, 'classic'::text])), true)));
