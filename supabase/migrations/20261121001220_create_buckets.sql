-- Vehicle photos, and the logos and hero images of public pages. Everybody may see them by their address.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('vehicle_images', 'vehicle_images', true, 10485760, array['image/png', 'image/jpeg', 'image/webp']),
  ('dealership_logos', 'dealership_logos', true, 10485760, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;

-- The folder of an object, if its path has no empty, . or .. segment; otherwise nothing, which no policy accepts.
create function private.owner_folder(p_name text) returns text
language sql immutable
set search_path = ''
as $$
  select case when p_name ~ '^[^/]+/.' and p_name !~ '(^|/)\.*(/|$)' and p_name !~ '[[:cntrl:]\\%]'
    then split_part(p_name, '/', 1) end;
$$;

revoke execute on function private.owner_folder(text) from public;
grant execute on function private.owner_folder(text) to authenticated, service_role;
