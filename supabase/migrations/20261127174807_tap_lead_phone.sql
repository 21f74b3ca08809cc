set local search_path = pg_catalog;

set local check_function_bodies = off;

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

  -- What an administrator gave to another dealership meanwhile is that one's to show.
  select * into vehicle from public.vehicles
  where id = tap.vehicle_id and user_id = tap.dealership_id;
  select * into seller from public.profiles where id = coalesce(tap.seller_id, tap.dealership_id);
  insert into public.leads (
    kind, recipient_id, dealership_id, recipient_name, vehicle_id, vehicle_title, name, phone,
    state)
  values (
    'direct_contact', seller.id, tap.dealership_id, private.display_name(seller), vehicle.id,
    nullif(concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year), ''),
    coalesce(nullif(private.clean_line(p_name), ''), 'Cliente sin nombre'),
    -- As contract/lead.ts says: with a plus and digits alone, or as it was typed.
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
$function$;
