-- One row for each visitor, vehicle and day. The visitor is a hash that changes every day and cannot be undone.
create table public.vehicle_views (
  vehicle_id uuid not null references public.vehicles (id) on delete cascade,
  day date not null,
  visitor bytea not null,
  primary key (vehicle_id, day, visitor)
);

alter table public.vehicle_views enable row level security;

revoke all on public.vehicle_views from anon, authenticated, service_role;
grant all on public.vehicle_views to service_role;
-- Whole days can be counted; who it was stays unread.
grant select (vehicle_id, day) on public.vehicle_views to authenticated;

-- A dealership and its salespeople see the views of the dealership's vehicles.
create policy vehicle_views_select_dealership on public.vehicle_views
  for select to authenticated
  using (vehicle_id in (select id from public.vehicles where user_id = (select private.my_dealership())));

-- An administrator sees every view.
create policy vehicle_views_select_admin on public.vehicle_views
  for select to authenticated
  using ((select private.is_admin()));
