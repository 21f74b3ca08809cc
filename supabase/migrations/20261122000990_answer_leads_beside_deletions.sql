-- Stores a lead as before. Whoever is deleted while it comes in was there when it was looked up and is gone when the foreign key asks, which waits for the
-- deletion: such a lead is answered like one that came a moment later. Only the insert is taken back, so that the attempt counts.
create or replace function private.keep_lead(p_lead public.leads, p_vehicle public.vehicles, p_submission_id uuid) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  fingerprint bytea := private.lead_fingerprint(p_lead);
  kept public.leads;
  missing text;
begin
  if private.is_repeated_lead(fingerprint, p_submission_id) then
    return 'repeated';
  elsif not private.may_send_lead(p_lead) then
    return 'limited';
  end if;

  begin
    insert into public.leads (kind, recipient_id, dealership_id, recipient_name, vehicle_id, vehicle_title, name, email, phone, message,
      referred_name, referred_phone)
    values (p_lead.kind, p_lead.recipient_id, p_lead.dealership_id, p_lead.recipient_name, p_lead.vehicle_id, p_lead.vehicle_title, p_lead.name,
      p_lead.email, p_lead.phone, p_lead.message, p_lead.referred_name, p_lead.referred_phone)
    returning * into kept;
  exception
    when foreign_key_violation then
      get stacked diagnostics missing = constraint_name;
      return case missing when 'leads_vehicle_id_fkey' then 'no_vehicle' else 'no_recipient' end;
  end;

  insert into private.lead_submissions (lead_id, fingerprint, submission_id) values (kept.id, fingerprint, p_submission_id);
  perform private.queue_lead_mails(kept, p_vehicle);
  return 'stored';
end
$$;
