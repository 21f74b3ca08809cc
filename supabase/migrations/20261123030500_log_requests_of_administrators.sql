-- A request for access that an administrator sends left a line only when it was sent in somebody's
-- name. What the form says of the applicant stays out of a log that never forgets. Rows that exist
-- are untouched.
create or replace function public.submit_access_request(
  p_name text, p_phone text, p_email text, p_account_type text, p_message text, p_password text, p_caller_id uuid default null
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  type_before text;
begin
  if private.caller_address() is not null
    and not private.take_attempt('access-request', private.caller_address(), 60, '1 hour') then
    raise exception 'Demasiados intentos. Espera un momento e inténtalo de nuevo.' using errcode = 'PT429';
  end if;
  select account_type into type_before
  from public.access_requests
  where email = lower(trim(p_email)) and status = 'pending';

  perform private.submit_access_request(p_name, p_phone, p_email, p_account_type, p_message, p_password);

  perform private.log_admin_write(case when type_before is null then 'insert' else 'update' end, 'access_requests', id,
    jsonb_build_object('account_type', jsonb_build_object('old', type_before, 'new', account_type)), p_caller_id)
  from public.access_requests
  where email = lower(trim(p_email)) and xmin = pg_current_xact_id()::xid;
end
$$;
