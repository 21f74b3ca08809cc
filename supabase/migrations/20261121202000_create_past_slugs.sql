-- The public addresses that were somebody's: printed cards, QR codes and shared links still carry them. A row without a profile
-- is that of a deleted account. No caller reads the table; find_moved_slug answers for it.
create table private.past_slugs (
  slug text primary key,
  profile_id uuid references public.profiles (id) on delete set null,
  retired_at timestamptz not null default clock_timestamp()
);

create index past_slugs_profile_id_idx on private.past_slugs (profile_id, retired_at);

alter table private.past_slugs enable row level security;

revoke all on private.past_slugs from anon, authenticated, service_role;
