-- Deleting an account removes its pictures: without its row an object is served no more, and the sweeper takes the
-- bytes. The setting is how Supabase is told that a deletion by SQL is meant.
create function private.remove_objects_of_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id in ('vehicle_images', 'dealership_logos')
    and name collate "C" >= old.id || '/' and name collate "C" < old.id || '0';
  return null;
end
$$;

revoke execute on function private.remove_objects_of_account() from public;

create trigger remove_objects_of_account
  after delete on public.profiles
  for each row execute function private.remove_objects_of_account();
