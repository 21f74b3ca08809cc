set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "tell_pages" ON "public"."vehicles";

DROP TRIGGER "touch_vehicle" ON "public"."vehicles";

DROP INDEX "public"."vehicles_words_idx";

DROP VIEW "private"."listed_vehicles";

DROP VIEW "private"."readable_vehicles";

DROP VIEW "private"."foreign_vehicles";

DROP FUNCTION "private"."change_vehicles"(uuid[], jsonb[]);

DROP FUNCTION "private"."listing_words"(uuid, text, text, text[], text[]);

ALTER TABLE "public"."vehicles" ADD COLUMN "condition" text;

CREATE OR REPLACE FUNCTION private.add_vehicles(p_import public.vehicle_imports)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute (
    select format($insert$
      insert into public.vehicles (id, user_id, %s)
      select line.vehicle_id, $2, %s
      from public.vehicle_import_rows as line
      cross join lateral jsonb_populate_record(null::public.vehicles,
        '{"status": "Disponible", "published": false}' || jsonb_strip_nulls(line.columns)) as wanted
      where line.import_id = $1 and line.seen_at is null
      order by wanted.stock_number, line.n$insert$,
      string_agg(quote_ident(name), ', '), string_agg('wanted.' || quote_ident(name), ', '))
    from private.vehicle_columns() as name)
  using p_import.id, p_import.dealership_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.change_vehicles(p_ids uuid[], p_columns jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute (
    select format($update$
      update public.vehicles as vehicle set (%s) = (
        select %s from jsonb_populate_record(vehicle, change.columns) as wanted)
      from unnest($1, $2) as change (id, columns)
      where vehicle.id = change.id and change.columns - array['cost', 'acquired_on'] <> '{}'$update$,
      string_agg(quote_ident(name), ', '), string_agg('wanted.' || quote_ident(name), ', '))
    from private.vehicle_columns() as name)
  using p_ids, p_columns;
end
$function$;

CREATE OR REPLACE FUNCTION private.column_names(p_table regclass)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select attname::text from pg_attribute
  where attrelid = p_table and attnum > 0 and not attisdropped order by attnum;
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
    new.updated_at := case tg_op when 'UPDATE' then old.updated_at else now() end;
    new.reserved_until := case tg_op when 'UPDATE' then old.reserved_until end;
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
  end if;
  new := jsonb_populate_record(new, (
    select jsonb_object_agg(name, case
      when name in ('brand', 'model') then private.clean_line(value #>> '{}')
      when name = 'description' then nullif(private.clean_text(value #>> '{}'), '')
      else nullif(private.clean_line(value #>> '{}'), '') end)
    from jsonb_each(to_jsonb(new)) as given (name, value)
    where jsonb_typeof(value) = 'string'));
  new.vin := upper(new.vin);
  new.equipment := array(
    select cleaned.line
    from unnest(new.equipment) with ordinality as given (item, n)
    cross join lateral (select private.clean_line(given.item)) as cleaned (line)
    where cleaned.line <> '' group by cleaned.line order by min(n));
  new.images := coalesce(new.images, '{}');
  new.status := case lower(new.status)
    when 'disponible' then 'Disponible'
    when 'vendido' then 'Vendido'
    when 'en revisión' then 'En revisión'
    else new.status
  end;
  return new;
end
$function$;

create or replace function private.has_stock_number(p_dealership_id uuid, p_number text) returns boolean
language sql set search_path = '' set enable_seqscan = off as $$
  select exists (
    select from public.vehicles where user_id = p_dealership_id and stock_number = p_number);
$$;

CREATE OR REPLACE FUNCTION private.is_within_limit(p_name text, p_key text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.take_attempt(p_name, p_key, most, per)
  from (values
    -- Requests for access from one network: an office signs up its people. Each makes an account
    -- and a mail.
    ('access-request', 60, interval '1 hour'),
    -- Other requests in the place of one that waits. They count apart from the links, or whoever
    -- asks for links would keep the owner's request from being stored.
    ('ask-again', 10, interval '10 minutes'),
    -- Links that are mailed to one mailbox, also those that backend/src/auth/limits.ts counts as verifyTo:
    -- whoever asks again every minute would end each link before its owner has opened it.
    ('verify-to', 4, interval '10 minutes'),
    -- Accounts that one dealership opens; once one opened forty in seconds.
    ('create-salesperson', 10, interval '1 hour'),
    ('create-salesperson-day', 30, interval '24 hours'),
    -- E-mails that a dealership changes: a new one displaces as a new account does.
    ('change-salesperson-email', 10, interval '1 hour'),
    -- Looks at one dealership's domain: each sends questions into the network.
    ('domain check', 10, interval '10 minutes'),
    -- Leads from one network, for spam comes from few.
    ('lead:network', 30, interval '10 minutes'),
    ('lead:network-recipient', 10, interval '10 minutes'),
    -- Leads from this very machine: those of all visitors where a proxy tells nobody's address, and
    -- as many as all customers of a busy Saturday.
    ('lead:machine', 250, interval '1 hour'),
    -- Leads to one recipient or about one vehicle: far above a busy Saturday, to keep a flood out.
    ('lead:recipient', 300, interval '1 hour'),
    ('lead:vehicle', 250, interval '1 hour'),
    -- Leads that one person hands on, with two mails each: all that a salesperson who leaves had.
    ('reassign', 300, interval '1 hour'),
    -- Reservations of one dealership of whose end it is told, with a mail to each who waits: more
    -- than end on one evening. Others end unheard.
    ('reservation-over', 200, interval '24 hours'),
    -- Taps from one network: more than a crowd of customers behind one address.
    ('tap:network', 250, interval '10 minutes'),
    -- Notices that somebody sends to the own browsers to try them out.
    ('push:test', 10, interval '10 minutes')
  ) as limits (name, most, per)
  where name = p_name;
$function$;

CREATE OR REPLACE FUNCTION private.listing_words(user_id uuid, vin text, brand text, model text, model_folded text, search_text text, price text, price_amount numeric, stock_number text, body_style text, drivetrain text, fuel_type text, transmission text, color text, interior_color text, engine text, "trim" text, description text, equipment text[])
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE COST 10000
 SET search_path TO ''
AS $function$
  with style (name) as (select private.said_style(body_style, model_folded)),
  texts (facts, name, written) as (
    select array_to_string(array[search_text, replace(model, ' ', ''),
        replace(brand || model, ' ', ''), price, trim_scale(price_amount)::text, style.name,
        drivetrain, stock_number,
        private.synonyms(array[style.name, fuel_type, transmission, drivetrain], color,
          interior_color)], ' '),
      brand || ' ' || model,
      array_to_string(array[engine, "trim", replace(engine, '-', ''), replace("trim", '-', ''),
        interior_color, description] || equipment, ' ')
    from style
  )
  select array_to_tsvector(array(
    select private.listing_key(user_id) || '=' || word
    from texts, private.words_of(facts || ' ' || replace(facts, '-', '')) as word
    union
    select private.listing_key(user_id) || '=' || lower(right(vin, n))
    from generate_series(4, 8) as n
    where vin is not null
    union
    select private.listing_key(user_id) || '#' || word
    from texts, private.words_of(name || ' ' || replace(name, '-', '')) as word
    union
    select private.listing_key(user_id) || word
    from texts, private.words_of(written) as word
    union
    select private.listing_key(user_id)));
$function$;

CREATE OR REPLACE FUNCTION private.vehicle_columns()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select name from private.column_names('public.vehicles') as name
  where name not in
    ('id', 'user_id', 'images', 'views', 'created_at', 'updated_at', 'reserved_until')
    and not exists (
      select from pg_attribute where attrelid = 'public.vehicles'::regclass and attname = name
        and attgenerated <> '');
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
    perform private.add_vehicles(import);
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

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_condition_check" CHECK (((length(condition) <= 40) AND (condition !~ '[[:cntrl:]]'::text)));

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
    equipment,
    condition
   FROM public.vehicles
  WHERE (published AND (user_id IN ( SELECT owner.id
           FROM private.active_owners owner)) AND ( SELECT private.is_active() AS is_active) AND (NOT ( SELECT private.is_admin() AS is_admin)) AND ((user_id = ( SELECT private.my_dealership() AS my_dealership)) IS NOT TRUE));;

CREATE VIEW "private"."listed_vehicles" WITH (security_invoker=true) AS  SELECT id,
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
    views,
    created_at,
    updated_at,
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
    equipment,
    condition,
    private.listing_words(user_id, vin, brand, model, model_folded, search_text, price, price_amount, stock_number, body_style, drivetrain, fuel_type, transmission, color, interior_color, engine, "trim", description, equipment) AS words
   FROM public.vehicles v
  WHERE (published AND (status = 'Disponible'::text));;

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
    vehicles.equipment,
    vehicles.condition
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
    foreign_vehicles.equipment,
    foreign_vehicles.condition
   FROM private.foreign_vehicles;;

CREATE TRIGGER tell_pages_of_update AFTER UPDATE ON public.vehicles FOR EACH ROW WHEN ((old.views = new.views)) EXECUTE FUNCTION private.tell_pages('user_id');

CREATE TRIGGER tell_pages AFTER INSERT OR DELETE ON public.vehicles FOR EACH ROW EXECUTE FUNCTION private.tell_pages('user_id');

CREATE TRIGGER touch_vehicle BEFORE UPDATE ON public.vehicles FOR EACH ROW WHEN (((old.views = new.views) AND (NOT (old.reserved_until IS DISTINCT FROM new.reserved_until)) AND (old.updated_at = new.updated_at))) EXECUTE FUNCTION private.touch_row();

REVOKE ALL ON FUNCTION "private"."add_vehicles"(public.vehicle_imports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_vehicles"(public.vehicle_imports) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."change_vehicles"(uuid[], jsonb[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_vehicles"(uuid[], jsonb[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."column_names"(regclass) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."column_names"(regclass) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."column_names"(regclass) TO "service_role";

REVOKE ALL ON FUNCTION "private"."listing_words"(uuid, text, text, text, text, text, text, numeric, text, text, text, text, text, text, text, text, text, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."listing_words"(uuid, text, text, text, text, text, text, numeric, text, text, text, text, text, text, text, text, text, text, text[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."listing_words"(uuid, text, text, text, text, text, text, numeric, text, text, text, text, text, text, text, text, text, text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."vehicle_columns"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."vehicle_columns"() TO "authenticated";

REVOKE ALL ("condition") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("condition") ON TABLE "public"."vehicles" TO "anon";

GRANT SELECT ON TABLE "private"."foreign_vehicles" TO "authenticated";

GRANT SELECT ON TABLE "private"."readable_vehicles" TO "authenticated";

CREATE INDEX vehicles_words_idx ON public.vehicles USING gin (private.listing_words(user_id, vin, brand, model, model_folded, search_text, price, price_amount, stock_number, body_style, drivetrain, fuel_type, transmission, color, interior_color, engine, "trim", description, equipment)) WHERE (published AND (status = 'Disponible'::text));
