-- The inventory. The owner is always a dealership.
create table public.vehicles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  brand text not null check (length(brand) between 1 and 80 and brand !~ '[[:cntrl:]]'),
  model text not null check (length(model) between 1 and 80 and model !~ '[[:cntrl:]]'),
  year integer not null
    -- Next year in the earliest time zone, as newestYear in contract/vehicle-fields.ts.
    check (year between 1900
      and extract(year from now() at time zone 'utc' + interval '14 hours')::integer + 1),
  vin text check (length(vin) between 1 and 17 and vin = upper(vin) and vin !~ '[[:cntrl:]]'),
  price text check (length(price) <= 60 and price !~ '[[:cntrl:]]'),
  mileage integer check (mileage between 0 and 9999999),
  transmission text check (length(transmission) <= 40 and transmission !~ '[[:cntrl:]]'),
  color text check (length(color) <= 60 and color !~ '[[:cntrl:]]'),
  fuel_type text check (length(fuel_type) <= 40 and fuel_type !~ '[[:cntrl:]]'),
  doors integer check (doors between 2 and 5),
  description text check (length(description) <= 10000),
  images text[] not null default '{}'
    check (cardinality(images) <= 40 and private.are_web_urls(images)),
  status text not null default 'Disponible'
    check (status in ('Disponible', 'En revisión', 'Vendido')),
  published boolean not null default false,
  views integer not null default 0 check (views >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The price as a number, for comparing and sorting.
  price_amount numeric generated always as (private.price_amount(price)) stored,
  brand_folded text generated always as (private.fold(brand)) stored,
  model_folded text generated always as (private.fold(model)) stored,
  -- 'F-150' is also found as 'f150'.
  search_text text generated always as (
    private.fold(
      brand || ' ' || model || ' ' || year::text || ' ' || coalesce(transmission, '') || ' '
        || coalesce(fuel_type, '') || ' ' || coalesce(color, '') || ' ' || coalesce(vin, '')
        || case when strpos(model, '-') > 0 then ' ' || replace(model, '-', '') else '' end
    )
  ) stored,
  engine text check (length(engine) <= 60 and engine !~ '[[:cntrl:]]'),
  -- The last day of the current reservation, set by private.show_reservation.
  reserved_until date,
  -- The dealership's number for the vehicle; private.give_stock_number sets it if empty.
  stock_number text check (length(stock_number) <= 20 and stock_number = upper(stock_number)
    and stock_number !~ '[[:cntrl:]]'),
  trim text check (length(trim) <= 60 and trim !~ '[[:cntrl:]]'),
  body_style text check (length(body_style) <= 40 and body_style !~ '[[:cntrl:]]'),
  drivetrain text check (length(drivetrain) <= 40 and drivetrain !~ '[[:cntrl:]]'),
  cylinders integer check (cylinders between 1 and 16),
  interior_color text check (length(interior_color) <= 60 and interior_color !~ '[[:cntrl:]]'),
  title_status text check (length(title_status) <= 40 and title_status !~ '[[:cntrl:]]'),
  owners integer check (owners between 0 and 50),
  history_url text check (
    length(history_url) <= 500 and history_url ~ '^https://'
    and private.is_web_url(to_jsonb(history_url))),
  equipment text[] not null default '{}'
    check (cardinality(equipment) <= 60 and private.are_lines(equipment, 60)),
  condition text check (length(condition) <= 40 and condition !~ '[[:cntrl:]]'),

  -- A vehicle that moves to another dealership may only have photos in the new owner's folder.
  constraint vehicles_own_images check (private.are_own_pictures(images, user_id)),
  -- Checked at the end of a statement, so that two vehicles may swap numbers. With user_id first,
  -- the planner might read an inventory by this index instead of the one below.
  constraint vehicles_stock_number_key unique (stock_number, user_id) deferrable
);

-- A dealership's inventory, newest first.
create index vehicles_user_id_created_at_idx on public.vehicles (user_id, created_at desc);

-- Finds a VIN in a dealership.
create index vehicles_user_id_vin_idx on public.vehicles (user_id, vin) where vin is not null;

