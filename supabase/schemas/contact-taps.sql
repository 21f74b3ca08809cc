-- Visitors' taps on a contact link: WhatsApp, call, contact card or directions. Contains no person:
-- the visitor is a daily hash that includes the tapped page.
create table public.contact_taps (
  id uuid primary key default gen_random_uuid(),
  -- The seller of the page, and the dealership they were or worked for.
  seller_id uuid references public.profiles (id) on delete set null,
  dealership_id uuid references public.profiles (id) on delete cascade,
  -- The vehicle of the page; null on a seller's page.
  vehicle_id uuid references public.vehicles (id) on delete cascade,
  channel text not null check (channel in ('whatsapp', 'call', 'contact', 'directions')),
  -- Codes in the visitor's messages; each opened page makes its own.
  codes text[] not null check (private.are_tap_codes(codes)),
  -- The lead made from the tap, if any.
  lead_id uuid references public.leads (id) on delete set null,
  visitor bytea not null unique,
  created_at timestamptz not null default now(),

  constraint contact_taps_of_somebody check (seller_id is not null or dealership_id is not null)
);
create index contact_taps_dealership_id_idx on public.contact_taps (
  dealership_id, created_at desc, id desc);
create index contact_taps_seller_id_idx on public.contact_taps (
  seller_id, created_at desc, id desc);
create index contact_taps_vehicle_id_idx on public.contact_taps (vehicle_id);
create index contact_taps_lead_id_idx on public.contact_taps (lead_id);
alter table public.contact_taps enable row level security;
grant all on public.contact_taps to service_role;
-- The visitor's hash is not readable.
grant select (id, seller_id, dealership_id, vehicle_id, channel, codes, lead_id, created_at)
  on public.contact_taps to authenticated;

-- A person sees the taps on their own pages, except those made for a former dealership.
create policy contact_taps_select_seller on public.contact_taps for select to authenticated
  using (
    seller_id = (select auth.uid())
    and (select private.is_proven())
    and (dealership_id is null or dealership_id = seller_id
      or dealership_id = (select private.my_dealership()))
  );

-- A dealership sees all taps on its own and its salespeople's pages.
create policy contact_taps_select_dealership on public.contact_taps for select to authenticated
  using (dealership_id = (select private.my_team()));

-- An administrator sees every tap.
create policy contact_taps_select_admin on public.contact_taps for select to authenticated
  using ((select private.is_admin()));

-- Taps of a salesperson without a dealership go with the account.
create function private.remove_own_taps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.contact_taps where seller_id = old.id and dealership_id is null;
  return old;
end
$$;
create trigger remove_own_taps
  before delete on public.profiles for each row execute function private.remove_own_taps();

-- Records a tap on the page of an active seller or of a published vehicle they sell: once per
-- visitor, channel, seller, vehicle and day, and never by the seller's own people. p_code is in the
-- message that the page prepared. Unknown sellers and vehicles are ignored silently.
create function public.record_contact_tap(
  p_seller_id uuid, p_channel text, p_code text, p_vehicle_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  seller public.profiles := private.find_lead_recipient(p_seller_id);
  owner_id uuid := coalesce(seller.dealership_id, seller.id);
  vehicle public.vehicles;
begin
  if seller.id is null or private.is_own_visit(owner_id) then
    return;
  elsif p_vehicle_id is null then
    if seller.public_slug is null then return; end if;
  else
    vehicle := private.find_lead_vehicle(p_vehicle_id, seller, null);
    if vehicle.id is null then return; end if;
  end if;

  if not private.is_within_limit('tap:network', coalesce(private.caller_address(), '')) then
    return;
  end if;

  insert into public.contact_taps (
    seller_id, dealership_id, vehicle_id, channel, codes, visitor)
  values (
    seller.id,
    case seller.role when 'concesionario' then seller.id else seller.dealership_id end,
    vehicle.id, p_channel, array[p_code],
    private.visitor_of_day(concat_ws('|', 'tap', p_channel, seller.id, vehicle.id)))
  on conflict (visitor) do update set codes = contact_taps.codes || excluded.codes
    where cardinality(contact_taps.codes) < 5 and not contact_taps.codes @> excluded.codes;
end
$$;
grant execute on function public.record_contact_tap(uuid, text, text, uuid)
  to anon, authenticated, service_role;

-- The most tapped vehicles since p_since among the taps the caller sees, with a count per channel.
create function public.get_tapped_vehicles(
  p_since timestamptz default '-infinity', p_dealership_id uuid default null
) returns table (
  vehicle_id uuid, title text, whatsapp bigint, call bigint, contact bigint, directions bigint)
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_proven();
  return query
  select vehicle.id, concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year),
    count(*) filter (where tap.channel = 'whatsapp'), count(*) filter (where tap.channel = 'call'),
    count(*) filter (where tap.channel = 'contact'),
    count(*) filter (where tap.channel = 'directions')
  from public.contact_taps as tap join public.vehicles as vehicle on vehicle.id = tap.vehicle_id
  where tap.created_at >= p_since
    and (p_dealership_id is null or tap.dealership_id = p_dealership_id)
  group by vehicle.id
  order by count(*) desc, vehicle.id
  limit 50;
end
$$;
grant execute on function public.get_tapped_vehicles(timestamptz, uuid) to authenticated;
