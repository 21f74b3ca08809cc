-- Facts about the installation and the current request.

-- The site's host name, and a salt for visitor hashes: without it, an address could be found by
-- trying all.
create table private.settings (
  only_row boolean primary key default true check (only_row),
  site_host text not null default 'localhost',
  visitor_salt bytea not null default extensions.gen_random_bytes(32)
);

insert into private.settings default values;
alter table private.settings enable row level security;

-- Called at each start with SITE_URL; stores its host name.
create function private.set_site_url(p_site_url text) returns void
language sql set search_path = '' as $$
  update private.settings
  set site_host = host
  from lower(substring(p_site_url from '^[a-z]+://(?:[^/@]*@)?([^/:?#]+)')) as host
  where site_host <> host;
$$;

-- A request header, one of the few that the API passes on.
create function private.request_header(p_name text) returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('request.headers', true), '')::jsonb ->> p_name;
$$;
grant execute on function private.request_header(text) to authenticated, service_role;

-- The network that counts as one caller: an IPv4 address, or the /64 of an IPv6 address, since one
-- household or server usually has all of it.
create function private.network_of(p_address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case family(p_address::inet)
    when 4 then host(p_address::inet)
    else network(set_masklen(p_address::inet, 64))::text
  end;
exception when invalid_text_representation then
  return null;
end
$$;

-- The client's address as determined by the backend (backend/src/http/client-address.ts) or by
-- Supabase's gateway, never the client's own claim. Null for the platform's own requests.
create function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select private.network_of(
    coalesce(private.request_header('cf-connecting-ip'), private.request_header('x-client-ip')));
$$;

-- Nested embeds, or a column repeated a hundred times, can turn a few rows into more than fits in
-- memory. The statements of /rest/v1 add up row sizes as they go and call this at the limit, so
-- neither PostgreSQL nor the server ever holds the rest.
create function private.refuse_large_answer() returns json
language plpgsql parallel safe set search_path = '' as $$
begin
  raise exception 'The answer would be too large'
    using errcode = 'PT413', hint = 'Ask for fewer rows, columns or embedded lists at a time.';
end
$$;
grant execute on function private.refuse_large_answer() to anon, authenticated, service_role;
