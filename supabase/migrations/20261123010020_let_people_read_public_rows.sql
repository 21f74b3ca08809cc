-- Whoever is signed in sees at least what visitors see. Columns are granted to roles and not for
-- rows, so a policy that showed people the public rows of strangers would show them whole.
-- Instead each of the two tables gets a view for reading: the rows that the caller's policies
-- show, whole, and those that only visitors' rules show, with nothing in the columns that
-- visitors may not read. The api reads a table of public for people through the view
-- readable_<table>, where there is one; writes go to the table. Rows that exist are untouched.

-- The public profiles that are not the caller's to read whole. Its owner's rights make it as
-- narrow as it is written: a barrier, so that no filter is asked about other rows, and without
-- the private columns. A deactivated person sees none.
create view private.foreign_profiles with (security_barrier = true) as
  select id, full_name, null::text as email, null::text as phone, role,
    null::boolean as is_active, public_slug, dealership_id, null::text as custom_domain,
    null::integer as vehicle_count, null::jsonb as config, public_config,
    null::timestamptz as created_at, null::timestamptz as updated_at, verified_domain
  from public.profiles
  where is_active and public_slug is not null
    and (dealership_id is null
      or (select owner.id from private.active_owners as owner where owner.id = dealership_id)
        is not null)
    and (select private.is_active())
    and not (select private.is_admin())
    and (id = (select auth.uid())) is not true
    and (id = (select private.my_dealership())) is not true
    and (dealership_id = (select private.my_team())) is not true;

-- The public vehicles that are not the caller's to read whole.
create view private.foreign_vehicles with (security_barrier = true) as
  select id, user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type,
    doors, description, images, status, published, null::integer as views, created_at,
    null::timestamptz as updated_at, price_amount, brand_folded, model_folded, search_text
  from public.vehicles
  where published and user_id in (select owner.id from private.active_owners as owner)
    and (select private.is_active())
    and not (select private.is_admin())
    and (user_id = (select private.my_dealership())) is not true;

create view private.readable_profiles with (security_invoker = true) as
  select * from public.profiles union all select * from private.foreign_profiles;

create view private.readable_vehicles with (security_invoker = true) as
  select * from public.vehicles union all select * from private.foreign_vehicles;

revoke all on private.foreign_profiles, private.foreign_vehicles,
  private.readable_profiles, private.readable_vehicles
  from public, anon, authenticated, service_role;
grant select on private.foreign_profiles, private.foreign_vehicles,
  private.readable_profiles, private.readable_vehicles
  to authenticated;

-- The functions that tell visitors something tell it people too. The choices of a listing are
-- those of its public vehicles, whoever asks.
create or replace function public.get_listing_choices(p_dealership_id uuid)
returns table (
  brand text, model text, brand_folded text, model_folded text, vehicle_count bigint,
  oldest_year integer, newest_year integer, lowest_price numeric, highest_price numeric,
  highest_mileage integer
)
language sql stable security definer
set search_path = ''
as $$
  select min(v.brand), min(v.model), v.brand_folded, v.model_folded, count(*),
    min(v.year), max(v.year), min(v.price_amount), max(v.price_amount), max(v.mileage)
  from public.vehicles as v
  where v.user_id = p_dealership_id and v.published and v.status = 'Disponible'
    and v.user_id in (select id from private.active_owners)
  group by v.brand_folded, v.model_folded
  order by v.brand_folded, v.model_folded;
$$;

grant execute on function public.find_moved_slug(text), public.get_listing_choices(uuid)
  to authenticated;
