-- Unsold vehicles: since when they are on the lot, their cost if the caller sees it, views and
-- leads of the last seven days, and what their pages lack. Views cover whole days; leads and taps
-- are those the caller sees, and a tap that became a lead counts once. Aggregates are columns, so
-- PostgreSQL computes them only for the rows of a page.
create view public.lot with (security_invoker = true) as
  select vehicle.id, vehicle.user_id as dealership_id,
    concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year) as title, vehicle.status,
    vehicle.published, vehicle.price, vehicle.price_amount, since.day as since,
    greatest((now() at time zone zone.name)::date - since.day, 0) as days,
    figures.cost + coalesce((
      select sum(extra.amount) from public.vehicle_costs as extra
      where extra.vehicle_id = vehicle.id), 0) as cost,
    (select count(*) from public.vehicle_views as view
      where view.vehicle_id = vehicle.id
        and view.day > (now() at time zone 'utc')::date - 7) as views,
    (select count(*) from public.contact_taps as tap
      where tap.vehicle_id = vehicle.id and tap.dealership_id = vehicle.user_id
        and tap.created_at > now() - interval '7 days')
    + (select count(*) from public.leads as lead
      where lead.vehicle_id = vehicle.id and lead.dealership_id = vehicle.user_id
        and lead.created_at > now() - interval '7 days' and lead.kind <> 'direct_contact'
    ) as contacts,
    vehicle.images = '{}' as lacks_photos, vehicle.description is null as lacks_description
  from public.vehicles as vehicle
  left join public.vehicle_figures as figures on figures.id = vehicle.id
  -- Evaluated once for the caller's own dealership.
  cross join lateral (
    select case vehicle.user_id
      when (select private.my_dealership()) then (select private.zone_of(private.my_dealership()))
      else private.zone_of(vehicle.user_id) end as name) as zone
  cross join lateral (
    select coalesce(figures.acquired_on,
      (vehicle.created_at at time zone zone.name)::date) as day) as since
  where vehicle.status <> 'Vendido';
grant select on public.lot to authenticated;
create trigger refuse_view_write
  instead of insert or update or delete on public.lot
  for each row execute function private.refuse_view_write();
