-- Pictures that a row may reference: those in its owner's folder and on other web sites. A
-- reference to another owner's file would show it as one's own, and let a privileged user who
-- deletes the row delete the file.

-- The folder of an object; null if its path has an empty, . or .. segment, which no policy accepts.
create function private.owner_folder(p_name text) returns text
language sql immutable set search_path = '' as $$
  select case when p_name ~ '^[^/]+/.' and p_name !~ '(^|/)\.*(/|$)' and p_name !~ '[[:cntrl:]\\%]'
    then split_part(p_name, '/', 1) end;
$$;
grant execute on function private.owner_folder(text) to authenticated, service_role;

-- Resolves the percent escapes of ASCII characters, once.
create function private.decode_percent(p_text text) returns text
language sql immutable set search_path = '' as $$
  select case when strpos(p_text, '%') = 0 then p_text else (
    select string_agg(
      case when part[1] ~ '^%.'
        then chr(('x' || lpad(substr(part[1], 2), 8, '0'))::bit(32)::integer)
        else part[1]
      end,
      '' order by position)
    from regexp_matches(p_text, '%[2-7][0-9A-Fa-f]|[^%]+|%', 'g')
      with ordinality as found (part, position)
  ) end;
$$;
grant execute on function private.decode_percent(text) to authenticated, service_role;

-- The object in a public bucket that an address refers to, original or resized; null for other
-- addresses. Avoids regular expressions, which are twenty times slower: an inventory has thousands
-- of addresses.
create function private.object_name(p_url text, p_bucket text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  site text := split_part(p_url, '/', 1) || '//' || split_part(p_url, '/', 3);
  path text := split_part(split_part(substr(p_url, length(site) + 1), '?', 1), '#', 1);
  plain text := '/storage/v1/object/public/' || p_bucket || '/';
  resized text := '/storage/v1/render/image/public/' || p_bucket || '/';
  name text;
begin
  if lower(split_part(p_url, '/', 1)) not in ('http:', 'https:')
    or not starts_with(p_url, site)
  then
    return null;
  elsif starts_with(path, plain) then
    name := substr(path, length(plain) + 1);
  elsif starts_with(path, resized) then
    name := substr(path, length(resized) + 1);
  end if;
  return case when strpos(name, '%') > 0 then private.decode_percent(name) else name end;
end
$$;
grant execute on function private.object_name(text, text) to authenticated, service_role;

-- Whether an address is external or refers to a picture in this owner's folder. Indirect references
-- to a storage are rejected: escapes, dots, slashes or capitals that a server or proxy may resolve.
create function private.is_own_picture(p_url text, p_owner uuid) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  resolved text;
begin
  if p_url is null
    or private.owner_folder(private.object_name(p_url, 'vehicle_images')) = p_owner::text
    or private.owner_folder(private.object_name(p_url, 'dealership_logos')) = p_owner::text
  then
    return true;
  end if;
  resolved := private.decode_percent(private.decode_percent(private.decode_percent(p_url)));
  return translate(resolved, '\', '/') !~* '/storage/+((.*/)?\.{1,2}/+)?v1/';
end
$$;
grant execute on function private.is_own_picture(text, uuid) to authenticated, service_role;

create function private.are_own_pictures(p_urls text[], p_owner uuid) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(private.is_own_picture(url, p_owner)), true)
  from unnest(p_urls) as url;
$$;
grant execute on function private.are_own_pictures(text[], uuid) to authenticated, service_role;
