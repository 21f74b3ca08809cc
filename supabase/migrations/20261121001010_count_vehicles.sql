-- profiles.vehicle_count follows the inventory, once per statement however many rows it touches.
create function private.count_vehicles() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.profiles as p set vehicle_count = p.vehicle_count + changed.n
    from (select user_id, count(*) as n from added group by user_id) as changed
    where p.id = changed.user_id;
  elsif tg_op = 'DELETE' then
    update public.profiles as p set vehicle_count = p.vehicle_count - changed.n
    from (select user_id, count(*) as n from removed group by user_id) as changed
    where p.id = changed.user_id;
  else
    update public.profiles as p set vehicle_count = p.vehicle_count + changed.n
    from (
      select user_id, sum(step) as n
      from (select user_id, 1 as step from added union all select user_id, -1 from removed) as steps
      group by user_id
      having sum(step) <> 0
    ) as changed
    where p.id = changed.user_id;
  end if;
  return null;
end
$$;

revoke execute on function private.count_vehicles() from public;

create trigger count_added_vehicles
  after insert on public.vehicles
  referencing new table as added
  for each statement execute function private.count_vehicles();

create trigger count_removed_vehicles
  after delete on public.vehicles
  referencing old table as removed
  for each statement execute function private.count_vehicles();

create trigger count_moved_vehicles
  after update on public.vehicles
  referencing old table as removed new table as added
  for each statement execute function private.count_vehicles();
