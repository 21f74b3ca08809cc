-- More names of inside networks, which the open internet never gives away (.alt and .mail by decision, the others by use), and more services whose
-- every name is an address that the name itself says, or this very machine.
create or replace function private.is_public_host(p_value text) returns boolean
language sql immutable
set search_path = ''
as $$
  select length(p_value) <= 253
    and p_value ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$'
    and p_value !~ '\.(local|localhost|localdomain|localnet|internal|intranet|private|corp|home|lan|mail|dhcp|svc|consul|docker)$'
    and p_value !~ '\.(alt|arpa|onion|test|example|invalid)$'
    and p_value !~ '(^|\.)(nip\.io|sslip\.io|xip\.io|xip\.name|ip6\.name|backname\.io|local-ip\.co|traefik\.me|rbndr\.us|1u\.ms)$'
    and p_value !~ '(^|\.)(localtest\.me|localho\.st|lvh\.me|vcap\.me|fuf\.me|lacolhost\.com|yoogle\.com)$';
$$;

-- Whoever has such a domain loses it: nothing of the open internet leads there.
update public.profiles set custom_domain = null where not private.is_public_host(custom_domain);
