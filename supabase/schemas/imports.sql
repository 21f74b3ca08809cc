-- Imports of a sheet into a dealership's inventory: uploaded in parts, applied in one transaction,
-- and for a day undone in one. The functions run with the caller's rights.
create table public.vehicle_imports (
  id uuid primary key default gen_random_uuid(),
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  created_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Null until applied; then the numbers of added and changed vehicles.
  applied_at timestamptz,
  added integer,
  changed integer
);
create index vehicle_imports_dealership_id_idx on public.vehicle_imports (dealership_id);
create index vehicle_imports_created_by_idx on public.vehicle_imports (created_by);

-- One row per vehicle that is added or changed.
create table public.vehicle_import_rows (
  import_id uuid not null references public.vehicle_imports (id) on delete cascade,
  n integer not null check (n between 1 and 5000),
  vehicle_id uuid not null default gen_random_uuid(),
  -- The vehicle's updated_at when the person saw it; null for a new vehicle.
  seen_at timestamptz,
  -- Columns to write to public.vehicles and public.vehicle_figures, and the values before; for a
  -- sold vehicle also its sale. Bounded by the size of the largest vehicle.
  columns jsonb not null check (private.is_object(columns)),
  constraint vehicle_import_rows_size check (octet_length(columns::text) <= 100000),
  before jsonb,
  primary key (import_id, n)
);
-- Found by the import's id, so the planner does not scan every import's rows even when its
-- estimates are low.
create index vehicle_import_rows_vehicle_id_idx
  on public.vehicle_import_rows (import_id, vehicle_id);

alter table public.vehicle_imports enable row level security;
alter table public.vehicle_import_rows enable row level security;
grant all on public.vehicle_imports, public.vehicle_import_rows to service_role;
grant select, delete, insert (dealership_id, created_by),
  update (applied_at, added, changed) on public.vehicle_imports to authenticated;
grant select, insert (import_id, n, vehicle_id, seen_at, columns), update (before)
  on public.vehicle_import_rows to authenticated;

-- A person imports into the dealership where they may add vehicles, an administrator into any.
create policy vehicle_imports_insert_person on public.vehicle_imports for insert to authenticated
  with check (created_by = (select auth.uid()) and (
    (select private.is_admin())
    or (dealership_id = (select private.my_dealership())
      and (select private.has_feature('canAddVehicles')))));

-- The person who made an import continues and undoes it, while they work on that inventory.
create policy vehicle_imports_select_person on public.vehicle_imports for select to authenticated
  using (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));
create policy vehicle_imports_update_person on public.vehicle_imports for update to authenticated
  using (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));
create policy vehicle_imports_delete_person on public.vehicle_imports for delete to authenticated
  using (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));

-- They do the same with its rows, but cannot add any once the import is applied.
create policy vehicle_import_rows_insert_person on public.vehicle_import_rows
  for insert to authenticated
  with check (import_id in (select id from public.vehicle_imports where applied_at is null));
create policy vehicle_import_rows_select_person on public.vehicle_import_rows
  for select to authenticated
  using (import_id in (select id from public.vehicle_imports));
create policy vehicle_import_rows_update_person on public.vehicle_import_rows
  for update to authenticated
  using (import_id in (select id from public.vehicle_imports));

create trigger refuse_caller_without_write
  before insert or update or delete on public.vehicle_imports
  for each statement execute function private.refuse_caller_without_write();
create trigger refuse_caller_without_write
  before insert or update or delete on public.vehicle_import_rows
  for each statement execute function private.refuse_caller_without_write();

-- Clients cannot choose the time at which an import is applied; the clock sets it, once.
create function private.guard_import() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.applied_at := coalesce(old.applied_at, now());
  end if;
  return new;
end
$$;
create trigger guard_import
  before update on public.vehicle_imports for each row execute function private.guard_import();

-- A person's unapplied imports are deleted by the third later one: two pages may be open.
create function private.replace_sent_imports() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from public.vehicle_imports
  where id in (
    select id from public.vehicle_imports
    where created_by = new.created_by and dealership_id = new.dealership_id
      and applied_at is null
    order by created_at desc, id offset 3);
  return null;
end
$$;
create trigger replace_sent_imports
  after insert on public.vehicle_imports
  for each row execute function private.replace_sent_imports();

-- The columns that clients write, in table order.
create function private.vehicle_columns() returns setof text
language sql stable set search_path = '' as $$
  select name from private.column_names('public.vehicles') as name
  where name not in
    ('id', 'user_id', 'images', 'views', 'created_at', 'updated_at', 'reserved_until')
    and not exists (
      select from pg_attribute where attrelid = 'public.vehicles'::regclass and attname = name
        and attgenerated <> '');
