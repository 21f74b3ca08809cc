-- Names that stand for addresses inside a network, whoever asks: of clusters, and of services whose every name is an address.
create or replace function private.is_public_host(p_value text) returns boolean
language sql immutable
set search_path = ''
as $$
  select length(p_value) <= 253
    and p_value ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$'
    and p_value !~ '\.(local|localhost|localdomain|internal|intranet|private|corp|home|lan|svc|arpa|onion|test|example|invalid)$'
    and p_value !~ '(^|\.)(nip\.io|sslip\.io|xip\.io|traefik\.me|rbndr\.us|1u\.ms|localtest\.me|localho\.st|lvh\.me|vcap\.me|lacolhost\.com)$';
$$;

-- Neither the platform's host, nor one below it, nor one above it: whoever has the parent has its visitors.
create or replace function private.normalise_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.full_name := trim(coalesce(new.full_name, ''));
  new.public_slug := nullif(lower(trim(new.public_slug)), '');
  new.custom_domain := nullif(rtrim(lower(trim(new.custom_domain)), '.'), '');
  if new.role <> 'vendedor' then
    new.dealership_id := null;
  end if;
  if exists (
    select from private.settings
    where new.custom_domain = site_host
      or new.custom_domain like '%.' || site_host
      or site_host like '%.' || new.custom_domain
  ) then
    raise check_violation using
      message = 'Ese dominio pertenece a la plataforma.',
      constraint = 'profiles_custom_domain_host';
  end if;
  return new;
end
$$;

-- Whoever has such a domain loses it: nothing of the open internet leads there.
update public.profiles
set custom_domain = null
where not private.is_public_host(custom_domain)
  or exists (select from private.settings where site_host like '%.' || custom_domain);
