-- A public address made from a name, which nobody has: 'José Núñez' gives jose-nunez, then jose-nunez-2 and so on.
create function private.free_slug(p_name text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  base text := trim(both '-' from left(trim(both '-' from regexp_replace(
    lower(extensions.unaccent('extensions.unaccent', coalesce(p_name, ''))), '[^a-z0-9]+', '-', 'g')), 50));
  slug text;
  n integer := 1;
begin
  if length(base) < 2 or private.is_reserved_word(base) then
    base := trim(trailing '-' from 'perfil-' || base);
  end if;
  slug := base;
  while exists (select from public.profiles where public_slug = slug) loop
    n := n + 1;
    slug := base || '-' || n;
  end loop;
  return slug;
end
$$;

revoke execute on function private.free_slug(text) from public;
