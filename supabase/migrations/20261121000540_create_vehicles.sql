-- A plain list of web addresses, none of them empty: PostgreSQL's arrays could also be tables, or begin at any number.
create function private.are_web_urls(p_values text[]) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(array_ndims(p_values), 1) = 1 and coalesce(array_lower(p_values, 1), 1) = 1
    and coalesce(bool_and(value is not null and private.is_web_url(to_jsonb(value)) and value <> ''), true)
  from unnest(p_values) as value;
$$;

revoke execute on function private.are_web_urls(text[]) from public;
grant execute on function private.are_web_urls(text[]) to authenticated, service_role;

-- The inventory. The owner is always a dealership's profile.
create table public.vehicles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  brand text not null check (length(brand) between 1 and 80),
  model text not null check (length(model) between 1 and 80),
  year integer not null check (year between 1900 and extract(year from current_date)::integer + 1),
  vin text check (length(vin) between 1 and 17 and vin = upper(vin)),
  price text check (length(price) <= 60),
  mileage integer check (mileage between 0 and 9999999),
  transmission text check (length(transmission) <= 40),
  color text check (length(color) <= 60),
  fuel_type text check (length(fuel_type) <= 40),
  doors integer check (doors between 2 and 5),
  description text check (length(description) <= 10000),
  images text[] not null default '{}' check (cardinality(images) <= 40 and private.are_web_urls(images)),
  status text not null default 'Disponible' check (status in ('Disponible', 'En revisión', 'Vendido')),
  published boolean not null default false,
  views integer not null default 0 check (views >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A dealership's inventory, newest first.
create index vehicles_user_id_created_at_idx on public.vehicles (user_id, created_at desc);
-- What its public pages show, newest first.
create index vehicles_public_idx on public.vehicles (user_id, created_at desc)
  where published and status = 'Disponible';
-- The platform's inventory, newest first.
create index vehicles_created_at_idx on public.vehicles (created_at desc);

alter table public.vehicles enable row level security;

revoke all on public.vehicles from anon, authenticated, service_role;
grant all on public.vehicles to service_role;
grant select on public.vehicles to anon;
grant select, insert, update, delete on public.vehicles to authenticated;
