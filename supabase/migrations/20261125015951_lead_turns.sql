set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE TABLE "private"."last_turns" ("salesperson_id" uuid NOT NULL, "taken_at" timestamp with time zone NOT NULL, CONSTRAINT "last_turns_pkey" PRIMARY KEY (salesperson_id));

ALTER TABLE "private"."last_turns" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."lead_turns" ("id" uuid NOT NULL, CONSTRAINT "lead_turns_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."lead_turns" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.keep_lead(p_lead public.leads, p_vehicle public.vehicles, p_submission_id uuid, p_caller_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  fingerprint bytea := private.lead_fingerprint(p_lead);
  seller public.profiles;
  kept public.leads;
  missing text;
begin
  if private.is_repeated_lead(fingerprint, p_submission_id) then
    return 'repeated';
  elsif not private.may_send_lead(p_lead) then
    return 'limited';
  end if;
  if p_lead.recipient_id = p_lead.dealership_id then
    seller := private.take_turn(p_lead.dealership_id);
    p_lead.recipient_id := coalesce(seller.id, p_lead.recipient_id);
    p_lead.recipient_name := coalesce(private.display_name(seller), p_lead.recipient_name);
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

CREATE OR REPLACE FUNCTION private.take_turn(p_dealership_id uuid)
 RETURNS public.profiles
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  chosen public.profiles;
begin
  perform from public.profiles
  where id = p_dealership_id and exists (select from public.lead_turns where id = p_dealership_id)
  for key share;
  if not found then
    return null;
  end if;
  perform from public.lead_turns where id = p_dealership_id for update;

  select person.* into chosen
  from public.profiles as person
  left join private.last_turns as turn on turn.salesperson_id = person.id
  where person.dealership_id = p_dealership_id and person.role = 'vendedor' and person.is_active
  order by turn.taken_at nulls first, person.created_at, person.id
  limit 1
  for key share of person;
  if not found then
    return null;
  end if;
  insert into private.last_turns (salesperson_id, taken_at)
  values (chosen.id, clock_timestamp())
  on conflict (salesperson_id) do update set taken_at = excluded.taken_at;
  return chosen;
end
$function$;

ALTER TABLE "private"."last_turns" ADD CONSTRAINT "last_turns_salesperson_id_fkey" FOREIGN KEY (salesperson_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."lead_turns" ADD CONSTRAINT "lead_turns_id_fkey" FOREIGN KEY (id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE TRIGGER audit_admin_write AFTER INSERT OR DELETE OR UPDATE ON public.lead_turns FOR EACH ROW EXECUTE FUNCTION private.audit_admin_write();

CREATE TRIGGER refuse_caller_without_write BEFORE INSERT OR DELETE OR UPDATE ON public.lead_turns FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_caller_without_write();

CREATE POLICY "lead_turns_delete_admin" ON "public"."lead_turns" FOR DELETE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "lead_turns_delete_dealership" ON "public"."lead_turns" FOR DELETE TO "authenticated" USING ((id = ( SELECT private.my_team() AS my_team)));

CREATE POLICY "lead_turns_insert_admin" ON "public"."lead_turns" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "lead_turns_insert_dealership" ON "public"."lead_turns" FOR INSERT TO "authenticated" WITH CHECK ((id = ( SELECT private.my_team() AS my_team)));

CREATE POLICY "lead_turns_select_admin" ON "public"."lead_turns" FOR SELECT TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "lead_turns_select_dealership" ON "public"."lead_turns" FOR SELECT TO "authenticated" USING ((id = ( SELECT private.my_team() AS my_team)));

REVOKE ALL ON FUNCTION "private"."take_turn"(uuid) FROM PUBLIC;

GRANT INSERT ("id"), SELECT ("id") ON TABLE "public"."lead_turns" TO "authenticated";

GRANT DELETE ON TABLE "public"."lead_turns" TO "authenticated";
