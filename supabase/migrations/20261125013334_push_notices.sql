set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE TABLE "public"."push_subscriptions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "session_id" uuid NOT NULL, "endpoint" text NOT NULL, "p256dh" text NOT NULL, "auth" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "push_subscriptions_auth_check" CHECK ((auth ~ '^[A-Za-z0-9_-]{22}$'::text)), CONSTRAINT "push_subscriptions_endpoint_key" UNIQUE (endpoint), CONSTRAINT "push_subscriptions_p256dh_check" CHECK ((p256dh ~ '^B[A-Za-z0-9_-]{86}$'::text)), CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."push_subscriptions" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.is_push_service(p_endpoint text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_endpoint ~ ('^https://(fcm\.googleapis\.com|([a-z0-9-]+\.)+push\.services\.mozilla\.com'
    || '|([a-z0-9-]+\.)+notify\.windows\.com|([a-z0-9-]+\.)*push\.apple\.com)'
    || '/[^[:space:][:cntrl:]]+$');
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
    ('tap:network', 250, interval '10 minutes'),
    -- Notices that somebody sends to the own browsers to try them out.
    ('push:test', 10, interval '10 minutes')
  ) as limits (name, most, per)
  where name = p_name;
$function$;

CREATE OR REPLACE FUNCTION private.keep_lead(p_lead public.leads, p_vehicle public.vehicles, p_submission_id uuid, p_caller_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  fingerprint bytea := private.lead_fingerprint(p_lead);
  kept public.leads;
  missing text;
begin
  if private.is_repeated_lead(fingerprint, p_submission_id) then
    return 'repeated';
  elsif not private.may_send_lead(p_lead) then
    return 'limited';
  end if;

  begin
    insert into public.leads (
      kind, recipient_id, dealership_id, recipient_name, vehicle_id, vehicle_title, name, email,
      phone, message, referred_name, referred_phone)
    values (
      p_lead.kind, p_lead.recipient_id, p_lead.dealership_id, p_lead.recipient_name,
      p_lead.vehicle_id, p_lead.vehicle_title, p_lead.name, p_lead.email, p_lead.phone,
      p_lead.message, p_lead.referred_name, p_lead.referred_phone)
    returning * into kept;
  exception
    when foreign_key_violation then
      get stacked diagnostics missing = constraint_name;
      return case missing when 'leads_vehicle_id_fkey' then 'no_vehicle' else 'no_recipient' end;
  end;

  insert into private.lead_submissions (lead_id, fingerprint, submission_id)
    values (kept.id, fingerprint, p_submission_id);
  perform private.queue_lead_mails(kept, p_vehicle);
  perform private.queue_lead_pushes(kept);
  perform private.log_admin_write('insert', 'leads', kept.id, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', null, 'new', kept.recipient_id),
    'vehicle_id', jsonb_build_object('old', null, 'new', kept.vehicle_id)), p_caller_id);
  return 'stored';
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_lead_pushes(p_lead public.leads)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.queue_push(
    id,
    case p_lead.kind when 'referral' then 'new-referral' else 'new-inquiry' end,
    jsonb_strip_nulls(jsonb_build_object(
      'lead', p_lead.id, 'name', p_lead.name, 'vehicle', p_lead.vehicle_title,
      'referredName', p_lead.referred_name,
      'recipient', case when user_id <> p_lead.recipient_id then p_lead.recipient_name end)))
  from public.push_subscriptions
  where user_id in (p_lead.recipient_id, p_lead.dealership_id)
    and user_id is distinct from auth.uid();
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_push(p_subscription_id uuid, p_template text, p_data jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job(
    'send_push',
    json_build_object('id', p_subscription_id, 'template', p_template, 'data', p_data),
    max_attempts => 12, priority => 10);
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
  perform private.queue_lead_pushes(lead);
  perform private.log_admin_write('update', 'leads', lead.id, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', before.recipient_id, 'new', lead.recipient_id)));
end
$function$;

CREATE OR REPLACE FUNCTION public.send_test_push(p_endpoint text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subscription public.push_subscriptions;
begin
  perform private.require_write();
  select * into subscription from public.push_subscriptions
  where endpoint = p_endpoint and user_id = auth.uid();
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif not private.is_within_limit('push:test', auth.uid()::text) then
    raise exception 'Ya enviaste varias pruebas. Espera unos minutos.';
  end if;
  perform private.queue_push(subscription.id, 'push-test', '{}');
end
$function$;

CREATE OR REPLACE FUNCTION public.subscribe_to_push(p_endpoint text, p_p256dh text, p_auth text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_write();
  if not exists (
    select from public.profiles
    where id = auth.uid() and role in ('concesionario', 'vendedor')
  ) then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif not private.is_push_service(p_endpoint) then
    raise exception 'Este navegador recibe avisos por un servicio que no conocemos.';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('push:' || auth.uid(), 0));
  insert into public.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
  values (auth.uid(), (auth.jwt() ->> 'session_id')::uuid, p_endpoint, p_p256dh, p_auth)
  on conflict (endpoint) do update
  set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
    auth = excluded.auth, created_at = clock_timestamp();
  delete from public.push_subscriptions
  where id in (
    select id from public.push_subscriptions
    where user_id = auth.uid() order by created_at desc, id offset 10);
end
$function$;

ALTER TABLE "public"."push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;

ALTER TABLE "public"."push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX push_subscriptions_session_id_idx ON public.push_subscriptions USING btree (session_id);

CREATE INDEX push_subscriptions_user_id_idx ON public.push_subscriptions USING btree (user_id, created_at);

CREATE TRIGGER refuse_caller_without_write BEFORE INSERT OR DELETE OR UPDATE ON public.push_subscriptions FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_caller_without_write();

CREATE POLICY "push_subscriptions_delete_own" ON "public"."push_subscriptions" FOR DELETE TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_proven() AS is_proven)));

CREATE POLICY "push_subscriptions_select_own" ON "public"."push_subscriptions" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_proven() AS is_proven)));

REVOKE ALL ON FUNCTION "private"."is_push_service"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_lead_pushes"(public.leads) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_push"(uuid, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."send_test_push"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."send_test_push"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."subscribe_to_push"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."subscribe_to_push"(text, text, text) TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."push_subscriptions" TO "authenticated";

GRANT SELECT ("endpoint") ON TABLE "public"."push_subscriptions" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."push_subscriptions" TO "authenticated";

GRANT DELETE ON TABLE "public"."push_subscriptions" TO "authenticated";

ALTER TABLE "public"."push_subscriptions" ADD CONSTRAINT "push_subscriptions_endpoint_check" CHECK (((length(endpoint) <= 1000) AND private.is_push_service(endpoint)));
