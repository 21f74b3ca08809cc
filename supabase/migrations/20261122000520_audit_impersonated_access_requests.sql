-- A request for access that an administrator sends while acting for somebody leaves a line, for a new request and for one that takes the place of
-- another. What the form says of the applicant stays out of a log that never forgets. p_caller_id is the signed-in person, if any; whoever
-- does not know of it calls as before.
drop function public.submit_access_request(text, text, text, text, text, text);

create function public.submit_access_request(
  p_name text, p_phone text, p_email text, p_account_type text, p_message text, p_password text, p_caller_id uuid default null
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  impersonated uuid := private.impersonated_by(p_caller_id);
  type_before text;
begin
  if private.caller_address() is not null
    and not private.take_attempt('access-request', private.caller_address(), 60, '1 hour') then
    raise exception 'Demasiados intentos. Espera un momento e inténtalo de nuevo.' using errcode = 'PT429';
  end if;
  if impersonated is not null then
    select account_type into type_before
    from public.access_requests
    where email = lower(trim(p_email)) and status = 'pending';
  end if;

  perform private.submit_access_request(p_name, p_phone, p_email, p_account_type, p_message, p_password);

  if impersonated is not null then
    insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
    select p_caller_id, impersonated, case when type_before is null then 'insert' else 'update' end, 'access_requests', id,
      jsonb_build_object('account_type', jsonb_build_object('old', type_before, 'new', account_type))
    from public.access_requests
    where email = lower(trim(p_email)) and xmin = pg_current_xact_id()::xid;
  end if;
end
$$;

revoke execute on function public.submit_access_request(text, text, text, text, text, text, uuid) from public;
grant execute on function public.submit_access_request(text, text, text, text, text, text, uuid) to service_role;
