-- Requests for an account. The password is in no column: it is hashed at once into auth.users.
create table public.access_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  name text not null check (length(name) between 1 and 120),
  phone text not null check (length(phone) between 1 and 40),
  email text not null check (length(email) between 3 and 254),
  account_type text not null default 'vendedor' check (account_type in ('vendedor', 'concesionario')),
  message text check (length(message) <= 2000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references public.profiles (id) on delete set null,
  constraint access_requests_decided check ((status = 'pending') = (decided_at is null))
);

create index access_requests_pending_idx on public.access_requests (created_at desc) where status = 'pending';
create index access_requests_user_id_idx on public.access_requests (user_id);
create index access_requests_decided_by_idx on public.access_requests (decided_by);

alter table public.access_requests enable row level security;

-- Nobody writes here but the two functions that follow.
revoke all on public.access_requests from anon, authenticated, service_role;
grant select on public.access_requests to authenticated, service_role;

-- An administrator reads the requests.
create policy access_requests_select_admin on public.access_requests
  for select to authenticated
  using ((select private.is_admin()));
