-- Buckets and rules for pictures of vehicles and public pages.

-- Public by address. The storage sets the size limit for all buckets (backend/src/limits.ts).
insert into storage.buckets (id, name, public, allowed_mime_types)
values
  ('vehicle_images', 'vehicle_images', true, array['image/png', 'image/jpeg', 'image/webp']),
  ('dealership_logos', 'dealership_logos', true, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;

-- The first folder of a vehicle photo is the dealership's id; of a logo or hero image, the id of
-- the page's owner. Visitors need no policy: the buckets are public by address and cannot be
-- listed. People who may not edit their public page cannot change its pictures, but may change
-- photos.

-- Whether a page picture is in the caller's folder or in a team member's; a dealership may edit its
-- team's cards.
create function private.is_page_folder(p_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.owner_folder(p_name) = auth.uid()::text
    or exists (
      select from public.profiles
      where id::text = private.owner_folder(p_name) and dealership_id = private.my_team()
        and not private.is_waiting(id)
    );
$$;
grant execute on function private.is_page_folder(text) to authenticated;

-- A dealership and its salespeople see the dealership's photos. Everyone sees their own page's
-- pictures, and a dealership those of its team.
create policy objects_select_owner on storage.objects for select to authenticated
  using (
    (bucket_id = 'vehicle_images'
      and private.owner_folder(name) = (select private.my_dealership())::text)
    or (bucket_id = 'dealership_logos' and (select private.is_proven())
      and private.is_page_folder(name))
  );

-- Whether the caller, second factor proved, may write an object: photos to the dealership's folder;
-- page pictures to their own folder or, for a dealership, to its team's, if they may edit the
-- public page.
create function private.may_keep_object(p_bucket text, p_name text) returns boolean
language sql stable set search_path = '' as $$
  select private.is_proven() and case p_bucket
    when 'vehicle_images' then private.owner_folder(p_name) = private.my_dealership()::text
    when 'dealership_logos' then private.is_page_folder(p_name)
      and private.has_feature('canEditPublicPage')
    else false
  end;
$$;
grant execute on function private.may_keep_object(text, text) to authenticated;

-- They add objects where private.may_keep_object allows it.
create policy objects_insert_owner on storage.objects for insert to authenticated
  with check (private.may_keep_object(bucket_id, name));

-- They replace them.
create policy objects_update_owner on storage.objects for update to authenticated
  using (
    (bucket_id = 'vehicle_images'
      and private.owner_folder(name) = (select private.my_dealership())::text)
    or (bucket_id = 'dealership_logos' and (select private.is_active())
      and (select private.has_feature('canEditPublicPage')) and private.is_page_folder(name))
  )
  with check (private.may_keep_object(bucket_id, name));

-- They delete them.
create policy objects_delete_owner on storage.objects for delete to authenticated
  using (private.may_keep_object(bucket_id, name));

-- An administrator, who may act for anyone, sees every object of the two buckets.
create policy objects_select_admin on storage.objects for select to authenticated
  using (bucket_id in ('vehicle_images', 'dealership_logos') and (select private.is_admin()));

-- An administrator adds to every well-formed folder.
create policy objects_insert_admin on storage.objects for insert to authenticated
  with check (
    bucket_id in ('vehicle_images', 'dealership_logos') and private.owner_folder(name) is not null
    and (select private.is_admin())
  );

-- An administrator replaces every object.
create policy objects_update_admin on storage.objects for update to authenticated
  using (bucket_id in ('vehicle_images', 'dealership_logos') and (select private.is_admin()))
  with check (
    bucket_id in ('vehicle_images', 'dealership_logos') and private.owner_folder(name) is not null
    and (select private.is_admin())
  );

-- An administrator deletes every object.
create policy objects_delete_admin on storage.objects for delete to authenticated
  using (
    bucket_id in ('vehicle_images', 'dealership_logos')
    and (select private.is_admin())
  );

-- On Supabase the table belongs to Supabase and cannot have our triggers, so files are not logged.
do $$
begin
  create trigger audit_admin_write
    after insert or update or delete on storage.objects
    for each row execute function private.audit_admin_write('bucket_id', 'name', 'version');
exception when insufficient_privilege then
  raise notice 'storage.objects takes no trigger; files are not logged';
end
$$;

-- Objects that are served by public or signed address: all, except pictures in folders of owners
-- who are inactive or, for salespeople, have an inactive dealership. They reappear on activation.
-- Supabase serves public buckets without this check.
create view private.served_objects with (security_invoker = true) as
select object.id, object.bucket_id, object.name, object.version, object.metadata,
  object.user_metadata, object.created_at, object.updated_at
from storage.objects as object
where object.bucket_id not in ('vehicle_images', 'dealership_logos')
  or exists (
    select from public.profiles as owner
    where owner.id = case
        when object.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'
        then split_part(object.name, '/', 1)::uuid
      end
      and owner.is_active
      and (owner.dealership_id is null or (
        select dealership.id from private.active_owners as dealership
        where dealership.id = owner.dealership_id
      ) is not null)
  );

-- Deletes an account's pictures. Without its row an object is no longer served, and the sweeper
-- deletes the file. The setting permits deletion by SQL on Supabase.
create function private.remove_objects_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id in ('vehicle_images', 'dealership_logos')
    and name collate "C" >= old.id || '/' and name collate "C" < old.id || '0';
  return null;
end
$$;
create trigger remove_objects_of_account
  after delete on public.profiles for each row execute function private.remove_objects_of_account();

-- Deletes pictures, a day after upload, that no vehicle or page references: removed by an edit, or
-- uploaded in a form that was never saved. Called by the API's sweeper.
create function private.sweep_unnamed_objects() returns void
language plpgsql security definer set search_path = '' as $$
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
