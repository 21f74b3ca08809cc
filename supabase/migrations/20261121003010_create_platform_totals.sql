-- The two numbers above the platform's inventory, whose rows are given page by page.
create function public.get_platform_inventory_totals()
returns table (vehicle_count bigint, view_count bigint)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select count(*), coalesce(sum(v.views), 0)::bigint from public.vehicles as v;
end
$$;

revoke execute on function public.get_platform_inventory_totals() from public;
grant execute on function public.get_platform_inventory_totals() to authenticated;