-- A dealership's public page, newest first. Filter columns are keys, because included columns are
-- only compared after reading the table.
create index vehicles_public_idx on public.vehicles (user_id, created_at desc, status,
  brand_folded, model_folded, year, price_amount, mileage, body_style, fuel_type, drivetrain)
  include (id, brand, model)
  where published;

-- The platform's inventory in each sort order, and by trigram.
create index vehicles_created_at_idx on public.vehicles (created_at, id);
create index vehicles_name_idx on public.vehicles (brand, model, year, id);
create index vehicles_vin_idx on public.vehicles (coalesce(vin, ''), id);
create index vehicles_published_idx on public.vehicles (published, created_at, id);
create index vehicles_views_idx on public.vehicles (views, id);
create index vehicles_search_idx on public.vehicles
  using gin (search_text extensions.gin_trgm_ops);
alter table public.vehicles enable row level security;
grant all on public.vehicles to service_role;
grant select, insert, update, delete on public.vehicles to authenticated;
-- Visitors read every column except views and updated_at. Migrations grant columns added later.
do $$
begin
  execute (
    select format('grant select (%s) on public.vehicles to anon', string_agg(name, ', '))
    from private.column_names('public.vehicles') as name
    where name not in ('views', 'updated_at'));
end
$$;

-- Visitors see published vehicles of active owners. With `exists` the planner may look owners up
-- one by one or read them all.
create policy vehicles_select_anon on public.vehicles for select to anon
  using (published
    and exists (select from private.active_owners as owner where owner.id = user_id));

-- A dealership and its salespeople see its inventory.
create policy vehicles_select_dealership on public.vehicles for select to authenticated
  using (user_id = (select private.my_dealership()));

-- An administrator sees every vehicle.
create policy vehicles_select_admin on public.vehicles for select to authenticated
  using ((select private.is_admin()));

-- A dealership and its salespeople add vehicles, unless an administrator disabled the feature.
create policy vehicles_insert_dealership on public.vehicles for insert to authenticated
  with check (
    user_id = (select private.my_dealership())
    and (select private.has_feature('canAddVehicles'))
  );

-- An administrator adds vehicles for any dealership.
create policy vehicles_insert_admin on public.vehicles for insert to authenticated
  with check ((select private.is_admin()));

-- A dealership and its salespeople edit its vehicles, but cannot give them away.
create policy vehicles_update_dealership on public.vehicles for update to authenticated
  using (user_id = (select private.my_dealership()));

-- An administrator edits every vehicle.
create policy vehicles_update_admin on public.vehicles for update to authenticated
  using ((select private.is_admin()));

-- A dealership and its salespeople delete its vehicles.
create policy vehicles_delete_dealership on public.vehicles for delete to authenticated
  using (user_id = (select private.my_dealership()));

-- An administrator deletes every vehicle.
create policy vehicles_delete_admin on public.vehicles for delete to authenticated
  using ((select private.is_admin()));

-- Public vehicles that the caller may not read whole, as private.foreign_profiles.
do $$
begin
  execute (
    select format($view$
      create view private.foreign_vehicles with (security_barrier = true) as
      select %s from public.vehicles
      where published and user_id in (select owner.id from private.active_owners as owner)
        and (select private.is_active())
        and not (select private.is_admin())
        and (user_id = (select private.my_dealership())) is not true$view$,
      string_agg(case name
        when 'views' then 'null::integer as views'
        when 'updated_at' then 'null::timestamptz as updated_at'
        else quote_ident(name) end, ', '))
    from private.column_names('public.vehicles') as name);
end
$$;

create view private.readable_vehicles with (security_invoker = true) as
  select * from public.vehicles union all select * from private.foreign_vehicles;
grant select on private.foreign_vehicles, private.readable_vehicles to authenticated;

create trigger refuse_caller_without_write
  before insert or update or delete on public.vehicles
  for each statement execute function private.refuse_caller_without_write();

