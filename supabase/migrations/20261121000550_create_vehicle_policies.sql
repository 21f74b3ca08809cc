-- The dealerships whose vehicles may be shown to visitors, who cannot ask the profiles: most are hidden from them. A view
-- with its owner's rights, since it becomes one look into an index for each row: a function costs five times as much
-- there, and a set of them all grows with the platform.
create view private.active_owners as
  select id from public.profiles where is_active and role = 'concesionario';

revoke all on private.active_owners from anon, authenticated, service_role;
grant select on private.active_owners to anon;

-- Visitors see what is published by an active owner. A scalar subquery, which is never hashed.
create policy vehicles_select_anon on public.vehicles
  for select to anon
  using (published and (select owner.id from private.active_owners as owner where owner.id = user_id) is not null);

-- A dealership and its salespeople see the dealership's inventory, and none of another.
create policy vehicles_select_dealership on public.vehicles
  for select to authenticated
  using (user_id = (select private.my_dealership()));

-- An administrator sees every vehicle.
create policy vehicles_select_admin on public.vehicles
  for select to authenticated
  using ((select private.is_admin()));

-- A dealership and its salespeople add to the dealership's inventory unless an administrator took the feature away.
create policy vehicles_insert_dealership on public.vehicles
  for insert to authenticated
  with check (
    user_id = (select private.my_dealership())
    and (select private.may_write())
    and (select private.has_feature('canAddVehicles'))
  );

-- An administrator adds for any dealership.
create policy vehicles_insert_admin on public.vehicles
  for insert to authenticated
  with check ((select private.is_admin()) and (select private.may_write()));

-- A dealership and its salespeople edit the dealership's vehicles, and cannot give them away.
create policy vehicles_update_dealership on public.vehicles
  for update to authenticated
  using (user_id = (select private.my_dealership()))
  with check (user_id = (select private.my_dealership()) and (select private.may_write()));

-- An administrator edits every vehicle.
create policy vehicles_update_admin on public.vehicles
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()) and (select private.may_write()));

-- A dealership and its salespeople delete the dealership's vehicles.
create policy vehicles_delete_dealership on public.vehicles
  for delete to authenticated
  using (user_id = (select private.my_dealership()) and (select private.may_write()));

-- An administrator deletes every vehicle.
create policy vehicles_delete_admin on public.vehicles
  for delete to authenticated
  using ((select private.is_admin()) and (select private.may_write()));
