-- One dealership opened forty accounts in seconds, whose names gave them addresses such as vitrina-soporte.

-- A dealership adds a salesperson to its own team: ten in a row and one each six minutes after that, thirty in a day and one each 48 minutes after that. An administrator who does so for it is not counted.
create or replace function public.create_salesperson(p_email text, p_password text, p_full_name text, p_phone text default null)
returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  dealership uuid;
begin
  perform private.require_write();
  dealership := private.team_of_request();
  if dealership is null and private.is_admin() then
    raise exception 'Para añadir un vendedor, administra antes la cuenta de su concesionario.';
  elsif dealership is null then
    raise insufficient_privilege using message = 'Solo un concesionario puede añadir vendedores a su equipo.';
  end if;
  -- What is refused afterwards is taken back with the rest, and so not counted.
  if not private.is_admin()
    and not (private.take_attempt('create-salesperson', dealership::text, 10, '1 hour')
      and private.take_attempt('create-salesperson-day', dealership::text, 30, '24 hours'))
  then
    raise exception 'Has creado muchas cuentas seguidas. Espera un rato e inténtalo de nuevo.';
  end if;
  return private.open_account(private.read_email(p_email), p_phone, p_password, p_full_name, 'vendedor', dealership);
end
$$;

-- Whether one word of an address speaks for the platform, also with a number behind it or with digits that look like its letters.
create function private.speaks_for_platform(p_word text) returns boolean
language sql immutable
set search_path = ''
as $$
  select translate(p_word, '013457', 'oieast') like '%vitrina%'
    or array[regexp_replace(p_word, '[0-9]', '', 'g'), translate(p_word, '013457', 'oieast')] && array[
      'admin', 'administracion', 'administrador', 'administradora', 'administrator', 'ayuda', 'help', 'helpdesk',
      'moderador', 'oficial', 'official', 'root', 'soporte', 'staff', 'support', 'system', 'webmaster'
    ];
$$;

-- Addresses that are a route of ours, could become one, or of which a word, or all of them written together, speaks for the platform.
create or replace function private.is_reserved_word(p_value text) returns boolean
language sql immutable
set search_path = ''
as $$
  select p_value = any (array[
      'about', 'account', 'add-vehicle', 'api', 'app', 'assets', 'auth', 'blog', 'build', 'config', 'contact', 'contacto',
      'create-admin', 'dashboard', 'demo', 'edit-vehicle', 'favicon', 'forgot-password', 'functions', 'healthz', 'index',
      'inventario', 'inventory', 'leads', 'legal', 'login', 'logout', 'mail', 'manifest', 'metrics', 'null', 'preview',
      'privacidad', 'privacy', 'prospectos', 'public', 'readyz', 'rest', 'robots', 'settings', 'share', 'signup', 'sitemap',
      'static', 'storage', 'team', 'terminos', 'terms', 'undefined', 'update-password', 'user', 'users', 'vcard', 'vehicle',
      'vehicles', 'www'
    ])
    or private.speaks_for_platform(replace(p_value, '-', ''))
    or exists (select from unnest(string_to_array(p_value, '-')) as word where private.speaks_for_platform(word));
$$;

-- A public address made from a name, which nobody has and which does not still lead to somebody else's page; a person may claim such a one knowingly. 'José Núñez' gives jose-nunez, then jose-nunez-2
-- and so on, and 'Ana Soporte' gives ana.
create or replace function private.free_slug(p_name text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  spelled text := regexp_replace(
    lower(extensions.unaccent('extensions.unaccent', coalesce(p_name, ''))), '[^a-z0-9]+', '-', 'g');
  base text := trim(both '-' from left((
    select string_agg(word, '-' order by place)
    from unnest(string_to_array(spelled, '-')) with ordinality as words (word, place)
    where word <> '' and not private.speaks_for_platform(word)), 50));
  candidate text;
  n integer := 1;
begin
  if coalesce(length(base), 0) < 2 or private.is_reserved_word(base) then
    base := concat_ws('-', 'perfil', nullif(base, ''));
  end if;
  if private.is_reserved_word(base) then
    base := 'perfil';
  end if;
  candidate := base;
  while exists (select from public.profiles where public_slug = candidate)
    or exists (select from private.past_slugs where slug = candidate and profile_id is not null)
  loop
    n := n + 1;
    candidate := base || '-' || n;
  end loop;
  return candidate;
end
$$;

-- Whoever has an address that is reserved by now keeps it, and so the rule is no check of the whole row.
alter table public.profiles drop constraint profiles_public_slug_reserved;

-- Public addresses are kept in one spelling, a new one is not reserved, an emptied field is no address, only a vendedor has a dealership and only a dealership a domain; a domain that changes has to be
-- proved anew. Neither the platform's host, nor one below it, nor one above it: whoever has the parent has its visitors.
create or replace function private.normalise_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.full_name := trim(coalesce(new.full_name, ''));
  new.public_slug := nullif(lower(trim(new.public_slug)), '');
  new.custom_domain := nullif(rtrim(lower(trim(new.custom_domain)), '.'), '');
  if private.is_reserved_word(new.public_slug)
    and not exists (select from public.profiles where id = new.id and public_slug = new.public_slug)
  then
    raise check_violation using
      message = 'Esta palabra está reservada. Elige otra.',
      constraint = 'profiles_public_slug_reserved';
  end if;
  if new.role <> 'vendedor' then
    new.dealership_id := null;
  end if;
  -- An insert may be the first half of an upsert, of which it does not know the role.
  if tg_op = 'UPDATE' then
    if new.role <> 'concesionario' then
      new.custom_domain := null;
    end if;
    if new.custom_domain is distinct from old.custom_domain then
      new.verified_domain := null;
    end if;
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

revoke execute on function private.speaks_for_platform(text) from public;
