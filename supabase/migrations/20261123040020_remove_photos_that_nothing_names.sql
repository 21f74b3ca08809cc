-- A deleted vehicle's photos go with its row, whichever door it went through, unless another
-- vehicle of the dealership names them: without its row an object is served no more, and the
-- api's sweeper takes the bytes. The application removes them first, so as a rule none is left.
create function private.remove_photos_of_vehicles() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  files uuid[];
begin
  files := array(
    select file.id
    from deleted as vehicle
    cross join unnest(vehicle.images) as image (url)
    join storage.objects as file
      on file.bucket_id = 'vehicle_images'
      and file.name = private.object_name(image.url, 'vehicle_images')
    where private.owner_folder(file.name) = vehicle.user_id::text
  );
  if cardinality(files) = 0 then
    return null;
  end if;

  perform set_config('storage.allow_delete_query', 'true', true);
  with named as materialized (
    select private.object_name(image.url, 'vehicle_images') as name
    from public.vehicles as vehicle
    cross join unnest(vehicle.images) as image (url)
    where vehicle.user_id in (select user_id from deleted)
  )
  delete from storage.objects as file
  where file.id = any(files) and not exists (select from named where named.name = file.name);
  return null;
end
$$;

-- What no vehicle and no public page names, a day after it came: photos that an edit took out,
-- and uploads whose form was never saved. The api's sweeper asks for it.
create function private.sweep_unnamed_objects() returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  with picture as (
    select image.url
    from public.vehicles as vehicle
    cross join unnest(vehicle.images) as image (url)
    union all
    select config #>> '{profile,logo}' from public.profiles
    union all
    select config #>> '{page_style,hero_image_url}' from public.profiles
  ),
  named as materialized (
    select bucket.id as bucket_id, private.object_name(picture.url, bucket.id) as name
    from picture
    cross join (values ('vehicle_images'), ('dealership_logos')) as bucket (id)
  )
  delete from storage.objects as file
  where file.bucket_id in ('vehicle_images', 'dealership_logos')
    and greatest(file.created_at, file.updated_at) < now() - interval '1 day'
    and not exists (
      select from named where named.bucket_id = file.bucket_id and named.name = file.name
    );
end
$$;

revoke execute on function private.remove_photos_of_vehicles(), private.sweep_unnamed_objects()
  from public;

create trigger remove_photos_of_vehicles
  after delete on public.vehicles
  referencing old table as deleted
  for each statement execute function private.remove_photos_of_vehicles();
