-- The list of accounts is given page by page, so the order is the database's: by name, blind to case and accents.
create or replace function public.get_user_profiles_with_vehicle_counts() returns setof public.profiles
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select * from public.profiles order by lower(extensions.unaccent(full_name)), full_name, id;
end
$$;
