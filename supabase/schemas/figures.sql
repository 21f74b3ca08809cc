-- What a vehicle cost and since when the dealership has it. In separate tables, so that no select
-- on vehicles can expose it.

-- Salespeople who may see their dealership's figures.
create table public.figure_viewers (
  id uuid primary key references public.profiles (id) on delete cascade,
  dealership_id uuid not null references public.profiles (id) on delete cascade
);
create index figure_viewers_dealership_id_idx on public.figure_viewers (dealership_id);
alter table public.figure_viewers enable row level security;
grant all on public.figure_viewers to service_role;
grant select, insert, delete on public.figure_viewers to authenticated;

create function private.sells_for(p_profile_id uuid, p_dealership_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles
    where id = p_profile_id and role = 'vendedor' and dealership_id = p_dealership_id);
$$;
grant execute on function private.sells_for(uuid, uuid) to authenticated;

-- A dealership lists and chooses them.
create policy figure_viewers_select_dealership on public.figure_viewers for select to authenticated
  using (dealership_id = (select private.my_team()));
create policy figure_viewers_insert_dealership on public.figure_viewers for insert to authenticated
  with check (dealership_id = (select private.my_team())
    and private.sells_for(id, dealership_id));
create policy figure_viewers_delete_dealership on public.figure_viewers for delete to authenticated
  using (dealership_id = (select private.my_team()));

-- A salesperson sees their own permission.
create policy figure_viewers_select_salesperson on public.figure_viewers for select to authenticated
  using (id = (select auth.uid()) and dealership_id = (select private.my_dealership()));

-- An administrator does the same for any dealership.
create policy figure_viewers_select_admin on public.figure_viewers for select to authenticated
  using ((select private.is_admin()));
create policy figure_viewers_insert_admin on public.figure_viewers for insert to authenticated
  with check ((select private.is_admin()) and private.sells_for(id, dealership_id));
