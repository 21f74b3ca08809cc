set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.record_contact_tap(p_seller_id uuid, p_channel text, p_code text, p_vehicle_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seller public.profiles := private.find_lead_recipient(p_seller_id);
  owner_id uuid := coalesce(seller.dealership_id, seller.id);
  vehicle public.vehicles;
begin
  if seller.id is null or private.is_own_visit(owner_id) then
    return;
  elsif p_vehicle_id is null then
    if seller.public_slug is null then return; end if;
  else
    vehicle := private.find_lead_vehicle(p_vehicle_id, seller, null);
    if vehicle.id is null then return; end if;
  end if;

  if not private.is_within_limit('tap:network', coalesce(private.caller_address(), '')) then
    return;
  end if;

  insert into public.contact_taps (
    seller_id, dealership_id, vehicle_id, channel, codes, visitor)
  values (
    seller.id,
    case seller.role when 'concesionario' then seller.id else seller.dealership_id end,
    vehicle.id, p_channel, array[p_code],
    private.visitor_of_day(concat_ws('|', 'tap', p_channel, seller.id, vehicle.id)))
  on conflict (visitor) do update set codes = contact_taps.codes || excluded.codes
    where cardinality(contact_taps.codes) < 5 and not contact_taps.codes @> excluded.codes;
end
$function$;
