-- The vehicles that are not sold: since when each stands there, what it cost to a caller who sees
-- that, how often it was looked at and asked for in the last seven days, and what its page lacks.
-- Views are those of whole days; leads and taps are those that the caller sees, and whoever wrote
-- after a tap is in it already. What belongs to a dealership is added up for all its vehicles at
-- once, and not for each.
create view public.lot with (security_invoker = true) as
  select vehicle.id, vehicle.user_id as dealership_id,
    concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year) as title, vehicle.status,
    vehicle.published, vehicle.price, vehicle.price_amount, since.day as since,
    greatest(current_date - since.day, 0) as days,
    figures.cost + coalesce(spent.amount, 0) as cost,
    (select count(*) from public.vehicle_views as view
      where view.vehicle_id = vehicle.id
        and view.day > (now() at time zone 'utc')::date - 7) as views,
    coalesce(tapped.times, 0) + coalesce(asked.times, 0) as contacts,
    vehicle.images = '{}' as lacks_photos, vehicle.description is null as lacks_description
  from public.vehicles as vehicle
  left join public.vehicle_figures as figures on figures.id = vehicle.id
  left join (
    select dealership_id, vehicle_id, sum(amount) as amount from public.vehicle_costs
    group by dealership_id, vehicle_id
  ) as spent on spent.dealership_id = vehicle.user_id and spent.vehicle_id = vehicle.id
  left join (
    select dealership_id, vehicle_id, count(*) as times from public.contact_taps
    where created_at > now() - interval '7 days'
    group by dealership_id, vehicle_id
  ) as tapped on tapped.dealership_id = vehicle.user_id and tapped.vehicle_id = vehicle.id
  left join (
    select dealership_id, vehicle_id, count(*) as times from public.leads
    where created_at > now() - interval '7 days' and kind <> 'direct_contact'
    group by dealership_id, vehicle_id
  ) as asked on asked.dealership_id = vehicle.user_id and asked.vehicle_id = vehicle.id
  cross join lateral (
    select coalesce(figures.acquired_on, vehicle.created_at::date) as day) as since
  where vehicle.status <> 'Vendido';
grant select on public.lot to authenticated;
