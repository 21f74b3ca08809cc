-- One row per visitor, vehicle and day. The visitor is a daily hash that cannot be reversed.
create table public.vehicle_views (
  vehicle_id uuid not null references public.vehicles (id) on delete cascade,
  day date not null,
  visitor bytea not null,
  primary key (vehicle_id, day, visitor)
);
alter table public.vehicle_views enable row level security;
grant all on public.vehicle_views to service_role;
-- The visitor's hash is not readable.
grant select (vehicle_id, day) on public.vehicle_views to authenticated;

-- A dealership and its salespeople see the views of its vehicles.
create policy vehicle_views_select_dealership on public.vehicle_views for select to authenticated
  using (vehicle_id in (
    select id from public.vehicles where user_id = (select private.my_dealership())));

-- An administrator sees every view.
create policy vehicle_views_select_admin on public.vehicle_views for select to authenticated
  using ((select private.is_admin()));

-- The device family in a user agent. The full string is chosen by the caller, so each new one would
-- count as a visitor; with seven families one address counts at most seven times.
create function private.device_family(p_user_agent text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_user_agent ilike '%iphone%' then 'iphone'
    when p_user_agent ilike '%ipad%' then 'ipad'
    when p_user_agent ilike '%android%' then 'android'
    when p_user_agent ilike '%windows%' then 'windows'
    when p_user_agent ilike '%macintosh%' then 'macintosh'
    when p_user_agent ilike '%linux%' then 'linux'
    else 'other'
  end;
$$;

-- Hash of today's visitor, optionally about a page; it cannot be linked across days or pages.
create function private.visitor_of_day(p_about text default null) returns bytea
language sql stable set search_path = '' as $$
  select extensions.digest(
    salt.visitor_salt || convert_to(concat_ws(
      '|', (now() at time zone 'utc')::date, private.caller_address(),
      private.device_family(private.request_header('user-agent')), p_about
    ), 'utf8'), 'sha256')
  from private.settings as salt;
$$;

-- Whether the caller is one of the owner's people or an administrator, with or without a second
-- factor: their visits do not count.
create function private.is_own_visit(p_owner_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.profiles
    where id = auth.uid() and is_active and (role = 'admin' or p_owner_id in (id, dealership_id))
  );
$$;

-- Shares by a person, and visits to pages that name them, per day and dealership. Read only through
-- get_seller_board.
create table private.seller_days (
  seller_id uuid not null references public.profiles (id) on delete cascade,
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  shares integer not null default 0,
  views integer not null default 0,
  primary key (dealership_id, day, seller_id)
);
create index seller_days_seller_id_idx on private.seller_days (seller_id);
alter table private.seller_days enable row level security;

create function private.count_for_seller(
  p_seller_id uuid, p_dealership_id uuid, p_shares integer, p_views integer
) returns void
language sql security definer set search_path = '' as $$
  insert into private.seller_days as today (seller_id, dealership_id, day, shares, views)
  values (p_seller_id, p_dealership_id, private.local_day(p_dealership_id), p_shares, p_views)
  on conflict (dealership_id, day, seller_id) do update
  set shares = least(today.shares + excluded.shares, 10000), views = today.views + excluded.views;
$$;

-- Counts a share of the caller's dealership's vehicles; shares by administrators do not count.
create function public.record_share() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_write();
  if not private.is_admin() and private.my_dealership() is not null then
    perform private.count_for_seller(auth.uid(), private.my_dealership(), 1, 0);
  end if;
end
$$;
grant execute on function public.record_share() to authenticated;

-- Counts a visit to a published vehicle, once per visitor and day and never by the owner's people;
-- for the seller named in the page if they work for the owner, else for the owner. Uses the same
-- client address as the limits. Unknown vehicles are ignored silently, so that it reveals nothing.
create function public.record_vehicle_view(p_vehicle_id uuid, p_seller_id uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner_id uuid;
begin
  select user_id into owner_id
  from public.vehicles
  where id = p_vehicle_id and published and user_id in (select id from private.active_owners);
  if not found or private.is_own_visit(owner_id) then
    return;
  end if;

  insert into public.vehicle_views (vehicle_id, day, visitor)
  values (p_vehicle_id, (now() at time zone 'utc')::date, private.visitor_of_day())
  on conflict do nothing;

  if found then
    update public.vehicles set views = views + 1 where id = p_vehicle_id;
    perform private.count_for_seller(
      case when private.sells_for(p_seller_id, owner_id) then p_seller_id else owner_id end,
      owner_id, 0, 1);
  end if;
end
$$;
grant execute on function public.record_vehicle_view(uuid, uuid)
  to anon, authenticated, service_role;