-- Cleans every text to a line or null, and the description to lines; normalises the status;
-- restores columns that only the database sets.
create function private.guard_vehicle() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.views := case tg_op when 'UPDATE' then old.views else 0 end;
    new.created_at := case tg_op when 'UPDATE' then old.created_at else now() end;
    new.updated_at := case tg_op when 'UPDATE' then old.updated_at else now() end;
    new.reserved_until := case tg_op when 'UPDATE' then old.reserved_until end;
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
  end if;
  new := jsonb_populate_record(new, (
    select jsonb_object_agg(name, case
      when name in ('brand', 'model') then private.clean_line(value #>> '{}')
      when name = 'description' then nullif(private.clean_text(value #>> '{}'), '')
      else nullif(private.clean_line(value #>> '{}'), '') end)
    from jsonb_each(to_jsonb(new)) as given (name, value)
    where jsonb_typeof(value) = 'string'));
  new.vin := upper(new.vin);
  new.equipment := array(
    select cleaned.line
    from unnest(new.equipment) with ordinality as given (item, n)
    cross join lateral (select private.clean_line(given.item)) as cleaned (line)
    where cleaned.line <> '' group by cleaned.line order by min(n));
  new.images := coalesce(new.images, '{}');
  new.status := case lower(new.status)
    when 'disponible' then 'Disponible'
    when 'vendido' then 'Vendido'
    when 'en revisión' then 'En revisión'
    else new.status
  end;
  return new;
end
$$;
create trigger guard_vehicle
  before insert or update on public.vehicles for each row execute function private.guard_vehicle();

-- The last stock number given per dealership; none is given twice.
create table private.stock_counters (
  dealership_id uuid primary key references public.profiles (id) on delete cascade,
  given integer not null
);
alter table private.stock_counters enable row level security;

-- Gives a vehicle a stock number unique in its dealership: the entered one in upper case, else its
-- previous one. A vehicle without one, or that moves to where its own is taken, gets the next. An
-- entered number that is taken fails at the constraint, after row security.
create function private.give_stock_number() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  number integer;
  moves boolean := false;
begin
  new.stock_number := nullif(upper(private.clean_line(new.stock_number)), '');
  if tg_op = 'UPDATE' then
    new.stock_number := coalesce(new.stock_number, old.stock_number);
    moves := new.user_id <> old.user_id and new.stock_number = old.stock_number;
    if new.user_id = old.user_id and new.stock_number = old.stock_number then
      return new;
    end if;
  end if;

  -- Serialises the dealership's numbers, so that concurrent ones are visible.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 0));
  if moves and private.has_stock_number(new.user_id, new.stock_number) then
    new.stock_number := null;
  end if;
  while new.stock_number is null loop
    insert into private.stock_counters as counter (dealership_id, given)
    select id, 1 from public.profiles where id = new.user_id
    on conflict (dealership_id) do update set given = counter.given + 1
    returning given into number;
    -- The owner does not exist; the foreign key rejects the row.
    exit when number is null;
    new.stock_number := 'A-' || lpad(number::text, greatest(4, length(number::text)), '0');
    if private.has_stock_number(new.user_id, new.stock_number) then
      new.stock_number := null;
    end if;
  end loop;
  return new;
end
$$;
-- Planned on each call: a cached plan may be from when the table was small, as at the start of an
-- import, and would read all the dealership's vehicles by another index.
create function private.has_stock_number(p_dealership_id uuid, p_number text) returns boolean
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return exists (
    select from public.vehicles where user_id = p_dealership_id and stock_number = p_number);
end
$$;
create trigger give_stock_number
  before insert or update of user_id, stock_number on public.vehicles
  for each row execute function private.give_stock_number();
create trigger require_dealership
  after insert or update of user_id on public.vehicles
  for each row execute function private.require_dealership('user_id');

-- Counting a view or copying a reservation's day does not touch the vehicle. The owner may set
-- updated_at.
create trigger touch_vehicle
  before update on public.vehicles for each row
  when (old.views = new.views and old.reserved_until is not distinct from new.reserved_until
    and old.updated_at = new.updated_at)
  execute function private.touch_row();
create trigger tell_pages
  after insert or delete on public.vehicles
  for each row execute function private.tell_pages('user_id');
create trigger tell_pages_of_update
  after update on public.vehicles for each row when (old.views = new.views)
  execute function private.tell_pages('user_id');
create trigger tell_sitemap
  after insert or delete or update of published, user_id
  on public.vehicles for each statement execute function private.tell_all('sitemap');

-- Keeps profiles.vehicle_count, once per statement.
create function private.count_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
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
create trigger count_added_vehicles
  after insert on public.vehicles
  referencing new table as added for each statement execute function private.count_vehicles();
create trigger count_removed_vehicles
  after delete on public.vehicles
  referencing old table as removed for each statement execute function private.count_vehicles();
create trigger count_moved_vehicles
  after update on public.vehicles
  referencing old table as removed new table as added
  for each statement execute function private.count_vehicles();

-- Deletes a deleted vehicle's photos, unless another vehicle of the dealership references them.
-- Without its row an object is no longer served, and the API's sweeper deletes the file. Usually
-- the application has deleted them before.
create function private.remove_photos_of_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  files uuid[];
begin
  files := array(
    select file.id
    from deleted as vehicle
    cross join unnest(vehicle.images) as image (url)
    join storage.objects as file
      on file.bucket_id = 'vehicle_images'
      and file.name = private.object_name(image.url, 'vehicle_images')
    where private.owner_folder(file.name) = vehicle.user_id::text
  );
  if cardinality(files) = 0 then
    return null;
  end if;

  perform set_config('storage.allow_delete_query', 'true', true);
  with named as materialized (
    select private.object_name(image.url, 'vehicle_images') as name
    from public.vehicles as vehicle
    cross join unnest(vehicle.images) as image (url)
    where vehicle.user_id in (select user_id from deleted)
  )
  delete from storage.objects as file
  where file.id = any(files) and not exists (select from named where named.name = file.name);
  return null;
end
$$;
create trigger remove_photos_of_vehicles
  after delete on public.vehicles
  referencing old table as deleted
  for each statement execute function private.remove_photos_of_vehicles();
create trigger audit_admin_write
  after insert or update or delete on public.vehicles
  for each row execute function private.audit_admin_write();

-- Publishes or hides vehicles with the caller's rights, all or none.
create function public.publish_vehicles(p_ids uuid[], p_published boolean) returns void
language plpgsql set search_path = '' as $$
declare
  changed integer;
begin
  perform private.require_write();
  update public.vehicles set published = p_published where id = any (p_ids);
  get diagnostics changed = row_count;
  if changed < (select count(distinct id) from unnest(p_ids) as id) then
    raise exception 'Alguno de estos vehículos ya no está. No se cambió ninguno.';
  end if;
  if not p_published then
    perform private.keep_hidden(p_ids);
  end if;
end
$$;
grant execute on function public.publish_vehicles(uuid[], boolean) to authenticated;

-- Currency and distance unit of public vehicles, also for dealerships without a public page, as
-- visitors cannot read their profiles. Same answer for every caller.
create function public.get_vehicle_units(p_vehicle_ids uuid[])
returns table (id uuid, currency text, distance text)
language sql stable security definer set search_path = '' as $$
  select v.id, owner.public_config #>> '{profile,currency}',
    owner.public_config #>> '{profile,distance}'
  from public.vehicles as v
  join public.profiles as owner on owner.id = v.user_id
  where v.id = any (p_vehicle_ids) and v.published
    and v.user_id in (select active.id from private.active_owners as active)
  limit 200;
$$;
grant execute on function public.get_vehicle_units(uuid[]) to anon, authenticated, service_role;

-- Three other available vehicles of the dealership, nearest in price first; another brand counts as
-- a quarter dearer. Also for a sold vehicle; none for one that visitors cannot see. The index finds
-- the twelve nearest; among those, vehicles without a photo come last.
create function public.get_similar_vehicles(p_vehicle_id uuid)
returns table (
  id uuid, brand text, model text, year integer, price text, mileage integer, transmission text,
  fuel_type text, status text, images text[], reserved_until date
)
language sql stable security definer set search_path = '' as $$
  select other.id, other.brand, other.model, other.year, other.price, other.mileage,
    other.transmission, other.fuel_type, other.status, other.images, other.reserved_until
  from public.vehicles as one
  cross join lateral (
    select near.id,
      coalesce(abs(ln(
          nullif(near.price_amount, 0)::float8 / nullif(one.price_amount, 0)::float8)), 1)
        + case when near.brand_folded = one.brand_folded then 0 else 0.25 end
        + case when near.body_style = one.body_style then 0
          when near.body_style <> one.body_style then 0.6 else 0.3 end
        + abs(near.year - one.year) * 0.03 as distance
    from public.vehicles as near
    where near.user_id = one.user_id and near.id <> one.id
      and near.published and near.status = 'Disponible'
    order by distance, near.created_at desc, near.id
    limit 12
  ) as near
  join public.vehicles as other on other.id = near.id
  where one.id = p_vehicle_id
    and (one.published or one.user_id = private.my_dealership() or private.is_admin())
    and one.user_id in (select owner.id from private.active_owners as owner)
  order by near.distance + case when other.images[1] is null then 0.5 else 0 end,
    other.created_at desc, other.id
  limit 3;
$$;
grant execute on function public.get_similar_vehicles(uuid) to anon, authenticated, service_role;

-- Public vehicles with their time of change, ordered by id, for a sitemap: those of one dealership,
-- or with ids in a range. At most 24,000.
create function public.get_sitemap_vehicles(
  p_dealership_id uuid default null,
  p_first uuid default '00000000-0000-0000-0000-000000000000',
  p_last uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  p_limit integer default 24000
)
returns table (id uuid, changed_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_dealership_id is not null then
    return query
      select v.id, v.updated_at
      from public.vehicles as v
      where v.user_id = p_dealership_id and v.published
        and v.user_id in (select owner.id from private.active_owners as owner)
      order by v.id
      limit greatest(least(p_limit, 24000), 0);
    return;
  end if;
  return query
    select v.id, v.updated_at
    from public.vehicles as v
    where v.id between p_first and p_last and v.published
      and (select owner.id from private.active_owners as owner where owner.id = v.user_id)
        is not null
    order by v.id
    limit greatest(least(p_limit, 24000), 0);
end
$$;
grant execute on function public.get_sitemap_vehicles(uuid, uuid, uuid, integer) to anon,
  authenticated, service_role;

-- The number of pages in the sitemap, to split it; above 10,000 an estimate.
create function public.get_sitemap_size() returns bigint
language sql stable security definer set search_path = '' as $$
  select case when found.n <= 10000 then found.n
    else greatest(found.n, (select sum(reltuples)::bigint from pg_catalog.pg_class
      where oid in ('public.vehicles'::regclass, 'public.profiles'::regclass))) end
  from (select count(*) as n from (
    (select from public.vehicles where published limit 10001)
    union all (select from public.profiles where is_active and public_slug is not null limit 10001)
  ) as page) as found;
$$;
grant execute on function public.get_sitemap_size() to anon, authenticated, service_role;

-- Every vehicle with its owner, for administrators. A bound SQL body is inlined, so a page reads
-- only its own rows.
create function public.get_all_vehicles_with_owner_and_views()
returns table (
  id uuid, user_id uuid, brand text, model text, year integer, vin text, price text, status text,
  published boolean, images text[], created_at timestamptz, view_count integer, owner_name text,
  owner_email text
)
language sql stable
begin atomic
  select v.id, v.user_id, v.brand, v.model, v.year, v.vin, v.price, v.status, v.published, v.images,
    v.created_at, v.views, owner.full_name, owner.email
  from public.vehicles as v
  join public.profiles as owner on owner.id = v.user_id
  where (select private.require_admin()) is not null;
end;
grant execute on function public.get_all_vehicles_with_owner_and_views() to authenticated;

-- A condition on vehicles v: each pattern matches the vehicle or its owner's name or e-mail.
create function private.platform_vehicle_condition(p_patterns text[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  pattern text;
  condition text := 'true';
begin
  perform private.require_few_patterns(p_patterns);
  foreach pattern in array p_patterns loop
    condition := condition || format(' and (v.search_text like %L or v.user_id = any (%L::uuid[]))',
      pattern, array(
        select owner.id from public.profiles as owner
        where owner.role = 'concesionario' and public.account_text(owner) like pattern));
  end loop;
  return condition;
end
$$;

-- A page of the platform's inventory: vehicles that match every pattern, sorted, after the last row
-- of the previous page, or backwards from the first row of the next. Dynamic SQL, because the best
-- index depends on the patterns.
create function public.search_platform_vehicles(
  p_patterns text[] default '{}', p_sort text default 'created_at',
  p_descending boolean default true, p_from jsonb default null,
  p_backwards boolean default false, p_limit integer default 50
)
returns table (
  id uuid, brand text, model text, year integer, vin text, published boolean, view_count integer,
  owner_name text, owner_email text, place jsonb
)
language plpgsql stable security definer set search_path = '' as $$
declare
  keys text[] := case p_sort
    when 'name' then '{v.brand,v.model,v.year,v.id}'
    when 'owner' then '{owner.full_name,v.id}'
    when 'vin' then array['coalesce(v.vin, '''')', 'v.id']
    when 'published' then '{v.published,v.created_at,v.id}'
    when 'views' then '{v.views,v.id}'
    else '{v.created_at,v.id}'
  end;
  goes_down boolean := p_descending <> p_backwards;
  direction text := case when goes_down then ' desc' else ' asc' end;
  condition text;
begin
  perform private.require_admin();
  condition := private.platform_vehicle_condition(p_patterns);
  if jsonb_typeof(p_from) <> 'null' then
    if (jsonb_typeof(p_from) = 'array' and jsonb_array_length(p_from) = cardinality(keys)
      and not p_from @> '[null]') is not true
    then
      raise invalid_parameter_value using message = 'El lugar en la lista no es válido.';
    end if;
    condition := condition || format(' and (%s) %s (%s)', array_to_string(keys, ', '),
      case when goes_down then '<' else '>' end,
      (select string_agg(quote_literal(value), ', ' order by n)
        from jsonb_array_elements_text(p_from) with ordinality as part (value, n)));
  end if;
  return query execute format(
    'select v.id, v.brand, v.model, v.year, v.vin, v.published, v.views, owner.full_name,
      owner.email, jsonb_build_array(%s)
    from public.vehicles as v
    join public.profiles as owner on owner.id = v.user_id
    where %s
    order by %s limit %s',
    array_to_string(keys, ', '), condition,
    array_to_string(keys, direction || ', ') || direction,
    greatest(least(p_limit, 1000), 0));
end
$$;
grant execute on function public.search_platform_vehicles(text[], text, boolean, jsonb, boolean,
  integer) to authenticated;

-- The number of vehicles that match every pattern; above 10,000 an estimate.
create function public.count_platform_vehicles(p_patterns text[] default '{}') returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.count_about(
    'select from public.vehicles as v where ' || private.platform_vehicle_condition(p_patterns));
end
$$;
grant execute on function public.count_platform_vehicles(text[]) to authenticated;

-- Vehicles and views of the whole platform. Above 20,000 vehicles the views are extrapolated from a
-- block sample of about 20,000.
create function public.get_platform_inventory_totals()
returns table (vehicle_count bigint, view_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  percent real;
begin
  perform private.require_admin();
  select sum(p.vehicle_count) into vehicle_count from public.profiles as p;
  percent := least(100, 2000000.0 / greatest(vehicle_count, 1));
  select coalesce(sum(v.views) * 100 / percent, 0)::bigint into view_count
  from public.vehicles as v tablesample system (percent) repeatable (0);
  return next;
end
$$;
grant execute on function public.get_platform_inventory_totals() to authenticated;
