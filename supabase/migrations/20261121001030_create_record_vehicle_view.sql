-- The kind of device that a browser says it runs on. A browser's full name is the caller's to choose, and each new one would be
-- a new visitor; of these there are seven, so nobody behind one address counts more often than that.
create function private.device_family(p_user_agent text) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when p_user_agent ilike '%iphone%' then 'iphone'
    when p_user_agent ilike '%ipad%' then 'ipad'
    when p_user_agent ilike '%android%' then 'android'
    when p_user_agent ilike '%windows%' then 'windows'
    when p_user_agent ilike '%macintosh%' then 'macintosh'
    when p_user_agent ilike '%linux%' then 'linux'
    else 'other'
  end;
$$;

revoke execute on function private.device_family(text) from public;

-- Counts a visit to a published vehicle, once per visitor and day and never for the owner's own people. Says nothing
-- about vehicles that do not exist, so that it cannot be used to ask.
create function public.record_vehicle_view(p_vehicle_id uuid) returns void
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
      '|', today,
      coalesce(private.request_header('cf-connecting-ip'), private.request_header('x-client-ip')),
      private.device_family(private.request_header('user-agent'))
    ), 'utf8'), 'sha256')
  from private.settings as salt
  on conflict do nothing;

  if found then
    update public.vehicles set views = views + 1 where id = p_vehicle_id;
  end if;
end
$$;

revoke execute on function public.record_vehicle_view(uuid) from public;
grant execute on function public.record_vehicle_view(uuid) to anon, authenticated, service_role;
