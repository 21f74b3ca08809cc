-- How large a picture may be says the storage, for all buckets (backend/limits.ts).
update storage.buckets set file_size_limit = null
where id in ('vehicle_images', 'dealership_logos');
