-- A salesperson whose dealership is switched off has nothing to show: visitors see none of its vehicles, it takes no requests, and neither do its people. So their
-- pages, cards and addresses are gone with the dealership's own, as they are when it is deleted, and back with it; a page that stayed would ask a
-- customer to write to somebody who is refused. A salesperson without a dealership, or of one without a page, is shown as before. A scalar
-- subquery, as for vehicles; it is asked for salespeople alone.
alter policy profiles_select_anon on public.profiles
  using (
    is_active and public_slug is not null
    and (dealership_id is null or (select owner.id from private.active_owners as owner where owner.id = dealership_id) is not null)
  );

-- As before; and a past address of theirs leads to no page either.
create or replace function public.find_moved_slug(p_slug text)
returns table (public_slug text, role text)
language sql stable security definer
set search_path = ''
as $$
  select profile.public_slug, profile.role
  from private.past_slugs as past
  left join public.profiles as profile
    on profile.id = past.profile_id and profile.is_active and profile.public_slug is not null
    and (profile.dealership_id is null or profile.dealership_id in (select id from private.active_owners))
  where past.slug = p_slug;
$$;
