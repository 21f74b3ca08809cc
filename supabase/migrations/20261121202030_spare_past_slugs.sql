-- An address that the platform makes up is never one that still leads to somebody else's page; a person may claim it knowingly.
create or replace function private.free_slug(p_name text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  base text := trim(both '-' from left(trim(both '-' from regexp_replace(
    lower(extensions.unaccent('extensions.unaccent', coalesce(p_name, ''))), '[^a-z0-9]+', '-', 'g')), 50));
  candidate text;
  n integer := 1;
begin
  if length(base) < 2 or private.is_reserved_word(base) then
    base := trim(trailing '-' from 'perfil-' || base);
  end if;
  candidate := base;
  while exists (select from public.profiles where public_slug = candidate)
    or exists (select from private.past_slugs where slug = candidate and profile_id is not null)
  loop
    n := n + 1;
    candidate := base || '-' || n;
  end loop;
  return candidate;
end
$$;
