-- The profile that may receive a lead: active, a dealership or a salesperson, and of an active dealership if of any. Null for all others.
create function private.find_lead_recipient(p_recipient_id uuid) returns public.profiles
language sql stable
set search_path = ''
as $$
  select recipient
  from public.profiles as recipient
  left join public.profiles as dealership on dealership.id = recipient.dealership_id
  where recipient.id = p_recipient_id and recipient.is_active and recipient.role in ('concesionario', 'vendedor')
    and (recipient.dealership_id is null or dealership.is_active);
$$;

-- The vehicle that somebody asks this recipient about: of the recipient's dealership, and published unless one of its own people (or an
-- administrator) asks, who sees it on the private page.
create function private.find_lead_vehicle(p_vehicle_id uuid, p_recipient public.profiles, p_caller_id uuid) returns public.vehicles
language sql stable
set search_path = ''
as $$
  select vehicle
  from public.vehicles as vehicle
  where vehicle.id = p_vehicle_id
    and vehicle.user_id = coalesce(p_recipient.dealership_id, p_recipient.id)
    and (vehicle.published or exists (
      select from public.profiles
      where id = p_caller_id and is_active and (role = 'admin' or coalesce(dealership_id, id) = vehicle.user_id)
    ));
$$;

-- Stores a lead of a known recipient with its mails, unless it is a repetition or too many. Gives what became of it.
create function private.keep_lead(p_lead public.leads, p_vehicle public.vehicles, p_submission_id uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  fingerprint bytea := private.lead_fingerprint(p_lead);
  kept public.leads;
begin
  if private.is_repeated_lead(fingerprint, p_submission_id) then
    return 'repeated';
  elsif not private.may_send_lead(p_lead) then
    return 'limited';
  end if;

  insert into public.leads (kind, recipient_id, dealership_id, recipient_name, vehicle_id, vehicle_title, name, email, phone, message,
    referred_name, referred_phone)
  values (p_lead.kind, p_lead.recipient_id, p_lead.dealership_id, p_lead.recipient_name, p_lead.vehicle_id, p_lead.vehicle_title, p_lead.name,
    p_lead.email, p_lead.phone, p_lead.message, p_lead.referred_name, p_lead.referred_phone)
  returning * into kept;
  insert into private.lead_submissions (lead_id, fingerprint, submission_id) values (kept.id, fingerprint, p_submission_id);
  perform private.queue_lead_mails(kept, p_vehicle);
  return 'stored';
end
$$;

-- An inquiry, about a vehicle if one is given; one act with its mails. Gives 'stored', or 'repeated' for what is there already, or why not:
-- 'limited', 'no_recipient', 'no_vehicle'. p_caller_id is the signed-in person, if any. A recipient without a public page is
-- reached by way of a vehicle only.
create function public.receive_lead(
  p_recipient_id uuid, p_vehicle_id uuid, p_name text, p_email text, p_phone text, p_message text, p_submission_id uuid,
  p_caller_id uuid
) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
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
  lead.dealership_id := case recipient.role when 'concesionario' then recipient.id else recipient.dealership_id end;
  lead.name := trim(p_name);
  lead.email := trim(p_email);
  lead.phone := nullif(trim(p_phone), '');
  lead.message := nullif(trim(p_message), '');
  return private.keep_lead(lead, vehicle, p_submission_id);
end
$$;

-- A friend referred to a dealership or salesperson; the same answers.
create function public.receive_referral(
  p_recipient_id uuid, p_referrer_name text, p_referrer_phone text, p_referred_name text, p_referred_phone text, p_submission_id uuid
) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
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
  lead.dealership_id := case recipient.role when 'concesionario' then recipient.id else recipient.dealership_id end;
  lead.name := trim(p_referrer_name);
  lead.phone := trim(p_referrer_phone);
  lead.referred_name := trim(p_referred_name);
  lead.referred_phone := trim(p_referred_phone);
  return private.keep_lead(lead, null, p_submission_id);
end
$$;

revoke execute on function private.find_lead_recipient(uuid), private.find_lead_vehicle(uuid, public.profiles, uuid),
  private.keep_lead(public.leads, public.vehicles, uuid),
  public.receive_lead(uuid, uuid, text, text, text, text, uuid, uuid),
  public.receive_referral(uuid, text, text, text, text, uuid) from public;
grant execute on function public.receive_lead(uuid, uuid, text, text, text, text, uuid, uuid),
  public.receive_referral(uuid, text, text, text, text, uuid) to service_role;
