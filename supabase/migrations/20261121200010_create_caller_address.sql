-- What counts as one address of callers: an IPv4 address, or the /64 of an IPv6 one, for a household or a rented server has all of it.
create function private.network_of(p_address text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return case family(p_address::inet)
    when 4 then host(p_address::inet)
    else network(set_masklen(p_address::inet, 64))::text
  end;
exception when invalid_text_representation then
  return null;
end
$$;

-- The address that this request comes from, as the api found it out (api/http/client-address.ts), or Supabase's own gateway; never what the
-- client says of itself. Null for what the platform asks on its own behalf.
create function private.caller_address() returns text
language sql stable
set search_path = ''
as $$
  select private.network_of(coalesce(private.request_header('cf-connecting-ip'), private.request_header('x-client-ip')));
$$;

revoke execute on function private.network_of(text), private.caller_address() from public;
