set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.queue_lead_mails(p_lead public.leads, p_vehicle public.vehicles)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  template text := case p_lead.kind when 'referral' then 'new-referral' else 'new-inquiry' end;
  recipient public.profiles;
  dealership public.profiles;
  data jsonb;
begin
  select * into recipient from public.profiles where id = p_lead.recipient_id;
  select * into dealership from public.profiles where id = p_lead.dealership_id
    and id <> p_lead.recipient_id;

  data := jsonb_strip_nulls(jsonb_build_object(
    'lead', p_lead.id,
    'recipient', p_lead.recipient_name,
    'dealership', private.display_name(dealership),
    'name', p_lead.name, 'email', p_lead.email, 'phone', p_lead.phone, 'message', p_lead.message,
    'referredName', p_lead.referred_name, 'referredPhone', p_lead.referred_phone,
    'vehicle', case when p_vehicle.id is not null then jsonb_build_object('id', p_vehicle.id,
      'title', p_lead.vehicle_title, 'price', p_vehicle.price, 'vin', p_vehicle.vin) end
  ));

  if private.lead_mailbox(recipient) is not null and recipient.id is distinct from auth.uid() then
    perform private.queue_mail(
      template, private.lead_mailbox(recipient), data || '{"reader": "recipient"}');
  end if;
  if private.lead_mailbox(dealership) is distinct from private.lead_mailbox(recipient)
    and private.lead_mailbox(dealership) is not null
    and dealership.id is distinct from auth.uid()
  then
    perform private.queue_mail(
      template, private.lead_mailbox(dealership), data || '{"reader": "dealership"}');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.works_for(p_seller_id uuid, p_dealership_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(p_dealership_id = private.my_team(), false)
    or private.is_admin()
    or (p_seller_id = auth.uid() and private.is_proven()
      and coalesce(p_dealership_id in (p_seller_id, private.my_dealership()),
        p_dealership_id is null));
$function$;

CREATE OR REPLACE FUNCTION public.make_tap_lead(p_tap_id uuid, p_name text DEFAULT ''::text, p_phone text DEFAULT ''::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tap public.contact_taps;
  vehicle public.vehicles;
  seller public.profiles;
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

  select * into vehicle from public.vehicles where id = tap.vehicle_id;
  select * into seller from public.profiles where id = coalesce(tap.seller_id, tap.dealership_id);
  insert into public.leads (
    kind, recipient_id, dealership_id, recipient_name, vehicle_id, vehicle_title, name, phone,
    state)
  values (
    'direct_contact', seller.id, tap.dealership_id, private.display_name(seller), vehicle.id,
    nullif(concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year), ''),
    coalesce(nullif(trim(p_name), ''), 'Cliente sin nombre'),
    -- As contract/lead.ts says: with a plus and digits alone, or as it was typed.
    nullif(regexp_replace(trim(p_phone), case when trim(p_phone) like '+%' then '[^+0-9]' else '' end,
      '', 'g'), ''),
    'En atención')
  returning id into made;
  update public.contact_taps set lead_id = made where id = tap.id;
  perform private.log_admin_write('insert', 'leads', made, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', null, 'new', seller.id),
    'vehicle_id', jsonb_build_object('old', null, 'new', vehicle.id)), auth.uid());
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.reassign_lead(p_lead_id uuid, p_recipient_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  end if;

  update public.leads
  set recipient_id = recipient.id, recipient_name = private.display_name(recipient),
    updated_at = now()
  where id = before.id
  returning * into lead;
  select * into vehicle from public.vehicles where id = lead.vehicle_id;
  perform private.queue_lead_mails(lead, vehicle);
  perform private.log_admin_write('update', 'leads', lead.id, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', before.recipient_id, 'new', lead.recipient_id)));
end
$function$;

REVOKE ALL ON FUNCTION "private"."works_for"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."reassign_lead"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reassign_lead"(uuid, uuid) TO "authenticated";
