set local search_path = pg_catalog;

set local check_function_bodies = off;

ALTER TABLE "public"."contact_taps" DROP CONSTRAINT "contact_taps_codes_check";

CREATE OR REPLACE FUNCTION private.are_tap_codes(p_values text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_ndims(p_values) = 1 and array_lower(p_values, 1) = 1
    and cardinality(p_values) <= 5
    and bool_and(value is not null and value ~ '^[A-HJKMNP-Z2-9]{6}$'), false)
  from unnest(p_values) as value;
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
    join public.vehicles as vehicle on vehicle.id = deal.vehicle_id
    where deal.kind = 'Apartado' and deal.ended_at is null and deal.falls_back_at <= now()
    for no key update skip locked);
  deal public.deals;
begin
  perform private.end_reservations(array(select id from unnest(due)), 'expired');
  foreach deal in array due loop
    continue when not private.is_within_limit('reservation-over', deal.dealership_id::text);
    perform private.queue_mail(
      'reservation-over', private.lead_mailbox(person), jsonb_build_object(
        'vehicle', jsonb_build_object('id', deal.vehicle_id, 'title', deal.vehicle_title),
        'waiting', waiting.names))
    from private.active_owners as dealership
    join public.profiles as person
      on dealership.id in (person.id, person.dealership_id) and person.is_active
    cross join lateral (
      select coalesce(jsonb_agg(name), '[]') as names from (
        select coalesce(lead.referred_name, lead.name) as name
        from public.leads as lead
        where lead.vehicle_id = deal.vehicle_id and lead.dealership_id = dealership.id
          and person.id in (lead.recipient_id, lead.dealership_id)
          and lead.state in ('Nuevo', 'En atención')
        order by lead.created_at desc limit 10) as asked
    ) as waiting
    where dealership.id = deal.dealership_id and private.lead_mailbox(person) is not null
      and (person.id in (deal.dealership_id, deal.seller_id) or waiting.names <> '[]');
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_republish()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.deals set republish = false where vehicle_id = new.id and republish;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_figures_of_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Raises where the caller may not end the reservation.
  perform private.find_reservation(old);
  perform private.close_deals(old);
  return old;
end
$function$;

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
$function$;

CREATE OR REPLACE FUNCTION private.refuse_view_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise insufficient_privilege using message = 'Acceso denegado';
end
$function$;

