-- Queues the mails of a lead in its own transaction: one to the recipient, and where that is a salesperson one to the dealership, which
-- says whose the lead is. Both hold all that is needed to answer, and lead to the very lead. Mails that wait already lead to the list.
create or replace function private.queue_lead_mails(p_lead public.leads, p_vehicle public.vehicles) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  template text := case p_lead.kind when 'referral' then 'new-referral' else 'new-inquiry' end;
  recipient public.profiles;
  dealership public.profiles;
  data jsonb;
begin
  select * into recipient from public.profiles where id = p_lead.recipient_id;
  select * into dealership from public.profiles where id = p_lead.dealership_id and id <> p_lead.recipient_id;

  data := jsonb_strip_nulls(jsonb_build_object(
    'lead', p_lead.id,
    'recipient', p_lead.recipient_name,
    'dealership', private.display_name(dealership),
    'name', p_lead.name, 'email', p_lead.email, 'phone', p_lead.phone, 'message', p_lead.message,
    'referredName', p_lead.referred_name, 'referredPhone', p_lead.referred_phone,
    'vehicle', case when p_vehicle.id is not null then
      jsonb_build_object('id', p_vehicle.id, 'title', p_lead.vehicle_title, 'price', p_vehicle.price, 'vin', p_vehicle.vin)
    end
  ));

  if private.lead_mailbox(recipient) is not null then
    perform private.queue_mail(template, private.lead_mailbox(recipient), data || '{"reader": "recipient"}');
  end if;
  if private.lead_mailbox(dealership) is distinct from private.lead_mailbox(recipient)
    and private.lead_mailbox(dealership) is not null
  then
    perform private.queue_mail(template, private.lead_mailbox(dealership), data || '{"reader": "dealership"}');
  end if;
end
$$;
