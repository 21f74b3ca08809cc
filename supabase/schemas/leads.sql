-- Customer inquiries, referrals and contacts after a tap. Written only by public.receive_lead,
-- public.receive_referral and public.make_tap_lead.
create table public.leads (
  id uuid primary key default gen_random_uuid(),
  kind text not null
    check (kind in ('vehicle_inquiry', 'general_inquiry', 'referral', 'direct_contact')),
  -- The person asked. If a salesperson's account is deleted, the dealership keeps the lead and the
  -- name in recipient_name.
  recipient_id uuid references public.profiles (id) on delete set null,
  -- The dealership that the recipient was or worked for; its leads go with it.
  dealership_id uuid references public.profiles (id) on delete cascade,
  recipient_name text not null default '' check (length(recipient_name) <= 120),
  vehicle_id uuid references public.vehicles (id) on delete set null,
  -- Stays when the vehicle is deleted.
  vehicle_title text check (length(vehicle_title) between 1 and 200),
  -- The customer; for a referral the referrer.
  name text not null check (length(name) between 1 and 120 and name !~ '[[:cntrl:]]'),
  email text check (
    length(email) <= 254
    and email ~ '^[^[:space:][:cntrl:],;:<>()"\\@]+@[^[:space:][:cntrl:],;:<>()"\\@]+$'
  ),
  phone text check (length(phone) between 1 and 40 and phone !~ '[[:cntrl:]]'),
  message text check (length(message) between 1 and 2000),
  referred_name text
    check (length(referred_name) between 1 and 120 and referred_name !~ '[[:cntrl:]]'),
  referred_phone text
    check (length(referred_phone) between 1 and 40 and referred_phone !~ '[[:cntrl:]]'),
  state text not null default 'Nuevo'
    check (state in ('Nuevo', 'En atención', 'Convertido', 'Perdido')),
  notes text not null default '' check (length(notes) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The team's next step and its reminder date.
  next_step text not null default ''
    check (length(next_step) <= 200 and next_step !~ '[[:cntrl:]]'),
  next_step_on date check (next_step_on between '1950-01-01' and '2100-01-01'),
  -- When the state first left 'Nuevo'; null if that was before it was recorded.
  answered_at timestamptz,

  constraint leads_of_somebody check (recipient_id is not null or dealership_id is not null),
  constraint leads_step_has_a_day check (next_step = '' or next_step_on is not null),
  constraint leads_vehicle check (
    ((kind = 'vehicle_inquiry') = (vehicle_title is not null) or kind = 'direct_contact')
    and (vehicle_id is null or vehicle_title is not null)
  ),
  constraint leads_contact check (
    case kind
      when 'referral' then phone is not null and referred_name is not null
        and referred_phone is not null and email is null
      -- A direct contact may have no e-mail.
      when 'direct_contact' then referred_name is null and referred_phone is null
      else email is not null and referred_name is null and referred_phone is null
    end
  )
);

-- Pages of a dealership's or salesperson's leads, newest first. Those with `state` serve pages of
-- one state and the number of new leads.
create index leads_dealership_id_idx on public.leads (dealership_id, created_at desc, id desc);
create index leads_dealership_state_idx on public.leads (
  dealership_id, state, created_at desc, id desc);
create index leads_recipient_id_idx on public.leads (recipient_id, created_at desc, id desc);
create index leads_recipient_state_idx on public.leads (
  recipient_id, state, created_at desc, id desc);

-- Partial: few leads have a next step.
create index leads_dealership_step_idx on public.leads (dealership_id, next_step_on)
  where next_step_on is not null;
create index leads_recipient_step_idx on public.leads (recipient_id, next_step_on)
  where next_step_on is not null;

-- Pages of the platform's leads for administrators, newest first, with or without a state.
create index leads_created_at_idx on public.leads (created_at desc, id desc);
create index leads_state_idx on public.leads (state, created_at desc, id desc);
create index leads_vehicle_id_idx on public.leads (vehicle_id);
alter table public.leads enable row level security;
grant select on public.leads to authenticated, service_role;
-- What a customer wrote is read-only; name and phone can be edited on direct contacts only.
grant update (state, notes, next_step, next_step_on, name, phone) on public.leads to authenticated;

-- People who see a lead may work on it: the recipient, the dealership and administrators.

-- A person sees the leads sent to them, except those of a former dealership.
create policy leads_select_recipient on public.leads for select to authenticated
  using (
    recipient_id = (select auth.uid())
    and (select private.is_proven())
    and (dealership_id is null or dealership_id = recipient_id
      or dealership_id = (select private.my_dealership()))
  );

-- A dealership sees all leads of its people, including those who left.
create policy leads_select_dealership on public.leads for select to authenticated
  using (dealership_id = (select private.my_team()));

-- An administrator sees every lead.
create policy leads_select_admin on public.leads for select to authenticated
  using ((select private.is_admin()));

-- A person edits the leads they see as recipient.
create policy leads_update_recipient on public.leads for update to authenticated
  using (
    recipient_id = (select auth.uid())
    and (select private.is_proven())
    and (dealership_id is null or dealership_id = recipient_id
      or dealership_id = (select private.my_dealership()))
  )
  with check (recipient_id = (select auth.uid()) and (select private.is_proven()));

-- A dealership edits all its leads.
create policy leads_update_dealership on public.leads for update to authenticated
  using (dealership_id = (select private.my_team()));

-- An administrator edits every lead.
create policy leads_update_admin on public.leads for update to authenticated
  using ((select private.is_admin()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.leads
  for each statement execute function private.refuse_caller_without_write();
create trigger touch_lead
  before update of state, notes, next_step, next_step_on, name, phone on public.leads
  for each row when (old is distinct from new)
  execute function private.touch_row();

create trigger clean_words
  before insert or update of recipient_name, vehicle_title, name, phone, referred_name,
    referred_phone, message, next_step
  on public.leads for each row execute function private.clean_words(
    'recipient_name vehicle_title name phone referred_name referred_phone next_step', 'message');

create function private.guard_customer() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated')
    and (old.kind <> 'direct_contact' or private.is_admin())
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  return new;
end
$$;
create trigger guard_customer
  before update of name, phone on public.leads
  for each row when ((old.name, old.phone) is distinct from (new.name, new.phone))
  execute function private.guard_customer();

create function private.note_answer() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.answered_at := now();
  return new;
end
$$;
create trigger note_answer
  before update of state on public.leads
  for each row when (old.state = 'Nuevo' and new.state <> 'Nuevo' and old.answered_at is null)
  execute function private.note_answer();

-- Leads cannot be deleted by clients, and customers' data stays out of the log; receive_lead logs
-- the leads that administrators send.
create trigger audit_admin_write
  after update on public.leads
  for each row execute function private.audit_admin_write('state', 'notes', 'next_step', 'next_step_on');
create trigger forget_in_log
  after delete on public.leads for each row execute function private.forget_in_log();

-- Leads of a salesperson without a dealership go with the account.
create function private.remove_own_leads() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.leads where recipient_id = old.id and dealership_id is null;
  return old;
end
$$;
create trigger remove_own_leads
  before delete on public.profiles for each row execute function private.remove_own_leads();

-- The searchable text of a lead, apart from its phones.
create function public.lead_text(lead public.leads) returns text
language sql immutable
return lower(extensions.unaccent('extensions.unaccent',
  coalesce(lead.name, '') || ' ' || coalesce(lead.referred_name, '') || ' '
    || coalesce(lead.email, '') || ' '
    || coalesce(lead.vehicle_title, '') || ' ' || coalesce(lead.message, '') || ' '
      || coalesce(lead.notes, '')));
grant execute on function public.lead_text(public.leads) to authenticated, service_role;
create index leads_search_idx on public.leads using gin (
  public.lead_text(leads) extensions.gin_trgm_ops, phone extensions.gin_trgm_ops,
  referred_phone extensions.gin_trgm_ops);

-- Builds a query for leads that match every pattern (digits also match phones) and, if given,
-- state, kind and recipient.
create function private.platform_leads(
  p_patterns text[], p_state text, p_kind text, p_recipient_id uuid
) returns text
language plpgsql immutable set search_path = '' as $$
declare
  pattern text;
  wanted text := 'select lead.* from public.leads as lead where true';
begin
  if p_state is not null then
    wanted := wanted || format(' and lead.state = %L', p_state);
  end if;
  if p_kind is not null then
    wanted := wanted || format(' and lead.kind = %L', p_kind);
  end if;
  if p_recipient_id is not null then
    wanted := wanted || format(' and lead.recipient_id = %L', p_recipient_id);
  end if;
  perform private.require_few_patterns(p_patterns);
  foreach pattern in array p_patterns loop
    wanted := wanted || format(' and (public.lead_text(lead) like %L', pattern);
    if pattern ~ '^%[-+._0-9]*[0-9][-+._0-9]*%$' then
      wanted := wanted || format(' or lead.phone like %1$L or lead.referred_phone like %1$L',
        '%' || regexp_replace(pattern, '[^0-9]', '', 'g') || '%');
    end if;
    wanted := wanted || ')';
  end loop;
  return wanted;
end
$$;
grant execute on function private.platform_leads(text[], text, text, uuid) to authenticated;

-- A page of the platform's leads for administrators, newest first, after the last lead of the
-- previous page. Bypasses row security, under which `like` cannot use the trigram index because it
-- is not leakproof.
create function public.search_platform_leads(
  p_patterns text[] default '{}', p_state text default null, p_kind text default null,
  p_recipient_id uuid default null, p_before timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_limit integer default 50
) returns setof public.leads
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query execute private.platform_leads(p_patterns, p_state, p_kind, p_recipient_id)
    || format(' and (lead.created_at, lead.id) < (%L, %L)
      order by lead.created_at desc, lead.id desc limit %s',
      p_before, p_before_id, greatest(least(p_limit, 1000), 0));
end
$$;
grant execute on function public.search_platform_leads(text[], text, text, uuid, timestamptz, uuid,
  integer) to authenticated;

-- The number of matching leads; above 10,000 an estimate.
create function public.count_platform_leads(
  p_patterns text[] default '{}', p_state text default null, p_kind text default null,
  p_recipient_id uuid default null
) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.count_about(private.platform_leads(p_patterns, p_state, p_kind, p_recipient_id));
end
$$;
grant execute on function public.count_platform_leads(text[], text, text, uuid) to authenticated;

-- The same for each state.
create function public.count_platform_leads_by_state(
  p_patterns text[] default '{}', p_kind text default null, p_recipient_id uuid default null
) returns table (state text, leads bigint)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select wanted, private.count_about(
      private.platform_leads(p_patterns, wanted, p_kind, p_recipient_id))
    from unnest(array['Nuevo', 'En atención', 'Convertido', 'Perdido']) as wanted;
end
$$;
grant execute on function public.count_platform_leads_by_state(text[], text, uuid)
  to authenticated;

-- Counts the leads that the caller may read, per state that has any; optionally of one dealership
-- or recipient, and with p_due_on only open ones with a next step due by then.
create function public.count_leads_by_state(
  p_dealership_id uuid default null, p_recipient_id uuid default null,
  p_patterns text[] default '{}', p_kind text default null, p_due_on date default null
) returns table (state text, leads bigint)
language plpgsql stable set search_path = '' as $$
declare
  wanted text := private.platform_leads(p_patterns, null, p_kind, p_recipient_id);
begin
  if p_dealership_id is not null then
    wanted := wanted || format(' and lead.dealership_id = %L', p_dealership_id);
  end if;
  if p_due_on is not null then
    wanted := wanted || format(
      $due$ and lead.next_step_on <= %L and lead.state in ('Nuevo', 'En atención')$due$, p_due_on);
  end if;
  return query execute
    'select found.state, count(*) from (' || wanted || ') as found group by found.state';
end
$$;
grant execute on function public.count_leads_by_state(uuid, uuid, text[], text, date)
  to authenticated;

-- Detects duplicate inquiries: forms that were submitted twice.
create table private.lead_submissions (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  -- A hash of everything the visitor sent.
  fingerprint bytea not null,
  -- The id that the dialog gave this submission, if any.
  submission_id uuid,
  created_at timestamptz not null default now()
);
create index lead_submissions_fingerprint_idx on private.lead_submissions (
  fingerprint, created_at desc);
alter table private.lead_submissions enable row level security;

create function private.lead_fingerprint(p_lead public.leads) returns bytea
language sql stable set search_path = '' as $$
  select extensions.digest(
    jsonb_build_array(
      p_lead.kind, p_lead.recipient_id, p_lead.vehicle_id, p_lead.name, lower(p_lead.email),
      p_lead.phone, p_lead.message, p_lead.referred_name, p_lead.referred_phone)::text,
    'sha256');
$$;

-- Whether the same form was received before: with the same submission id at any time, else within
-- ten minutes. Locks the content until the transaction ends, so that only one of twenty concurrent
-- submissions is first.
create function private.is_repeated_lead(p_fingerprint bytea, p_submission_id uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('lead:' || encode(p_fingerprint, 'hex'), 0));
  return exists (
    select from private.lead_submissions
    where fingerprint = p_fingerprint
      and (submission_id = p_submission_id or created_at > now() - interval '10 minutes')
  );
end
$$;

-- Whether the limits allow another lead. Checked in the same order everywhere to avoid deadlocks.
create function private.may_send_lead(p_lead public.leads) returns boolean
language plpgsql set search_path = '' as $$
declare
  network text := private.caller_address();
begin
  if network like '127.%' or network = '::/64' then
    if not private.is_within_limit('lead:machine', network) then
      return false;
    end if;
  elsif network is not null then
    if not private.is_within_limit('lead:network', network)
      or not private.is_within_limit(
        'lead:network-recipient', network || '|' || p_lead.recipient_id)
    then
      return false;
    end if;
  end if;
  return private.is_within_limit('lead:recipient', p_lead.recipient_id::text)
    and (p_lead.vehicle_id is null
      or private.is_within_limit('lead:vehicle', p_lead.vehicle_id::text));
end
$$;

-- The name that customers see.
create function private.display_name(p_profile public.profiles) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(trim(p_profile.config #>> '{profile,name}'), ''), p_profile.full_name);
$$;

-- The mail address for leads: the account's e-mail once proved, else null.
create function private.lead_mailbox(p_profile public.profiles) returns text
language sql stable set search_path = '' as $$
  select p_profile.email
  where private.is_email_proven(p_profile.id, p_profile.email)
    and length(p_profile.email) <= 254
    and p_profile.email ~ '^[^[:space:][:cntrl:],;:<>()"\\@]+@[^[:space:][:cntrl:],;:<>()"\\@]+$';
$$;

-- Queues a lead's mails: to the recipient, and for a salesperson also to the dealership, saying who
-- got the lead and whether they were mailed. Both contain everything needed to answer and link to
-- the lead; mails queued by earlier versions link to the list. The person who reassigns a lead gets
-- no mail.
create function private.queue_lead_mails(p_lead public.leads, p_vehicle public.vehicles)
returns void language plpgsql set search_path = '' as $$
declare
  template text := case p_lead.kind when 'referral' then 'new-referral' else 'new-inquiry' end;
  recipient public.profiles;
  dealership public.profiles;
  data jsonb;
  mails_recipient boolean;
begin
  select * into recipient from public.profiles where id = p_lead.recipient_id and is_active;
  select * into dealership from public.profiles where id = p_lead.dealership_id and is_active
    and id <> p_lead.recipient_id;
  mails_recipient := private.lead_mailbox(recipient) is not null
    and recipient.id is distinct from auth.uid();

  data := jsonb_strip_nulls(jsonb_build_object(
    'lead', p_lead.id,
    'recipient', p_lead.recipient_name,
    'dealership', private.display_name(dealership),
    'name', p_lead.name, 'email', p_lead.email, 'phone', p_lead.phone, 'message', p_lead.message,
    'referredName', p_lead.referred_name, 'referredPhone', p_lead.referred_phone,
    'currency', coalesce(dealership.config, recipient.config) #>> '{profile,currency}',
    'vehicle', case when p_vehicle.id is not null then jsonb_build_object('id', p_vehicle.id,
      'title', p_lead.vehicle_title, 'price', p_vehicle.price, 'vin', p_vehicle.vin) end
  ));

  if mails_recipient then
    perform private.queue_mail(
      template, private.lead_mailbox(recipient), data || '{"reader": "recipient"}');
  end if;
  if private.lead_mailbox(dealership) is distinct from private.lead_mailbox(recipient)
    and private.lead_mailbox(dealership) is not null
    and dealership.id is distinct from auth.uid()
  then
    perform private.queue_mail(
      template, private.lead_mailbox(dealership), data || jsonb_build_object(
        'reader', 'dealership', 'recipientMailed', mails_recipient));
  end if;
end
$$;

-- The profile, if it is an active dealership or salesperson whose own dealership, if any, is also
-- active. Otherwise null.
create function private.find_lead_recipient(p_recipient_id uuid) returns public.profiles
language sql stable set search_path = '' as $$
  select recipient
  from public.profiles as recipient
  left join public.profiles as dealership on dealership.id = recipient.dealership_id
  where recipient.id = p_recipient_id and recipient.is_active
    and recipient.role in ('concesionario', 'vendedor')
    and (recipient.dealership_id is null or dealership.is_active);
$$;

-- The vehicle asked about, if it belongs to the recipient's dealership and is published, or the
-- caller is one of its people or an administrator, who also see the private page.
create function private.find_lead_vehicle(
  p_vehicle_id uuid, p_recipient public.profiles, p_caller_id uuid) returns public.vehicles
language sql stable set search_path = '' as $$
  select vehicle
  from public.vehicles as vehicle
  where vehicle.id = p_vehicle_id
    and vehicle.user_id = coalesce(p_recipient.dealership_id, p_recipient.id)
    and (vehicle.published or exists (
      select from public.profiles
      where id = p_caller_id and is_active
        and (role = 'admin' or coalesce(dealership_id, id) = vehicle.user_id)
    ));
$$;

-- Stores a lead with its mails unless it is a repetition or over a limit, and returns the outcome.
-- The recipient may be deleted at the same time: the foreign key then fails, only the insert is
-- rolled back, so the attempt counts, and the answer is that of an unknown recipient. Leads sent by
-- administrators are logged with recipient and vehicle, without customer data. With round-robin the
-- lead goes to the next salesperson; repetitions are matched by the recipient the customer chose.
create function private.keep_lead(
  p_lead public.leads, p_vehicle public.vehicles, p_submission_id uuid, p_caller_id uuid
) returns text
language plpgsql set search_path = '' as $$
declare
  fingerprint bytea := private.lead_fingerprint(p_lead);
  seller public.profiles;
  kept public.leads;
  missing text;
begin
  if private.is_repeated_lead(fingerprint, p_submission_id) then
    return 'repeated';
  elsif not private.may_send_lead(p_lead) then
    return 'limited';
  end if;
  if p_lead.recipient_id = p_lead.dealership_id then
    seller := private.take_turn(p_lead.dealership_id);
    p_lead.recipient_id := coalesce(seller.id, p_lead.recipient_id);
    p_lead.recipient_name := coalesce(private.display_name(seller), p_lead.recipient_name);
  end if;

  begin
    insert into public.leads (
      kind, recipient_id, dealership_id, recipient_name, vehicle_id, vehicle_title, name, email,
      phone, message, referred_name, referred_phone)
    values (
      p_lead.kind, p_lead.recipient_id, p_lead.dealership_id, p_lead.recipient_name,
      p_lead.vehicle_id, p_lead.vehicle_title, p_lead.name, p_lead.email, p_lead.phone,
      p_lead.message, p_lead.referred_name, p_lead.referred_phone)
    returning * into kept;
  exception
    when foreign_key_violation then
      get stacked diagnostics missing = constraint_name;
      return case missing when 'leads_vehicle_id_fkey' then 'no_vehicle' else 'no_recipient' end;
  end;

  insert into private.lead_submissions (lead_id, fingerprint, submission_id)
    values (kept.id, fingerprint, p_submission_id);
  perform private.queue_lead_mails(kept, p_vehicle);
  perform private.queue_lead_pushes(kept);
  perform private.log_admin_write('insert', 'leads', kept.id, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', null, 'new', kept.recipient_id),
    'vehicle_id', jsonb_build_object('old', null, 'new', kept.vehicle_id)), p_caller_id);
  return 'stored';
end
$$;

-- Receives an inquiry, optionally about a vehicle, and queues its mails. Returns 'stored',
-- 'repeated', 'limited', 'no_recipient' or 'no_vehicle'. p_caller_id is the signed-in person, if
-- any. A recipient without a public page can only be reached through a vehicle.
create function public.receive_lead(
  p_recipient_id uuid, p_vehicle_id uuid, p_name text, p_email text, p_phone text, p_message text,
  p_submission_id uuid, p_caller_id uuid
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  recipient public.profiles := private.find_lead_recipient(p_recipient_id);
  vehicle public.vehicles;
  lead public.leads;
begin
  if recipient.id is null or (recipient.public_slug is null and p_vehicle_id is null) then
    return 'no_recipient';
  end if;
  if p_vehicle_id is not null then
    vehicle := private.find_lead_vehicle(p_vehicle_id, recipient, p_caller_id);
    if vehicle.id is null then
      return 'no_vehicle';
    end if;
    lead.vehicle_id := vehicle.id;
    lead.vehicle_title := concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year);
  end if;

  lead.kind := case when p_vehicle_id is null then 'general_inquiry' else 'vehicle_inquiry' end;
  lead.recipient_id := recipient.id;
  lead.recipient_name := private.display_name(recipient);
  lead.dealership_id :=
    case recipient.role when 'concesionario' then recipient.id else recipient.dealership_id end;
  lead.name := trim(p_name);
  lead.email := trim(p_email);
  lead.phone := nullif(trim(p_phone), '');
  lead.message := nullif(trim(p_message), '');
  return private.keep_lead(lead, vehicle, p_submission_id, p_caller_id);
end
$$;
grant execute on function public.receive_lead(
  uuid, uuid, text, text, text, text, uuid, uuid) to service_role;

-- Receives a referral to a dealership or salesperson; returns the same codes.
create function public.receive_referral(
  p_recipient_id uuid, p_referrer_name text, p_referrer_phone text, p_referred_name text,
  p_referred_phone text, p_submission_id uuid, p_caller_id uuid default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  recipient public.profiles := private.find_lead_recipient(p_recipient_id);
  lead public.leads;
begin
  if recipient.id is null or recipient.public_slug is null then
    return 'no_recipient';
  end if;
  lead.kind := 'referral';
  lead.recipient_id := recipient.id;
  lead.recipient_name := private.display_name(recipient);
  lead.dealership_id :=
    case recipient.role when 'concesionario' then recipient.id else recipient.dealership_id end;
  lead.name := trim(p_referrer_name);
  lead.phone := trim(p_referrer_phone);
  lead.referred_name := trim(p_referred_name);
  lead.referred_phone := trim(p_referred_phone);
  return private.keep_lead(lead, null, p_submission_id, p_caller_id);
end
$$;
grant execute on function public.receive_referral(
  uuid, text, text, text, text, uuid, uuid) to service_role;
