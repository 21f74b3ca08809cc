-- What the database has to know about the installation and about the request at hand.

-- The installation's own address, and a salt of its own, without which a visitor's hash could be
-- turned back into an address by trying them all.
create table private.settings (
  only_row boolean primary key default true check (only_row),
  site_host text not null default 'localhost',
  visitor_salt bytea not null default extensions.gen_random_bytes(32)
);

insert into private.settings default values;
alter table private.settings enable row level security;

-- Called once at each start with SITE_URL; keeps its host name.
create function private.set_site_url(p_site_url text) returns void
language sql set search_path = '' as $$
  update private.settings
  set site_host = host
  from lower(substring(p_site_url from '^[a-z]+://(?:[^/@]*@)?([^/:?#]+)')) as host
  where site_host <> host;
$$;

-- One of the few request headers that the api hands down.
create function private.request_header(p_name text) returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('request.headers', true), '')::jsonb ->> p_name;
$$;
grant execute on function private.request_header(text) to authenticated, service_role;

-- What counts as one address of callers: an IPv4 address, or the /64 of an IPv6 one, for a
-- household or a rented server has all of it.
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

-- The address that this request comes from, as the backend found it out
-- (backend/src/http/client-address.ts), or Supabase's own gateway; never what the client says of
-- itself. Null for what the platform asks on its own behalf.
create function private.caller_address() returns text
language sql stable set search_path = '' as $$
  select private.network_of(
    coalesce(private.request_header('cf-connecting-ip'), private.request_header('x-client-ip')));
$$;

-- An embed of an embed, or one column under a hundred names, makes of a few rows more than a server
-- has memory for. The statements of /rest/v1 add up the size of such rows as they come, and call
-- this as soon as it is too much: neither PostgreSQL nor the server ever holds the rest.
create function private.refuse_large_answer() returns json
language plpgsql parallel safe set search_path = '' as $$
begin
  raise exception 'The answer would be too large'
    using errcode = 'PT413', hint = 'Ask for fewer rows, columns or embedded lists at a time.';
end
$$;
grant execute on function private.refuse_large_answer() to anon, authenticated, service_role;
