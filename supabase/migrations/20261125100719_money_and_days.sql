set local search_path = pg_catalog;

set local check_function_bodies = off;

ALTER TABLE "public"."deals" DROP CONSTRAINT "deals_commission_check";

ALTER TABLE "public"."deals" DROP CONSTRAINT "deals_deposit_check";

ALTER TABLE "public"."deals" DROP CONSTRAINT "deals_price_check";

ALTER TABLE "public"."vehicle_costs" DROP CONSTRAINT "vehicle_costs_amount_check";

ALTER TABLE "public"."vehicle_figures" DROP CONSTRAINT "vehicle_figures_cost_check";

-- What existing rows hold beyond that: a sale on no day of these times was made when it was noted;
-- an amount that is no number is unknown, and an expense of such an amount goes; a next step is
-- moved to the first or the last day; a vehicle that changes in the future has changed now. No page
-- or list changes otherwise.
ALTER TABLE public.deals DISABLE TRIGGER USER;

ALTER TABLE public.vehicle_figures DISABLE TRIGGER USER;

ALTER TABLE public.vehicle_costs DISABLE TRIGGER USER;

ALTER TABLE public.leads DISABLE TRIGGER USER;

ALTER TABLE public.vehicles DISABLE TRIGGER USER;

UPDATE public.deals SET day = created_at::date
WHERE day NOT BETWEEN '1950-01-01' AND '2100-01-01';

UPDATE public.deals
SET price = nullif(price, 'NaN'), deposit = nullif(deposit, 'NaN'),
  commission = nullif(commission, 'NaN'), cost = nullif(cost, 'NaN')
WHERE 'NaN' IN (price, deposit, commission, cost);

UPDATE public.vehicle_figures SET cost = null WHERE cost = 'NaN';

DELETE FROM public.vehicle_costs WHERE amount = 'NaN';

UPDATE public.leads SET next_step_on = greatest('1950-01-01', least('2100-01-01', next_step_on))
WHERE next_step_on NOT BETWEEN '1950-01-01' AND '2100-01-01';

UPDATE public.vehicles SET updated_at = now() WHERE updated_at NOT BETWEEN '2000-01-01' AND now();

ALTER TABLE public.deals ENABLE TRIGGER USER;

ALTER TABLE public.vehicle_figures ENABLE TRIGGER USER;

ALTER TABLE public.vehicle_costs ENABLE TRIGGER USER;

ALTER TABLE public.leads ENABLE TRIGGER USER;

ALTER TABLE public.vehicles ENABLE TRIGGER USER;

CREATE OR REPLACE FUNCTION private.guard_vehicle()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated') then
    new.views := case tg_op when 'UPDATE' then old.views else 0 end;
    new.created_at := case tg_op when 'UPDATE' then old.created_at else now() end;
    new.updated_at := case tg_op when 'UPDATE' then old.updated_at else now() end;
    new.reserved_until := case tg_op when 'UPDATE' then old.reserved_until end;
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
  end if;
  new.brand := trim(new.brand);
  new.model := trim(new.model);
  new.vin := nullif(upper(trim(new.vin)), '');
  new.price := nullif(trim(new.price), '');
  new.transmission := nullif(trim(new.transmission), '');
  new.color := nullif(trim(new.color), '');
  new.fuel_type := nullif(trim(new.fuel_type), '');
  new.engine := nullif(trim(new.engine), '');
  new.trim := nullif(trim(new.trim), '');
  new.body_style := nullif(trim(new.body_style), '');
  new.drivetrain := nullif(trim(new.drivetrain), '');
  new.interior_color := nullif(trim(new.interior_color), '');
  new.title_status := nullif(trim(new.title_status), '');
  new.history_url := nullif(trim(new.history_url), '');
  new.equipment := array(
    select trim(item) from unnest(new.equipment) with ordinality as told (item, n)
    where trim(item) <> '' group by trim(item) order by min(n));
  new.description := nullif(trim(new.description), '');
  new.images := coalesce(new.images, '{}');
  new.status := case lower(trim(new.status))
    when 'disponible' then 'Disponible'
    when 'vendido' then 'Vendido'
    when 'en revisión' then 'En revisión'
    else new.status
  end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_figures_of_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.deals
  set vehicle_id = null,
    -- As much as the column holds, or nobody could delete the vehicle.
    cost = (select least(whole.cost, 999999999999.99)
      from private.whole_cost(old.id) as whole (cost) where whole.cost is not null),
    acquired_on = coalesce((select figures.acquired_on from public.vehicle_figures as figures
      where figures.id = old.id), old.created_at::date),
    ended_at = case kind when 'Apartado' then coalesce(ended_at, now()) else ended_at end,
    ended_by = case kind when 'Apartado' then coalesce(ended_by, 'undone') else ended_by end
  where vehicle_id = old.id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_amounts(VARIADIC p_amounts numeric[])
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if exists (select from unnest(p_amounts) as amount where amount not between 0 and 9999999999.99)
  then
    raise check_violation using message = 'Escribe una cantidad, como 15,000.';
  end if;
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
  reservation uuid;
begin
  perform private.require_amounts(p_deposit);
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
  returning id into reservation;
  if p_hide then
    update public.vehicles set published = false where id = vehicle.id and published;
  end if;
  return reservation;
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
  sale uuid;
begin
  perform private.require_amounts(p_price, p_commission);
  if p_day not between '1950-01-01' and '2100-01-01' then
    raise check_violation using message = 'Elige un día entre 1950 y 2100.';
  end if;
  update public.vehicles set status = 'Vendido' where id = vehicle.id and status <> 'Vendido';
  insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind)
  values (vehicle.user_id, vehicle.id, private.vehicle_title(vehicle), 'Venta')
  on conflict (vehicle_id, kind) where ended_at is null do nothing;
  update public.deals
  set day = coalesce(p_day, day), price = coalesce(p_price, price),
    buyer_name = coalesce(p_buyer_name, buyer_name),
    buyer_phone = coalesce(p_buyer_phone, buyer_phone),
    seller_id = coalesce(p_seller_id, seller_id), commission = coalesce(p_commission, commission)
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null
  returning id into sale;
  return sale;
end
$function$;

ALTER TABLE "public"."deals" ADD CONSTRAINT "deals_commission_check" CHECK (((commission >= (0)::numeric) AND (commission <> 'NaN'::numeric)));

ALTER TABLE "public"."deals" ADD CONSTRAINT "deals_day_check" CHECK (((day >= '1950-01-01'::date) AND (day <= '2100-01-01'::date)));

ALTER TABLE "public"."deals" ADD CONSTRAINT "deals_deposit_check" CHECK (((deposit >= (0)::numeric) AND (deposit <> 'NaN'::numeric)));

ALTER TABLE "public"."deals" ADD CONSTRAINT "deals_price_check" CHECK (((price >= (0)::numeric) AND (price <> 'NaN'::numeric)));

ALTER TABLE "public"."leads" ADD CONSTRAINT "leads_next_step_on_check" CHECK (((next_step_on >= '1950-01-01'::date) AND (next_step_on <= '2100-01-01'::date)));

ALTER TABLE "public"."vehicle_costs" ADD CONSTRAINT "vehicle_costs_amount_check" CHECK (((amount > (0)::numeric) AND (amount <> 'NaN'::numeric)));

ALTER TABLE "public"."vehicle_figures" ADD CONSTRAINT "vehicle_figures_cost_check" CHECK (((cost >= (0)::numeric) AND (cost <> 'NaN'::numeric)));

REVOKE ALL ON FUNCTION "private"."require_amounts"(numeric[]) FROM PUBLIC;
