-- Every vehicle with its owner, newest first, for the administrator's platform inventory.
create function public.get_all_vehicles_with_owner_and_views()
returns table (
  id uuid, user_id uuid, brand text, model text, year integer, vin text, price text, status text, published boolean,
  images text[], created_at timestamptz, view_count integer, owner_name text, owner_email text
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select v.id, v.user_id, v.brand, v.model, v.year, v.vin, v.price, v.status, v.published, v.images, v.created_at,
      v.views, p.full_name, p.email
    from public.vehicles as v
    join public.profiles as p on p.id = v.user_id
    order by v.created_at desc, v.id;
end
$$;

revoke execute on function public.get_all_vehicles_with_owner_and_views() from public;
grant execute on function public.get_all_vehicles_with_owner_and_views() to authenticated;
