-- How often a vehicle was looked at, and when its row last changed, are the dealership's own:
-- visitors read the other columns, and a column that is added later is not theirs until it is
-- granted. Rows that exist are untouched.
revoke select on public.vehicles from anon;
grant select (
  id, user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors,
  description, images, status, published, created_at,
  price_amount, brand_folded, model_folded, search_text
) on public.vehicles to anon;

-- What a sitemap lists: the vehicles that visitors can open and when they changed, in the order
-- of their ids; of one dealership, or those whose ids lie between two. A sitemap never has more
-- than 24,000.
create function public.get_sitemap_vehicles(
  p_dealership_id uuid default null,
  p_first uuid default '00000000-0000-0000-0000-000000000000',
  p_last uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  p_limit integer default 24000
)
returns table (id uuid, changed_at timestamptz)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if p_dealership_id is not null then
    return query
      select v.id, v.updated_at
      from public.vehicles as v
      where v.user_id = p_dealership_id and v.published
        and v.user_id in (select owner.id from private.active_owners as owner)
      order by v.id
      limit least(p_limit, 24000);
    return;
  end if;
  return query
    select v.id, v.updated_at
    from public.vehicles as v
    where v.id between p_first and p_last and v.published
      and (select owner.id from private.active_owners as owner where owner.id = v.user_id)
        is not null
    order by v.id
    limit least(p_limit, 24000);
end
$$;

revoke execute on function public.get_sitemap_vehicles(uuid, uuid, uuid, integer) from public;
grant execute on function public.get_sitemap_vehicles(uuid, uuid, uuid, integer)
  to anon, authenticated, service_role;
