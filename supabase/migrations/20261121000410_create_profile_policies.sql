-- Visitors read only what a public page shows.
grant select (id, full_name, role, public_slug, dealership_id, public_config) on public.profiles to anon;

-- A signed-in person reads whole rows, but few of them. Columns that only an administrator may change are granted
-- too, since the client names every column in an upsert: the trigger puts them back.
grant select on public.profiles to authenticated;
grant insert (id, full_name, email, phone, role, is_active, public_slug, dealership_id, custom_domain, vehicle_count, config)
  on public.profiles to authenticated;
grant update (id, full_name, email, phone, role, is_active, public_slug, dealership_id, custom_domain, vehicle_count, config)
  on public.profiles to authenticated;

-- Visitors see the active profiles that have a public page.
create policy profiles_select_anon on public.profiles
  for select to anon
  using (is_active and public_slug is not null);

-- An active person sees the own profile; so does the very statement that makes a missing one, which has to return it.
create policy profiles_select_self on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) and (is_active or created_at = now()));

-- A dealership sees its team.
create policy profiles_select_dealership on public.profiles
  for select to authenticated
  using (dealership_id = (select private.my_team()));

-- A salesperson sees the dealership.
create policy profiles_select_vendedor on public.profiles
  for select to authenticated
  using (id = (select private.my_dealership()));

-- An administrator sees everybody.
create policy profiles_select_admin on public.profiles
  for select to authenticated
  using ((select private.is_admin()));

-- A person whose profile is missing makes it: always an inactive vendedor, see the guarding trigger.
create policy profiles_insert_self on public.profiles
  for insert to authenticated
  with check (id = (select auth.uid()));

-- A person edits the own profile.
create policy profiles_update_self on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()) and (select private.may_write()));

-- A dealership edits its salespeople.
create policy profiles_update_dealership on public.profiles
  for update to authenticated
  using (dealership_id = (select private.my_team()))
  with check (dealership_id = (select private.my_team()) and (select private.may_write()));

-- An administrator edits everybody.
create policy profiles_update_admin on public.profiles
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()) and (select private.may_write()));