$$;

-- Writes to each vehicle the columns named in its JSON.
create function private.change_vehicles(p_ids uuid[], p_columns jsonb[]) returns void
language plpgsql set search_path = '' as $$
begin
  execute (
    select format($update$
      update public.vehicles as vehicle set (%s) = (
        select %s from jsonb_populate_record(vehicle, change.columns) as wanted)
      from unnest($1, $2) as change (id, columns)
      where vehicle.id = change.id and change.columns - array['cost', 'acquired_on'] <> '{}'$update$,
      string_agg(quote_ident(name), ', '), string_agg('wanted.' || quote_ident(name), ', '))
    from private.vehicle_columns() as name)
  using p_ids, p_columns;
end
$$;

-- Adds an import's new vehicles. Those with a stock number come first, so that no generated number
-- takes one of them.
create function private.add_vehicles(p_import public.vehicle_imports) returns void
language plpgsql set search_path = '' as $$
begin
  execute (
    select format($insert$
      insert into public.vehicles (id, user_id, %s)
      select line.vehicle_id, $2, %s
      from public.vehicle_import_rows as line
      cross join lateral jsonb_populate_record(null::public.vehicles,
        '{"status": "Disponible", "published": false}' || jsonb_strip_nulls(line.columns)) as wanted
      where line.import_id = $1 and line.seen_at is null
      order by wanted.stock_number, line.n$insert$,
      string_agg(quote_ident(name), ', '), string_agg('wanted.' || quote_ident(name), ', '))
    from private.vehicle_columns() as name)
  using p_import.id, p_import.dealership_id;
end
$$;

-- Writes the cost and acquisition date named in each vehicle's JSON.
create function private.change_figures(p_ids uuid[], p_columns jsonb[]) returns void
language sql set search_path = '' as $$
  insert into public.vehicle_figures (id, dealership_id, cost, acquired_on)
  select vehicle.id, vehicle.user_id, wanted.cost, wanted.acquired_on
  from unnest(p_ids, p_columns) as change (id, columns)
  join public.vehicles as vehicle on vehicle.id = change.id
  left join public.vehicle_figures as figures on figures.id = change.id
  cross join lateral jsonb_populate_record(figures, change.columns) as wanted
  where change.columns ?| array['cost', 'acquired_on']
  on conflict (id) do update set cost = excluded.cost, acquired_on = excluded.acquired_on;
$$;

-- The seller's name in an import row.
create function private.imported_seller(p_columns jsonb) returns text
language sql immutable set search_path = '' as $$
  select nullif(private.clean_line(
    regexp_replace(left(p_columns ->> 'seller_name', 200), '[[:cntrl:]]+', ' ', 'g')), '');
$$;

-- Completes the sales that this transaction created for these vehicles with day, price, buyer and
-- seller from their rows. A sale without a day is deleted, since it did not happen today. Looks up
-- each sale by index: the planner underestimates rows that were just inserted and would scan them
-- all for each vehicle.
create function private.record_imported_sales(p_ids uuid[], p_columns jsonb[]) returns void
language sql security definer set search_path = '' as $$
  with made as materialized (
    select sale.id, (line.columns ->> 'sold_on')::date as day, line.columns
    from unnest(p_ids, p_columns) as line (vehicle_id, columns)
    cross join lateral (
      select deal.id from public.deals as deal
      where deal.vehicle_id = line.vehicle_id and deal.kind = 'Venta' and deal.created_at = now()
      limit 1) as sale
  ), dropped as (
    delete from public.deals where id in (select id from made where day is null)
  )
  update public.deals as sale
  set day = made.day, price = (made.columns ->> 'sale_price')::numeric,
    buyer_name = made.columns ->> 'buyer_name', seller_id = null,
    seller_name = private.imported_seller(made.columns)
  from made where sale.id = made.id and made.day is not null;
$$;

