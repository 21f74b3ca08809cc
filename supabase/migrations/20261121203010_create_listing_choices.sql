-- What a dealership's public inventory can be filtered by: each brand and model once, whatever its spelling, with how many
-- there are and within which bounds. Row security decides, as it does for the vehicles themselves.
create function public.get_listing_choices(p_dealership_id uuid)
returns table (
  brand text, model text, brand_folded text, model_folded text, vehicle_count bigint,
  oldest_year integer, newest_year integer, lowest_price numeric, highest_price numeric, highest_mileage integer
)
language sql stable
set search_path = ''
as $$
  select min(v.brand), min(v.model), v.brand_folded, v.model_folded, count(*), min(v.year), max(v.year),
    min(v.price_amount), max(v.price_amount), max(v.mileage)
  from public.vehicles as v
  where v.user_id = p_dealership_id and v.published and v.status = 'Disponible'
  group by v.brand_folded, v.model_folded
  order by v.brand_folded, v.model_folded;
$$;

revoke execute on function public.get_listing_choices(uuid) from public;
grant execute on function public.get_listing_choices(uuid) to anon, service_role;
