set local search_path = pg_catalog;

set local check_function_bodies = off;

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
  delete from public.push_subscriptions where endpoint = p_endpoint and user_id <> auth.uid();
  insert into public.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
  values (auth.uid(), (auth.jwt() ->> 'session_id')::uuid, p_endpoint, p_p256dh, p_auth)
  on conflict (endpoint) do update
  set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
    created_at = clock_timestamp()
  where push_subscriptions.user_id = excluded.user_id;
  delete from public.push_subscriptions
  where id in (
    select id from public.push_subscriptions
    where user_id = auth.uid() order by created_at desc, id offset 10);
end
$function$;
