set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "tell_pages" ON "public"."vehicles";

DROP VIEW "private"."readable_vehicles";

DROP VIEW "private"."foreign_vehicles";

CREATE TABLE "private"."figure_openings" ("admin_id" uuid NOT NULL, "dealership_id" uuid NOT NULL, "day" date NOT NULL DEFAULT CURRENT_DATE, CONSTRAINT "figure_openings_pkey" PRIMARY KEY (admin_id, dealership_id, day));

ALTER TABLE "private"."figure_openings" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."deals" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "dealership_id" uuid NOT NULL, "vehicle_id" uuid, "vehicle_title" text NOT NULL, "kind" text NOT NULL, "day" date NOT NULL DEFAULT CURRENT_DATE, "until" date, "falls_back_at" timestamp with time zone, "buyer_name" text, "buyer_phone" text, "price" numeric(12,2), "deposit" numeric(12,2), "seller_id" uuid, "seller_name" text, "commission" numeric(12,2), "note" text, "ended_by" text, "ended_at" timestamp with time zone, "republish" boolean NOT NULL DEFAULT false, "cost" numeric(14,2), "acquired_on" date, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "deals_buyer_name_check" CHECK (((buyer_name <> ''::text) AND (length(buyer_name) <= 200) AND (buyer_name !~ '[[:cntrl:]]'::text))), CONSTRAINT "deals_buyer_phone_check" CHECK (((buyer_phone <> ''::text) AND (length(buyer_phone) <= 40) AND (buyer_phone !~ '[[:cntrl:]]'::text))), CONSTRAINT "deals_commission_check" CHECK ((commission >= (0)::numeric)), CONSTRAINT "deals_deposit_check" CHECK ((deposit >= (0)::numeric)), CONSTRAINT "deals_ended_by_check" CHECK ((ended_by = ANY (ARRAY['undone'::text, 'expired'::text, 'sold'::text]))), CONSTRAINT "deals_end" CHECK (((ended_at IS NULL) = (ended_by IS NULL))), CONSTRAINT "deals_kind_check" CHECK ((kind = ANY (ARRAY['Apartado'::text, 'Venta'::text]))), CONSTRAINT "deals_note_check" CHECK ((length(note) <= 1000)), CONSTRAINT "deals_pkey" PRIMARY KEY (id), CONSTRAINT "deals_price_check" CHECK ((price >= (0)::numeric)), CONSTRAINT "deals_reservation" CHECK ((((kind = 'Apartado'::text) = (until IS NOT NULL)) AND ((until IS NULL) = (falls_back_at IS NULL)))));

ALTER TABLE "public"."deals" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."figure_viewers" ("id" uuid NOT NULL, "dealership_id" uuid NOT NULL, CONSTRAINT "figure_viewers_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."figure_viewers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."vehicle_costs" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "vehicle_id" uuid NOT NULL, "dealership_id" uuid NOT NULL, "spent_on" date NOT NULL DEFAULT CURRENT_DATE, "label" text NOT NULL, "amount" numeric(12,2) NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "vehicle_costs_amount_check" CHECK ((amount > (0)::numeric)), CONSTRAINT "vehicle_costs_label_check" CHECK (((label <> ''::text) AND (length(label) <= 80) AND (label !~ '[[:cntrl:]]'::text))), CONSTRAINT "vehicle_costs_pkey" PRIMARY KEY (id), CONSTRAINT "vehicle_costs_spent_on_check" CHECK (((spent_on >= '1950-01-01'::date) AND (spent_on <= '2100-01-01'::date))));

