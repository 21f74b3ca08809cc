set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_within_limit(p_name text, p_key text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.take_attempt(p_name, p_key, most, per)
  from (values
    -- Requests for access from one network: an office signs up its people. Each makes an account
    -- and a mail.
    ('access-request', 60, interval '1 hour'),
    -- Other requests in the place of one that waits. They count apart from the links, or whoever
    -- asks for links would keep the owner's request from being stored.
    ('ask-again', 10, interval '10 minutes'),
    -- Links that are mailed to one mailbox, also those that backend/auth/limits.ts counts as verifyTo:
    -- whoever asks again every minute would end each link before its owner has opened it.
    ('verify-to', 4, interval '10 minutes'),
    -- Accounts that one dealership opens; once one opened forty in seconds.
    ('create-salesperson', 10, interval '1 hour'),
    ('create-salesperson-day', 30, interval '24 hours'),
    -- E-mails that a dealership changes: a new one displaces as a new account does.
    ('change-salesperson-email', 10, interval '1 hour'),
    -- Looks at one dealership's domain: each sends questions into the network.
    ('domain check', 10, interval '10 minutes'),
    -- Leads from one network, for spam comes from few.
    ('lead:network', 30, interval '10 minutes'),
    ('lead:network-recipient', 10, interval '10 minutes'),
    -- Leads from this very machine: those of all visitors where a proxy tells nobody's address, and
    -- as many as all customers of a busy Saturday.
    ('lead:machine', 250, interval '1 hour'),
    -- Leads to one recipient or about one vehicle: far above a busy Saturday, to keep a flood out.
    ('lead:recipient', 300, interval '1 hour'),
    ('lead:vehicle', 250, interval '1 hour'),
    -- Leads that one person hands on, with two mails each: all that a salesperson who leaves had.
    ('reassign', 300, interval '1 hour'),
    -- Taps from one network: more than a crowd of customers behind one address.
    ('tap:network', 250, interval '10 minutes'),
    -- Notices that somebody sends to the own browsers to try them out.
    ('push:test', 10, interval '10 minutes')
  ) as limits (name, most, per)
  where name = p_name;
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
$function$;
