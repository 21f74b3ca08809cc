set local search_path = pg_catalog;

set local check_function_bodies = off;

ALTER TABLE "public"."leads" DROP CONSTRAINT "leads_contact";

ALTER TABLE "public"."leads" DROP CONSTRAINT "leads_kind_check";

ALTER TABLE "public"."leads" DROP CONSTRAINT "leads_vehicle";

CREATE TABLE "public"."contact_taps" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "seller_id" uuid, "dealership_id" uuid, "vehicle_id" uuid, "channel" text NOT NULL, "codes" text[] NOT NULL, "lead_id" uuid, "visitor" bytea NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "contact_taps_channel_check" CHECK ((channel = ANY (ARRAY['whatsapp'::text, 'call'::text, 'contact'::text, 'directions'::text]))), CONSTRAINT "contact_taps_codes_check" CHECK ((array_to_string(codes, ''::text) ~ '^([A-HJKMNP-Z2-9]{6}){1,5}$'::text)), CONSTRAINT "contact_taps_of_somebody" CHECK (((seller_id IS NOT NULL) OR (dealership_id IS NOT NULL))), CONSTRAINT "contact_taps_pkey" PRIMARY KEY (id), CONSTRAINT "contact_taps_visitor_key" UNIQUE (visitor));

ALTER TABLE "public"."contact_taps" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.is_own_visit(p_owner_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.profiles
    where id = auth.uid() and is_active and (role = 'admin' or p_owner_id in (id, dealership_id))
  );
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
    -- Taps from one network: more than a crowd of customers behind one address.
    ('tap:network', 250, interval '10 minutes')
  ) as limits (name, most, per)
  where name = p_name;
$function$;

