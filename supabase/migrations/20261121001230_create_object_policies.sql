-- The first folder of a vehicle photo is the dealership's id; of a logo or hero image, the person's own id. Visitors
-- need no policy: both buckets are public by address, and not listable.

-- A dealership and its salespeople see the dealership's photos; everybody the own page's pictures.
create policy objects_select_owner on storage.objects
  for select to authenticated
  using (
    (bucket_id = 'vehicle_images' and private.owner_folder(name) = (select private.my_dealership())::text)
    or (bucket_id = 'dealership_logos' and private.owner_folder(name) = (select auth.uid())::text
      and (select private.is_active()))
  );

-- A dealership and its salespeople add photos to the dealership's folder; whoever may edit the public page, pictures
-- to the own folder.
create policy objects_insert_owner on storage.objects
  for insert to authenticated
  with check (
    (select private.may_write())
    and (
      (bucket_id = 'vehicle_images' and private.owner_folder(name) = (select private.my_dealership())::text)
      or (bucket_id = 'dealership_logos' and private.owner_folder(name) = (select auth.uid())::text
        and (select private.has_feature('canEditPublicPage')))
    )
  );

-- They replace them.
create policy objects_update_owner on storage.objects
  for update to authenticated
  using (
    (bucket_id = 'vehicle_images' and private.owner_folder(name) = (select private.my_dealership())::text)
    or (bucket_id = 'dealership_logos' and private.owner_folder(name) = (select auth.uid())::text
      and (select private.is_active()))
  )
  with check (
    (select private.may_write())
    and (
      (bucket_id = 'vehicle_images' and private.owner_folder(name) = (select private.my_dealership())::text)
      or (bucket_id = 'dealership_logos' and private.owner_folder(name) = (select auth.uid())::text
        and (select private.has_feature('canEditPublicPage')))
    )
  );

-- They remove them.
create policy objects_delete_owner on storage.objects
  for delete to authenticated
  using (
    (select private.may_write())
    and (
      (bucket_id = 'vehicle_images' and private.owner_folder(name) = (select private.my_dealership())::text)
      or (bucket_id = 'dealership_logos' and private.owner_folder(name) = (select auth.uid())::text)
    )
  );

-- An administrator, who may be acting for anybody, sees every object of the two buckets.
create policy objects_select_admin on storage.objects
  for select to authenticated
  using (bucket_id in ('vehicle_images', 'dealership_logos') and (select private.is_admin()));

-- An administrator adds to every well-formed folder.
create policy objects_insert_admin on storage.objects
  for insert to authenticated
  with check (
    bucket_id in ('vehicle_images', 'dealership_logos') and private.owner_folder(name) is not null
    and (select private.is_admin()) and (select private.may_write())
  );

-- An administrator replaces every object.
create policy objects_update_admin on storage.objects
  for update to authenticated
  using (bucket_id in ('vehicle_images', 'dealership_logos') and (select private.is_admin()))
  with check (
    bucket_id in ('vehicle_images', 'dealership_logos') and private.owner_folder(name) is not null
    and (select private.is_admin()) and (select private.may_write())
  );

-- An administrator removes every object.
create policy objects_delete_admin on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('vehicle_images', 'dealership_logos')
    and (select private.is_admin()) and (select private.may_write())
  );
