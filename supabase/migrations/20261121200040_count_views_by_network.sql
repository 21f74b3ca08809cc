-- A visitor's address is the caller's, as every limit takes it: of an IPv6 address the first half, since a phone changes the rest by the hour.
create or replace function public.record_vehicle_view(p_vehicle_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'utc')::date;
  owner_id uuid;
begin
  select user_id into owner_id
  from public.vehicles
  where id = p_vehicle_id and published and user_id in (select id from private.active_owners);
  if not found or owner_id = private.my_dealership() or private.is_admin() then
    return;
  end if;

  insert into public.vehicle_views (vehicle_id, day, visitor)
  select p_vehicle_id, today, extensions.digest(
    salt.visitor_salt || convert_to(concat_ws(
      '|', today, private.caller_address(), private.device_family(private.request_header('user-agent'))
    ), 'utf8'), 'sha256')
  from private.settings as salt
  on conflict do nothing;

  if found then
    update public.vehicles set views = views + 1 where id = p_vehicle_id;
  end if;
end
$$;