CREATE OR REPLACE FUNCTION private.remove_own_taps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.contact_taps where seller_id = old.id and dealership_id is null;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.visitor_of_day(p_about text DEFAULT NULL::text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select extensions.digest(
    salt.visitor_salt || convert_to(concat_ws(
      '|', (now() at time zone 'utc')::date, private.caller_address(),
      private.device_family(private.request_header('user-agent')), p_about
    ), 'utf8'), 'sha256')
  from private.settings as salt;
$function$;

CREATE OR REPLACE FUNCTION public.get_tapped_vehicles(p_since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone, p_dealership_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(vehicle_id uuid, title text, whatsapp bigint, call bigint, contact bigint, directions bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.require_proven();
  return query
  select vehicle.id, concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year),
    count(*) filter (where tap.channel = 'whatsapp'), count(*) filter (where tap.channel = 'call'),
    count(*) filter (where tap.channel = 'contact'),
    count(*) filter (where tap.channel = 'directions')
  from public.contact_taps as tap join public.vehicles as vehicle on vehicle.id = tap.vehicle_id
  where tap.created_at >= p_since
    and (p_dealership_id is null or tap.dealership_id = p_dealership_id)
  group by vehicle.id
  order by count(*) desc, vehicle.id
  limit 50;
end
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
  where id = p_tap_id and (
    dealership_id = private.my_team()
    or (seller_id = auth.uid()
      and (dealership_id is null or dealership_id in (seller_id, private.my_dealership())))
    or private.is_admin())
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
    private.visitor_of_day(concat_ws('|', 'tap', p_channel, coalesce(vehicle.id, seller.id))))
  on conflict (visitor) do update set codes = contact_taps.codes || excluded.codes
    where cardinality(contact_taps.codes) < 5 and not contact_taps.codes @> excluded.codes;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_vehicle_view(p_vehicle_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_id uuid;
begin
  select user_id into owner_id
  from public.vehicles
  where id = p_vehicle_id and published and user_id in (select id from private.active_owners);
  if not found or private.is_own_visit(owner_id) then
    return;
  end if;

  insert into public.vehicle_views (vehicle_id, day, visitor)
  values (p_vehicle_id, (now() at time zone 'utc')::date, private.visitor_of_day())
  on conflict do nothing;

  if found then
    update public.vehicles set views = views + 1 where id = p_vehicle_id;
  end if;
end
$function$;

ALTER TABLE "public"."contact_taps" ADD CONSTRAINT "contact_taps_dealership_id_fkey" FOREIGN KEY (dealership_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."contact_taps" ADD CONSTRAINT "contact_taps_lead_id_fkey" FOREIGN KEY (lead_id) REFERENCES public.leads(id) ON DELETE SET NULL;

ALTER TABLE "public"."contact_taps" ADD CONSTRAINT "contact_taps_seller_id_fkey" FOREIGN KEY (seller_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "public"."contact_taps" ADD CONSTRAINT "contact_taps_vehicle_id_fkey" FOREIGN KEY (vehicle_id) REFERENCES public.vehicles(id) ON DELETE CASCADE;

ALTER TABLE "public"."leads" ADD CONSTRAINT "leads_contact" CHECK (
CASE kind
    WHEN 'referral'::text THEN ((phone IS NOT NULL) AND (referred_name IS NOT NULL) AND (referred_phone IS NOT NULL) AND (email IS NULL))
    WHEN 'direct_contact'::text THEN ((referred_name IS NULL) AND (referred_phone IS NULL))
    ELSE ((email IS NOT NULL) AND (referred_name IS NULL) AND (referred_phone IS NULL))
END);

ALTER TABLE "public"."leads" ADD CONSTRAINT "leads_kind_check" CHECK ((kind = ANY (ARRAY['vehicle_inquiry'::text, 'general_inquiry'::text, 'referral'::text, 'direct_contact'::text])));

ALTER TABLE "public"."leads" ADD CONSTRAINT "leads_vehicle" CHECK (((((kind = 'vehicle_inquiry'::text) = (vehicle_title IS NOT NULL)) OR (kind = 'direct_contact'::text)) AND ((vehicle_id IS NULL) OR (vehicle_title IS NOT NULL))));

CREATE INDEX contact_taps_dealership_id_idx ON public.contact_taps USING btree (dealership_id, created_at DESC, id DESC);

CREATE INDEX contact_taps_lead_id_idx ON public.contact_taps USING btree (lead_id);

CREATE INDEX contact_taps_seller_id_idx ON public.contact_taps USING btree (seller_id, created_at DESC, id DESC);

CREATE INDEX contact_taps_vehicle_id_idx ON public.contact_taps USING btree (vehicle_id);

CREATE TRIGGER remove_own_taps BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.remove_own_taps();

CREATE POLICY "contact_taps_select_admin" ON "public"."contact_taps" FOR SELECT TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "contact_taps_select_dealership" ON "public"."contact_taps" FOR SELECT TO "authenticated" USING ((dealership_id = ( SELECT private.my_team() AS my_team)));

CREATE POLICY "contact_taps_select_seller" ON "public"."contact_taps" FOR SELECT TO "authenticated" USING (((seller_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_proven() AS is_proven) AND ((dealership_id IS NULL) OR (dealership_id = seller_id) OR (dealership_id = ( SELECT private.my_dealership() AS my_dealership)))));

REVOKE ALL ON FUNCTION "private"."is_own_visit"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_own_taps"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."visitor_of_day"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_tapped_vehicles"(timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_tapped_vehicles"(timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."make_tap_lead"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_tap_lead"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_contact_tap"(uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_contact_tap"(uuid, text, text, uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."record_contact_tap"(uuid, text, text, uuid) TO "service_role";

GRANT SELECT ("channel") ON TABLE "public"."contact_taps" TO "authenticated";

GRANT SELECT ("codes") ON TABLE "public"."contact_taps" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."contact_taps" TO "authenticated";

GRANT SELECT ("dealership_id") ON TABLE "public"."contact_taps" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."contact_taps" TO "authenticated";

GRANT SELECT ("lead_id") ON TABLE "public"."contact_taps" TO "authenticated";

GRANT SELECT ("seller_id") ON TABLE "public"."contact_taps" TO "authenticated";

GRANT SELECT ("vehicle_id") ON TABLE "public"."contact_taps" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."contact_taps" TO "service_role";