-- Whether a sale is unchanged since the import recorded it.
create function private.is_imported_sale(p_sale public.deals, p_columns jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (p_sale.commission, p_sale.buyer_phone, p_sale.note) is null
    and case when p_columns ->> 'sold_on' is null
      then (p_sale.price, p_sale.buyer_name) is null
      else p_sale.day = (p_columns ->> 'sold_on')::date and p_sale.seller_id is null
        and p_sale.price is not distinct from round((p_columns ->> 'sale_price')::numeric, 2)
        and p_sale.buyer_name is not distinct from nullif(private.clean_line(p_columns ->> 'buyer_name'), '')
        and p_sale.seller_name is not distinct from private.imported_seller(p_columns)
      end;
$$;
grant execute on function
  private.vehicle_columns(), private.change_vehicles(uuid[], jsonb[]),
  private.add_vehicles(public.vehicle_imports), private.change_figures(uuid[], jsonb[]),
  private.record_imported_sales(uuid[], jsonb[])
  to authenticated;

-- Whether one of the new vehicles was added in the meantime, or a stock number is taken. Nested
-- loops are off here and below: the planner has no statistics for rows that were just inserted.
create function private.import_clashes(p_import public.vehicle_imports) returns boolean
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  select exists (
    select from public.vehicle_import_rows as line
    join public.vehicles as vehicle on vehicle.vin = upper(private.clean_line(line.columns ->> 'vin'))
    where line.import_id = p_import.id and line.seen_at is null
      and vehicle.user_id = p_import.dealership_id and length(vehicle.vin) = 17)
  or exists (
    select from public.vehicle_import_rows as line
    join public.vehicles as vehicle
      on vehicle.stock_number = upper(private.clean_line(line.columns ->> 'stock_number'))
    where line.import_id = p_import.id and vehicle.id <> line.vehicle_id
      and vehicle.user_id = p_import.dealership_id
      -- A vehicle that gets another number in the same import frees its own.
      and not exists (select from public.vehicle_import_rows as leaving
        where leaving.import_id = p_import.id and leaving.vehicle_id = vehicle.id
          and leaving.columns ->> 'stock_number' is not null));
$$;
grant execute on function private.import_clashes(public.vehicle_imports) to authenticated;

-- Applies an import, all or nothing; returns the numbers of added and changed vehicles. A second
-- call changes nothing. Raises if one of the vehicles was added or changed in the meantime.
create function public.import_vehicles(p_import_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  import public.vehicle_imports;
  seen integer;
begin
  perform private.require_write();
  select * into import from public.vehicle_imports where id = p_import_id for update;
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;

  if import.applied_at is null then
    select count(*) filter (where seen_at is null), count(seen_at)
    into import.added, import.changed
    from public.vehicle_import_rows where import_id = import.id;
    -- Two concurrent imports of one dealership would not see each other's vehicles.
    perform pg_advisory_xact_lock(hashtextextended(import.dealership_id::text, 0));
    if private.import_clashes(import) then
      raise exception 'Alguien añadió entretanto uno de estos vehículos. Revisa los datos otra vez.';
    end if;

    update public.vehicle_import_rows as line
    set before = (
      select jsonb_object_agg(name, value)
      from jsonb_each(to_jsonb(vehicle)
        || jsonb_build_object('cost', figures.cost, 'acquired_on', figures.acquired_on))
        as was (name, value)
      where line.columns ? name)
    from public.vehicles as vehicle
    left join public.vehicle_figures as figures on figures.id = vehicle.id
    where line.import_id = import.id and vehicle.id = line.vehicle_id
      and vehicle.user_id = import.dealership_id and vehicle.updated_at = line.seen_at;
    get diagnostics seen = row_count;
    if seen <> import.changed then
      raise exception 'Alguien cambió entretanto uno de estos vehículos. Revisa los datos otra vez.';
    end if;

    perform private.change_vehicles(array_agg(vehicle_id), array_agg(columns))
    from public.vehicle_import_rows where import_id = import.id and seen_at is not null;
    perform private.add_vehicles(import);
    perform private.change_figures(array_agg(vehicle_id), array_agg(columns)),
      private.record_imported_sales(
        array_agg(vehicle_id) filter (where seen_at is null or columns ->> 'sold_on' is not null),
        array_agg(columns) filter (where seen_at is null or columns ->> 'sold_on' is not null))
    from public.vehicle_import_rows where import_id = import.id;

    -- Only the latest import can be undone.
    delete from public.vehicle_imports
    where created_by = auth.uid() and dealership_id = import.dealership_id and id <> import.id;
    update public.vehicle_imports
    set applied_at = now(), added = import.added, changed = import.changed where id = import.id;
  end if;
  return jsonb_build_object('added', import.added, 'changed', import.changed);
end
$$;
grant execute on function public.import_vehicles(uuid) to authenticated;

-- What can be undone of an import: vehicles unchanged since, with their previous values. Runs as
-- the owner, so changes that the caller cannot see count too: costs, and sale details added later.
-- A stock number held by another vehicle that keeps it is not restored, nor are numbers that depend
-- on it.
create function private.list_undoable(p_import public.vehicle_imports)
returns table (id uuid, is_new boolean, before jsonb)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  with recursive line as materialized (
    select vehicle.id, line.before, line.seen_at is null as is_new,
      line.before ->> 'stock_number' as had,
      vehicle.updated_at = case
        when line.seen_at is null or line.columns - array['cost', 'acquired_on'] <> '{}'
        then p_import.applied_at else line.seen_at end
      and coalesce(figures.updated_at <= p_import.applied_at, true)
      and (line.seen_at is not null or (vehicle.reserved_until is null
        and vehicle.id not in (select cost.vehicle_id from public.vehicle_costs as cost
          where cost.dealership_id = p_import.dealership_id)))
      and (sale.id is null
        or line.seen_at is not null and coalesce(line.before ->> 'status', 'Vendido') = 'Vendido'
        or private.is_imported_sale(sale, line.columns))
        as is_untouched
    from public.vehicle_import_rows as line
    join public.vehicles as vehicle
      on vehicle.id = line.vehicle_id and vehicle.user_id = p_import.dealership_id
    left join public.vehicle_figures as figures
      on figures.id = vehicle.id and figures.dealership_id = p_import.dealership_id
    left join public.deals as sale
      on sale.vehicle_id = vehicle.id and sale.dealership_id = p_import.dealership_id
        and sale.kind = 'Venta' and sale.ended_at is null
    where line.import_id = p_import.id
  ), held as materialized (
    select line.id, other.id as by, leaving.id is null as is_held_on
    from line
    join public.vehicles as other
      on other.stock_number = line.had and other.id <> line.id
        and other.user_id = p_import.dealership_id
    left join line as leaving
      on leaving.id = other.id and (leaving.is_new or leaving.had is not null)
  ), kept (id) as (
    (select line.id from line where not is_untouched
      union select held.id from held where is_held_on)
    union
    select held.id from held join kept on kept.id = held.by
  )
  select line.id, line.is_new, line.before from line where line.id not in (select kept.id from kept);
$$;
grant execute on function private.list_undoable(public.vehicle_imports) to authenticated;

-- Undoes an import: deletes what it added and restores what it changed. Vehicles that were changed,
-- sold in detail, reserved or charged an expense since stay as they are; the first 50 are listed.
create function public.undo_vehicle_import(p_import_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  import public.vehicle_imports;
  added uuid[];
  changed uuid[];
  before jsonb[];
  kept jsonb;
begin
  perform private.require_write();
  select * into import from public.vehicle_imports
  where id = p_import_id and applied_at > now() - interval '1 day' for update;
  if not found then
    raise exception 'Esta importación ya no se puede deshacer.';
  end if;

  perform from public.vehicles where id in (
    select vehicle_id from public.vehicle_import_rows where import_id = import.id) for update;
  select coalesce(array_agg(line.id) filter (where line.is_new), '{}'),
    coalesce(array_agg(line.id) filter (where not line.is_new), '{}'),
    coalesce(array_agg(line.before) filter (where not line.is_new), '{}')
  into added, changed, before
  from private.list_undoable(import) as line;
  select jsonb_agg(concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year) order by line.n)
  into kept
  from public.vehicle_import_rows as line
  join public.vehicles as vehicle on vehicle.id = line.vehicle_id
  where line.import_id = import.id and vehicle.id <> all (added || changed);

  -- Reverts the sales that the import made, so that they no longer count.
  update public.vehicles set status = 'Disponible' where status = 'Vendido' and id = any (added);
  delete from public.vehicles where id = any (added);
  perform private.change_vehicles(changed, before), private.change_figures(changed, before);

  delete from public.vehicle_imports where id = import.id;
  return jsonb_build_object('undone', cardinality(added || changed),
    'kept', coalesce(jsonb_array_length(kept), 0),
    'named', coalesce(jsonb_path_query_array(kept, '$[0 to 49]'), '[]'));
end
$$;
grant execute on function public.undo_vehicle_import(uuid) to authenticated;

-- Deletes imports that can no longer be undone or were never applied.
create function private.sweep_vehicle_imports() returns void
language sql security definer set search_path = '' as $$
  delete from public.vehicle_imports
  where coalesce(applied_at, created_at) < now() - interval '1 day';
  delete from public.photo_imports where created_at < now() - interval '1 day';
$$;
