set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.find_reservation(p_vehicle public.vehicles, p_until date DEFAULT NULL::date, p_deposit numeric DEFAULT NULL::numeric)
 RETURNS public.deals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reservation public.deals;
begin
  select * into reservation from public.deals
  where vehicle_id = p_vehicle.id and kind = 'Apartado' and ended_at is null;
  if reservation.deposit is not null and private.told_stands(p_vehicle.user_id)
    and (p_until >= reservation.until
      and coalesce(round(p_deposit, 2) = reservation.deposit, true)) is not true
  then
    raise exception 'Este apartado tiene un depósito. Pide el cambio a quien ve los costos.';
  end if;
  return reservation;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_vehicle_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'Vendido' then
    update public.deals set ended_at = now(), ended_by = 'sold'
    where vehicle_id = new.id and kind = 'Apartado' and ended_at is null;
    insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind, seller_id)
    values (new.user_id, new.id, private.vehicle_title(new), 'Venta',
      private.dealing_seller(new.user_id));
  elsif tg_op = 'UPDATE' then
    if private.told_stands(new.user_id) and exists (
      select from public.deals where vehicle_id = new.id and kind = 'Venta' and ended_at is null
        and coalesce(price, commission) is not null)
    then
      raise exception 'La venta de % está completa. Pide el cambio a quien ve los costos.',
        private.vehicle_title(new);
    end if;
    update public.deals set ended_at = now(), ended_by = 'undone'
    where vehicle_id = new.id and kind = 'Venta' and ended_at is null;
    update public.deals set ended_at = null, ended_by = null
    where id = (select id from public.deals
      where vehicle_id = new.id and kind = 'Apartado' and ended_by = 'sold'
        and falls_back_at > now()
      order by created_at desc limit 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.told_stands(p_dealership_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(private.my_dealership() = p_dealership_id, false)
    and private.figures_of() is distinct from p_dealership_id;
$function$;

CREATE OR REPLACE FUNCTION public.release_vehicle(p_vehicle_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
begin
  perform private.end_reservations(array[(private.find_reservation(vehicle)).id], 'undone');
end
$function$;

CREATE OR REPLACE FUNCTION public.reserve_vehicle(p_vehicle_id uuid, p_until date, p_falls_back_at timestamp with time zone, p_buyer_name text DEFAULT NULL::text, p_buyer_phone text DEFAULT NULL::text, p_deposit numeric DEFAULT NULL::numeric, p_hide boolean DEFAULT false)
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
  if p_hide then
    update public.vehicles set published = false where id = vehicle.id and published;
  end if;
  return reservation.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.sell_vehicle(p_vehicle_id uuid, p_day date DEFAULT CURRENT_DATE, p_price numeric DEFAULT NULL::numeric, p_buyer_name text DEFAULT NULL::text, p_buyer_phone text DEFAULT NULL::text, p_seller_id uuid DEFAULT NULL::uuid, p_commission numeric DEFAULT NULL::numeric)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
  sale public.deals;
begin
  perform private.require_amounts(p_price, p_commission);
  if p_day not between '1950-01-01' and '2100-01-01' then
    raise check_violation using message = 'Elige un día entre 1950 y 2100.';
  end if;
  select * into sale from public.deals
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null;
  if found and private.told_stands(vehicle.user_id) then
    if round(p_price, 2) <> sale.price or round(p_commission, 2) <> sale.commission then
      raise exception 'Esta venta ya está completa. Pide el cambio a quien ve los costos.';
    end if;
    p_buyer_name := coalesce(sale.buyer_name, p_buyer_name);
    p_buyer_phone := coalesce(sale.buyer_phone, p_buyer_phone);
    if coalesce(sale.price, sale.commission) is not null then
      p_day := sale.day;
      p_seller_id := sale.seller_id;
    end if;
  end if;

  -- Also of one that is sold: whoever takes an import back sees that somebody changed it.
  update public.vehicles set status = 'Vendido' where id = vehicle.id;
  insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind)
  values (vehicle.user_id, vehicle.id, private.vehicle_title(vehicle), 'Venta')
  on conflict (vehicle_id, kind) where ended_at is null do nothing;
  update public.deals
  set day = coalesce(p_day, day), price = coalesce(p_price, price),
    buyer_name = coalesce(p_buyer_name, buyer_name),
    buyer_phone = coalesce(p_buyer_phone, buyer_phone),
    seller_id = coalesce(p_seller_id, seller_id), commission = coalesce(p_commission, commission)
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null
  returning id into sale.id;
  return sale.id;
end
$function$;

REVOKE ALL ON FUNCTION "private"."find_reservation"(public.vehicles, date, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_stands"(uuid) FROM PUBLIC;
