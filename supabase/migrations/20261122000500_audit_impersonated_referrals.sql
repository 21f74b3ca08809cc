-- A referral that an administrator sends while acting for somebody leaves a line, as an inquiry does. p_caller_id is the signed-in person, if any;
-- whoever does not know of it calls as before.
drop function public.receive_referral(uuid, text, text, text, text, uuid);

create function public.receive_referral(
  p_recipient_id uuid, p_referrer_name text, p_referrer_phone text, p_referred_name text, p_referred_phone text, p_submission_id uuid,
  p_caller_id uuid default null
) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  recipient public.profiles := private.find_lead_recipient(p_recipient_id);
  lead public.leads;
  outcome text;
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
  outcome := private.keep_lead(lead, null, p_submission_id);
  if outcome = 'stored' then
    perform private.audit_impersonated_lead(lead, p_caller_id);
  end if;
  return outcome;
end
$$;

revoke execute on function public.receive_referral(uuid, text, text, text, text, uuid, uuid) from public;
grant execute on function public.receive_referral(uuid, text, text, text, text, uuid, uuid) to service_role;