create policy figure_viewers_delete_admin on public.figure_viewers for delete to authenticated
  using ((select private.is_admin()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.figure_viewers
  for each statement execute function private.refuse_caller_without_write();
create trigger audit_admin_write
  after insert or update or delete on public.figure_viewers
  for each row execute function private.audit_admin_write();

-- Changing dealership or role ends the permission.
create function private.end_figure_view() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.figure_viewers where id = new.id;
  return null;
end
$$;
create trigger end_figure_view
  after update of dealership_id, role on public.profiles
  for each row when (
    (old.dealership_id, old.role) is distinct from (new.dealership_id, new.role))
  execute function private.end_figure_view();

-- Days on which an administrator opened a dealership's figures.
create table private.figure_openings (
  admin_id uuid not null references public.profiles (id) on delete cascade,
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  day date not null default current_date,
  primary key (admin_id, dealership_id, day)
);
create index figure_openings_dealership_id_idx on private.figure_openings (dealership_id);
alter table private.figure_openings enable row level security;

-- The dealership an administrator acts for, also through a salesperson who sees its figures.
create function private.impersonated_dealership() returns uuid
language sql stable security definer set search_path = '' as $$
  select case person.role when 'concesionario' then person.id else viewer.dealership_id end
  from public.profiles as person
  left join public.figure_viewers as viewer on viewer.id = person.id
  where person.id = private.impersonated_by(auth.uid());
$$;

-- The dealership whose figures the caller sees: their own, their employer's if permitted, or for an
-- administrator the impersonated one, once open_figures has recorded it today.
create function private.figures_of() returns uuid
language sql stable security definer set search_path = '' as $$
  select case
    when private.is_admin() then (
      select opened.dealership_id from private.figure_openings as opened
      where opened.admin_id = auth.uid() and opened.day = current_date
        and opened.dealership_id = private.impersonated_dealership())
    else coalesce(private.my_team(), (
      select viewer.dealership_id from public.figure_viewers as viewer
      where viewer.id = auth.uid() and viewer.dealership_id = private.my_dealership()))
  end;
$$;
grant execute on function private.figures_of() to authenticated;

-- Whether the caller sees figures. Grants it to an administrator who acts for a dealership, logged
-- once a day.
create function public.open_figures() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  dealership uuid;
begin
  perform private.require_write();
  if private.is_admin() then
    dealership := private.impersonated_dealership();
    insert into private.figure_openings (admin_id, dealership_id)
    select auth.uid(), dealership where dealership is not null
    on conflict do nothing;
    if found then
      perform private.log_admin_write('insert', 'figure_openings', dealership,
        jsonb_build_object('day', jsonb_build_object('old', null, 'new', current_date)));
    end if;
  end if;
  return private.figures_of() is not null;
end
$$;
grant execute on function public.open_figures() to authenticated;

-- Purchase price and date of a vehicle.
create table public.vehicle_figures (
  id uuid primary key references public.vehicles (id) on delete cascade,
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  acquired_on date check (acquired_on between '1950-01-01' and '2100-01-01'),
  cost numeric(12, 2) check (cost >= 0 and cost <> 'NaN'),
  updated_at timestamptz not null default now()
);
create index vehicle_figures_dealership_id_idx on public.vehicle_figures (dealership_id);

-- Later expenses: repairs, transport, paperwork.
create table public.vehicle_costs (
  id uuid primary key default gen_random_uuid(),
  vehicle_id uuid not null references public.vehicles (id) on delete cascade,
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  spent_on date not null
    check (spent_on between '1950-01-01' and '2100-01-01'),
  label text not null check (label <> '' and length(label) <= 80 and label !~ '[[:cntrl:]]'),
  amount numeric(12, 2) not null check (amount > 0 and amount <> 'NaN'),
  created_at timestamptz not null default now()
);
-- Covers the sums over thousands of sales without reading the table.
create index vehicle_costs_vehicle_id_idx
  on public.vehicle_costs (vehicle_id) include (dealership_id, amount);
create index vehicle_costs_dealership_id_idx on public.vehicle_costs (dealership_id);

alter table public.vehicle_figures enable row level security;
alter table public.vehicle_costs enable row level security;
grant all on public.vehicle_figures, public.vehicle_costs to service_role;
grant select, insert, update, delete on public.vehicle_figures, public.vehicle_costs
  to authenticated;

-- People who see a dealership's figures read and write them.
create policy vehicle_figures_select_viewer on public.vehicle_figures for select to authenticated
  using (dealership_id = (select private.figures_of()));
create policy vehicle_figures_insert_viewer on public.vehicle_figures for insert to authenticated
  with check (dealership_id = (select private.figures_of()));
create policy vehicle_figures_update_viewer on public.vehicle_figures for update to authenticated
  using (dealership_id = (select private.figures_of()));
create policy vehicle_figures_delete_viewer on public.vehicle_figures for delete to authenticated
  using (dealership_id = (select private.figures_of()));
create policy vehicle_costs_select_viewer on public.vehicle_costs for select to authenticated
  using (dealership_id = (select private.figures_of()));
create policy vehicle_costs_insert_viewer on public.vehicle_costs for insert to authenticated
  with check (dealership_id = (select private.figures_of()));
create policy vehicle_costs_update_viewer on public.vehicle_costs for update to authenticated
  using (dealership_id = (select private.figures_of()));
create policy vehicle_costs_delete_viewer on public.vehicle_costs for delete to authenticated
  using (dealership_id = (select private.figures_of()));

create trigger clean_words
  before insert or update of label on public.vehicle_costs
  for each row execute function private.clean_words('label');

-- Sets dealership_id to the vehicle's owner, whatever the client sent.
create function private.own_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.dealership_id := (select vehicle.user_id from public.vehicles as vehicle
    where vehicle.id = (to_jsonb(new) ->> tg_argv[0])::uuid);
  if tg_op = 'UPDATE' then
    new.id := old.id;
  end if;
  return new;
end
$$;
create trigger own_figures
  before insert or update on public.vehicle_figures
  for each row execute function private.own_figures('id');
create trigger own_figures
  before insert or update on public.vehicle_costs
  for each row execute function private.own_figures('vehicle_id');

-- Rejects an acquisition date in the future. Rows of earlier versions may have one, which an upsert
-- of another column writes again.
create function private.guard_acquisition() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.vehicle_figures where id = new.id and acquired_on = new.acquired_on)
  then
    perform private.require_past_day(new.dealership_id, new.acquired_on);
  end if;
  return new;
end
$$;
-- Sorts after own_figures: triggers run in the order of their names.
create trigger require_past_acquisition
  before insert or update on public.vehicle_figures
  for each row execute function private.guard_acquisition();

-- An expense defaults to today and cannot be in the future.
create function private.date_cost() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.spent_on is null then
    new.spent_on := private.local_day(new.dealership_id);
  elsif tg_op = 'INSERT' or new.spent_on <> old.spent_on then
    perform private.require_past_day(new.dealership_id, new.spent_on);
  end if;
  return new;
end
$$;
-- Sorts after own_figures: triggers run in the order of their names.
create trigger today_of_dealership
  before insert or update on public.vehicle_costs
  for each row execute function private.date_cost();
create trigger touch_figures
  before update on public.vehicle_figures for each row execute function private.touch_row();

-- Logs which figures an administrator changed, without their values.
create function private.audit_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
begin
  if private.is_admin() and before <> after then
    perform private.log_admin_write(
      lower(tg_op), tg_table_name, (coalesce(after ->> 'id', before ->> 'id'))::uuid, (
        select jsonb_object_agg(name, '{"old": "******", "new": "******"}'::jsonb)
        from (select jsonb_object_keys(before || after) as name) as columns
        where before -> name is distinct from after -> name));
  end if;
  return null;
end
$$;
create trigger audit_admin_write
  after insert or update or delete on public.vehicle_figures
  for each row execute function private.audit_figures();
create trigger audit_admin_write
  after insert or update or delete on public.vehicle_costs
  for each row execute function private.audit_figures();
create trigger refuse_caller_without_write
  before insert or update or delete on public.vehicle_figures
  for each statement execute function private.refuse_caller_without_write();
create trigger refuse_caller_without_write
  before insert or update or delete on public.vehicle_costs
  for each statement execute function private.refuse_caller_without_write();

-- Moving a vehicle to another dealership removes its figures and ends its reservation.
create function private.forget_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.close_deals(old);
  delete from public.vehicle_figures where id = new.id;
  delete from public.vehicle_costs where vehicle_id = new.id;
  update public.vehicles set reserved_until = null
  where id = new.id and reserved_until is not null;
  return null;
end
$$;
create trigger forget_figures
  after update of user_id on public.vehicles
  for each row when (old.user_id <> new.user_id) execute function private.forget_figures();
