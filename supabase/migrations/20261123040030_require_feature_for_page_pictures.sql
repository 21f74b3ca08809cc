-- Whoever may not edit the public page neither adds nor replaces nor removes its pictures; photos
-- of vehicles are another matter.

-- A dealership and its salespeople replace the dealership's photos; whoever may edit the public
-- page, the own page's pictures.
alter policy objects_update_owner on storage.objects
  using (
    (bucket_id = 'vehicle_images'
      and private.owner_folder(name) = (select private.my_dealership())::text)
    or (bucket_id = 'dealership_logos' and private.owner_folder(name) = (select auth.uid())::text
      and (select private.is_active()) and (select private.has_feature('canEditPublicPage')))
  );

-- The same remove them.
alter policy objects_delete_owner on storage.objects
  using (
    (select private.may_write())
    and (
      (bucket_id = 'vehicle_images'
        and private.owner_folder(name) = (select private.my_dealership())::text)
      or (bucket_id = 'dealership_logos' and private.owner_folder(name) = (select auth.uid())::text
        and (select private.has_feature('canEditPublicPage')))
    )
  );
