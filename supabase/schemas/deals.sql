-- Reservations and sales. A vehicle's status 'Vendido' always has a sale here, without details if
-- the client only set the status.
create table public.deals (
  id uuid primary key default gen_random_uuid(),
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  -- Null once the vehicle is deleted or moved to another dealership.
  vehicle_id uuid references public.vehicles (id) on delete set null,
  vehicle_title text not null,
  kind text not null check (kind in ('Apartado', 'Venta')),
  -- By default today at the dealership (private.guard_deal).
  day date not null check (day between '1950-01-01' and '2100-01-01'),
  -- The last day of a reservation, and the moment at which that day ends at the dealership.
  until date,
  falls_back_at timestamptz,
  buyer_name text
    check (buyer_name <> '' and length(buyer_name) <= 200 and buyer_name !~ '[[:cntrl:]]'),
  buyer_phone text
    check (buyer_phone <> '' and length(buyer_phone) <= 40 and buyer_phone !~ '[[:cntrl:]]'),
  price numeric(12, 2) check (price >= 0 and price <> 'NaN'),
  deposit numeric(12, 2) check (deposit >= 0 and deposit <> 'NaN'),
  seller_id uuid references public.profiles (id) on delete set null,
  seller_name text,
  commission numeric(12, 2) check (commission >= 0 and commission <> 'NaN'),
  note text check (length(note) <= 1000),
  ended_by text check (ended_by in ('undone', 'expired', 'sold')),
  ended_at timestamptz,
  -- Whether ending the reservation publishes the vehicle it had hidden.
  republish boolean not null default false,
  -- Total cost and acquisition date, stored when the vehicle is deleted.
  cost numeric(14, 2),
  acquired_on date,
  created_at timestamptz not null default now(),

  constraint deals_reservation check (
    (kind = 'Apartado') = (until is not null) and (until is null) = (falls_back_at is null)),
  constraint deals_end check ((ended_at is null) = (ended_by is null))
);
create unique index deals_standing_idx on public.deals (vehicle_id, kind) where ended_at is null;
create index deals_vehicle_id_idx on public.deals (vehicle_id, created_at desc);
create index deals_dealership_id_idx on public.deals (dealership_id, kind, day desc);
create index deals_seller_id_idx on public.deals (seller_id);
create index deals_due_idx on public.deals (falls_back_at)
  where kind = 'Apartado' and ended_at is null;
alter table public.deals enable row level security;
grant all on public.deals to service_role;
grant select, update (day, buyer_name, buyer_phone, price, deposit, seller_id, commission, note)
  on public.deals to authenticated;

-- People who see a dealership's figures see its deals and edit their details. The functions below
-- create and end deals.
create policy deals_select_viewer on public.deals for select to authenticated
  using (dealership_id = (select private.figures_of()));
