-- Dates are in the dealership's time zone. contract/dealership-day.ts does the same in browsers.

-- The first valid one of these time zones, else the first market's. Checked against the list of
-- names: PostgreSQL also accepts abbreviations, made-up offsets ('Mars/A-99') and
-- 'posix/Europe/Madrid', which browsers reject.
create function private.known_zone(variadic p_zones text[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  zone text;
begin
  foreach zone in array p_zones loop
    continue when (zone ~* ('^(?!posix/|right/)(utc|gmt|etc/gmt(\+([0-9]|1[0-2])|-([0-9]|1[0-4]))'
      || '|[a-z_]+(/[a-z_-]+){1,2})$') and length(zone) <= 64) is not true;
    begin
      perform now() at time zone zone;
      return zone;
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return 'America/New_York';
end
$$;

-- A dealership's time zone: from its opening hours, else from the signed-in caller's browser.
create function private.zone_of(p_dealership_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.known_zone(
    (select config #>> '{profile,hours,zone}' from public.profiles where id = p_dealership_id),
    case when auth.uid() is not null then private.request_header('x-time-zone') end);
end
$$;
grant execute on function private.zone_of(uuid) to authenticated;

-- The dealership's date at a moment, by default today.
create function private.local_day(p_dealership_id uuid, p_time timestamptz default now())
returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  return (p_time at time zone private.zone_of(p_dealership_id))::date;
end
$$;
grant execute on function private.local_day(uuid, timestamptz) to authenticated, service_role;

-- Raises for a date that tables do not accept.
create function private.require_day(p_day date) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_day not between '1950-01-01' and '2100-01-01' then
    raise check_violation using message = 'Elige un día entre 1950 y 2100.';
  end if;
end
$$;

-- Raises for a date of a sale, acquisition or expense that is in the dealership's future, or that
-- tables do not accept. Writes outside of a request are not checked.
create function private.require_past_day(p_dealership_id uuid, p_day date) returns void
language plpgsql stable set search_path = '' as $$
begin
  if auth.jwt() is null then
    return;
  end if;
  perform private.require_day(p_day);
  if p_day > private.local_day(p_dealership_id) then
    raise check_violation using message = 'Ese día aún no ha llegado. Elige hoy o uno anterior.';
  end if;
end
$$;
