-- Imports of photos from a ZIP into a dealership's inventory: uploaded one by one, attached to
-- their vehicles in one call, and for a day undone in one. The functions run with the caller's
-- rights.
create table public.photo_imports (
  id uuid primary key,
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  created_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- The added addresses by vehicle: {"<id>": ["https://…"]}.
  photos jsonb not null check (private.is_object(photos)),
  photo_count integer not null,
  vehicle_count integer not null
);
create index photo_imports_dealership_id_idx on public.photo_imports (dealership_id);
create index photo_imports_created_by_idx on public.photo_imports (created_by);
alter table public.photo_imports enable row level security;
grant all on public.photo_imports to service_role;
grant select, delete,
  insert (id, dealership_id, created_by, photos, photo_count, vehicle_count)
  on public.photo_imports to authenticated;

-- A person imports into the dealership where they edit vehicles, an administrator into any.
create policy photo_imports_insert_person on public.photo_imports for insert to authenticated
  with check (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));

-- The person who made an import undoes it, while they work on that inventory.
create policy photo_imports_select_person on public.photo_imports for select to authenticated
  using (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));
create policy photo_imports_delete_person on public.photo_imports for delete to authenticated
  using (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));

create trigger refuse_caller_without_write
  before insert or update or delete on public.photo_imports
  for each statement execute function private.refuse_caller_without_write();

-- Which of these files (the first 32 digits of their SHA-256, of the original or the stored file) a
-- dealership already has. Each comes with the vehicle that shows it, or with its object name if an
-- import uploaded it recently and no vehicle shows it yet. At most 1,000 per call.
create function public.find_photos(p_dealership_id uuid, p_hashes text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if cardinality(p_hashes) > 1000 then
    raise exception 'Pregunta por 1,000 fotos a la vez como máximo.';
  end if;
  return (
    -- A join: an array would be scanned for each file.
    with asked as materialized (
      select distinct hash from unnest(p_hashes) as given (hash)
    ),
    known as materialized (
      select file.name, file.created_at, source.hash, source.is_before
      from storage.objects as file
      cross join lateral (values
        (file.user_metadata ->> 'source', true),
        (trim(both '"' from file.metadata ->> 'eTag'), false)) as source (hash, is_before)
      join asked on asked.hash = source.hash
      where file.bucket_id = 'vehicle_images'
        and file.name collate "C" >= p_dealership_id || '/'
        and file.name collate "C" < p_dealership_id || '0'
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
      or (known.is_before and known.created_at > now() - interval '20 hours'));
end
$$;
grant execute on function public.find_photos(uuid, text[]) to authenticated;

-- Appends uploaded photos to their vehicles, all or none. A second call with the same id changes
-- nothing.
create function public.import_photos(p_id uuid, p_dealership_id uuid, p_photos jsonb) returns void
language plpgsql set search_path = '' as $$
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

  -- In a fixed order, so that two concurrent imports cannot deadlock.
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

  -- Only the latest import can be undone.
  delete from public.photo_imports
  where dealership_id = p_dealership_id and created_by = auth.uid() and id <> p_id;
end
$$;
grant execute on function public.import_photos(uuid, uuid, jsonb) to authenticated;

-- Removes an import's photos from their vehicles, and from storage unless another vehicle shows
-- them; returns how many were still there.
create function public.undo_photo_import(p_id uuid) returns integer
language plpgsql set search_path = '' as $$
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
$$;
grant execute on function public.undo_photo_import(uuid) to authenticated;