create policy deals_update_viewer on public.deals for update to authenticated
  using (dealership_id = (select private.figures_of()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.deals
  for each statement execute function private.refuse_caller_without_write();
create trigger audit_admin_write
  after insert or update or delete on public.deals
  for each row execute function private.audit_figures();

-- Empty texts become null, the day defaults to today, and the seller must belong to the dealership;
-- the seller's name stays with the deal.
create function private.guard_deal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  seller public.profiles;
begin
  new.buyer_name := nullif(trim(new.buyer_name), '');
  new.buyer_phone := nullif(trim(new.buyer_phone), '');
  new.note := nullif(trim(new.note), '');
  -- Checked here because PostgreSQL's own error shows the whole row, amounts included.
  if length(new.buyer_name) > 200 or length(new.buyer_phone) > 40 or length(new.note) > 1000 then
    raise check_violation using message = 'El nombre, el teléfono o la nota son demasiado largos.';
  end if;
  if tg_op = 'INSERT' and new.day is null then
    new.day := private.local_day(new.dealership_id);
  elsif tg_op = 'INSERT' or new.day <> old.day then
    perform private.require_past_day(new.dealership_id, new.day);
  end if;
  if new.seller_id is null or (tg_op = 'UPDATE' and new.seller_id = old.seller_id) then
    return new;
  end if;

  select * into seller from public.profiles
  where id = new.seller_id and new.dealership_id in (id, dealership_id);
  if not found then
    raise check_violation using message = 'El vendedor no es de este concesionario.';
  end if;
  new.seller_name := private.display_name(seller);
  return new;
end
$$;
create trigger clean_words
  before insert or update of buyer_name, buyer_phone, note on public.deals
  for each row execute function private.clean_words('buyer_name buyer_phone', 'note');
create trigger guard_deal
  before insert or update on public.deals for each row execute function private.guard_deal();

-- Copies the reservation's end to the vehicle, where visitors read it.
create function private.show_reservation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.vehicles as vehicle
  set reserved_until = case when new.ended_at is null then new.until end
  where vehicle.id = new.vehicle_id
    and vehicle.reserved_until is distinct from case when new.ended_at is null then new.until end;
  return null;
end
$$;
create trigger show_reservation
  after insert or update of until, ended_at on public.deals
  for each row when (new.kind = 'Apartado') execute function private.show_reservation();

-- Locks and returns a vehicle of the caller's inventory; raises if it is not there.
create function private.find_own_vehicle(p_vehicle_id uuid) returns public.vehicles
language plpgsql security definer set search_path = '' as $$
declare
  vehicle public.vehicles;
begin
  perform private.require_write();
  select * into vehicle from public.vehicles
  where id = p_vehicle_id and (user_id = private.my_dealership() or private.is_admin())
  for update;
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  return vehicle;
end
$$;

create function private.vehicle_title(p_vehicle public.vehicles) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' ', p_vehicle.brand, p_vehicle.model, p_vehicle.year);
$$;

-- The person making the deal, if they belong to the dealership.
create function private.dealing_seller(p_dealership_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles
  where id = coalesce(private.impersonated_by(auth.uid()), auth.uid())
    and p_dealership_id in (id, dealership_id);
$$;

-- Whether entered details of the dealership's deals are read-only for the caller: a salesperson who
-- does not see its figures.
create function private.told_stands(p_dealership_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.my_dealership() = p_dealership_id, false)
    and private.figures_of() is distinct from p_dealership_id;
$$;

-- Follows a status set by any client. 'Vendido' creates a sale and ends the reservation; leaving
-- 'Vendido' ends a sale and restores a reservation still in time. A salesperson without figures
-- cannot end a sale that has an amount.
create function private.follow_vehicle_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'Vendido' then
    update public.deals set ended_at = now(), ended_by = 'sold'
    where vehicle_id = new.id and kind = 'Apartado' and ended_at is null;
    insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind, seller_id)
    values (new.user_id, new.id, private.vehicle_title(new), 'Venta',
      private.dealing_seller(new.user_id));
  elsif tg_op = 'UPDATE' then
    perform from public.deals
    where vehicle_id = new.id and kind = 'Venta' and ended_at is null for update;
    if private.told_stands(new.user_id) and exists (
      select from public.deals where vehicle_id = new.id and kind = 'Venta' and ended_at is null
        and coalesce(price, commission) is not null)
    then
      raise exception 'La venta de % está completa. Pide el cambio a quien ve los costos.',
        private.vehicle_title(new);
    end if;
    update public.deals set ended_at = now(), ended_by = 'undone'
    where vehicle_id = new.id and kind = 'Venta' and ended_at is null;
    update public.deals set ended_at = null, ended_by = null
    where id = (select id from public.deals
      where vehicle_id = new.id and kind = 'Apartado' and ended_by = 'sold'
        and falls_back_at > now()
      order by created_at desc limit 1);
  end if;
  return null;
end
$$;
create trigger follow_new_status
  after insert on public.vehicles
  for each row when (new.status = 'Vendido') execute function private.follow_vehicle_status();
create trigger follow_status
  after update of status on public.vehicles
  for each row when (
    old.status <> new.status and 'Vendido' in (old.status, new.status))
  execute function private.follow_vehicle_status();

-- Raises for amounts out of range, including 'NaN', which compares greater than every number.
create function private.require_amounts(variadic p_amounts numeric[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if exists (select from unnest(p_amounts) as amount where amount not between 0 and 9999999999.99)
  then
    raise check_violation using message = 'Escribe una cantidad, como 15,000.';
  end if;
end
$$;

-- Sells a vehicle of the caller's inventory, or completes its current sale; returns the sale's id.
-- All details are optional. A caller who does not see the figures fills in empty details and cannot
-- change others.
create function public.sell_vehicle(
  p_vehicle_id uuid, p_day date default null, p_price numeric default null,
  p_buyer_name text default null, p_buyer_phone text default null, p_seller_id uuid default null,
  p_commission numeric default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
  sale public.deals;
begin
  perform private.require_amounts(p_price, p_commission);
  select * into sale from public.deals
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null for update;
  if found and private.told_stands(vehicle.user_id) then
    -- Reject any amount: accepting only the right one would reveal it.
    if p_price is not null and sale.price is not null
      or p_commission is not null and sale.commission is not null
    then
      raise exception 'Esta venta ya está completa. Pide el cambio a quien ve los costos.';
    end if;
    p_buyer_name := coalesce(sale.buyer_name, p_buyer_name);
    p_buyer_phone := coalesce(sale.buyer_phone, p_buyer_phone);
    if coalesce(sale.price, sale.commission) is not null then
      p_day := sale.day;
      p_seller_id := sale.seller_id;
    end if;
  end if;

  -- Also set when already sold, so that undoing an import notices the change.
  update public.vehicles set status = 'Vendido' where id = vehicle.id;
  insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind)
  values (vehicle.user_id, vehicle.id, private.vehicle_title(vehicle), 'Venta')
  on conflict (vehicle_id, kind) where ended_at is null do nothing;
  update public.deals
  set day = coalesce(p_day, day), price = coalesce(p_price, price),
    buyer_name = coalesce(p_buyer_name, buyer_name),
    buyer_phone = coalesce(p_buyer_phone, buyer_phone),
    seller_id = coalesce(p_seller_id, seller_id), commission = coalesce(p_commission, commission)
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null
  returning id into sale.id;
  return sale.id;
end
$$;
grant execute on function
  public.sell_vehicle(uuid, date, numeric, text, text, uuid, numeric) to authenticated;

-- Locks and returns the vehicle's current reservation. Raises if its deposit is read-only for the
-- caller, unless they only extend the reservation and pass no deposit, not even the same.
create function private.find_reservation(
  p_vehicle public.vehicles, p_until date default null, p_deposit numeric default null
) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  reservation public.deals;
begin
  select * into reservation from public.deals
  where vehicle_id = p_vehicle.id and kind = 'Apartado' and ended_at is null for update;
  if reservation.deposit is not null and private.told_stands(p_vehicle.user_id)
    and (p_until >= reservation.until and p_deposit is null) is not true
  then
    raise exception 'Este apartado tiene un depósito. Pide el cambio a quien ve los costos.';
  end if;
  return reservation;
end
$$;

-- Reserves a vehicle of the caller's inventory until the end of a day at the dealership or another
-- moment near it, or changes the current reservation; returns its id. Optionally hides the vehicle
-- until then. A caller who does not see the figures may extend a reservation, but cannot change an
-- entered buyer or deposit.
create function public.reserve_vehicle(
  p_vehicle_id uuid, p_until date, p_falls_back_at timestamptz default null,
  p_buyer_name text default null, p_buyer_phone text default null, p_deposit numeric default null, p_hide boolean default false
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
  reservation public.deals := private.find_reservation(vehicle, p_until, p_deposit);
begin
  perform private.require_amounts(p_deposit);
  perform private.require_day(p_until);
  p_falls_back_at := coalesce(p_falls_back_at,
    (p_until + 1)::timestamp at time zone private.zone_of(vehicle.user_id));
  if private.told_stands(vehicle.user_id) then
    p_buyer_name := coalesce(reservation.buyer_name, p_buyer_name);
    p_buyer_phone := coalesce(reservation.buyer_phone, p_buyer_phone);
    if reservation.deposit is not null then
      p_falls_back_at := greatest(p_falls_back_at, reservation.falls_back_at);
    end if;
  end if;
  if vehicle.status = 'Vendido' then
    raise exception 'Este vehículo ya está vendido.';
  elsif (p_falls_back_at > now() and p_falls_back_at <= now() + interval '366 days'
    and p_falls_back_at between p_until - interval '14 hours' and p_until + interval '38 hours')
    is not true
  then
    raise check_violation using message = 'Elige un día desde hoy y de este año.';
  end if;
  -- Before republish is set, because every change of `published` resets it.
  if p_hide then
    update public.vehicles set published = false where id = vehicle.id and published;
  end if;
  insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind, until, falls_back_at,
    buyer_name, buyer_phone, deposit, seller_id, republish)
  values (vehicle.user_id, vehicle.id, private.vehicle_title(vehicle), 'Apartado', p_until,
    p_falls_back_at, p_buyer_name, p_buyer_phone, p_deposit,
    private.dealing_seller(vehicle.user_id), p_hide and vehicle.published)
  on conflict (vehicle_id, kind) where ended_at is null do update
  set until = excluded.until, falls_back_at = excluded.falls_back_at,
    buyer_name = coalesce(excluded.buyer_name, deals.buyer_name),
    buyer_phone = coalesce(excluded.buyer_phone, deals.buyer_phone),
    deposit = coalesce(excluded.deposit, deals.deposit),
    republish = deals.republish or excluded.republish
  returning * into reservation;
  return reservation.id;
end
$$;
grant execute on function
  public.reserve_vehicle(uuid, date, timestamptz, text, text, numeric, boolean) to authenticated;

-- A manual change of `published` overrides the reservation, which then no longer republishes.
create function private.forget_republish() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.deals set republish = false where vehicle_id = new.id and republish;
  return null;
end
$$;
create trigger forget_republish
  after update of published on public.vehicles
  for each row when (old.published <> new.published) execute function private.forget_republish();

-- Keeps vehicles hidden that the dealership hides, even if a reservation had hidden them before.
create function private.keep_hidden(p_vehicle_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.deals set republish = false
  where vehicle_id = any (p_vehicle_ids) and republish
    and (dealership_id = private.my_dealership() or private.is_admin());
$$;
grant execute on function private.keep_hidden(uuid[]) to authenticated;

-- Ends reservations and republishes what they had hidden.
create function private.end_reservations(p_ids uuid[], p_why text) returns void
language sql security definer set search_path = '' as $$
  update public.vehicles as vehicle set published = true
  from public.deals as deal
  where deal.id = any (p_ids) and deal.republish and vehicle.id = deal.vehicle_id;
  update public.deals set ended_at = now(), ended_by = p_why where id = any (p_ids);
$$;

-- Ends the reservation of a vehicle of the caller's inventory, if there is one.
create function public.release_vehicle(p_vehicle_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
begin
  perform private.end_reservations(array[(private.find_reservation(vehicle)).id], 'undone');
end
$$;
grant execute on function public.release_vehicle(uuid) to authenticated;

-- Ends expired reservations and mails the active dealership, the person who made the reservation
-- and those with an open lead for the vehicle. Each mail lists only leads its reader may read.
-- Locks vehicles and reservations together, so that it cannot deadlock with a concurrent write.
create function private.end_due_reservations() returns void
language plpgsql security definer set search_path = '' as $$
declare
  due public.deals[] := array(
    select deal from public.deals as deal
    join public.vehicles as vehicle on vehicle.id = deal.vehicle_id
    where deal.kind = 'Apartado' and deal.ended_at is null and deal.falls_back_at <= now()
    for no key update skip locked);
  deal public.deals;
begin
  perform private.end_reservations(array(select id from unnest(due)), 'expired');
  foreach deal in array due loop
    continue when not private.is_within_limit('reservation-over', deal.dealership_id::text);
    perform private.queue_mail(
      'reservation-over', private.lead_mailbox(person), jsonb_build_object(
        'vehicle', jsonb_build_object('id', deal.vehicle_id, 'title', deal.vehicle_title),
        'waiting', waiting.names))
    from private.active_owners as dealership
    join public.profiles as person
      on dealership.id in (person.id, person.dealership_id) and person.is_active
    cross join lateral (
      select coalesce(jsonb_agg(name), '[]') as names from (
        select coalesce(lead.referred_name, lead.name) as name
        from public.leads as lead
        where lead.vehicle_id = deal.vehicle_id and lead.dealership_id = dealership.id
          and person.id in (lead.recipient_id, lead.dealership_id)
          and lead.state in ('Nuevo', 'En atención')
        order by lead.created_at desc limit 10) as asked
    ) as waiting
    where dealership.id = deal.dealership_id and private.lead_mailbox(person) is not null
      and (person.id in (deal.dealership_id, deal.seller_id) or waiting.names <> '[]');
  end loop;
end
$$;

-- Raises if the caller may not delete the vehicle. The client asks first, since it deletes photos
-- before the row.
create function public.check_vehicle_deletion(p_vehicle_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.find_reservation(private.find_own_vehicle(p_vehicle_id));
end
$$;
grant execute on function public.check_vehicle_deletion(uuid) to authenticated;

-- A vehicle's total cost; null if its purchase price is unknown.
create function private.whole_cost(p_vehicle_id uuid) returns numeric
language sql stable set search_path = '' as $$
  select figures.cost + coalesce((
    select sum(extra.amount) from public.vehicle_costs as extra
    where extra.vehicle_id = p_vehicle_id), 0)
  from public.vehicle_figures as figures where figures.id = p_vehicle_id;
$$;

-- Detaches a vehicle that leaves the dealership from its deals, which keep its figures: PostgreSQL
-- cannot delete a row that its own trigger changes through a reservation.
create function private.close_deals(p_vehicle public.vehicles) returns void
language sql security definer set search_path = '' as $$
  update public.deals
  set vehicle_id = null,
    -- Capped to the column's range, or the vehicle could not be deleted.
    cost = (select least(whole.cost, 999999999999.99)
      from private.whole_cost(p_vehicle.id) as whole (cost) where whole.cost is not null),
    acquired_on = coalesce((select figures.acquired_on from public.vehicle_figures as figures
      where figures.id = p_vehicle.id),
      -- Not if the vehicle was entered after its sale, as in public.sales.
      case when private.local_day(dealership_id, p_vehicle.created_at) <= day
        then private.local_day(dealership_id, p_vehicle.created_at) end),
    ended_at = case kind when 'Apartado' then coalesce(ended_at, now()) else ended_at end,
    ended_by = case kind when 'Apartado' then coalesce(ended_by, 'undone') else ended_by end
  where vehicle_id = p_vehicle.id;
$$;
create function private.keep_figures_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Raises if the caller may not end the reservation.
  perform private.find_reservation(old);
  perform private.close_deals(old);
  return old;
end
$$;
create trigger keep_figures_of_sale
  before delete on public.vehicles for each row execute function private.keep_figures_of_sale();

-- Current sales with margin and days to sell.
create view public.sales with (security_invoker = true) as
  select deal.id, deal.dealership_id, deal.vehicle_id, deal.vehicle_title, deal.day, deal.price,
    deal.buyer_name, deal.buyer_phone, deal.seller_id, deal.seller_name, deal.commission, deal.note,
    deal.created_at, since.day as acquired_on,
    case when since.day is not null then greatest(deal.day - since.day, 0) end as days_to_sell,
    whole.cost, deal.price - whole.cost as margin
  from public.deals as deal
  left join public.vehicles as vehicle on vehicle.id = deal.vehicle_id
  left join public.vehicle_figures as figures on figures.id = deal.vehicle_id
  -- Evaluated once for the caller's own dealership.
  cross join lateral (
    select case deal.dealership_id
      when (select private.figures_of()) then (select private.zone_of(private.figures_of()))
      else private.zone_of(deal.dealership_id) end as name) as zone
  cross join lateral (
    select (vehicle.created_at at time zone zone.name)::date as day) as entered
  cross join lateral (
    -- The entry date does not count if it is after the sale.
    select coalesce(deal.acquired_on, figures.acquired_on,
      case when entered.day <= deal.day then entered.day end) as day
  ) as since
  cross join lateral (
    select sum(extra.amount) as amount from public.vehicle_costs as extra
    where extra.vehicle_id = deal.vehicle_id) as spent
  cross join lateral (
    select coalesce(deal.cost, figures.cost + coalesce(spent.amount, 0)) as cost) as whole
  where deal.kind = 'Venta' and deal.ended_at is null;

-- Sales by month. Each sum and average comes with the number of sales it covers, because a sale may
-- have no price.
create view public.sales_by_month with (security_invoker = true) as
  select sale.dealership_id, date_trunc('month', sale.day)::date as month, count(*) as sold,
    sum(sale.price) as revenue, sum(sale.margin) as margin, sum(sale.commission) as commission,
    count(sale.margin) as sold_with_margin, avg(sale.days_to_sell)::numeric(8, 1) as days_to_sell,
    count(sale.price) as sold_with_price, sum(sale.days_to_sell) as days_in_all,
    count(sale.days_to_sell) as sold_with_days
  from public.sales as sale
  group by sale.dealership_id, date_trunc('month', sale.day);
grant select on public.sales, public.sales_by_month to authenticated;
create trigger refuse_view_write
  instead of insert or update or delete on public.sales
  for each row execute function private.refuse_view_write();
create trigger refuse_view_write
  instead of insert or update or delete on public.sales_by_month
  for each row execute function private.refuse_view_write();

-- What each person of the dealership sold, received and shared from p_from to before p_until, for
-- callers who see its figures; includes people who left. Days begin at the dealership unless
-- moments are given. "Answered within an hour" counts only leads where that is known: not those
-- answered before it was recorded, those still within the hour, or direct contacts. Shares and
-- views count whole days.
create function public.get_seller_board(
  p_from date default '-infinity', p_until date default 'infinity',
  p_starts timestamptz default null, p_ends timestamptz default null
) returns table (
  seller_id uuid, name text, sold bigint, sold_with_price bigint, revenue numeric, leads bigint,
  answerable bigint, answered_in_hour bigint, taps bigint, shares bigint, views bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  dealership uuid := private.figures_of();
  zone text := private.zone_of(dealership);
begin
  -- The extremes of type date are not valid timestamps in every zone.
  p_from := least(greatest(p_from, '1900-01-01'), '2200-01-01');
  p_until := least(greatest(p_until, '1900-01-01'), '2200-01-01');
  p_starts := coalesce(p_starts, p_from::timestamp at time zone zone);
  p_ends := coalesce(p_ends, p_until::timestamp at time zone zone);
  return query
  with facts as (
    select deal.seller_id as id, deal.seller_name as called, count(*) as sold,
      count(deal.price) as priced, sum(deal.price) as revenue, 0::bigint as leads, 0::bigint as answerable,
      0::bigint as answered_in_hour, 0::bigint as taps, 0::bigint as shares, 0::bigint as views
    from public.deals as deal
    where deal.dealership_id = dealership and deal.kind = 'Venta' and deal.ended_at is null
      and deal.day >= p_from and deal.day < p_until
    group by 1, 2
    union all
    select lead.recipient_id, lead.recipient_name, 0, 0, null, count(*),
      count(*) filter (where lead.kind <> 'direct_contact'
        and (lead.answered_at is not null
          or (lead.state = 'Nuevo' and lead.created_at < now() - interval '1 hour'))),
      count(*) filter (where lead.kind <> 'direct_contact'
        and lead.answered_at <= lead.created_at + interval '1 hour'), 0, 0, 0
    from public.leads as lead
    where lead.dealership_id = dealership
      and lead.created_at >= p_starts and lead.created_at < p_ends
    group by 1, 2
    union all
    select tap.seller_id, null, 0, 0, null, 0, 0, 0, count(*), 0, 0
    from public.contact_taps as tap
    where tap.dealership_id = dealership
      and tap.created_at >= p_starts and tap.created_at < p_ends
    group by 1
    union all
    select day.seller_id, null, 0, 0, null, 0, 0, 0, 0, sum(day.shares), sum(day.views)
    from private.seller_days as day
    where day.dealership_id = dealership and day.day >= p_from and day.day < p_until
    group by 1
    union all
    select person.id, null, 0, 0, null, 0, 0, 0, 0, 0, 0
    from public.profiles as person
    where dealership in (person.id, person.dealership_id) and person.is_active
  )
  select fact.id, coalesce(max(private.display_name(person)), max(fact.called)), sum(fact.sold)::bigint,
    sum(fact.priced)::bigint, sum(fact.revenue), sum(fact.leads)::bigint, sum(fact.answerable)::bigint,
    sum(fact.answered_in_hour)::bigint, sum(fact.taps)::bigint, sum(fact.shares)::bigint,
    sum(fact.views)::bigint
  from facts as fact
  -- People who left keep the name they had here.
  left join public.profiles as person
    on person.id = fact.id and dealership in (person.id, person.dealership_id)
  group by fact.id, case when fact.id is null then fact.called end
  order by 3 desc, 5 desc nulls last, 6 desc, 9 desc, 2;
end
$$;
grant execute on function public.get_seller_board(date, date, timestamptz, timestamptz)
  to authenticated;
