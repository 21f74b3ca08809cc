-- Former public addresses: printed cards, QR codes and shared links still use them. A row without a
-- profile belongs to a deleted account. Read only through find_moved_slug.
create table private.past_slugs (
  slug text primary key,
  profile_id uuid references public.profiles (id) on delete set null,
  retired_at timestamptz not null default clock_timestamp()
);
create index past_slugs_profile_id_idx on private.past_slugs (profile_id, retired_at);
alter table private.past_slugs enable row level security;

-- Stores the address a profile gives up, the latest twenty per profile. An address that another
-- profile claims is no longer a former one.
create function private.keep_past_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    insert into private.past_slugs (slug) values (old.public_slug)
    on conflict (slug) do update set profile_id = null, retired_at = excluded.retired_at;
    return null;
  end if;

  delete from private.past_slugs where slug = new.public_slug;
  if tg_op = 'UPDATE' and old.public_slug is not null then
    insert into private.past_slugs (slug, profile_id) values (old.public_slug, new.id)
    on conflict (slug) do update set profile_id = excluded.profile_id,
      retired_at = excluded.retired_at;
    delete from private.past_slugs
    where profile_id = new.id
      and slug not in (
        select slug from private.past_slugs where profile_id = new.id
          order by retired_at desc limit 20);
  end if;
  return null;
end
$$;
-- A page that names a salesperson by a former address changes when another profile claims it.
create trigger tell_pages
  after delete or update of profile_id on private.past_slugs
  for each row execute function private.tell_pages('profile_id');
create trigger keep_past_slug_of_insert
  after insert on public.profiles for each row when (new.public_slug is not null)
  execute function private.keep_past_slug();
create trigger keep_past_slug_of_update
  after update of public_slug on public.profiles
  for each row when (new.public_slug is distinct from old.public_slug)
  execute function private.keep_past_slug();
create trigger keep_past_slug_of_delete
  after delete on public.profiles for each row when (old.public_slug is not null)
  execute function private.keep_past_slug();

-- The current address and role behind a former one; a row of nulls if the page is gone, as for a
-- salesperson of an inactive dealership. No row for an address in use or never used.
create function public.find_moved_slug(p_slug text)
returns table (public_slug text, role text)
language sql stable security definer set search_path = '' as $$
  select profile.public_slug, profile.role
  from private.past_slugs as past
  left join public.profiles as profile
    on profile.id = past.profile_id and profile.is_active and profile.public_slug is not null
    and (profile.dealership_id is null
      or profile.dealership_id in (select id from private.active_owners))
  where past.slug = p_slug;
$$;
grant execute on function public.find_moved_slug(text) to anon, authenticated, service_role;

-- A free public address made from a name, which does not redirect to another profile's page either,
-- although a person may choose one that does. 'José Núñez' gives jose-nunez, then jose-nunez-2;
-- 'Ana Soporte' gives ana.
create function private.free_slug(p_name text) returns text
language plpgsql stable set search_path = '' as $$
declare
  spelled text := regexp_replace(private.fold(coalesce(p_name, '')), '[^a-z0-9]+', '-', 'g');
  base text := trim(both '-' from left((
    select string_agg(word, '-' order by place)
    from unnest(string_to_array(spelled, '-')) with ordinality as words (word, place)
    where word <> '' and not private.speaks_for_platform(word)), 50));
  candidate text;
  n integer := 1;
begin
  if coalesce(length(base), 0) < 2 or private.is_reserved_word(base) then
    base := concat_ws('-', 'perfil', nullif(base, ''));
  end if;
  if private.is_reserved_word(base) then
    base := 'perfil';
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
