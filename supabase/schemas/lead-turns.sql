-- Round-robin of leads: leads for a dealership itself go to its salespeople in turn.

-- Dealerships with round-robin on.
create table public.lead_turns (
  id uuid primary key references public.profiles (id) on delete cascade
);
alter table public.lead_turns enable row level security;
grant select (id), insert (id), delete on public.lead_turns to authenticated;

-- A dealership sees its own setting.
create policy lead_turns_select_dealership on public.lead_turns for select to authenticated
  using (id = (select private.my_team()));

-- An administrator sees every dealership's setting.
create policy lead_turns_select_admin on public.lead_turns for select to authenticated
  using ((select private.is_admin()));

-- A dealership switches it on for itself.
create policy lead_turns_insert_dealership on public.lead_turns for insert to authenticated
  with check (id = (select private.my_team()));

-- An administrator switches it on for any dealership.
create policy lead_turns_insert_admin on public.lead_turns for insert to authenticated
  with check ((select private.is_admin()));

-- A dealership switches it off for itself.
create policy lead_turns_delete_dealership on public.lead_turns for delete to authenticated
  using (id = (select private.my_team()));

-- An administrator switches it off for any dealership.
create policy lead_turns_delete_admin on public.lead_turns for delete to authenticated
  using ((select private.is_admin()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.lead_turns
  for each statement execute function private.refuse_caller_without_write();
create trigger audit_admin_write
  after insert or update or delete on public.lead_turns
  for each row execute function private.audit_admin_write();

-- When each salesperson last got a lead by turn.
create table private.last_turns (
  salesperson_id uuid primary key references public.profiles (id) on delete cascade,
  taken_at timestamptz not null
);
alter table private.last_turns enable row level security;

-- Returns the active salesperson with the oldest turn and makes it the newest; null if round-robin
-- is off or no salesperson is active. Locks until the transaction ends, so that concurrent leads go
-- to different people. Locks accounts before turns, as a deletion does.
create function private.take_turn(p_dealership_id uuid) returns public.profiles
language plpgsql set search_path = '' as $$
declare
  chosen public.profiles;
begin
  perform from public.profiles
  where id = p_dealership_id and exists (select from public.lead_turns where id = p_dealership_id)
  for key share;
  if not found then
    return null;
  end if;
  perform from public.lead_turns where id = p_dealership_id for update;

  select person.* into chosen
  from public.profiles as person
  left join private.last_turns as turn on turn.salesperson_id = person.id
  where person.dealership_id = p_dealership_id and person.role = 'vendedor' and person.is_active
  order by turn.taken_at nulls first, person.created_at, person.id
  limit 1
  for key share of person;
  if not found then
    return null;
  end if;
  insert into private.last_turns (salesperson_id, taken_at)
  values (chosen.id, clock_timestamp())
  on conflict (salesperson_id) do update set taken_at = excluded.taken_at;
  return chosen;
end
$$;
