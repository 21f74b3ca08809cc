-- What visitors ask for: inquiries, and friends whom they refer. Stored by public.receive_lead and public.receive_referral alone.
create table public.leads (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('vehicle_inquiry', 'general_inquiry', 'referral')),
  -- Whoever was asked. A salesperson's account may go: the dealership keeps the lead, and the name in recipient_name.
  recipient_id uuid references public.profiles (id) on delete set null,
  -- The dealership that the recipient was or worked for at that time; with it go its leads.
  dealership_id uuid references public.profiles (id) on delete cascade,
  recipient_name text not null default '' check (length(recipient_name) <= 120),
  vehicle_id uuid references public.vehicles (id) on delete set null,
  -- Stays when the vehicle goes.
  vehicle_title text check (length(vehicle_title) between 1 and 200),
  -- The customer; of a referral, whoever refers.
  name text not null check (length(name) between 1 and 120 and name !~ '[[:cntrl:]]'),
  email text check (length(email) <= 254 and email ~ '^[^[:space:][:cntrl:],;:<>()"\\@]+@[^[:space:][:cntrl:],;:<>()"\\@]+$'),
  phone text check (length(phone) between 1 and 40 and phone !~ '[[:cntrl:]]'),
  message text check (length(message) between 1 and 2000),
  referred_name text check (length(referred_name) between 1 and 120 and referred_name !~ '[[:cntrl:]]'),
  referred_phone text check (length(referred_phone) between 1 and 40 and referred_phone !~ '[[:cntrl:]]'),
  state text not null default 'Nuevo' check (state in ('Nuevo', 'En atención', 'Convertido', 'Perdido')),
  notes text not null default '' check (length(notes) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint leads_of_somebody check (recipient_id is not null or dealership_id is not null),
  constraint leads_vehicle check ((kind = 'vehicle_inquiry') = (vehicle_title is not null) and (vehicle_id is null or vehicle_title is not null)),
  constraint leads_contact check (
    case kind
      when 'referral' then phone is not null and referred_name is not null and referred_phone is not null and email is null
      else email is not null and referred_name is null and referred_phone is null
    end
  )
);

comment on table public.leads is 'Inquiries and referrals of visitors, with what the recipient makes of them.';

-- A page of a dealership's or a salesperson's leads, newest first, of all states or of one; the latter count what is new.
create index leads_dealership_id_idx on public.leads (dealership_id, created_at desc, id desc);
create index leads_dealership_state_idx on public.leads (dealership_id, state, created_at desc, id desc);
create index leads_recipient_id_idx on public.leads (recipient_id, created_at desc, id desc);
create index leads_recipient_state_idx on public.leads (recipient_id, state, created_at desc, id desc);
-- All leads of the platform, newest first, for administrators.
create index leads_created_at_idx on public.leads (created_at desc, id desc);
create index leads_vehicle_id_idx on public.leads (vehicle_id);

alter table public.leads enable row level security;

revoke all on public.leads from anon, authenticated, service_role;
grant select on public.leads to authenticated, service_role;
-- The recipient works on a lead; what the customer wrote nobody changes.
grant update (state, notes) on public.leads to authenticated;
