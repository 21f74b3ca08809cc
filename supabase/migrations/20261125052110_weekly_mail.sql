set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."get_own_mailbox"();

CREATE TABLE "private"."weekly_mails" ("user_id" uuid NOT NULL, "wanted" boolean NOT NULL DEFAULT true, "written_for" date NOT NULL, "zone" text, "key" uuid NOT NULL DEFAULT gen_random_uuid(), CONSTRAINT "weekly_mails_key_key" UNIQUE (key), CONSTRAINT "weekly_mails_pkey" PRIMARY KEY (user_id), CONSTRAINT "weekly_mails_zone_check" CHECK ((length(zone) <= 64)));

ALTER TABLE "private"."weekly_mails" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.known_zone(p_zone text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform now() at time zone p_zone;
  return coalesce(p_zone, 'America/New_York');
exception when invalid_parameter_value then
  return 'America/New_York';
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_monday(p_time timestamp without time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select date_trunc('week', p_time - interval '7 hours')::date;
$function$;

CREATE OR REPLACE FUNCTION private.queue_weekly_mails(p_now timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  due record;
  news jsonb;
begin
  for due in
    select weekly.user_id, weekly.key, person, place.zone, private.lead_mailbox(person) as mailbox,
      clock.time::date as monday
    from private.weekly_mails as weekly
    join public.profiles as person
      on person.id = weekly.user_id and person.is_active
        and person.role in ('concesionario', 'vendedor')
    left join public.profiles as dealership
      on dealership.id = coalesce(person.dealership_id, person.id)
    cross join lateral (
      select private.known_zone(coalesce(
        nullif(dealership.config #>> '{profile,hours,zone}', ''), weekly.zone)) as zone
    ) as place
    cross join lateral (select p_now at time zone place.zone as time) as clock
    where weekly.wanted
      -- Where it is Monday first.
      and weekly.written_for < private.mail_monday(p_now at time zone 'utc' + interval '14 hours')
      and dealership.is_active
      and clock.time::date = private.mail_monday(clock.time)
      and weekly.written_for < clock.time::date
      and private.lead_mailbox(person) is not null
    limit 100
    for update of weekly skip locked
  loop
    update private.weekly_mails set written_for = due.monday where user_id = due.user_id;
    news := private.weekly_news(due.person, due.monday - 7, due.zone);
    if news is not null then
      perform private.queue_mail('weekly', due.mailbox, news || jsonb_build_object('key', due.key));
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.weekly_news(p_person public.profiles, p_from date, p_zone text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with reader as (
    select p_person.role = 'concesionario' as leads,
      case p_person.role when 'concesionario' then p_person.id else p_person.dealership_id end
        as dealership_id,
      p_person.role = 'concesionario' or exists (
        select from public.figure_viewers as viewer
        where viewer.id = p_person.id and viewer.dealership_id = p_person.dealership_id)
        as sees_figures
  ),
  lot as materialized (
    select lot.id, lot.title, lot.price, lot.cost, seen.since,
      greatest(current_date - seen.since, 0) as days,
      seen.since between p_from and p_from + 6
        or (vehicle.created_at >= p_from::timestamp at time zone p_zone
          and vehicle.created_at < (p_from + 7)::timestamp at time zone p_zone) as is_new
    from reader
    join public.lot as lot on lot.dealership_id = reader.dealership_id
    join public.vehicles as vehicle on vehicle.id = lot.id
    -- As the view shows it to whoever may not know when a vehicle was bought.
    cross join lateral (select case when reader.sees_figures then lot.since
      else vehicle.created_at::date end as since) as seen
  ),
  came as (
    select count(*) as n, jsonb_agg(jsonb_build_object('id', id, 'title', title, 'price', price)
      order by since desc, title, id) filter (where place <= 8) as rows
    from (select *, row_number() over (order by since desc, title, id) as place
      from lot where is_new) as vehicle
  ),
  stands as (
    select count(*) as n, sum(cost) as cost, count(cost) as with_cost,
      jsonb_agg(jsonb_build_object('id', id, 'title', title, 'days', days)
        order by days desc, title, id) filter (where place <= 5) as rows
    from (select *, row_number() over (order by days desc, title, id) as place
      from lot where days > 60) as vehicle
  ),
  sold as (
    select count(*) as n, sum(price) as price, sum(margin) as margin,
      jsonb_agg(jsonb_build_object('id', vehicle_id, 'title', vehicle_title,
        'price', case when sees_figures then price end,
        'margin', case when sees_figures then margin end)
        order by day desc, vehicle_title, id) filter (where place <= 8) as rows
    from (
      select sale.*, reader.sees_figures,
        row_number() over (order by sale.day desc, sale.vehicle_title, sale.id) as place
      from reader join public.sales as sale on sale.dealership_id = reader.dealership_id
      where sale.day between p_from and p_from + 6
        and (reader.leads or sale.seller_id = p_person.id)) as sale
  ),
  waits as (
    select count(*) as n, jsonb_agg(jsonb_build_object('id', id,
        'name', coalesce(referred_name, name), 'vehicle', vehicle_title,
        'seller', case when leads and recipient_id <> p_person.id then recipient_name end,
        'minutes', floor(extract(epoch from now() - created_at) / 60))
      order by created_at, id) filter (where place <= 10) as rows
    from (
      select lead.*, reader.leads,
        row_number() over (order by lead.created_at, lead.id) as place
      from reader join public.leads as lead on case
        when reader.leads then lead.dealership_id = p_person.id
        else lead.recipient_id = p_person.id
          and (lead.dealership_id is null or lead.dealership_id = p_person.dealership_id) end
      where lead.state = 'Nuevo' and lead.answered_at is null
        and lead.kind <> 'direct_contact') as lead
  )
  select jsonb_strip_nulls(jsonb_build_object(
    'name', private.display_name(p_person),
    'from', p_from,
    'came', jsonb_build_object('n', came.n, 'rows', came.rows),
    'sold', jsonb_build_object('n', sold.n, 'rows', sold.rows,
      'price', case when reader.sees_figures then sold.price end,
      'margin', case when reader.sees_figures then sold.margin end),
    'stands', jsonb_build_object('n', stands.n, 'rows', stands.rows,
      'cost', case when reader.sees_figures then stands.cost end,
      'withCost', case when reader.sees_figures then stands.with_cost end),
    'waits', jsonb_build_object('n', waits.n, 'rows', waits.rows)))
  from reader, came, sold, stands, waits
  where came.n + sold.n + stands.n + waits.n > 0;
$function$;

CREATE OR REPLACE FUNCTION public.get_own_mailbox()
 RETURNS TABLE(email text, is_proven boolean, wants_weekly boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select profile.email, private.is_email_proven(profile.id, profile.email),
    coalesce(weekly.wanted, false)
  from public.profiles as profile
  left join private.weekly_mails as weekly on weekly.user_id = profile.id
  where profile.id = auth.uid() and private.is_proven();
$function$;

CREATE OR REPLACE FUNCTION public.set_weekly_mail(p_wanted boolean, p_zone text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone text := private.known_zone(left(p_zone, 64));
begin
  perform private.require_write();
  if not exists (
    select from public.profiles
    where id = auth.uid() and role in ('concesionario', 'vendedor')
  ) then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  insert into private.weekly_mails as weekly (user_id, wanted, zone, written_for)
  values (auth.uid(), p_wanted, zone, private.mail_monday(now() at time zone zone))
  on conflict (user_id) do update
  set wanted = excluded.wanted, zone = excluded.zone,
    written_for = greatest(weekly.written_for, excluded.written_for)
  where weekly.wanted <> excluded.wanted;
end
$function$;

CREATE OR REPLACE FUNCTION public.stop_weekly_mail(p_key uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.weekly_mails set wanted = false where key = p_key and wanted;
$function$;

ALTER TABLE "private"."weekly_mails" ADD CONSTRAINT "weekly_mails_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX weekly_mails_due_idx ON private.weekly_mails USING btree (written_for) WHERE wanted;

REVOKE ALL ON FUNCTION "private"."known_zone"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_monday"(timestamp without time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_weekly_mails"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."weekly_news"(public.profiles, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."get_own_mailbox"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_own_mailbox"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_weekly_mail"(boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_weekly_mail"(boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."stop_weekly_mail"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."stop_weekly_mail"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."stop_weekly_mail"(uuid) TO "service_role";
