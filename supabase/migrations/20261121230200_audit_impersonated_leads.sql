-- An inquiry that an administrator sends while acting for somebody leaves a line, like every other write: to whom it went and about which
-- vehicle. What the form holds about a customer stays out of a log that never forgets.
create function private.audit_impersonated_lead(p_lead public.leads, p_caller_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  named text := private.request_header('x-impersonated-user');
begin
  if named is null
    or not exists (select from public.profiles where id = p_caller_id and role = 'admin' and is_active) then
    return;
  end if;
  if named !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise invalid_text_representation using message = 'x-impersonated-user no es un identificador.';
  end if;
  insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
  select p_caller_id, named::uuid, 'insert', 'leads', lead_id,
    jsonb_build_object(
      'recipient_id', jsonb_build_object('old', null, 'new', p_lead.recipient_id),
      'vehicle_id', jsonb_build_object('old', null, 'new', p_lead.vehicle_id))
  from private.lead_submissions
  where fingerprint = private.lead_fingerprint(p_lead)
  order by created_at desc
  limit 1;
end
$$;

revoke execute on function private.audit_impersonated_lead(public.leads, uuid) from public;

-- As before, and with the line.
create or replace function public.receive_lead(
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
  outcome text;
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
  outcome := private.keep_lead(lead, vehicle, p_submission_id);
  if outcome = 'stored' then
    perform private.audit_impersonated_lead(lead, p_caller_id);
  end if;
  return outcome;
end
$$;
