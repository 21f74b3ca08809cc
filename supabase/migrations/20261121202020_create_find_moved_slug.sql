-- What became of an address that was somebody's: the present address and role of an active profile, or one row of nulls when
-- there is no page any more. No row for an address that never was, or that somebody has now.
create function public.find_moved_slug(p_slug text)
returns table (public_slug text, role text)
language sql stable security definer
set search_path = ''
as $$
  select profile.public_slug, profile.role
  from private.past_slugs as past
  left join public.profiles as profile
    on profile.id = past.profile_id and profile.is_active and profile.public_slug is not null
  where past.slug = p_slug;
$$;

revoke execute on function public.find_moved_slug(text) from public;
grant execute on function public.find_moved_slug(text) to anon, service_role;
