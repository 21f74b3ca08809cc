set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE TABLE "public"."photo_imports" ("id" uuid NOT NULL, "dealership_id" uuid NOT NULL, "created_by" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "photos" jsonb NOT NULL, "photo_count" integer NOT NULL, "vehicle_count" integer NOT NULL, CONSTRAINT "photo_imports_pkey" PRIMARY KEY (id), CONSTRAINT "photo_imports_photos_check" CHECK (private.is_object(photos)));

ALTER TABLE "public"."photo_imports" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.sweep_vehicle_imports()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.vehicle_imports
  where coalesce(applied_at, created_at) < now() - interval '1 day';
  delete from public.photo_imports where created_at < now() - interval '1 day';
$function$;

CREATE OR REPLACE FUNCTION public.find_photos(p_dealership_id uuid, p_hashes text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with known as materialized (
    select file.name, file.created_at, source.hash, source.is_before
    from storage.objects as file
    cross join lateral (values
      (file.user_metadata ->> 'source', true),
      (trim(both '"' from file.metadata ->> 'eTag'), false)) as source (hash, is_before)
    where file.bucket_id = 'vehicle_images'
      and file.name collate "C" >= p_dealership_id || '/'
      and file.name collate "C" < p_dealership_id || '0'
      and source.hash = any (p_hashes)
  ),
  shown as materialized (
    select vehicle.id, private.object_name(image.url, 'vehicle_images') as name
    from public.vehicles as vehicle cross join unnest(vehicle.images) as image (url)
    where vehicle.user_id = p_dealership_id
  )
  select coalesce(jsonb_agg(distinct jsonb_build_object(
    'hash', known.hash, 'vehicle_id', shown.id,
    'name', case when shown.id is null then known.name end)), '[]')
  from known left join shown on shown.name = known.name
  where shown.id is not null
    or (known.is_before and known.created_at > now() - interval '20 hours');
$function$;

CREATE OR REPLACE FUNCTION public.import_photos(p_id uuid, p_dealership_id uuid, p_photos jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  lines integer;
  found_lines integer;
begin
  perform private.require_write();
  select count(*) into lines from jsonb_object_keys(p_photos);
  insert into public.photo_imports
    (id, dealership_id, created_by, photos, photo_count, vehicle_count)
  select p_id, p_dealership_id, auth.uid(), p_photos,
    coalesce(sum(jsonb_array_length(value)), 0), lines
  from jsonb_each(p_photos)
  on conflict (id) do nothing;
  if not found then
    return;
  end if;

  -- In one order, so that of two at once neither waits for the other for ever.
  perform from public.vehicles as vehicle
  where vehicle.user_id = p_dealership_id
    and vehicle.id in (select key::uuid from jsonb_object_keys(p_photos) as line (key))
  order by vehicle.id for update;
  get diagnostics found_lines = row_count;
  if found_lines <> lines then
    raise exception 'Alguien borró entretanto uno de estos vehículos. Revisa las fotos otra vez.';
  end if;
  if exists (
    select from public.vehicles as vehicle
    join jsonb_each(p_photos) as line (id, urls) on vehicle.id = line.id::uuid
    where cardinality(vehicle.images) + jsonb_array_length(line.urls) > 40
      or line.urls ?| vehicle.images)
  then
    raise exception 'Alguien añadió entretanto fotos a uno de estos vehículos. Revisa las fotos otra vez.';
  end if;

  update public.vehicles as vehicle
  set images = vehicle.images || array(select jsonb_array_elements_text(line.urls))
  from jsonb_each(p_photos) as line (id, urls)
  where vehicle.id = line.id::uuid;

  -- The last one alone can be taken back.
  delete from public.photo_imports
  where dealership_id = p_dealership_id and created_by = auth.uid() and id <> p_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.take_rows(p_part text, p_after text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dealership uuid := private.my_team();
  rows jsonb;
begin
  perform private.require_proven();
  if dealership is null then
    raise insufficient_privilege using
      message = 'Solo el concesionario puede llevarse todos sus datos.';
  end if;
  case p_part
    when 'leads' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, kind, state, recipient_name, vehicle_title, name, email, phone,
          message, referred_name, referred_phone, notes, next_step, next_step_on, answered_at
        from public.leads
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'taps' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select tap.id::text, tap.created_at, tap.channel, private.display_name(seller) as seller_name,
          private.vehicle_title(vehicle) as vehicle_title, array_to_string(tap.codes, ' ') as codes
        from public.contact_taps as tap
        left join public.profiles as seller on seller.id = tap.seller_id
        left join public.vehicles as vehicle on vehicle.id = tap.vehicle_id
        where tap.dealership_id = dealership and tap.id::text > p_after
        order by tap.id::text limit 1000) as part;
    when 'team' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, full_name, email, phone, is_active, public_slug,
          exists (select from public.figure_viewers as viewer where viewer.id = person.id)
            as sees_figures
        from public.profiles as person
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'deals' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, kind, day, vehicle_title, price, deposit, buyer_name,
          buyer_phone, seller_name, commission, cost, acquired_on, until, ended_by, ended_at, note
        from public.deals
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'costs' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select cost.id::text, cost.spent_on, private.vehicle_title(vehicle) as vehicle_title,
          vehicle.stock_number, vehicle.vin, cost.label, cost.amount, cost.vehicle_id
        from public.vehicle_costs as cost
        join public.vehicles as vehicle on vehicle.id = cost.vehicle_id
        where cost.dealership_id = dealership and cost.id::text > p_after
        order by cost.id::text limit 1000) as part;
    when 'prices' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select change.id::text, change.created_at,
          private.vehicle_title(vehicle) as vehicle_title, vehicle.stock_number, vehicle.vin, change.old_price,
          change.new_price, change.vehicle_id
        from public.price_changes as change
        join public.vehicles as vehicle on vehicle.id = change.vehicle_id
        where vehicle.user_id = dealership and change.id::text > p_after
        order by change.id::text limit 1000) as part;
    when 'settings' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, full_name, email, phone, public_slug, custom_domain, config
        from public.profiles where id = dealership and id::text > p_after) as part;
  end case;
  return coalesce(rows, '[]');
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_photo_import(p_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  import public.photo_imports;
  removed integer;
begin
  perform private.require_write();
  delete from public.photo_imports
  where id = p_id and created_at > now() - interval '1 day' returning * into import;
  if not found then
    raise exception 'Estas fotos ya no se pueden quitar juntas.';
  end if;

  perform from public.vehicles
  where id in (select key::uuid from jsonb_object_keys(import.photos) as line (key))
  order by id for update;
  select count(*) into removed
  from public.vehicles as vehicle
  cross join unnest(vehicle.images) as image (url)
  join jsonb_each(import.photos) as line (id, urls) on vehicle.id = line.id::uuid
  where line.urls ? image.url;
  update public.vehicles as vehicle
  set images = array(
    select url from unnest(vehicle.images) with ordinality as image (url, n)
    where not line.urls ? image.url order by n)
  from jsonb_each(import.photos) as line (id, urls)
  where vehicle.id = line.id::uuid and line.urls ?| vehicle.images;

  perform set_config('storage.allow_delete_query', 'true', true);
  with named as materialized (
    select private.object_name(image.url, 'vehicle_images') as name
    from public.vehicles as vehicle cross join unnest(vehicle.images) as image (url)
    where vehicle.user_id = import.dealership_id
  )
  delete from storage.objects as file
  where file.bucket_id = 'vehicle_images'
    and file.name in (
      select private.object_name(photo.url, 'vehicle_images')
      from jsonb_each(import.photos) as line (id, urls)
      cross join jsonb_array_elements_text(line.urls) as photo (url))
    and not exists (select from named where named.name = file.name);
  return removed;
end
$function$;

ALTER TABLE "public"."photo_imports" ADD CONSTRAINT "photo_imports_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."photo_imports" ADD CONSTRAINT "photo_imports_dealership_id_fkey" FOREIGN KEY (dealership_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX photo_imports_created_by_idx ON public.photo_imports USING btree (created_by);

CREATE INDEX photo_imports_dealership_id_idx ON public.photo_imports USING btree (dealership_id);

CREATE TRIGGER refuse_caller_without_write BEFORE INSERT OR DELETE OR UPDATE ON public.photo_imports FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_caller_without_write();

CREATE POLICY "photo_imports_delete_person" ON "public"."photo_imports" FOR DELETE TO "authenticated" USING (((created_by = ( SELECT auth.uid() AS uid)) AND ((dealership_id = ( SELECT private.my_dealership() AS my_dealership)) OR ( SELECT private.is_admin() AS is_admin))));

CREATE POLICY "photo_imports_insert_person" ON "public"."photo_imports" FOR INSERT TO "authenticated" WITH CHECK (((created_by = ( SELECT auth.uid() AS uid)) AND ((dealership_id = ( SELECT private.my_dealership() AS my_dealership)) OR ( SELECT private.is_admin() AS is_admin))));

CREATE POLICY "photo_imports_select_person" ON "public"."photo_imports" FOR SELECT TO "authenticated" USING (((created_by = ( SELECT auth.uid() AS uid)) AND ((dealership_id = ( SELECT private.my_dealership() AS my_dealership)) OR ( SELECT private.is_admin() AS is_admin))));

REVOKE ALL ON FUNCTION "public"."find_photos"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_photos"(uuid, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."import_photos"(uuid, uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_photos"(uuid, uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_rows"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_rows"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_photo_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_photo_import"(uuid) TO "authenticated";

GRANT INSERT ("created_by") ON TABLE "public"."photo_imports" TO "authenticated";

GRANT INSERT ("dealership_id") ON TABLE "public"."photo_imports" TO "authenticated";

GRANT INSERT ("id") ON TABLE "public"."photo_imports" TO "authenticated";

GRANT INSERT ("photo_count") ON TABLE "public"."photo_imports" TO "authenticated";

GRANT INSERT ("photos") ON TABLE "public"."photo_imports" TO "authenticated";

GRANT INSERT ("vehicle_count") ON TABLE "public"."photo_imports" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."photo_imports" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."photo_imports" TO "service_role";