ALTER TABLE "public"."vehicle_costs" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."vehicle_figures" ("id" uuid NOT NULL, "dealership_id" uuid NOT NULL, "acquired_on" date, "cost" numeric(12,2), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "vehicle_figures_acquired_on_check" CHECK (((acquired_on >= '1950-01-01'::date) AND (acquired_on <= '2100-01-01'::date))), CONSTRAINT "vehicle_figures_cost_check" CHECK ((cost >= (0)::numeric)), CONSTRAINT "vehicle_figures_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."vehicle_figures" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."vehicles" ADD COLUMN "reserved_until" date;

CREATE OR REPLACE FUNCTION private.audit_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
begin
  if private.is_admin() then
    perform private.log_admin_write(
      lower(tg_op), tg_table_name, (coalesce(after ->> 'id', before ->> 'id'))::uuid, (
        select jsonb_object_agg(name, '{"old": "******", "new": "******"}'::jsonb)
        from (select jsonb_object_keys(before || after) as name) as columns
        where before -> name is distinct from after -> name));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.dealing_seller(p_dealership_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id from public.profiles
  where id = coalesce(private.impersonated_by(auth.uid()), auth.uid())
    and p_dealership_id in (id, dealership_id);
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

CREATE OR REPLACE FUNCTION private.end_figure_view()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.figure_viewers where id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_reservations(p_ids uuid[], p_why text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.vehicles as vehicle set published = true
  from public.deals as deal
  where deal.id = any (p_ids) and deal.republish and vehicle.id = deal.vehicle_id;
  update public.deals set ended_at = now(), ended_by = p_why where id = any (p_ids);
$function$;

CREATE OR REPLACE FUNCTION private.figures_of()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_admin() then (
      select opened.dealership_id from private.figure_openings as opened
      where opened.admin_id = auth.uid() and opened.day = current_date
        and opened.dealership_id = private.impersonated_dealership())
    else coalesce(private.my_team(), (
      select viewer.dealership_id from public.figure_viewers as viewer
      where viewer.id = auth.uid() and viewer.dealership_id = private.my_dealership()))
  end;
$function$;

CREATE OR REPLACE FUNCTION private.find_own_vehicle(p_vehicle_id uuid)
 RETURNS public.vehicles
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  vehicle public.vehicles;
begin
  perform private.require_write();
  select * into vehicle from public.vehicles
  where id = p_vehicle_id and (user_id = private.my_dealership() or private.is_admin())
  for update;
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  return vehicle;
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

CREATE OR REPLACE FUNCTION private.forget_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.vehicle_figures where id = new.id;
  delete from public.vehicle_costs where vehicle_id = new.id;
  update public.deals set vehicle_id = null where vehicle_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_deal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seller public.profiles;
begin
  new.buyer_name := nullif(trim(new.buyer_name), '');
  new.buyer_phone := nullif(trim(new.buyer_phone), '');
  new.note := nullif(trim(new.note), '');
  if new.seller_id is null or (tg_op = 'UPDATE' and new.seller_id = old.seller_id) then
    return new;
  end if;

  select * into seller from public.profiles
  where id = new.seller_id and new.dealership_id in (id, dealership_id);
  if not found then
    raise check_violation using message = 'El vendedor no es de este concesionario.';
  end if;
  new.seller_name := private.display_name(seller);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_vehicle()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated') then
    new.views := case tg_op when 'UPDATE' then old.views else 0 end;
    new.created_at := case tg_op when 'UPDATE' then old.created_at else now() end;
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

CREATE OR REPLACE FUNCTION private.impersonated_dealership()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case person.role when 'concesionario' then person.id else viewer.dealership_id end
  from public.profiles as person
  left join public.figure_viewers as viewer on viewer.id = person.id
  where person.id = private.impersonated_by(auth.uid());
$function$;

CREATE OR REPLACE FUNCTION private.keep_figures_of_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.deals
  set cost = private.whole_cost(old.id),
    acquired_on = coalesce((select figures.acquired_on from public.vehicle_figures as figures
      where figures.id = old.id), old.created_at::date),
    ended_at = case kind when 'Apartado' then coalesce(ended_at, now()) else ended_at end,
    ended_by = case kind when 'Apartado' then coalesce(ended_by, 'undone') else ended_by end
  where vehicle_id = old.id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.dealership_id := (select vehicle.user_id from public.vehicles as vehicle
    where vehicle.id::text = to_jsonb(new) ->> tg_argv[0]);
  if tg_op = 'UPDATE' then
    new.id := old.id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.sells_for(p_profile_id uuid, p_dealership_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.profiles
    where id = p_profile_id and role = 'vendedor' and dealership_id = p_dealership_id);
$function$;

CREATE OR REPLACE FUNCTION private.show_reservation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.vehicles as vehicle
  set reserved_until = case when new.ended_at is null then new.until end
  where vehicle.id = new.vehicle_id
    and vehicle.reserved_until is distinct from case when new.ended_at is null then new.until end;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.vehicle_title(p_vehicle public.vehicles)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' ', p_vehicle.brand, p_vehicle.model, p_vehicle.year);
$function$;

CREATE OR REPLACE FUNCTION private.whole_cost(p_vehicle_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select figures.cost + coalesce((
    select sum(extra.amount) from public.vehicle_costs as extra
    where extra.vehicle_id = p_vehicle_id), 0)
  from public.vehicle_figures as figures where figures.id = p_vehicle_id;
$function$;

CREATE OR REPLACE FUNCTION public.open_figures()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  dealership uuid;
begin
  perform private.require_write();
  if private.is_admin() then
    dealership := private.impersonated_dealership();
    insert into private.figure_openings (admin_id, dealership_id)
    select auth.uid(), dealership where dealership is not null
    on conflict do nothing;
    if found then
      perform private.log_admin_write('insert', 'figure_openings', dealership,
        jsonb_build_object('day', jsonb_build_object('old', null, 'new', current_date)));
    end if;
  end if;
  return private.figures_of() is not null;
end
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
  perform private.end_reservations(array(
    select id from public.deals
    where vehicle_id = vehicle.id and kind = 'Apartado' and ended_at is null), 'undone');
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
  if vehicle.status = 'Vendido' then
    raise exception 'Este vehículo ya está vendido.';
  elsif p_falls_back_at <= now() or p_falls_back_at > now() + interval '366 days'
    or p_falls_back_at not between p_until - interval '14 hours' and p_until + interval '38 hours'
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

ALTER TABLE "private"."figure_openings" ADD CONSTRAINT "figure_openings_admin_id_fkey" FOREIGN KEY (admin_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."figure_openings" ADD CONSTRAINT "figure_openings_dealership_id_fkey" FOREIGN KEY (dealership_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."deals" ADD CONSTRAINT "deals_dealership_id_fkey" FOREIGN KEY (dealership_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."deals" ADD CONSTRAINT "deals_seller_id_fkey" FOREIGN KEY (seller_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "public"."deals" ADD CONSTRAINT "deals_vehicle_id_fkey" FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id) ON DELETE SET NULL;

ALTER TABLE "public"."figure_viewers" ADD CONSTRAINT "figure_viewers_dealership_id_fkey" FOREIGN KEY (dealership_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."figure_viewers" ADD CONSTRAINT "figure_viewers_id_fkey" FOREIGN KEY (id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."vehicle_costs" ADD CONSTRAINT "vehicle_costs_dealership_id_fkey" FOREIGN KEY (dealership_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."vehicle_costs" ADD CONSTRAINT "vehicle_costs_vehicle_id_fkey" FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id) ON DELETE CASCADE;

ALTER TABLE "public"."vehicle_figures" ADD CONSTRAINT "vehicle_figures_dealership_id_fkey" FOREIGN KEY (dealership_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."vehicle_figures" ADD CONSTRAINT "vehicle_figures_id_fkey" FOREIGN KEY (id) REFERENCES public.vehicles(id) ON DELETE CASCADE;

CREATE VIEW "private"."foreign_vehicles" WITH (security_barrier=true) AS  SELECT id,
    user_id,
    brand,
    model,
    year,
    vin,
    price,
    mileage,
    transmission,
    color,
    fuel_type,
    doors,
    description,
    images,
    status,
    published,
    NULL::integer AS views,
    created_at,
    NULL::timestamp with time zone AS updated_at,
    price_amount,
    brand_folded,
    model_folded,
    search_text,
    engine,
    reserved_until
   FROM public.vehicles
  WHERE (published AND (user_id IN ( SELECT owner.id
           FROM private.active_owners owner)) AND ( SELECT private.is_active() AS is_active) AND (NOT ( SELECT private.is_admin() AS is_admin)) AND ((user_id = ( SELECT private.my_dealership() AS my_dealership)) IS NOT TRUE));;

CREATE VIEW "private"."readable_vehicles" WITH (security_invoker=true) AS  SELECT vehicles.id,
    vehicles.user_id,
    vehicles.brand,
    vehicles.model,
    vehicles.year,
    vehicles.vin,
    vehicles.price,
    vehicles.mileage,
    vehicles.transmission,
    vehicles.color,
    vehicles.fuel_type,
    vehicles.doors,
    vehicles.description,
    vehicles.images,
    vehicles.status,
    vehicles.published,
    vehicles.views,
    vehicles.created_at,
    vehicles.updated_at,
    vehicles.price_amount,
    vehicles.brand_folded,
    vehicles.model_folded,
    vehicles.search_text,
    vehicles.engine,
    vehicles.reserved_until
   FROM public.vehicles
UNION ALL
 SELECT foreign_vehicles.id,
    foreign_vehicles.user_id,
    foreign_vehicles.brand,
    foreign_vehicles.model,
    foreign_vehicles.year,
    foreign_vehicles.vin,
    foreign_vehicles.price,
    foreign_vehicles.mileage,
    foreign_vehicles.transmission,
    foreign_vehicles.color,
    foreign_vehicles.fuel_type,
    foreign_vehicles.doors,
    foreign_vehicles.description,
    foreign_vehicles.images,
    foreign_vehicles.status,
    foreign_vehicles.published,
    foreign_vehicles.views,
    foreign_vehicles.created_at,
    foreign_vehicles.updated_at,
    foreign_vehicles.price_amount,
    foreign_vehicles.brand_folded,
    foreign_vehicles.model_folded,
    foreign_vehicles.search_text,
    foreign_vehicles.engine,
    foreign_vehicles.reserved_until
   FROM private.foreign_vehicles;;

CREATE VIEW "public"."sales" WITH (security_invoker=true) AS  SELECT deal.id,
    deal.dealership_id,
    deal.vehicle_id,
    deal.vehicle_title,
    deal.day,
    deal.price,
    deal.buyer_name,
    deal.buyer_phone,
    deal.seller_id,
    deal.seller_name,
    deal.commission,
    deal.note,
    deal.created_at,
    since.day AS acquired_on,
    GREATEST((deal.day - since.day), 0) AS days_to_sell,
    whole.cost,
    (deal.price - whole.cost) AS margin
   FROM ((((public.deals deal
     LEFT JOIN public.vehicles vehicle ON ((vehicle.id = deal.vehicle_id)))
     LEFT JOIN public.vehicle_figures figures ON ((figures.id = deal.vehicle_id)))
     CROSS JOIN LATERAL ( SELECT COALESCE(deal.acquired_on, figures.acquired_on, (vehicle.created_at)::date) AS day) since)
     CROSS JOIN LATERAL ( SELECT COALESCE(deal.cost, private.whole_cost(deal.vehicle_id)) AS cost) whole)
  WHERE ((deal.kind = 'Venta'::text) AND (deal.ended_at IS NULL));;

CREATE VIEW "public"."sales_by_month" WITH (security_invoker=true) AS  SELECT dealership_id,
    (date_trunc('month'::text, (day)::timestamp with time zone))::date AS month,
    count(*) AS sold,
    sum(price) AS revenue,
    sum(margin) AS margin,
    sum(commission) AS commission,
    count(margin) AS sold_with_margin,
    (avg(days_to_sell))::numeric(8,1) AS days_to_sell
   FROM public.sales sale
  GROUP BY dealership_id, (date_trunc('month'::text, (day)::timestamp with time zone));;

CREATE INDEX figure_openings_dealership_id_idx ON private.figure_openings USING btree (dealership_id);

CREATE INDEX deals_dealership_id_idx ON public.deals USING btree (dealership_id, kind, day DESC);

CREATE INDEX deals_due_idx ON public.deals USING btree (falls_back_at) WHERE ((kind = 'Apartado'::text) AND (ended_at IS NULL));

CREATE INDEX deals_seller_id_idx ON public.deals USING btree (seller_id);

CREATE UNIQUE INDEX deals_standing_idx ON public.deals USING btree (vehicle_id, kind) WHERE (ended_at IS NULL);

CREATE INDEX deals_vehicle_id_idx ON public.deals USING btree (vehicle_id, created_at DESC);

CREATE INDEX figure_viewers_dealership_id_idx ON public.figure_viewers USING btree (dealership_id);

CREATE INDEX vehicle_costs_dealership_id_idx ON public.vehicle_costs USING btree (dealership_id);

CREATE INDEX vehicle_costs_vehicle_id_idx ON public.vehicle_costs USING btree (vehicle_id);

CREATE INDEX vehicle_figures_dealership_id_idx ON public.vehicle_figures USING btree (dealership_id);

CREATE TRIGGER audit_admin_write AFTER INSERT OR DELETE OR UPDATE ON public.deals FOR EACH ROW EXECUTE FUNCTION private.audit_figures();

CREATE TRIGGER guard_deal BEFORE INSERT OR UPDATE ON public.deals FOR EACH ROW EXECUTE FUNCTION private.guard_deal();

CREATE TRIGGER refuse_caller_without_write BEFORE INSERT OR DELETE OR UPDATE ON public.deals FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_caller_without_write();

CREATE TRIGGER show_reservation AFTER INSERT OR UPDATE OF until, ended_at ON public.deals FOR EACH ROW WHEN ((new.kind = 'Apartado'::text)) EXECUTE FUNCTION private.show_reservation();

CREATE TRIGGER audit_admin_write AFTER INSERT OR DELETE OR UPDATE ON public.figure_viewers FOR EACH ROW EXECUTE FUNCTION private.audit_admin_write();

CREATE TRIGGER refuse_caller_without_write BEFORE INSERT OR DELETE OR UPDATE ON public.figure_viewers FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_caller_without_write();

CREATE TRIGGER end_figure_view AFTER UPDATE OF dealership_id, role ON public.profiles FOR EACH ROW WHEN (((old.dealership_id IS DISTINCT FROM new.dealership_id) OR (old.role IS DISTINCT FROM new.role))) EXECUTE FUNCTION private.end_figure_view();

CREATE TRIGGER audit_admin_write AFTER INSERT OR DELETE OR UPDATE ON public.vehicle_costs FOR EACH ROW EXECUTE FUNCTION private.audit_figures();

CREATE TRIGGER own_figures BEFORE INSERT OR UPDATE ON public.vehicle_costs FOR EACH ROW EXECUTE FUNCTION private.own_figures('vehicle_id');

CREATE TRIGGER refuse_caller_without_write BEFORE INSERT OR DELETE OR UPDATE ON public.vehicle_costs FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_caller_without_write();

CREATE TRIGGER audit_admin_write AFTER INSERT OR DELETE OR UPDATE ON public.vehicle_figures FOR EACH ROW EXECUTE FUNCTION private.audit_figures();

CREATE TRIGGER own_figures BEFORE INSERT OR UPDATE ON public.vehicle_figures FOR EACH ROW EXECUTE FUNCTION private.own_figures('id');

CREATE TRIGGER refuse_caller_without_write BEFORE INSERT OR DELETE OR UPDATE ON public.vehicle_figures FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_caller_without_write();

CREATE TRIGGER touch_figures BEFORE UPDATE ON public.vehicle_figures FOR EACH ROW EXECUTE FUNCTION private.touch_row();

CREATE TRIGGER follow_new_status AFTER INSERT ON public.vehicles FOR EACH ROW WHEN ((new.status = 'Vendido'::text)) EXECUTE FUNCTION private.follow_vehicle_status();

CREATE TRIGGER follow_status AFTER UPDATE OF status ON public.vehicles FOR EACH ROW WHEN (((old.status <> new.status) AND (('Vendido'::text = old.status) OR ('Vendido'::text = new.status)))) EXECUTE FUNCTION private.follow_vehicle_status();

CREATE TRIGGER forget_figures AFTER UPDATE OF user_id ON public.vehicles FOR EACH ROW WHEN ((old.user_id <> new.user_id)) EXECUTE FUNCTION private.forget_figures();

CREATE TRIGGER keep_figures_of_sale BEFORE DELETE ON public.vehicles FOR EACH ROW EXECUTE FUNCTION private.keep_figures_of_sale();

CREATE TRIGGER tell_pages AFTER INSERT OR DELETE OR UPDATE OF user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors, engine, description, images, status, published, reserved_until ON public.vehicles FOR EACH ROW EXECUTE FUNCTION private.tell_pages('user_id');

CREATE POLICY "deals_select_viewer" ON "public"."deals" FOR SELECT TO "authenticated" USING ((dealership_id = ( SELECT private.figures_of() AS figures_of)));

CREATE POLICY "deals_update_viewer" ON "public"."deals" FOR UPDATE TO "authenticated" USING ((dealership_id = ( SELECT private.figures_of() AS figures_of)));

CREATE POLICY "figure_viewers_delete_admin" ON "public"."figure_viewers" FOR DELETE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "figure_viewers_delete_dealership" ON "public"."figure_viewers" FOR DELETE TO "authenticated" USING ((dealership_id = ( SELECT private.my_team() AS my_team)));

CREATE POLICY "figure_viewers_insert_admin" ON "public"."figure_viewers" FOR INSERT TO "authenticated" WITH CHECK ((( SELECT private.is_admin() AS is_admin) AND private.sells_for(id, dealership_id)));

CREATE POLICY "figure_viewers_insert_dealership" ON "public"."figure_viewers" FOR INSERT TO "authenticated" WITH CHECK (((dealership_id = ( SELECT private.my_team() AS my_team)) AND private.sells_for(id, dealership_id)));

CREATE POLICY "figure_viewers_select_admin" ON "public"."figure_viewers" FOR SELECT TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "figure_viewers_select_dealership" ON "public"."figure_viewers" FOR SELECT TO "authenticated" USING ((dealership_id = ( SELECT private.my_team() AS my_team)));

CREATE POLICY "figure_viewers_select_salesperson" ON "public"."figure_viewers" FOR SELECT TO "authenticated" USING (((id = ( SELECT auth.uid() AS uid)) AND (dealership_id = ( SELECT private.my_dealership() AS my_dealership))));

CREATE POLICY "vehicle_costs_delete_viewer" ON "public"."vehicle_costs" FOR DELETE TO "authenticated" USING ((dealership_id = ( SELECT private.figures_of() AS figures_of)));

CREATE POLICY "vehicle_costs_insert_viewer" ON "public"."vehicle_costs" FOR INSERT TO "authenticated" WITH CHECK ((dealership_id = ( SELECT private.figures_of() AS figures_of)));

CREATE POLICY "vehicle_costs_select_viewer" ON "public"."vehicle_costs" FOR SELECT TO "authenticated" USING ((dealership_id = ( SELECT private.figures_of() AS figures_of)));

CREATE POLICY "vehicle_costs_update_viewer" ON "public"."vehicle_costs" FOR UPDATE TO "authenticated" USING ((dealership_id = ( SELECT private.figures_of() AS figures_of)));

CREATE POLICY "vehicle_figures_delete_viewer" ON "public"."vehicle_figures" FOR DELETE TO "authenticated" USING ((dealership_id = ( SELECT private.figures_of() AS figures_of)));

CREATE POLICY "vehicle_figures_insert_viewer" ON "public"."vehicle_figures" FOR INSERT TO "authenticated" WITH CHECK ((dealership_id = ( SELECT private.figures_of() AS figures_of)));

CREATE POLICY "vehicle_figures_select_viewer" ON "public"."vehicle_figures" FOR SELECT TO "authenticated" USING ((dealership_id = ( SELECT private.figures_of() AS figures_of)));

CREATE POLICY "vehicle_figures_update_viewer" ON "public"."vehicle_figures" FOR UPDATE TO "authenticated" USING ((dealership_id = ( SELECT private.figures_of() AS figures_of)));

REVOKE ALL ON FUNCTION "private"."audit_figures"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."dealing_seller"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_due_reservations"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_figure_view"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_reservations"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."figures_of"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."figures_of"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."find_own_vehicle"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_vehicle_status"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_figures"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_deal"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."impersonated_dealership"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_figures_of_sale"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_figures"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sells_for"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sells_for"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."show_reservation"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."vehicle_title"(public.vehicles) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."whole_cost"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."whole_cost"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."whole_cost"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."open_figures"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_figures"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."release_vehicle"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."release_vehicle"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."reserve_vehicle"(uuid, date, timestamp with time zone, text, text, numeric, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reserve_vehicle"(uuid, date, timestamp with time zone, text, text, numeric, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."sell_vehicle"(uuid, date, numeric, text, text, uuid, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sell_vehicle"(uuid, date, numeric, text, text, uuid, numeric) TO "authenticated";

GRANT UPDATE ("buyer_name") ON TABLE "public"."deals" TO "authenticated";

GRANT UPDATE ("buyer_phone") ON TABLE "public"."deals" TO "authenticated";

GRANT UPDATE ("commission") ON TABLE "public"."deals" TO "authenticated";

GRANT UPDATE ("day") ON TABLE "public"."deals" TO "authenticated";

GRANT UPDATE ("deposit") ON TABLE "public"."deals" TO "authenticated";

GRANT UPDATE ("note") ON TABLE "public"."deals" TO "authenticated";

GRANT UPDATE ("price") ON TABLE "public"."deals" TO "authenticated";

GRANT UPDATE ("seller_id") ON TABLE "public"."deals" TO "authenticated";

GRANT SELECT ON TABLE "public"."deals" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."deals" TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "public"."figure_viewers" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."figure_viewers" TO "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."vehicle_costs" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."vehicle_costs" TO "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."vehicle_figures" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."vehicle_figures" TO "service_role";

REVOKE ALL ("reserved_until") ON TABLE "public"."vehicles" FROM "anon";

GRANT SELECT ("reserved_until") ON TABLE "public"."vehicles" TO "anon";

GRANT SELECT ON TABLE "private"."foreign_vehicles" TO "authenticated";

GRANT SELECT ON TABLE "private"."readable_vehicles" TO "authenticated";

GRANT SELECT ON TABLE "public"."sales" TO "authenticated";

GRANT SELECT ON TABLE "public"."sales_by_month" TO "authenticated";
