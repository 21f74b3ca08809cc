-- Each price change of a vehicle.
create table public.price_changes (
  id bigint generated always as identity primary key,
  vehicle_id uuid not null references public.vehicles (id) on delete cascade,
  old_price text,
  new_price text,
  created_at timestamptz not null default now()
);
create index price_changes_vehicle_id_idx on public.price_changes (vehicle_id, id desc);
alter table public.price_changes enable row level security;
grant all on public.price_changes to service_role;
grant select on public.price_changes to authenticated;

-- A dealership and its salespeople see the price changes of its vehicles.
create policy price_changes_select_dealership on public.price_changes for select to authenticated
  using (exists (select from public.vehicles as vehicle
    where vehicle.id = vehicle_id and vehicle.user_id = (select private.my_dealership())));

-- An administrator sees all of them.
create policy price_changes_select_admin on public.price_changes for select to authenticated
  using ((select private.is_admin()));

create function private.note_price_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.price_changes (vehicle_id, old_price, new_price)
  values (new.id, old.price, new.price);
  return null;
end
$$;
create trigger note_price_change
  after update of price on public.vehicles
  for each row when (old.price is distinct from new.price)
  execute function private.note_price_change();

-- A vehicle's price history ends when it moves to another dealership.
create function private.forget_price_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.price_changes where vehicle_id = new.id;
  return null;
end
$$;
create trigger forget_price_changes
  after update of user_id on public.vehicles
  for each row when (old.user_id <> new.user_id)
  execute function private.forget_price_changes();
