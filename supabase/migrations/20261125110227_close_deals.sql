set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.close_deals(p_vehicle public.vehicles)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.deals
  set vehicle_id = null,
    -- As much as the column holds, or nobody could delete the vehicle.
    cost = (select least(whole.cost, 999999999999.99)
      from private.whole_cost(p_vehicle.id) as whole (cost) where whole.cost is not null),
    acquired_on = coalesce((select figures.acquired_on from public.vehicle_figures as figures
      where figures.id = p_vehicle.id), p_vehicle.created_at::date),
    ended_at = case kind when 'Apartado' then coalesce(ended_at, now()) else ended_at end,
    ended_by = case kind when 'Apartado' then coalesce(ended_by, 'undone') else ended_by end
  where vehicle_id = p_vehicle.id;
$function$;

CREATE OR REPLACE FUNCTION private.end_due_reservations()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due public.deals[] := array(
    select deal from public.deals as deal
    where deal.kind = 'Apartado' and deal.ended_at is null and deal.falls_back_at <= now()
    for update skip locked);
  deal public.deals;
begin
  perform private.end_reservations(array(select id from unnest(due)), 'expired');
  foreach deal in array due loop
    continue when not private.is_within_limit('reservation-over', deal.dealership_id::text);
    perform private.queue_mail('reservation-over', reader.mailbox, jsonb_build_object(
      'vehicle', jsonb_build_object('id', deal.vehicle_id, 'title', deal.vehicle_title),
      'waiting', waiting.names))
    from (
      select distinct private.lead_mailbox(person) as mailbox
      from public.profiles as person
      where person.is_active and (person.id in (deal.dealership_id, deal.seller_id)
        or person.id in (select lead.recipient_id from public.leads as lead
          where lead.vehicle_id = deal.vehicle_id and lead.state in ('Nuevo', 'En atención')))
    ) as reader,
    (
      select coalesce(jsonb_agg(name), '[]') as names from (
        select coalesce(lead.referred_name, lead.name) as name
        from public.leads as lead
        where lead.vehicle_id = deal.vehicle_id and lead.state in ('Nuevo', 'En atención')
        order by lead.created_at desc limit 10) as asked
    ) as waiting
    where reader.mailbox is not null and deal.vehicle_id is not null;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.close_deals(old);
  delete from public.vehicle_figures where id = new.id;
  delete from public.vehicle_costs where vehicle_id = new.id;
  update public.vehicles set reserved_until = null
  where id = new.id and reserved_until is not null;
  return null;
end
$function$;

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
    -- Reservations of one dealership of whose end it is told, with a mail to each who waits: more
    -- than end on one evening. Others end unheard.
    ('reservation-over', 200, interval '24 hours'),
    -- Taps from one network: more than a crowd of customers behind one address.
    ('tap:network', 250, interval '10 minutes'),
    -- Notices that somebody sends to the own browsers to try them out.
    ('push:test', 10, interval '10 minutes')
  ) as limits (name, most, per)
  where name = p_name;
$function$;

CREATE OR REPLACE FUNCTION private.keep_figures_of_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.close_deals(old);
  return old;
end
$function$;

REVOKE ALL ON FUNCTION "private"."close_deals"(public.vehicles) FROM PUBLIC;

-- Of vehicles that were given away while they were reserved: nothing else ended that.
UPDATE public.deals SET ended_at = now(), ended_by = 'undone'
WHERE kind = 'Apartado' AND ended_at IS NULL AND vehicle_id IS NULL;

UPDATE public.vehicles AS vehicle SET reserved_until = null
WHERE reserved_until IS NOT NULL AND NOT EXISTS (
  SELECT FROM public.deals
  WHERE vehicle_id = vehicle.id AND kind = 'Apartado' AND ended_at IS NULL);
