-- The objects that whoever has their address is served, when the bucket is public or the address
-- is signed: all, but of the two buckets of people's pictures only those of a folder whose owner
-- visitors may see. A switched-off account's are gone with its pages, so are a salesperson's
-- whose dealership is switched off, and all are back with them. On Supabase, which serves public
-- buckets without asking, they stay.
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

revoke all on private.served_objects from anon, authenticated, service_role;