CREATE OR REPLACE FUNCTION public.check_vehicle_deletion(p_vehicle_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.find_reservation(private.find_own_vehicle(p_vehicle_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.reserve_vehicle(p_vehicle_id uuid, p_until date, p_falls_back_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_buyer_name text DEFAULT NULL::text, p_buyer_phone text DEFAULT NULL::text, p_deposit numeric DEFAULT NULL::numeric, p_hide boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
  reservation public.deals := private.find_reservation(vehicle, p_until, p_deposit);
begin
  perform private.require_amounts(p_deposit);
  p_falls_back_at := coalesce(p_falls_back_at,
    (p_until + 1)::timestamp at time zone private.zone_of(vehicle.user_id));
  if private.told_stands(vehicle.user_id) then
    p_buyer_name := coalesce(reservation.buyer_name, p_buyer_name);
    p_buyer_phone := coalesce(reservation.buyer_phone, p_buyer_phone);
    if reservation.deposit is not null then
      p_falls_back_at := greatest(p_falls_back_at, reservation.falls_back_at);
    end if;
  end if;
  if vehicle.status = 'Vendido' then
    raise exception 'Este vehículo ya está vendido.';
  elsif (p_falls_back_at > now() and p_falls_back_at <= now() + interval '366 days'
    and p_falls_back_at between p_until - interval '14 hours' and p_until + interval '38 hours')
    is not true
  then
    raise check_violation using message = 'Elige un día desde hoy y de este año.';
  end if;
  -- Before the reservation says that it shows the vehicle again: each change of `published` ends that.
  if p_hide then
    update public.vehicles set published = false where id = vehicle.id and published;
  end if;
  insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind, until, falls_back_at,
    buyer_name, buyer_phone, deposit, seller_id, republish)
  values (vehicle.user_id, vehicle.id, private.vehicle_title(vehicle), 'Apartado', p_until,
    p_falls_back_at, p_buyer_name, p_buyer_phone, p_deposit,
    private.dealing_seller(vehicle.user_id), p_hide and vehicle.published)
  on conflict (vehicle_id, kind) where ended_at is null do update
  set until = excluded.until, falls_back_at = excluded.falls_back_at,
    buyer_name = coalesce(excluded.buyer_name, deals.buyer_name),
    buyer_phone = coalesce(excluded.buyer_phone, deals.buyer_phone),
    deposit = coalesce(excluded.deposit, deals.deposit),
    republish = deals.republish or excluded.republish
  returning * into reservation;
  return reservation.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.take_rows(p_part text, p_after text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dealership uuid := private.my_team();
  rows jsonb;
begin
  perform private.require_proven();
  if dealership is null then
    raise insufficient_privilege using
      message = 'Solo el concesionario puede llevarse todos sus datos.';
  end if;
  case p_part
    when 'leads' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, kind, state, recipient_name, vehicle_title, name, email, phone,
          message, referred_name, referred_phone, notes, next_step, next_step_on, answered_at
        from public.leads
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'taps' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select tap.id::text, tap.created_at, tap.channel, private.display_name(seller) as seller_name,
          private.vehicle_title(vehicle) as vehicle_title, array_to_string(tap.codes, ' ') as codes
        from public.contact_taps as tap
        left join public.profiles as seller on seller.id = tap.seller_id
        left join public.vehicles as vehicle
          on vehicle.id = tap.vehicle_id and vehicle.user_id = dealership
        where tap.dealership_id = dealership and tap.id::text > p_after
        order by tap.id::text limit 1000) as part;
    when 'team' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, full_name, email, phone, is_active, public_slug,
          exists (select from public.figure_viewers as viewer where viewer.id = person.id)
            as sees_figures
        from public.profiles as person
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'deals' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, kind, day, vehicle_title, price, deposit, buyer_name,
          buyer_phone, seller_name, commission, cost, acquired_on, until, ended_by, ended_at, note
        from public.deals
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'costs' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select cost.id::text, cost.spent_on, private.vehicle_title(vehicle) as vehicle_title,
          vehicle.stock_number, vehicle.vin, cost.label, cost.amount, cost.vehicle_id
        from public.vehicle_costs as cost
        join public.vehicles as vehicle on vehicle.id = cost.vehicle_id
        where cost.dealership_id = dealership and cost.id::text > p_after
        order by cost.id::text limit 1000) as part;
    when 'prices' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select change.id::text, change.created_at,
          private.vehicle_title(vehicle) as vehicle_title, vehicle.stock_number, vehicle.vin, change.old_price,
          change.new_price, change.vehicle_id
        from public.price_changes as change
        join public.vehicles as vehicle on vehicle.id = change.vehicle_id
        where vehicle.user_id = dealership and change.id::text > p_after
        order by change.id::text limit 1000) as part;
    when 'settings' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, full_name, email, phone, public_slug, custom_domain, config
        from public.profiles where id = dealership and id::text > p_after) as part;
  end case;
  return coalesce(rows, '[]');
end
$function$;

CREATE TRIGGER tell_pages AFTER DELETE OR UPDATE OF profile_id ON private.past_slugs FOR EACH ROW EXECUTE FUNCTION private.tell_pages('profile_id');

CREATE TRIGGER refuse_view_write INSTEAD OF INSERT OR DELETE OR UPDATE ON public.lot FOR EACH ROW EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER refuse_view_write INSTEAD OF INSERT OR DELETE OR UPDATE ON public.sales FOR EACH ROW EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER refuse_view_write INSTEAD OF INSERT OR DELETE OR UPDATE ON public.sales_by_month FOR EACH ROW EXECUTE FUNCTION private.refuse_view_write();

CREATE TRIGGER forget_republish AFTER UPDATE OF published ON public.vehicles FOR EACH ROW WHEN ((old.published <> new.published)) EXECUTE FUNCTION private.forget_republish();

REVOKE ALL ON FUNCTION "private"."are_tap_codes"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_tap_codes"(text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."forget_republish"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_view_write"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."check_vehicle_deletion"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_vehicle_deletion"(uuid) TO "authenticated";

-- A code was accepted with up to five times its length.
update public.contact_taps set codes = array(
  select substr(array_to_string(codes, ''), place, 6)
  from generate_series(1, length(array_to_string(codes, '')), 6) as place order by place)
where not private.are_tap_codes(codes);

ALTER TABLE "public"."contact_taps" ADD CONSTRAINT "contact_taps_codes_check" CHECK (private.are_tap_codes(codes));
