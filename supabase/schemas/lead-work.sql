-- Actions on leads other than state and notes, which clients write under row security.

-- Whether the caller works on the leads and taps of this person at this dealership, as the policies
-- of both tables say.
create function private.works_for(p_seller_id uuid, p_dealership_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(p_dealership_id = private.my_team(), false)
    or private.is_admin()
    or (p_seller_id = auth.uid() and private.is_proven()
      and coalesce(p_dealership_id in (p_seller_id, private.my_dealership()),
        p_dealership_id is null));
$$;

-- Makes a lead from a tap that the caller sees, with name and phone from the chat; returns its id.
-- A second call for the same tap returns the first lead.
create function public.make_tap_lead(p_tap_id uuid, p_name text default '', p_phone text default '')
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  tap public.contact_taps;
  vehicle public.vehicles;
  seller public.profiles;
  typed_phone text := private.clean_line(p_phone);
  made uuid;
begin
  perform private.require_write();
  select * into tap from public.contact_taps
  where id = p_tap_id and private.works_for(seller_id, dealership_id)
  for update;
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif tap.lead_id is not null then
    return tap.lead_id;
  end if;

  -- A vehicle that has moved to another dealership is not shown.
  select * into vehicle from public.vehicles
  where id = tap.vehicle_id and user_id = tap.dealership_id;
  -- Nor is a salesperson who left: the dealership handles the lead.
  select * into seller from public.profiles
  where id in (tap.seller_id, tap.dealership_id)
    and (tap.dealership_id is null or tap.dealership_id in (id, dealership_id))
  order by id = tap.seller_id desc nulls last limit 1;
  insert into public.leads (
    kind, recipient_id, dealership_id, recipient_name, vehicle_id, vehicle_title, name, phone,
    state)
  values (
    'direct_contact', seller.id, tap.dealership_id, private.display_name(seller), vehicle.id,
    nullif(concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year), ''),
    coalesce(nullif(private.clean_line(p_name), ''), 'Cliente sin nombre'),
    -- As contract/lead.ts: plus sign and digits only, or the text as typed.
    nullif(case when typed_phone ~ '^\+[^[:alpha:];#]*$'
      then regexp_replace(typed_phone, '[^+0-9]', '', 'g') else typed_phone end, ''),
    'En atención')
  returning id into made;
  update public.contact_taps set lead_id = made where id = tap.id;
  perform private.log_admin_write('insert', 'leads', made, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', null, 'new', seller.id),
    'vehicle_id', jsonb_build_object('old', null, 'new', vehicle.id)), auth.uid());
  return made;
end
$$;
grant execute on function public.make_tap_lead(uuid, text, text) to authenticated;

-- Reassigns a lead that the caller works on to another person of its dealership, who gets the mail
-- of a new lead. The customer's message, state and notes stay.
create function public.reassign_lead(p_lead_id uuid, p_recipient_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.leads;
  lead public.leads;
  vehicle public.vehicles;
  recipient public.profiles := private.find_lead_recipient(p_recipient_id);
begin
  perform private.require_write();
  select * into before from public.leads
  where id = p_lead_id and private.works_for(recipient_id, dealership_id)
  for update;
  if not found or recipient.id is null
    or coalesce(recipient.dealership_id, recipient.id) is distinct from before.dealership_id
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif before.recipient_id is not distinct from recipient.id then
    return;
  elsif not private.is_within_limit('reassign', auth.uid()::text) then
    raise exception 'Demasiados intentos. Espera un momento e inténtalo de nuevo.'
      using errcode = 'PT429';
  end if;

  update public.leads
  set recipient_id = recipient.id, recipient_name = private.display_name(recipient),
    updated_at = now()
  where id = before.id
  returning * into lead;
  select * into vehicle from public.vehicles
  where id = lead.vehicle_id and user_id = lead.dealership_id;
  perform private.queue_lead_mails(lead, vehicle);
  perform private.queue_lead_pushes(lead);
  perform private.log_admin_write('update', 'leads', lead.id, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', before.recipient_id, 'new', lead.recipient_id)));
end
$$;
grant execute on function public.reassign_lead(uuid, uuid) to authenticated;

-- The person whom an administrator acts for, else the caller.
create function private.working_person() returns public.profiles
language sql stable set search_path = '' as $$
  select person from public.profiles as person
  where person.id = coalesce(private.impersonated_by(auth.uid()), auth.uid());
$$;

-- Marks a new lead as in progress when its recipient answers it, or the dealership if the recipient
-- left. Returns whether it did; a colleague's lead is not changed.
create function public.answer_lead(p_lead_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  lead public.leads;
  person public.profiles := private.working_person();
  holder public.profiles;
begin
  perform private.require_write();
  select * into lead from public.leads
  where id = p_lead_id and private.works_for(recipient_id, dealership_id)
  for update;
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif lead.state <> 'Nuevo' then
    return false;
  elsif lead.recipient_id is distinct from person.id then
    holder := private.find_lead_recipient(lead.recipient_id);
    if lead.dealership_id is distinct from person.id
      or coalesce(holder.dealership_id, holder.id) = lead.dealership_id
    then
      return false;
    end if;
    perform private.log_admin_write('update', 'leads', lead.id, jsonb_build_object(
      'recipient_id', jsonb_build_object('old', lead.recipient_id, 'new', person.id)));
  end if;

  update public.leads
  set state = 'En atención', recipient_id = person.id, recipient_name = private.display_name(person)
  where id = lead.id;
  return true;
end
$$;
grant execute on function public.answer_lead(uuid) to authenticated;

-- Reverts answer_lead: the lead is new and unanswered. A lead taken over from a person who left
-- stays with the dealership.
create function public.undo_answer(p_lead_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles := private.working_person();
begin
  perform private.require_write();
  update public.leads
  set state = 'Nuevo', answered_at = null
  where id = p_lead_id and recipient_id = person.id and state = 'En atención'
    and private.works_for(recipient_id, dealership_id);
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
end
$$;
grant execute on function public.undo_answer(uuid) to authenticated;

-- Vehicle ids with acquisition dates of an inventory, as far as the caller sees figures. A single
-- JSON value, so that one response holds any number of vehicles.
create function public.get_acquired_days(p_dealership_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(id, acquired_on)), '[]')
  from public.vehicle_figures
  where dealership_id = p_dealership_id and acquired_on is not null;
$$;
grant execute on function public.get_acquired_days(uuid) to authenticated;

-- Photo count, and count of the dealership's leads visible to the caller, for each vehicle of an
-- inventory. A single JSON value, so that one response holds any number of vehicles.
create function public.get_inventory_figures(p_dealership_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'id', vehicle.id, 'photos', cardinality(vehicle.images),
      'leads', coalesce(asked.leads, 0))),
    '[]')
  from public.vehicles as vehicle
  left join (
    select lead.vehicle_id, count(*) as leads
    from public.leads as lead
    where lead.dealership_id = p_dealership_id and lead.vehicle_id is not null
    group by lead.vehicle_id
  ) as asked on asked.vehicle_id = vehicle.id
  where vehicle.user_id = p_dealership_id;
$$;
grant execute on function public.get_inventory_figures(uuid) to authenticated;
