-- The public addresses that were somebody's: printed cards, QR codes and shared links still carry
-- them. A row without a profile is that of a deleted account. No caller reads the table;
-- find_moved_slug answers for it.
create table private.past_slugs (
  slug text primary key,
  profile_id uuid references public.profiles (id) on delete set null,
  retired_at timestamptz not null default clock_timestamp()
);
create index past_slugs_profile_id_idx on private.past_slugs (profile_id, retired_at);
alter table private.past_slugs enable row level security;

-- Keeps the address that a profile gives up. An address that somebody claims is theirs alone from
-- then on, so it is past for nobody; of one profile the latest twenty are kept.
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
-- A page whose link names a salesperson by a past address shows somebody else once another claims it.
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

-- What became of an address that was somebody's: the present address and role of an active profile,
-- or one row of nulls when there is no page any more, as for a salesperson whose dealership is
-- switched off. No row for an address that never was, or that somebody has now.
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

-- A public address made from a name, which nobody has and which does not still lead to somebody
-- else's page; a person may claim such a one knowingly. 'José Núñez' gives jose-nunez, then
-- jose-nunez-2 and so on, and 'Ana Soporte' gives ana.
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
