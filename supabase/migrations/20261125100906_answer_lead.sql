set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.working_person()
 RETURNS public.profiles
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select person from public.profiles as person
  where person.id = coalesce(private.impersonated_by(auth.uid()), auth.uid());
$function$;

CREATE OR REPLACE FUNCTION public.answer_lead(p_lead_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lead public.leads;
  person public.profiles := private.working_person();
  holder public.profiles;
begin
  perform private.require_write();
  select * into lead from public.leads
  where id = p_lead_id and private.works_for(recipient_id, dealership_id)
  for update;
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif lead.state <> 'Nuevo' then
    return false;
  elsif lead.recipient_id is distinct from person.id then
    holder := private.find_lead_recipient(lead.recipient_id);
    if lead.dealership_id is distinct from person.id
      or coalesce(holder.dealership_id, holder.id) = lead.dealership_id
    then
      return false;
    end if;
    perform private.log_admin_write('update', 'leads', lead.id, jsonb_build_object(
      'recipient_id', jsonb_build_object('old', lead.recipient_id, 'new', person.id)));
  end if;

  update public.leads
  set state = 'En atención', recipient_id = person.id, recipient_name = private.display_name(person)
  where id = lead.id;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.undo_answer(p_lead_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.profiles := private.working_person();
begin
  perform private.require_write();
  update public.leads
  set state = 'Nuevo', answered_at = null
  where id = p_lead_id and recipient_id = person.id and state = 'En atención'
    and private.works_for(recipient_id, dealership_id);
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "private"."working_person"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."answer_lead"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_lead"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_answer"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_answer"(uuid) TO "authenticated";
