-- A request for access makes an account and a mail: one address gets sixty at once, for an office that signs up its people, and one a minute
-- after that. What the platform asks on its own behalf has no address and no limit.
alter function public.submit_access_request(text, text, text, text, text, text) set schema private;
revoke execute on function private.submit_access_request(text, text, text, text, text, text)
  from public, anon, authenticated, service_role;

create function public.submit_access_request(
  p_name text, p_phone text, p_email text, p_account_type text, p_message text, p_password text
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if private.caller_address() is not null
    and not private.take_attempt('access-request', private.caller_address(), 60, '1 hour') then
    raise exception 'Demasiados intentos. Espera un momento e inténtalo de nuevo.' using errcode = 'PT429';
  end if;
  perform private.submit_access_request(p_name, p_phone, p_email, p_account_type, p_message, p_password);
end
$$;

revoke execute on function public.submit_access_request(text, text, text, text, text, text) from public;
grant execute on function public.submit_access_request(text, text, text, text, text, text) to service_role;
