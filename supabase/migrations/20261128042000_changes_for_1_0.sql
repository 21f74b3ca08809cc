-- Upgrades the baseline to 1.0. Functions, views and triggers are copied from the schema files, in
-- their order; what happens to existing rows is written beside them.
set local search_path = pg_catalog;
set local check_function_bodies = off;

-- Texts are stored in NFC from here on, which makes some characters (U+0958) two. Texts that would
-- exceed their limit are cut first, under the old triggers; otherwise they would stop the upgrade.

-- A config of nearly 32,768 characters loses lengthened texts until it fits.
do $$
declare
  paths constant text[] := array['offers', 'slogan', 'tagline', 'location', 'name', 'email',
    'phone', 'whatsapp', 'custom_button,text'];
  name text;
begin
  foreach name in array paths loop
    update public.profiles
    set config = config #- ('{profile,' || name || '}')::text[]
    where length(normalize(config #>> ('{profile,' || name || '}')::text[], nfc))
        > length(config #>> ('{profile,' || name || '}')::text[])
      and length(config::text) + (
        select sum(greatest(0, length(normalize(config #>> path, nfc)) - length(config #>> path)))
        from (select ('{profile,' || key || '}')::text[] from unnest(paths) as key)
          as lengthened (path)
      ) > 32768;
  end loop;
end
$$;

do $$
declare
  bound record;
begin
  for bound in
    select * from (values
      ('vehicles', 'brand', 80), ('vehicles', 'model', 80), ('vehicles', 'vin', 17),
      ('vehicles', 'price', 60), ('vehicles', 'transmission', 40), ('vehicles', 'color', 60),
      ('vehicles', 'fuel_type', 40), ('vehicles', 'engine', 60), ('vehicles', 'trim', 60),
      ('vehicles', 'body_style', 40), ('vehicles', 'drivetrain', 40),
      ('vehicles', 'interior_color', 60), ('vehicles', 'title_status', 40),
      ('vehicles', 'stock_number', 20), ('vehicles', 'description', 10000),
      ('profiles', 'full_name', 120),
      ('leads', 'recipient_name', 120), ('leads', 'vehicle_title', 200), ('leads', 'name', 120),
      ('leads', 'phone', 40), ('leads', 'referred_name', 120), ('leads', 'referred_phone', 40),
      ('leads', 'message', 2000), ('leads', 'next_step', 200),
      ('deals', 'buyer_name', 200), ('deals', 'buyer_phone', 40), ('deals', 'note', 1000),
      ('vehicle_costs', 'label', 80),
      ('access_requests', 'name', 120), ('access_requests', 'message', 2000)
    ) as bounds (relation, name, longest)
  loop
    execute format(
      'update public.%1$I set %2$I = left(normalize(%2$I, nfc), %3$s)
      where length(normalize(%2$I, nfc)) > %3$s', bound.relation, bound.name, bound.longest);
  end loop;

  for bound in
    select * from (values
      ('{profile,name}'::text[], 120), ('{profile,location}', 300), ('{profile,phone}', 40),
      ('{profile,email}', 254), ('{profile,whatsapp}', 40), ('{profile,tagline}', 300),
      ('{profile,slogan}', 300), ('{profile,offers}', 5000), ('{profile,custom_button,text}', 80)
    ) as bounds (path, longest)
  loop
    update public.profiles
    set config = jsonb_set(config, bound.path,
      to_jsonb(left(normalize(config #>> bound.path, nfc), bound.longest)))
    where length(normalize(config #>> bound.path, nfc)) > bound.longest;
  end loop;

  update public.vehicles
  set equipment = array(
    select left(normalize(item, nfc), 60)
    from unnest(equipment) with ordinality as line (item, n) order by n)
  where exists (select from unnest(equipment) as item where length(normalize(item, nfc)) > 60);
end
$$;

-- schemas/checks.sql

create function private.are_tap_codes(p_values text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(array_ndims(p_values) = 1 and array_lower(p_values, 1) = 1
    and cardinality(p_values) <= 5
    and bool_and(value is not null and value ~ '^[A-HJKMNP-Z2-9]{6}$'), false)
  from unnest(p_values) as value;
$$;
grant execute on function private.are_tap_codes(text[]) to service_role;

create or replace function private.is_reserved_word(p_value text) returns boolean
language sql immutable set search_path = '' as $$
  select p_value = any (array[
      'about', 'account', 'add-vehicle', 'api', 'app', 'assets', 'auth', 'blog', 'build',
      'config', 'confirm', 'contact', 'contacto', 'create-admin', 'dashboard', 'demo',
      'edit-vehicle', 'favicon', 'forgot-password', 'functions', 'healthz', 'index',
      'inventario', 'inventory', 'inventory-health', 'leads', 'legal', 'login', 'logout',
      'mail', 'manifest', 'metrics', 'null', 'preview', 'privacidad', 'privacy', 'prospectos',
      'public', 'readyz', 'rest', 'robots', 'sales', 'settings', 'share', 'signup', 'sitemap',
      'static', 'storage', 'team', 'terminos', 'terms', 'undefined', 'unsubscribe',
      'update-password', 'user', 'users', 'vcard', 'vehicle', 'vehicles', 'www'
    ])
    or private.speaks_for_platform(replace(p_value, '-', ''))
    or exists (select from unnest(string_to_array(p_value, '-')) as word
      where private.speaks_for_platform(word));
$$;

create function private.clean_line(p_text text) returns text
language sql immutable set search_path = '' as $$
  select case
    when octet_length(p_text) = length(p_text) then trim(p_text)
    else trim(translate(
      normalize(regexp_replace(p_text, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160'
        || '\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
        || '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd'
        || '\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
        || '\U000e0000-\U000e0fff]', '', 'g'), nfc),
      E'\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u2800\u3000',
      repeat(' ', 19)))
  end;
$$;
grant execute on function private.clean_line(text) to authenticated, service_role;

create function private.clean_text(p_text text) returns text
language sql immutable set search_path = '' as $$
  select case
    when octet_length(p_text) = length(p_text) then trim(p_text)
    else trim(normalize(
      regexp_replace(p_text, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160'
        || '\u17b4-\u17b5\u180b-\u180f\u200b\u200e-\u200f\u202a-\u202e\u2060-\u206f'
        || '\u3164\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f'
        || '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f'
        || '\U000e0080-\U000e0fff]', '', 'g'), nfc))
  end;
$$;
grant execute on function private.clean_text(text) to authenticated, service_role;

create function private.clean_words() returns trigger
language plpgsql set search_path = '' as $$
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(key, case
      when key = any(string_to_array(tg_argv[0], ' ')) then private.clean_line(value)
      else private.clean_text(value) end)
    from jsonb_each_text(to_jsonb(new))
    where key = any(string_to_array(concat_ws(' ', tg_argv[0], tg_argv[1]), ' '))));
end
$$;

create function private.require_few_patterns(p_patterns text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if cardinality(p_patterns) > 50 then
    raise exception 'Busca con menos palabras.';
  end if;
end
$$;
grant execute on function private.require_few_patterns(text[]) to authenticated;

create or replace function private.price_amount(p_price text) returns numeric
language sql immutable set search_path = '' as $$
  select case
    when typed.amount ~ ('^([0-9]+([.,][0-9]{1,2})?'
        '|[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]{1,2})?'
        '|[1-9][0-9]{0,2}(\.[0-9]{3})+(,[0-9]{1,2})?'
        '|[1-9][0-9]{0,2}( [0-9]{3})+([.,][0-9]{1,2})?'
        '|[1-9][0-9]{0,2}(''[0-9]{3})+([.,][0-9]{1,2})?'
        '|[1-9][0-9]{0,2}''[0-9]{3},[0-9]{3}(\.[0-9]{1,2})?)$')
      then translate(
        regexp_replace(typed.amount, '[.,]([0-9]{1,2})$', 'd\1'), 'd,. ''', '.')::numeric
    when typed.amount ~* '^[0-9]{1,4}([.,][0-9]{1,2})? ?(mil|k)$'
      then round(replace(
        regexp_replace(typed.amount, ' ?(mil|k)$', '', 'i'), ',', '.')::numeric * 1000)
  end
  from (
    select regexp_replace(
      regexp_replace(
        -- All white space becomes a space, as in JavaScript; a curly apostrophe becomes straight.
        trim(translate(p_price,
          E'\t\n\x0b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009'
            '\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u2019',
          repeat(' ', 24) || '''')),
        '^((USD|MXN|EUR|ARS|BOB|BRL|CLP|COP|CRC|DOP|GTQ|HNL|NIO|PAB|PEN|PYG|UYU|VES)\s*\$?'
          '|(\$U(?![SY])|U\$S|(US|RD|MX|AR|CL|COL?|C|R)?\$|[€₡₲]|[SB]/\.?|Bs\.?([SD]\.?)?'
          '|Gs\.?|[QL]\.?)\s*(USD|MXN|EUR|ARS|BOB|BRL|CLP|COP|CRC|DOP|GTQ|HNL|NIO|PAB|PEN|PYG|UYU|VES)?)\s*',
        '', 'i'),
      '\s*((US|RD|MX)?\$|[€₡₲]'
        '|USD|MXN|EUR|ARS|BOB|BRL|CLP|COP|CRC|DOP|GTQ|HNL|NIO|PAB|PEN|PYG|UYU|VES)$',
      '', 'i') as amount
  ) as typed;
$$;

create function private.column_names(p_table regclass) returns setof text
language sql stable set search_path = '' as $$
  select attname::text from pg_attribute
  where attrelid = p_table and attnum > 0 and not attisdropped order by attnum;
$$;
grant execute on function private.column_names(regclass) to authenticated, service_role;

-- schemas/limits.sql

create or replace function private.is_within_limit(p_name text, p_key text) returns boolean
language sql set search_path = '' as $$
  select private.take_attempt(p_name, p_key, most, per)
  from (values
    -- Access requests from one network, as when an office signs up its people. Each creates an
    -- account and a mail.
    ('access-request', 60, interval '1 hour'),
    -- Replacements of a pending request. Counted apart from the links, or requesting links would
    -- keep the owner's request from being stored.
    ('ask-again', 10, interval '10 minutes'),
    -- Links mailed to one mailbox, including those that backend/src/auth/limits.ts counts as
    -- verifyTo: a new one each minute would invalidate the last before its owner opens it.
    ('verify-to', 4, interval '10 minutes'),
    -- Accounts that one dealership opens; one once opened forty in seconds.
    ('create-salesperson', 10, interval '1 hour'),
    ('create-salesperson-day', 30, interval '24 hours'),
    -- E-mails that a dealership changes: like a new account, a new e-mail displaces a sign-up.
    ('change-salesperson-email', 10, interval '1 hour'),
    -- Lookups of one dealership's domain: each sends DNS queries.
    ('domain check', 10, interval '10 minutes'),
    -- Leads from one network, since spam comes from few.
    ('lead:network', 30, interval '10 minutes'),
    ('lead:network-recipient', 10, interval '10 minutes'),
    -- Leads from localhost: those of all visitors if a proxy hides their addresses; enough for all
    -- customers of a busy Saturday.
    ('lead:machine', 250, interval '1 hour'),
    -- Leads to one recipient or about one vehicle: far above a busy Saturday, against floods.
    ('lead:recipient', 300, interval '1 hour'),
    ('lead:vehicle', 250, interval '1 hour'),
    -- Leads that one person reassigns, with two mails each: all the leads of a salesperson who
    -- leaves.
    ('reassign', 300, interval '1 hour'),
    -- Ended reservations of one dealership that are mailed, one mail per interested person: more
    -- than end in one evening. Others end without a mail.
    ('reservation-over', 200, interval '24 hours'),
    -- Taps from one network: more than a crowd of customers behind one address makes.
    ('tap:network', 250, interval '10 minutes'),
    -- Test notices to the caller's own browsers.
    ('push:test', 10, interval '10 minutes')
  ) as limits (name, most, per)
  where name = p_name;
$$;

-- schemas/callers.sql

create function private.refuse_view_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise insufficient_privilege using message = 'Acceso denegado';
end
$$;

-- schemas/dealership-days.sql

drop function private.known_zone(text);

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

create function private.zone_of(p_dealership_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.known_zone(
    (select config #>> '{profile,hours,zone}' from public.profiles where id = p_dealership_id),
    case when auth.uid() is not null then private.request_header('x-time-zone') end);
end
$$;
grant execute on function private.zone_of(uuid) to authenticated;

create function private.local_day(p_dealership_id uuid, p_time timestamptz default now())
returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  return (p_time at time zone private.zone_of(p_dealership_id))::date;
end
$$;
grant execute on function private.local_day(uuid, timestamptz) to authenticated, service_role;

create function private.require_day(p_day date) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_day not between '1950-01-01' and '2100-01-01' then
    raise check_violation using message = 'Elige un día entre 1950 y 2100.';
  end if;
end
$$;

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

-- schemas/audit.sql

create or replace function private.blank_difference(p_difference jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(entry.name, (
    select jsonb_object_agg(side.name, case
      when side.value = 'null' then side.value
      when entry.name = 'config'
        then jsonb_strip_nulls(jsonb_build_object('features', side.value -> 'features'))
      when entry.name in (
        'full_name', 'name', 'email', 'phone', 'message', 'public_slug', 'custom_domain',
        'verified_domain', 'friendly_name', 'notes', 'next_step') then '"******"'
      else side.value
    end)
    from jsonb_each(entry.value) as side (name, value)
  )), '{}')
  from jsonb_each(p_difference) as entry (name, value);
$$;

create or replace function private.audit_admin_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept_by_database text[];
  before jsonb;
  after jsonb;
  difference jsonb;
begin
  if not private.is_admin() then
    return null;
  end if;
  kept_by_database := array['updated_at', 'vehicle_count', 'views', 'closed_by_admin']
    || array(select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid
      and attgenerated <> '');
  -- Deactivating an inactive profile changes only closed_by_admin, so that column is logged.
  if tg_op = 'UPDATE' and to_jsonb(old) -> 'is_active' = to_jsonb(new) -> 'is_active' then
    kept_by_database := array_remove(kept_by_database, 'closed_by_admin');
  end if;
  before := case when tg_op <> 'INSERT' then to_jsonb(old) - kept_by_database else '{}' end;
  after := case when tg_op <> 'DELETE' then to_jsonb(new) - kept_by_database else '{}' end;

  select jsonb_object_agg(name, jsonb_build_object('old', before -> name, 'new', after -> name))
  into difference
  from (select jsonb_object_keys(before) as name union select jsonb_object_keys(after)) as columns
  where before -> name is distinct from after -> name and (tg_nargs = 0 or name = any (tg_argv));

  if difference is not null then
    perform private.log_admin_write(
      lower(tg_op), tg_table_name, (coalesce(after ->> 'id', before ->> 'id'))::uuid, difference);
  end if;
  return null;
end
$$;

-- schemas/profiles.sql

alter table public.profiles drop constraint profiles_config_units;

-- The key was unused until now, so other values are no countries.
update public.profiles set config = config #- '{profile,country}'
where config #>> '{profile,country}' !~ '^([A-Z]{2})?$';

alter table public.profiles add constraint profiles_config_units check (
  coalesce(
    config #>> '{profile,currency}' in ('USD', 'MXN', 'EUR', 'ARS', 'BOB', 'BRL', 'CLP', 'COP',
      'CRC', 'DOP', 'GTQ', 'HNL', 'NIO', 'PAB', 'PEN', 'PYG', 'UYU', 'VES'), true)
  and coalesce(config #>> '{profile,distance}' in ('mi', 'km'), true)
  and coalesce(config #>> '{profile,country}' ~ '^([A-Z]{2})?$', true)
);

create function private.clean_config(p_config jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_config -> 'profile') = 'object' then
    p_config || jsonb_build_object('profile', coalesce((
      select jsonb_object_agg(key, case
        when key = 'custom_button' and jsonb_typeof(value -> 'text') = 'string'
          then value || jsonb_build_object('text', private.clean_line(value ->> 'text'))
        when key in ('name', 'location', 'phone', 'email', 'whatsapp', 'tagline', 'slogan')
            and jsonb_typeof(value) = 'string'
          then to_jsonb(private.clean_line(value #>> '{}'))
        when key = 'offers' and jsonb_typeof(value) = 'string'
          then to_jsonb(private.clean_text(value #>> '{}'))
        else value end)
      from jsonb_each(p_config -> 'profile')), '{}'))
    else p_config end;
$$;
grant execute on function private.clean_config(jsonb) to authenticated, service_role;

create or replace function private.guard_profile_insert() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- An administrator always has a profile, so this insert is the first half of an upsert.
  if current_user not in ('anon', 'authenticated') or private.is_admin() then
    return new;
  end if;
  new.role := 'vendedor';
  new.is_active := false;
  new.dealership_id := null;
  new.vehicle_count := 0;
  new.email := auth.jwt() ->> 'email';
  new.phone := nullif(auth.jwt() ->> 'phone', '');
  if jsonb_typeof(new.config) = 'object' then
    new.config := new.config - 'features';
  end if;
  return new;
end
$$;

create or replace function private.guard_profile_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.id := old.id;
  new.created_at := old.created_at;
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  -- Set through the account, which copies them here.
  new.email := old.email;
  new.phone := old.phone;
  new.vehicle_count := old.vehicle_count;
  new.closed_by_admin := old.closed_by_admin;
  new.config := coalesce(new.config, old.config);
  if private.is_admin() then
    return new;
  end if;

  new.role := old.role;
  new.dealership_id := old.dealership_id;
  if jsonb_typeof(new.config) = 'object' then
    new.config := (new.config - 'features') || case
      when old.config ? 'features' then jsonb_build_object('features', old.config -> 'features')
      else '{}' end;
  end if;
  if old.id = auth.uid() then
    new.is_active := old.is_active;
  else
    -- A dealership may deactivate its salespeople, but not change their public address.
    new.public_slug := old.public_slug;
    new.custom_domain := old.custom_domain;
    if new.is_active and not old.is_active then
      perform private.refuse_closed_by_admin(old);
    end if;
  end if;
  -- Includes the logo: its file is deleted once no page references it.
  if not private.has_feature('canEditPublicPage')
    and (new.public_slug, new.custom_domain, new.config -> 'page_style',
      nullif(new.config #>> '{profile,logo}', ''))
      is distinct from (old.public_slug, old.custom_domain, old.config -> 'page_style',
        nullif(old.config #>> '{profile,logo}', ''))
  then
    raise insufficient_privilege using
      message = 'No tienes permiso para editar la página pública.', hint = 'page_forbidden';
  end if;
  return new;
end
$$;

create or replace function private.normalise_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.full_name :=
    private.clean_line(regexp_replace(coalesce(new.full_name, ''), '[[:cntrl:]]+', ' ', 'g'));
  new.config := private.clean_config(new.config);
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
  -- An insert may be the first half of an upsert and not know the role.
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
      hint = 'domain_of_platform',
      constraint = 'profiles_custom_domain_host';
  end if;
  return new;
end
$$;

create function private.merge_json(p_stored jsonb, p_changes jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select p_stored || coalesce(jsonb_object_agg(key, case jsonb_typeof(value)
    when 'object' then private.merge_json(
      case jsonb_typeof(p_stored -> key) when 'object' then p_stored -> key else '{}' end, value)
    else value end), '{}')
  from jsonb_each(p_changes);
$$;
grant execute on function private.merge_json(jsonb, jsonb) to authenticated, service_role;

create function public.save_profile(
  p_id uuid, p_columns jsonb default '{}', p_config jsonb default '{}'
)
returns setof public.profiles
language plpgsql set search_path = '' as $$
declare
  names text[] := array(
    select jsonb_object_keys(p_columns)
    union select 'config' where p_config <> '{}');
  broken text;
  code text;
begin
  perform private.require_write();
  if names = '{}' then
    return query select * from public.profiles where id = p_id;
    return;
  end if;
  return query execute (
    select format($update$
      update public.profiles as profile set (%s) = (
        select %s from jsonb_populate_record(profile, $2 || case when $3 = '{}' then '{}'
          else jsonb_build_object('config', private.merge_json(profile.config, $3)) end) as wanted)
      where id = $1 returning profile.*$update$,
      string_agg(quote_ident(name), ', '), string_agg('wanted.' || quote_ident(name), ', '))
    from unnest(names) as name)
  using p_id, p_columns, p_config;
exception
  when unique_violation or check_violation then
    get stacked diagnostics broken = constraint_name, code = pg_exception_hint;
    raise exception using
      errcode = sqlstate, message = sqlerrm, constraint = broken,
      hint = coalesce(nullif(code, ''), case broken
        when 'profiles_public_slug_key' then 'slug_taken'
        when 'profiles_public_slug_reserved' then 'slug_reserved'
        when 'profiles_public_slug_format' then 'slug_format'
        when 'profiles_custom_domain_host' then 'domain_invalid'
      end, '');
end
$$;
grant execute on function public.save_profile(uuid, jsonb, jsonb) to authenticated, service_role;

create or replace trigger normalise_profile
  before insert or update of full_name, public_slug, custom_domain, role,
    dealership_id, config on public.profiles
  for each row execute function private.normalise_profile();

update public.profiles
set full_name = full_name, config = config
where full_name <> private.clean_line(full_name) or config <> private.clean_config(config);

-- schemas/account-state.sql

create or replace function private.end_access(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  address text;
begin
  select email into address from auth.users where id = p_user_id for no key update;
  delete from auth.sessions where user_id = p_user_id;
  perform private.forget_one_time_tokens(p_user_id);
  delete from private.outgoing_mail where recipient = address and state <> 'sent';
end
$$;

create function private.drop_waiting_news() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  readers uuid[] := array(
    select person.id from public.profiles as person
    where person.id = new.id or (person.dealership_id = new.id and not new.is_active));
begin
  delete from private.outgoing_mail
  where recipient in (select email from public.profiles where id = any (readers))
    and state <> 'sent'
    and template in ('new-inquiry', 'new-referral', 'reservation-over', 'weekly');
  update public.push_subscriptions set id = gen_random_uuid() where user_id = any (readers);
  return null;
end
$$;

create or replace function private.tell_password_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_mail_once_per('1 minute', 'password-changed', new.email,
    jsonb_build_object(
      'name', coalesce((select full_name from public.profiles where id = new.id), '')));
  return null;
exception when check_violation then
  -- The outbox rejects some addresses from other systems' dumps; that must not block the change.
  return null;
end
$$;

create or replace function public.reset_second_factor_by_admin(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_user_id = auth.uid() then
    raise exception '%', 'Tu propia verificación en dos pasos se quita en Configuración, '
      || 'en la pestaña Seguridad.';
  end if;
  -- Lock the account before its sessions, as everywhere.
  perform from auth.users where id = p_user_id for no key update;
  perform private.log_admin_write('delete', 'mfa_factors', id, jsonb_build_object(
    'user_id', jsonb_build_object('old', user_id, 'new', null)))
  from auth.mfa_factors
  where user_id = p_user_id and status = 'verified';
  if not found then
    raise exception 'Esta cuenta no tiene verificación en dos pasos.';
  end if;
  delete from auth.mfa_factors where user_id = p_user_id;
  delete from private.recovery_sets where user_id = p_user_id;
  delete from auth.sessions where user_id = p_user_id;
  perform private.tell_second_factor_change(p_user_id, 'reset');
end
$$;

create trigger drop_waiting_news
  after update of is_active, dealership_id, role on public.profiles
  for each row when ((old.is_active and not new.is_active)
    or (old.dealership_id, old.role) is distinct from (new.dealership_id, new.role))
  execute function private.drop_waiting_news();

-- schemas/slugs.sql

create trigger tell_pages
  after delete or update of profile_id on private.past_slugs
  for each row execute function private.tell_pages('profile_id');

-- schemas/vehicles.sql

alter table public.vehicles add column condition text
  check (length(condition) <= 40 and condition !~ '[[:cntrl:]]');
grant select (condition) on public.vehicles to anon;

alter table public.vehicles drop constraint vehicles_year_check;
alter table public.vehicles add constraint vehicles_year_check
  check (year between 1900
    and extract(year from now() at time zone 'utc' + interval '14 hours')::integer + 1);

-- Cleaned under the old trigger, which leaves the other columns alone. A number that is taken once
-- it is cleaned gets a suffix from the vehicle's id.
update public.vehicles as vehicle
set stock_number = case when exists (
    select from public.vehicles as other
    where other.user_id = vehicle.user_id and other.id <> vehicle.id
      and upper(private.clean_line(other.stock_number))
        = upper(private.clean_line(vehicle.stock_number)))
  then left(private.clean_line(stock_number), 15) || '-' || left(id::text, 4)
  else private.clean_line(stock_number) end
where stock_number <> private.clean_line(stock_number)
  and private.clean_line(stock_number) <> '';

-- Created again below, for schemas/listing.sql, once the rows are updated.
drop index public.vehicles_words_idx;

create or replace function private.guard_vehicle() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.views := case tg_op when 'UPDATE' then old.views else 0 end;
    new.created_at := case tg_op when 'UPDATE' then old.created_at else now() end;
    new.updated_at := case tg_op when 'UPDATE' then old.updated_at else now() end;
    new.reserved_until := case tg_op when 'UPDATE' then old.reserved_until end;
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
  end if;
  new := jsonb_populate_record(new, (
    select jsonb_object_agg(name, case
      when name in ('brand', 'model') then private.clean_line(value #>> '{}')
      when name = 'description' then nullif(private.clean_text(value #>> '{}'), '')
      else nullif(private.clean_line(value #>> '{}'), '') end)
    from jsonb_each(to_jsonb(new)) as given (name, value)
    where jsonb_typeof(value) = 'string'));
  new.vin := upper(new.vin);
  new.equipment := array(
    select cleaned.line
    from unnest(new.equipment) with ordinality as given (item, n)
    cross join lateral (select private.clean_line(given.item)) as cleaned (line)
    where cleaned.line <> '' group by cleaned.line order by min(n));
  new.images := coalesce(new.images, '{}');
  new.status := case lower(new.status)
    when 'disponible' then 'Disponible'
    when 'vendido' then 'Vendido'
    when 'en revisión' then 'En revisión'
    else new.status
  end;
  return new;
end
$$;

create or replace function private.give_stock_number() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  number integer;
  moves boolean := false;
begin
  new.stock_number := nullif(upper(private.clean_line(new.stock_number)), '');
  if tg_op = 'UPDATE' then
    new.stock_number := coalesce(new.stock_number, old.stock_number);
    moves := new.user_id <> old.user_id and new.stock_number = old.stock_number;
    if new.user_id = old.user_id and new.stock_number = old.stock_number then
      return new;
    end if;
  end if;

  -- Serialises the dealership's numbers, so that concurrent ones are visible.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 0));
  if moves and private.has_stock_number(new.user_id, new.stock_number) then
    new.stock_number := null;
  end if;
  while new.stock_number is null loop
    insert into private.stock_counters as counter (dealership_id, given)
    select id, 1 from public.profiles where id = new.user_id
    on conflict (dealership_id) do update set given = counter.given + 1
    returning given into number;
    -- The owner does not exist; the foreign key rejects the row.
    exit when number is null;
    new.stock_number := 'A-' || lpad(number::text, greatest(4, length(number::text)), '0');
    if private.has_stock_number(new.user_id, new.stock_number) then
      new.stock_number := null;
    end if;
  end loop;
  return new;
end
$$;

create or replace function private.has_stock_number(p_dealership_id uuid, p_number text) returns boolean
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return exists (
    select from public.vehicles where user_id = p_dealership_id and stock_number = p_number);
end
$$;

create function public.publish_vehicles(p_ids uuid[], p_published boolean) returns void
language plpgsql set search_path = '' as $$
declare
  changed integer;
begin
  perform private.require_write();
  update public.vehicles set published = p_published where id = any (p_ids);
  get diagnostics changed = row_count;
  if changed < (select count(distinct id) from unnest(p_ids) as id) then
    raise exception 'Alguno de estos vehículos ya no está. No se cambió ninguno.';
  end if;
  if not p_published then
    perform private.keep_hidden(p_ids);
  end if;
end
$$;
grant execute on function public.publish_vehicles(uuid[], boolean) to authenticated;

create or replace function public.get_sitemap_vehicles(
  p_dealership_id uuid default null,
  p_first uuid default '00000000-0000-0000-0000-000000000000',
  p_last uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  p_limit integer default 24000
)
returns table (id uuid, changed_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_dealership_id is not null then
    return query
      select v.id, v.updated_at
      from public.vehicles as v
      where v.user_id = p_dealership_id and v.published
        and v.user_id in (select owner.id from private.active_owners as owner)
      order by v.id
      limit greatest(least(p_limit, 24000), 0);
    return;
  end if;
  return query
    select v.id, v.updated_at
    from public.vehicles as v
    where v.id between p_first and p_last and v.published
      and (select owner.id from private.active_owners as owner where owner.id = v.user_id)
        is not null
    order by v.id
    limit greatest(least(p_limit, 24000), 0);
end
$$;

create or replace function private.platform_vehicle_condition(p_patterns text[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  pattern text;
  condition text := 'true';
begin
  perform private.require_few_patterns(p_patterns);
  foreach pattern in array p_patterns loop
    condition := condition || format(' and (v.search_text like %L or v.user_id = any (%L::uuid[]))',
      pattern, array(
        select owner.id from public.profiles as owner
        where owner.role = 'concesionario' and public.account_text(owner) like pattern));
  end loop;
  return condition;
end
$$;

create or replace function public.search_platform_vehicles(
  p_patterns text[] default '{}', p_sort text default 'created_at',
  p_descending boolean default true, p_from jsonb default null,
  p_backwards boolean default false, p_limit integer default 50
)
returns table (
  id uuid, brand text, model text, year integer, vin text, published boolean, view_count integer,
  owner_name text, owner_email text, place jsonb
)
language plpgsql stable security definer set search_path = '' as $$
declare
  keys text[] := case p_sort
    when 'name' then '{v.brand,v.model,v.year,v.id}'
    when 'owner' then '{owner.full_name,v.id}'
    when 'vin' then array['coalesce(v.vin, '''')', 'v.id']
    when 'published' then '{v.published,v.created_at,v.id}'
    when 'views' then '{v.views,v.id}'
    else '{v.created_at,v.id}'
  end;
  goes_down boolean := p_descending <> p_backwards;
  direction text := case when goes_down then ' desc' else ' asc' end;
  condition text;
begin
  perform private.require_admin();
  condition := private.platform_vehicle_condition(p_patterns);
  if jsonb_typeof(p_from) <> 'null' then
    if (jsonb_typeof(p_from) = 'array' and jsonb_array_length(p_from) = cardinality(keys)
      and not p_from @> '[null]') is not true
    then
      raise invalid_parameter_value using message = 'El lugar en la lista no es válido.';
    end if;
    condition := condition || format(' and (%s) %s (%s)', array_to_string(keys, ', '),
      case when goes_down then '<' else '>' end,
      (select string_agg(quote_literal(value), ', ' order by n)
        from jsonb_array_elements_text(p_from) with ordinality as part (value, n)));
  end if;
  return query execute format(
    'select v.id, v.brand, v.model, v.year, v.vin, v.published, v.views, owner.full_name,
      owner.email, jsonb_build_array(%s)
    from public.vehicles as v
    join public.profiles as owner on owner.id = v.user_id
    where %s
    order by %s limit %s',
    array_to_string(keys, ', '), condition,
    array_to_string(keys, direction || ', ') || direction,
    greatest(least(p_limit, 1000), 0));
end
$$;

do $$
begin
  execute (
    select format($view$
      create or replace view private.foreign_vehicles with (security_barrier = true) as
      select %s from public.vehicles
      where published and user_id in (select owner.id from private.active_owners as owner)
        and (select private.is_active())
        and not (select private.is_admin())
        and (user_id = (select private.my_dealership())) is not true$view$,
      string_agg(case name
        when 'views' then 'null::integer as views'
        when 'updated_at' then 'null::timestamptz as updated_at'
        else quote_ident(name) end, ', '))
    from private.column_names('public.vehicles') as name);
end
$$;

create or replace view private.readable_vehicles with (security_invoker = true) as
  select * from public.vehicles union all select * from private.foreign_vehicles;

-- The trigger cleans the updated rows. A brand or model of invisible characters only becomes '?'.
update public.vehicles
set brand = coalesce(nullif(private.clean_line(brand), ''), '?'),
  model = coalesce(nullif(private.clean_line(model), ''), '?')
where concat_ws('|', brand, model, vin, price, transmission, color, fuel_type, engine, trim,
    body_style, drivetrain, interior_color, title_status, array_to_string(equipment, '|'))
  <> private.clean_line(concat_ws('|', brand, model, vin, price, transmission, color, fuel_type,
    engine, trim, body_style, drivetrain, interior_color, title_status,
    array_to_string(equipment, '|')))
  or description <> private.clean_text(description);

-- Recomputes price_amount. The old touch_vehicle ignores views, so updated_at stays.
update public.vehicles set views = views
where private.price_amount(price) is distinct from price_amount;

create or replace trigger touch_vehicle
  before update on public.vehicles for each row
  when (old.views = new.views and old.reserved_until is not distinct from new.reserved_until
    and old.updated_at = new.updated_at)
  execute function private.touch_row();

create or replace trigger tell_pages
  after insert or delete on public.vehicles
  for each row execute function private.tell_pages('user_id');

create trigger tell_pages_of_update
  after update on public.vehicles for each row when (old.views = new.views)
  execute function private.tell_pages('user_id');

-- schemas/listing.sql

drop view private.listed_vehicles;
drop function private.listing_words(uuid, text, text, text[], text[]);

create function private.make_terms(p_word text) returns table (word text, ends text)
language sql immutable set search_path = '' as $$
  with list (make, spellings) as (values
    ('alfaromeo', '{alfa}'::text[]),
    ('bmw', '{bmwmotorrad}'),
    ('cadillac', '{caddy}'),
    ('chevrolet', '{chevy,chev,chevi,chevrolete,chevroletmotors}'),
    ('chrysler', '{chry,crysler}'),
    ('ford', '{fordmotor,fordmotorcompany}'),
    ('gmc', '{gmctruck}'),
    ('greatwall', '{gwm,greatwallmotors}'),
    ('honda', '{hondamotor}'),
    ('hyundai', '{hyundia,hiundai,hyunday,hundai,hyundaimotors}'),
    ('infiniti', '{infinity}'),
    ('jaguar', '{jag}'),
    ('kia', '{kiamotors}'),
    ('mazda', '{mazdamotor}'),
    ('mercedesbenz', '{mercedes,mercedez,mercedezbenz,mb,mbenz,benz}'),
    ('mitsubishi', '{mitsu,mitsubichi,mitsubishimotors}'),
    ('nissan', '{nisan,nissanmotor}'),
    ('peugeot', '{peugot}'),
    ('porsche', '{porche}'),
    ('ram', '{ramtrucks}'),
    ('tesla', '{teslamotors}'),
    ('toyota', '{toyotamotor}'),
    ('volkswagen', '{vw,volks,volkswagon,wolkswagen,volswagen}')
  ), meant as (
    select make, spellings from list where make = p_word or p_word = any(spellings)
  )
  select make, ':*' from meant where make <> p_word
  union all
  -- Matching 'mb' or 'vw' as prefixes would find parts of VINs.
  select spelling, '' from meant, unnest(spellings) as spelling where spelling <> p_word;
$$;
grant execute on function private.make_terms(text) to authenticated, service_role;

create or replace function public.vehicle_synonyms(vehicle public.vehicles) returns text
language sql immutable
return private.synonyms(
    array[private.said_style(vehicle.body_style, vehicle.model_folded), vehicle.fuel_type, vehicle.transmission, vehicle.drivetrain],
    vehicle.color, vehicle.interior_color)
  || coalesce(' ' || (
    select string_agg(make.word, ' ')
    from private.make_terms(regexp_replace(vehicle.brand_folded, '[^[:alnum:]]', '', 'g')) as make), '');

create function private.listing_words(
  user_id uuid, vin text, brand text, model text, model_folded text, search_text text, price text,
  price_amount numeric, stock_number text, body_style text, drivetrain text, fuel_type text,
  transmission text, color text, interior_color text, engine text, "trim" text, description text,
  equipment text[]
)
returns tsvector
language sql immutable cost 10000 set search_path = '' as $$
  with style (name) as (select private.said_style(body_style, model_folded)),
  texts (facts, name, written) as (
    select array_to_string(array[search_text, replace(model, ' ', ''),
        replace(brand || model, ' ', ''), price, trim_scale(price_amount)::text, style.name,
        drivetrain, stock_number,
        private.synonyms(array[style.name, fuel_type, transmission, drivetrain], color,
          interior_color)], ' '),
      brand || ' ' || model,
      array_to_string(array[engine, "trim", replace(engine, '-', ''), replace("trim", '-', ''),
        interior_color, description] || equipment, ' ')
    from style
  )
  select array_to_tsvector(array(
    select private.listing_key(user_id) || '=' || word
    from texts, private.words_of(facts || ' ' || replace(facts, '-', '')) as word
    union
    select private.listing_key(user_id) || '=' || lower(right(vin, n))
    from generate_series(4, 8) as n
    where vin is not null
    union
    select private.listing_key(user_id) || '#' || word
    from texts, private.words_of(name || ' ' || replace(name, '-', '')) as word
    union
    select private.listing_key(user_id) || word
    from texts, private.words_of(written) as word
    union
    select private.listing_key(user_id)));
$$;
grant execute on function private.listing_words(uuid, text, text, text, text, text, text, numeric,
  text, text, text, text, text, text, text, text, text, text, text[])
  to authenticated, service_role;

create or replace function private.listing_terms(p_dealership_id uuid, p_words text[], p_in_texts boolean)
returns table (word text, term text)
language sql stable set search_path = '' as $$
  select typed.word, '(' || (
    select string_agg(quote_literal(key || found.prefix) || found.ends, ' | ')
    from (values
      ('=' || typed.word, case when exists (
          select from private.listed_vehicles as v
          where v.user_id = p_dealership_id
            and v.words @@ quote_literal(key || '#' || typed.word)::tsquery) then '' else ':*' end),
      (case when p_in_texts then typed.word end, ':*'),
      ('=' || typed.before || typed.word, ':*'),
      ('=' || typed.word || typed.before, ':*'),
      ('=' || typed.word || typed.after, ':*'),
      ('=' || typed.after || typed.word, ':*')
    ) as found (prefix, ends)
    where found.prefix is not null) || coalesce((
      select string_agg(' | ' || quote_literal(key || '=' || make.word) || make.ends, '')
      from private.make_terms(typed.word) as make), '') || ')'
  from private.listing_key(p_dealership_id) as key, (
    select word, lag(word) over (order by place) as before, lead(word) over (order by place) as after
    from unnest(p_words) with ordinality as typed (word, place)) as typed;
$$;

create or replace function private.near_query(p_dealership_id uuid, p_words text[]) returns tsquery
language sql stable set search_path = '' as $$
  with typed as materialized (
    select term.word, term.term, exists (
      select from private.listed_vehicles as v
      where v.user_id = p_dealership_id and v.words @@ term.term::tsquery) as is_known
    from private.listing_terms(p_dealership_id, p_words, true) as term
  ), unknown as materialized (
    select typed.word from typed where not typed.is_known
      and (select count(*) <= 3 and bool_and(word ~ '^[[:alpha:]]{4,}$')
        from typed where not is_known)
  ), fact as materialized (
    select word, bool_or(known.name is not null) as is_name
    from (
      select v.brand_folded || ' ' || v.model_folded as name,
        concat_ws(' ', v.color, v.transmission, v.fuel_type, v.body_style, v.drivetrain,
          case when v.model_folded is null then private.synonyms(
            array[v.body_style, v.fuel_type, v.transmission, v.drivetrain], v.color, null)
          end) as kind
      from private.listed_vehicles as v
      where v.user_id = p_dealership_id and exists (select from unknown)
      group by grouping sets ((v.brand_folded, v.model_folded), v.color, v.transmission,
        v.fuel_type, v.body_style, v.drivetrain)) as known,
      lateral (
        select string_to_table(translate(known.name, '-/.', '   '), ' ')
        union all
        select private.words_of(known.kind) where known.name is null) as fact (word)
    where word ~ '^[[:alpha:]]{3,}$'
    group by word
  ), meant as materialized (
    select case when typed.is_known then typed.term else (
      select '(' || string_agg(
        quote_literal(private.listing_key(p_dealership_id) || '=' || near.word), ' | ') || ')'
      from (
        -- Names rank higher: 'silverdo' means Silverado rather than silver.
        select fact.word, rank() over (
          order by extensions.similarity(unknown.word, fact.word)
            + case when fact.is_name then 0.1 else 0 end desc) as place
        from unknown
        join fact on extensions.word_similarity(unknown.word, fact.word) > 0.4
        where unknown.word = typed.word) as near
      where near.place = 1) end as term
    from typed
  )
  select case when bool_and(meant.term is not null) then string_agg(meant.term, ' & ')::tsquery end
  from meant;
$$;

create view private.listed_vehicles with (security_invoker = true) as
select v.*,
  private.listing_words(user_id, vin, brand, model, model_folded, search_text, price, price_amount,
    stock_number, body_style, drivetrain, fuel_type, transmission, color, interior_color, engine,
    trim, description, equipment) as words
from public.vehicles as v
where v.published and v.status = 'Disponible';

create index vehicles_words_idx on public.vehicles using gin (
  private.listing_words(user_id, vin, brand, model, model_folded, search_text, price, price_amount,
    stock_number, body_style, drivetrain, fuel_type, transmission, color, interior_color, engine,
    trim, description, equipment)
) where published and status = 'Disponible';

-- schemas/views.sql

create or replace function private.count_for_seller(
  p_seller_id uuid, p_dealership_id uuid, p_shares integer, p_views integer
) returns void
language sql security definer set search_path = '' as $$
  insert into private.seller_days as today (seller_id, dealership_id, day, shares, views)
  values (p_seller_id, p_dealership_id, private.local_day(p_dealership_id), p_shares, p_views)
  on conflict (dealership_id, day, seller_id) do update
  set shares = least(today.shares + excluded.shares, 10000), views = today.views + excluded.views;
$$;

-- schemas/leads.sql

create or replace function private.platform_leads(
  p_patterns text[], p_state text, p_kind text, p_recipient_id uuid
) returns text
language plpgsql immutable set search_path = '' as $$
declare
  pattern text;
  wanted text := 'select lead.* from public.leads as lead where true';
begin
  if p_state is not null then
    wanted := wanted || format(' and lead.state = %L', p_state);
  end if;
  if p_kind is not null then
    wanted := wanted || format(' and lead.kind = %L', p_kind);
  end if;
  if p_recipient_id is not null then
    wanted := wanted || format(' and lead.recipient_id = %L', p_recipient_id);
  end if;
  perform private.require_few_patterns(p_patterns);
  foreach pattern in array p_patterns loop
    wanted := wanted || format(' and (public.lead_text(lead) like %L', pattern);
    if pattern ~ '^%[-+._0-9]*[0-9][-+._0-9]*%$' then
      wanted := wanted || format(' or lead.phone like %1$L or lead.referred_phone like %1$L',
        '%' || regexp_replace(pattern, '[^0-9]', '', 'g') || '%');
    end if;
    wanted := wanted || ')';
  end loop;
  return wanted;
end
$$;
grant execute on function private.platform_leads(text[], text, text, uuid) to authenticated;

create or replace function public.search_platform_leads(
  p_patterns text[] default '{}', p_state text default null, p_kind text default null,
  p_recipient_id uuid default null, p_before timestamptz default 'infinity',
  p_before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_limit integer default 50
) returns setof public.leads
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query execute private.platform_leads(p_patterns, p_state, p_kind, p_recipient_id)
    || format(' and (lead.created_at, lead.id) < (%L, %L)
      order by lead.created_at desc, lead.id desc limit %s',
      p_before, p_before_id, greatest(least(p_limit, 1000), 0));
end
$$;

create function public.count_platform_leads_by_state(
  p_patterns text[] default '{}', p_kind text default null, p_recipient_id uuid default null
) returns table (state text, leads bigint)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select wanted, private.count_about(
      private.platform_leads(p_patterns, wanted, p_kind, p_recipient_id))
    from unnest(array['Nuevo', 'En atención', 'Convertido', 'Perdido']) as wanted;
end
$$;
grant execute on function public.count_platform_leads_by_state(text[], text, uuid)
  to authenticated;

create function public.count_leads_by_state(
  p_dealership_id uuid default null, p_recipient_id uuid default null,
  p_patterns text[] default '{}', p_kind text default null, p_due_on date default null
) returns table (state text, leads bigint)
language plpgsql stable set search_path = '' as $$
declare
  wanted text := private.platform_leads(p_patterns, null, p_kind, p_recipient_id);
begin
  if p_dealership_id is not null then
    wanted := wanted || format(' and lead.dealership_id = %L', p_dealership_id);
  end if;
  if p_due_on is not null then
    wanted := wanted || format(
      $due$ and lead.next_step_on <= %L and lead.state in ('Nuevo', 'En atención')$due$, p_due_on);
  end if;
  return query execute
    'select found.state, count(*) from (' || wanted || ') as found group by found.state';
end
$$;
grant execute on function public.count_leads_by_state(uuid, uuid, text[], text, date)
  to authenticated;

create or replace function private.queue_lead_mails(p_lead public.leads, p_vehicle public.vehicles)
returns void language plpgsql set search_path = '' as $$
declare
  template text := case p_lead.kind when 'referral' then 'new-referral' else 'new-inquiry' end;
  recipient public.profiles;
  dealership public.profiles;
  data jsonb;
  mails_recipient boolean;
begin
  select * into recipient from public.profiles where id = p_lead.recipient_id and is_active;
  select * into dealership from public.profiles where id = p_lead.dealership_id and is_active
    and id <> p_lead.recipient_id;
  mails_recipient := private.lead_mailbox(recipient) is not null
    and recipient.id is distinct from auth.uid();

  data := jsonb_strip_nulls(jsonb_build_object(
    'lead', p_lead.id,
    'recipient', p_lead.recipient_name,
    'dealership', private.display_name(dealership),
    'name', p_lead.name, 'email', p_lead.email, 'phone', p_lead.phone, 'message', p_lead.message,
    'referredName', p_lead.referred_name, 'referredPhone', p_lead.referred_phone,
    'currency', coalesce(dealership.config, recipient.config) #>> '{profile,currency}',
    'vehicle', case when p_vehicle.id is not null then jsonb_build_object('id', p_vehicle.id,
      'title', p_lead.vehicle_title, 'price', p_vehicle.price, 'vin', p_vehicle.vin) end
  ));

  if mails_recipient then
    perform private.queue_mail(
      template, private.lead_mailbox(recipient), data || '{"reader": "recipient"}');
  end if;
  if private.lead_mailbox(dealership) is distinct from private.lead_mailbox(recipient)
    and private.lead_mailbox(dealership) is not null
    and dealership.id is distinct from auth.uid()
  then
    perform private.queue_mail(
      template, private.lead_mailbox(dealership), data || jsonb_build_object(
        'reader', 'dealership', 'recipientMailed', mails_recipient));
  end if;
end
$$;

create trigger clean_words
  before insert or update of recipient_name, vehicle_title, name, phone, referred_name,
    referred_phone, message, next_step
  on public.leads for each row execute function private.clean_words(
    'recipient_name vehicle_title name phone referred_name referred_phone next_step', 'message');

update public.leads
set name = coalesce(nullif(private.clean_line(name), ''), '?'),
  phone = coalesce(nullif(private.clean_line(phone), ''), case when phone is not null then '?' end),
  referred_name = coalesce(
    nullif(private.clean_line(referred_name), ''),
    case when referred_name is not null then '?' end),
  referred_phone = coalesce(
    nullif(private.clean_line(referred_phone), ''),
    case when referred_phone is not null then '?' end),
  message = nullif(private.clean_text(message), '')
where concat_ws('|', recipient_name, vehicle_title, name, phone, referred_name, referred_phone,
    next_step)
  <> private.clean_line(concat_ws('|', recipient_name, vehicle_title, name, phone, referred_name,
    referred_phone, next_step))
  or message <> private.clean_text(message);

-- schemas/push.sql

create or replace function public.subscribe_to_push(p_endpoint text, p_p256dh text, p_auth text) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;

-- schemas/contact-taps.sql

-- A code could be up to five codes long.
alter table public.contact_taps drop constraint contact_taps_codes_check;
update public.contact_taps set codes = array(
  select substr(array_to_string(codes, ''), place, 6)
  from generate_series(1, length(array_to_string(codes, '')), 6) as place order by place)
where not private.are_tap_codes(codes);
alter table public.contact_taps add constraint contact_taps_codes_check
  check (private.are_tap_codes(codes));

-- schemas/lead-work.sql

create or replace function public.make_tap_lead(p_tap_id uuid, p_name text default '', p_phone text default '')
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  tap public.contact_taps;
  vehicle public.vehicles;
  seller public.profiles;
  typed_phone text := private.clean_line(p_phone);
  made uuid;
begin
  perform private.require_write();
  select * into tap from public.contact_taps
  where id = p_tap_id and private.works_for(seller_id, dealership_id)
  for update;
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif tap.lead_id is not null then
    return tap.lead_id;
  end if;

  -- A vehicle that has moved to another dealership is not shown.
  select * into vehicle from public.vehicles
  where id = tap.vehicle_id and user_id = tap.dealership_id;
  -- Nor is a salesperson who left: the dealership handles the lead.
  select * into seller from public.profiles
  where id in (tap.seller_id, tap.dealership_id)
    and (tap.dealership_id is null or tap.dealership_id in (id, dealership_id))
  order by id = tap.seller_id desc nulls last limit 1;
  insert into public.leads (
    kind, recipient_id, dealership_id, recipient_name, vehicle_id, vehicle_title, name, phone,
    state)
  values (
    'direct_contact', seller.id, tap.dealership_id, private.display_name(seller), vehicle.id,
    nullif(concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year), ''),
    coalesce(nullif(private.clean_line(p_name), ''), 'Cliente sin nombre'),
    -- As contract/lead.ts: plus sign and digits only, or the text as typed.
    nullif(case when typed_phone ~ '^\+[^[:alpha:];#]*$'
      then regexp_replace(typed_phone, '[^+0-9]', '', 'g') else typed_phone end, ''),
    'En atención')
  returning id into made;
  update public.contact_taps set lead_id = made where id = tap.id;
  perform private.log_admin_write('insert', 'leads', made, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', null, 'new', seller.id),
    'vehicle_id', jsonb_build_object('old', null, 'new', vehicle.id)), auth.uid());
  return made;
end
$$;

-- schemas/figures.sql

alter table public.vehicle_costs alter column spent_on drop default;

create function private.guard_acquisition() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.vehicle_figures where id = new.id and acquired_on = new.acquired_on)
  then
    perform private.require_past_day(new.dealership_id, new.acquired_on);
  end if;
  return new;
end
$$;

create function private.date_cost() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.spent_on is null then
    new.spent_on := private.local_day(new.dealership_id);
  elsif tg_op = 'INSERT' or new.spent_on <> old.spent_on then
    perform private.require_past_day(new.dealership_id, new.spent_on);
  end if;
  return new;
end
$$;

create or replace function private.audit_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
begin
  if private.is_admin() and before <> after then
    perform private.log_admin_write(
      lower(tg_op), tg_table_name, (coalesce(after ->> 'id', before ->> 'id'))::uuid, (
        select jsonb_object_agg(name, '{"old": "******", "new": "******"}'::jsonb)
        from (select jsonb_object_keys(before || after) as name) as columns
        where before -> name is distinct from after -> name));
  end if;
  return null;
end
$$;

create trigger clean_words
  before insert or update of label on public.vehicle_costs
  for each row execute function private.clean_words('label');

create trigger require_past_acquisition
  before insert or update on public.vehicle_figures
  for each row execute function private.guard_acquisition();

create trigger today_of_dealership
  before insert or update on public.vehicle_costs
  for each row execute function private.date_cost();

update public.vehicle_costs
set label = coalesce(nullif(private.clean_line(label), ''), '?')
where label <> private.clean_line(label);

-- schemas/deals.sql

alter table public.deals alter column day drop default;

drop function public.get_seller_board(date, date, timestamptz, timestamptz);

create or replace function private.guard_deal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  seller public.profiles;
begin
  new.buyer_name := nullif(trim(new.buyer_name), '');
  new.buyer_phone := nullif(trim(new.buyer_phone), '');
  new.note := nullif(trim(new.note), '');
  -- Checked here because PostgreSQL's own error shows the whole row, amounts included.
  if length(new.buyer_name) > 200 or length(new.buyer_phone) > 40 or length(new.note) > 1000 then
    raise check_violation using message = 'El nombre, el teléfono o la nota son demasiado largos.';
  end if;
  if tg_op = 'INSERT' and new.day is null then
    new.day := private.local_day(new.dealership_id);
  elsif tg_op = 'INSERT' or new.day <> old.day then
    perform private.require_past_day(new.dealership_id, new.day);
  end if;
  if new.seller_id is null or (tg_op = 'UPDATE' and new.seller_id = old.seller_id) then
    return new;
  end if;

  select * into seller from public.profiles
  where id = new.seller_id and new.dealership_id in (id, dealership_id);
  if not found then
    raise check_violation using message = 'El vendedor no es de este concesionario.';
  end if;
  new.seller_name := private.display_name(seller);
  return new;
end
$$;

create or replace function public.sell_vehicle(
  p_vehicle_id uuid, p_day date default null, p_price numeric default null,
  p_buyer_name text default null, p_buyer_phone text default null, p_seller_id uuid default null,
  p_commission numeric default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
  sale public.deals;
begin
  perform private.require_amounts(p_price, p_commission);
  select * into sale from public.deals
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null for update;
  if found and private.told_stands(vehicle.user_id) then
    -- Reject any amount: accepting only the right one would reveal it.
    if p_price is not null and sale.price is not null
      or p_commission is not null and sale.commission is not null
    then
      raise exception 'Esta venta ya está completa. Pide el cambio a quien ve los costos.';
    end if;
    p_buyer_name := coalesce(sale.buyer_name, p_buyer_name);
    p_buyer_phone := coalesce(sale.buyer_phone, p_buyer_phone);
    if coalesce(sale.price, sale.commission) is not null then
      p_day := sale.day;
      p_seller_id := sale.seller_id;
    end if;
  end if;

  -- Also set when already sold, so that undoing an import notices the change.
  update public.vehicles set status = 'Vendido' where id = vehicle.id;
  insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind)
  values (vehicle.user_id, vehicle.id, private.vehicle_title(vehicle), 'Venta')
  on conflict (vehicle_id, kind) where ended_at is null do nothing;
  update public.deals
  set day = coalesce(p_day, day), price = coalesce(p_price, price),
    buyer_name = coalesce(p_buyer_name, buyer_name),
    buyer_phone = coalesce(p_buyer_phone, buyer_phone),
    seller_id = coalesce(p_seller_id, seller_id), commission = coalesce(p_commission, commission)
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null
  returning id into sale.id;
  return sale.id;
end
$$;

create or replace function public.reserve_vehicle(
  p_vehicle_id uuid, p_until date, p_falls_back_at timestamptz default null,
  p_buyer_name text default null, p_buyer_phone text default null, p_deposit numeric default null, p_hide boolean default false
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
  reservation public.deals := private.find_reservation(vehicle, p_until, p_deposit);
begin
  perform private.require_amounts(p_deposit);
  perform private.require_day(p_until);
  p_falls_back_at := coalesce(p_falls_back_at,
    (p_until + 1)::timestamp at time zone private.zone_of(vehicle.user_id));
  if private.told_stands(vehicle.user_id) then
    p_buyer_name := coalesce(reservation.buyer_name, p_buyer_name);
    p_buyer_phone := coalesce(reservation.buyer_phone, p_buyer_phone);
    if reservation.deposit is not null then
      p_falls_back_at := greatest(p_falls_back_at, reservation.falls_back_at);
    end if;
  end if;
  if vehicle.status = 'Vendido' then
    raise exception 'Este vehículo ya está vendido.';
  elsif (p_falls_back_at > now() and p_falls_back_at <= now() + interval '366 days'
    and p_falls_back_at between p_until - interval '14 hours' and p_until + interval '38 hours')
    is not true
  then
    raise check_violation using message = 'Elige un día desde hoy y de este año.';
  end if;
  -- Before republish is set, because every change of `published` resets it.
  if p_hide then
    update public.vehicles set published = false where id = vehicle.id and published;
  end if;
  insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind, until, falls_back_at,
    buyer_name, buyer_phone, deposit, seller_id, republish)
  values (vehicle.user_id, vehicle.id, private.vehicle_title(vehicle), 'Apartado', p_until,
    p_falls_back_at, p_buyer_name, p_buyer_phone, p_deposit,
    private.dealing_seller(vehicle.user_id), p_hide and vehicle.published)
  on conflict (vehicle_id, kind) where ended_at is null do update
  set until = excluded.until, falls_back_at = excluded.falls_back_at,
    buyer_name = coalesce(excluded.buyer_name, deals.buyer_name),
    buyer_phone = coalesce(excluded.buyer_phone, deals.buyer_phone),
    deposit = coalesce(excluded.deposit, deals.deposit),
    republish = deals.republish or excluded.republish
  returning * into reservation;
  return reservation.id;
end
$$;

create function private.forget_republish() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.deals set republish = false where vehicle_id = new.id and republish;
  return null;
end
$$;

create function private.keep_hidden(p_vehicle_ids uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.deals set republish = false
  where vehicle_id = any (p_vehicle_ids) and republish
    and (dealership_id = private.my_dealership() or private.is_admin());
$$;
grant execute on function private.keep_hidden(uuid[]) to authenticated;

create or replace function private.end_due_reservations() returns void
language plpgsql security definer set search_path = '' as $$
declare
  due public.deals[] := array(
    select deal from public.deals as deal
    join public.vehicles as vehicle on vehicle.id = deal.vehicle_id
    where deal.kind = 'Apartado' and deal.ended_at is null and deal.falls_back_at <= now()
    for no key update skip locked);
  deal public.deals;
begin
  perform private.end_reservations(array(select id from unnest(due)), 'expired');
  foreach deal in array due loop
    continue when not private.is_within_limit('reservation-over', deal.dealership_id::text);
    perform private.queue_mail(
      'reservation-over', private.lead_mailbox(person), jsonb_build_object(
        'vehicle', jsonb_build_object('id', deal.vehicle_id, 'title', deal.vehicle_title),
        'waiting', waiting.names))
    from private.active_owners as dealership
    join public.profiles as person
      on dealership.id in (person.id, person.dealership_id) and person.is_active
    cross join lateral (
      select coalesce(jsonb_agg(name), '[]') as names from (
        select coalesce(lead.referred_name, lead.name) as name
        from public.leads as lead
        where lead.vehicle_id = deal.vehicle_id and lead.dealership_id = dealership.id
          and person.id in (lead.recipient_id, lead.dealership_id)
          and lead.state in ('Nuevo', 'En atención')
        order by lead.created_at desc limit 10) as asked
    ) as waiting
    where dealership.id = deal.dealership_id and private.lead_mailbox(person) is not null
      and (person.id in (deal.dealership_id, deal.seller_id) or waiting.names <> '[]');
  end loop;
end
$$;

create function public.check_vehicle_deletion(p_vehicle_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.find_reservation(private.find_own_vehicle(p_vehicle_id));
end
$$;
grant execute on function public.check_vehicle_deletion(uuid) to authenticated;

create or replace function private.close_deals(p_vehicle public.vehicles) returns void
language sql security definer set search_path = '' as $$
  update public.deals
  set vehicle_id = null,
    -- Capped to the column's range, or the vehicle could not be deleted.
    cost = (select least(whole.cost, 999999999999.99)
      from private.whole_cost(p_vehicle.id) as whole (cost) where whole.cost is not null),
    acquired_on = coalesce((select figures.acquired_on from public.vehicle_figures as figures
      where figures.id = p_vehicle.id),
      -- Not if the vehicle was entered after its sale, as in public.sales.
      case when private.local_day(dealership_id, p_vehicle.created_at) <= day
        then private.local_day(dealership_id, p_vehicle.created_at) end),
    ended_at = case kind when 'Apartado' then coalesce(ended_at, now()) else ended_at end,
    ended_by = case kind when 'Apartado' then coalesce(ended_by, 'undone') else ended_by end
  where vehicle_id = p_vehicle.id;
$$;

create or replace function private.keep_figures_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Raises if the caller may not end the reservation.
  perform private.find_reservation(old);
  perform private.close_deals(old);
  return old;
end
$$;

create function public.get_seller_board(
  p_from date default '-infinity', p_until date default 'infinity',
  p_starts timestamptz default null, p_ends timestamptz default null
) returns table (
  seller_id uuid, name text, sold bigint, sold_with_price bigint, revenue numeric, leads bigint,
  answerable bigint, answered_in_hour bigint, taps bigint, shares bigint, views bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  dealership uuid := private.figures_of();
  zone text := private.zone_of(dealership);
begin
  -- The extremes of type date are not valid timestamps in every zone.
  p_from := least(greatest(p_from, '1900-01-01'), '2200-01-01');
  p_until := least(greatest(p_until, '1900-01-01'), '2200-01-01');
  p_starts := coalesce(p_starts, p_from::timestamp at time zone zone);
  p_ends := coalesce(p_ends, p_until::timestamp at time zone zone);
  return query
  with facts as (
    select deal.seller_id as id, deal.seller_name as called, count(*) as sold,
      count(deal.price) as priced, sum(deal.price) as revenue, 0::bigint as leads, 0::bigint as answerable,
      0::bigint as answered_in_hour, 0::bigint as taps, 0::bigint as shares, 0::bigint as views
    from public.deals as deal
    where deal.dealership_id = dealership and deal.kind = 'Venta' and deal.ended_at is null
      and deal.day >= p_from and deal.day < p_until
    group by 1, 2
    union all
    select lead.recipient_id, lead.recipient_name, 0, 0, null, count(*),
      count(*) filter (where lead.kind <> 'direct_contact'
        and (lead.answered_at is not null
          or (lead.state = 'Nuevo' and lead.created_at < now() - interval '1 hour'))),
      count(*) filter (where lead.kind <> 'direct_contact'
        and lead.answered_at <= lead.created_at + interval '1 hour'), 0, 0, 0
    from public.leads as lead
    where lead.dealership_id = dealership
      and lead.created_at >= p_starts and lead.created_at < p_ends
    group by 1, 2
    union all
    select tap.seller_id, null, 0, 0, null, 0, 0, 0, count(*), 0, 0
    from public.contact_taps as tap
    where tap.dealership_id = dealership
      and tap.created_at >= p_starts and tap.created_at < p_ends
    group by 1
    union all
    select day.seller_id, null, 0, 0, null, 0, 0, 0, 0, sum(day.shares), sum(day.views)
    from private.seller_days as day
    where day.dealership_id = dealership and day.day >= p_from and day.day < p_until
    group by 1
    union all
    select person.id, null, 0, 0, null, 0, 0, 0, 0, 0, 0
    from public.profiles as person
    where dealership in (person.id, person.dealership_id) and person.is_active
  )
  select fact.id, coalesce(max(private.display_name(person)), max(fact.called)), sum(fact.sold)::bigint,
    sum(fact.priced)::bigint, sum(fact.revenue), sum(fact.leads)::bigint, sum(fact.answerable)::bigint,
    sum(fact.answered_in_hour)::bigint, sum(fact.taps)::bigint, sum(fact.shares)::bigint,
    sum(fact.views)::bigint
  from facts as fact
  -- People who left keep the name they had here.
  left join public.profiles as person
    on person.id = fact.id and dealership in (person.id, person.dealership_id)
  group by fact.id, case when fact.id is null then fact.called end
  order by 3 desc, 5 desc nulls last, 6 desc, 9 desc, 2;
end
$$;
grant execute on function public.get_seller_board(date, date, timestamptz, timestamptz)
  to authenticated;

create or replace view public.sales with (security_invoker = true) as
  select deal.id, deal.dealership_id, deal.vehicle_id, deal.vehicle_title, deal.day, deal.price,
    deal.buyer_name, deal.buyer_phone, deal.seller_id, deal.seller_name, deal.commission, deal.note,
    deal.created_at, since.day as acquired_on,
    case when since.day is not null then greatest(deal.day - since.day, 0) end as days_to_sell,
    whole.cost, deal.price - whole.cost as margin
  from public.deals as deal
  left join public.vehicles as vehicle on vehicle.id = deal.vehicle_id
  left join public.vehicle_figures as figures on figures.id = deal.vehicle_id
  -- Evaluated once for the caller's own dealership.
  cross join lateral (
    select case deal.dealership_id
      when (select private.figures_of()) then (select private.zone_of(private.figures_of()))
      else private.zone_of(deal.dealership_id) end as name) as zone
  cross join lateral (
    select (vehicle.created_at at time zone zone.name)::date as day) as entered
  cross join lateral (
    -- The entry date does not count if it is after the sale.
    select coalesce(deal.acquired_on, figures.acquired_on,
      case when entered.day <= deal.day then entered.day end) as day
  ) as since
  cross join lateral (
    select sum(extra.amount) as amount from public.vehicle_costs as extra
    where extra.vehicle_id = deal.vehicle_id) as spent
  cross join lateral (
    select coalesce(deal.cost, figures.cost + coalesce(spent.amount, 0)) as cost) as whole
  where deal.kind = 'Venta' and deal.ended_at is null;

create trigger clean_words
  before insert or update of buyer_name, buyer_phone, note on public.deals
  for each row execute function private.clean_words('buyer_name buyer_phone', 'note');

create trigger forget_republish
  after update of published on public.vehicles
  for each row when (old.published <> new.published) execute function private.forget_republish();

create trigger refuse_view_write
  instead of insert or update or delete on public.sales
  for each row execute function private.refuse_view_write();

create trigger refuse_view_write
  instead of insert or update or delete on public.sales_by_month
  for each row execute function private.refuse_view_write();

update public.deals
set buyer_name = buyer_name, buyer_phone = buyer_phone, note = note
where concat_ws('|', buyer_name, buyer_phone)
  <> private.clean_line(concat_ws('|', buyer_name, buyer_phone))
  or note <> private.clean_text(note);

update public.deals
set vehicle_title = private.clean_line(vehicle_title), seller_name = private.clean_line(seller_name)
where concat_ws('|', vehicle_title, seller_name)
  <> private.clean_line(concat_ws('|', vehicle_title, seller_name));

-- schemas/photo-imports.sql

create or replace function public.find_photos(p_dealership_id uuid, p_hashes text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if cardinality(p_hashes) > 1000 then
    raise exception 'Pregunta por 1,000 fotos a la vez como máximo.';
  end if;
  return (
    -- A join: an array would be scanned for each file.
    with asked as materialized (
      select distinct hash from unnest(p_hashes) as given (hash)
    ),
    known as materialized (
      select file.name, file.created_at, source.hash, source.is_before
      from storage.objects as file
      cross join lateral (values
        (file.user_metadata ->> 'source', true),
        (trim(both '"' from file.metadata ->> 'eTag'), false)) as source (hash, is_before)
      join asked on asked.hash = source.hash
      where file.bucket_id = 'vehicle_images'
        and file.name collate "C" >= p_dealership_id || '/'
        and file.name collate "C" < p_dealership_id || '0'
    ),
    shown as materialized (
      select vehicle.id, private.object_name(image.url, 'vehicle_images') as name
      from public.vehicles as vehicle cross join unnest(vehicle.images) as image (url)
      where vehicle.user_id = p_dealership_id
    )
    select coalesce(jsonb_agg(distinct jsonb_build_object(
      'hash', known.hash, 'vehicle_id', shown.id,
      'name', case when shown.id is null then known.name end)), '[]')
    from known left join shown on shown.name = known.name
    where shown.id is not null
      or (known.is_before and known.created_at > now() - interval '20 hours'));
end
$$;

create or replace function public.import_photos(p_id uuid, p_dealership_id uuid, p_photos jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  lines integer;
  found_lines integer;
begin
  perform private.require_write();
  select count(*) into lines from jsonb_object_keys(p_photos);
  insert into public.photo_imports
    (id, dealership_id, created_by, photos, photo_count, vehicle_count)
  select p_id, p_dealership_id, auth.uid(), p_photos,
    coalesce(sum(jsonb_array_length(value)), 0), lines
  from jsonb_each(p_photos)
  on conflict (id) do nothing;
  if not found then
    return;
  end if;

  -- In a fixed order, so that two concurrent imports cannot deadlock.
  perform from public.vehicles as vehicle
  where vehicle.user_id = p_dealership_id
    and vehicle.id in (select key::uuid from jsonb_object_keys(p_photos) as line (key))
  order by vehicle.id for update;
  get diagnostics found_lines = row_count;
  if found_lines <> lines then
    raise exception 'Alguien borró entretanto uno de estos vehículos. Revisa las fotos otra vez.';
  end if;
  if exists (
    select from public.vehicles as vehicle
    join jsonb_each(p_photos) as line (id, urls) on vehicle.id = line.id::uuid
    where cardinality(vehicle.images) + jsonb_array_length(line.urls) > 40
      or line.urls ?| vehicle.images)
  then
    raise exception 'Alguien añadió entretanto fotos a uno de estos vehículos. Revisa las fotos otra vez.';
  end if;

  update public.vehicles as vehicle
  set images = vehicle.images || array(select jsonb_array_elements_text(line.urls))
  from jsonb_each(p_photos) as line (id, urls)
  where vehicle.id = line.id::uuid;

  -- Only the latest import can be undone.
  delete from public.photo_imports
  where dealership_id = p_dealership_id and created_by = auth.uid() and id <> p_id;
end
$$;

-- schemas/imports.sql

drop function private.date_imported_sales(uuid[], date[]);

create function private.vehicle_columns() returns setof text
language sql stable set search_path = '' as $$
  select name from private.column_names('public.vehicles') as name
  where name not in
    ('id', 'user_id', 'images', 'views', 'created_at', 'updated_at', 'reserved_until')
    and not exists (
      select from pg_attribute where attrelid = 'public.vehicles'::regclass and attname = name
        and attgenerated <> '');
$$;

create or replace function private.change_vehicles(p_ids uuid[], p_columns jsonb[]) returns void
language plpgsql set search_path = '' as $$
begin
  execute (
    select format($update$
      update public.vehicles as vehicle set (%s) = (
        select %s from jsonb_populate_record(vehicle, change.columns) as wanted)
      from unnest($1, $2) as change (id, columns)
      where vehicle.id = change.id and change.columns - array['cost', 'acquired_on'] <> '{}'$update$,
      string_agg(quote_ident(name), ', '), string_agg('wanted.' || quote_ident(name), ', '))
    from private.vehicle_columns() as name)
  using p_ids, p_columns;
end
$$;

create function private.add_vehicles(p_import public.vehicle_imports) returns void
language plpgsql set search_path = '' as $$
begin
  execute (
    select format($insert$
      insert into public.vehicles (id, user_id, %s)
      select line.vehicle_id, $2, %s
      from public.vehicle_import_rows as line
      cross join lateral jsonb_populate_record(null::public.vehicles,
        '{"status": "Disponible", "published": false}' || jsonb_strip_nulls(line.columns)) as wanted
      where line.import_id = $1 and line.seen_at is null
      order by wanted.stock_number, line.n$insert$,
      string_agg(quote_ident(name), ', '), string_agg('wanted.' || quote_ident(name), ', '))
    from private.vehicle_columns() as name)
  using p_import.id, p_import.dealership_id;
end
$$;

create or replace function private.change_figures(p_ids uuid[], p_columns jsonb[]) returns void
language sql set search_path = '' as $$
  insert into public.vehicle_figures (id, dealership_id, cost, acquired_on)
  select vehicle.id, vehicle.user_id, wanted.cost, wanted.acquired_on
  from unnest(p_ids, p_columns) as change (id, columns)
  join public.vehicles as vehicle on vehicle.id = change.id
  left join public.vehicle_figures as figures on figures.id = change.id
  cross join lateral jsonb_populate_record(figures, change.columns) as wanted
  where change.columns ?| array['cost', 'acquired_on']
  on conflict (id) do update set cost = excluded.cost, acquired_on = excluded.acquired_on;
$$;

create function private.imported_seller(p_columns jsonb) returns text
language sql immutable set search_path = '' as $$
  select nullif(private.clean_line(
    regexp_replace(left(p_columns ->> 'seller_name', 200), '[[:cntrl:]]+', ' ', 'g')), '');
$$;

create function private.record_imported_sales(p_ids uuid[], p_columns jsonb[]) returns void
language sql security definer set search_path = '' as $$
  with made as materialized (
    select sale.id, (line.columns ->> 'sold_on')::date as day, line.columns
    from unnest(p_ids, p_columns) as line (vehicle_id, columns)
    cross join lateral (
      select deal.id from public.deals as deal
      where deal.vehicle_id = line.vehicle_id and deal.kind = 'Venta' and deal.created_at = now()
      limit 1) as sale
  ), dropped as (
    delete from public.deals where id in (select id from made where day is null)
  )
  update public.deals as sale
  set day = made.day, price = (made.columns ->> 'sale_price')::numeric,
    buyer_name = made.columns ->> 'buyer_name', seller_id = null,
    seller_name = private.imported_seller(made.columns)
  from made where sale.id = made.id and made.day is not null;
$$;

create function private.is_imported_sale(p_sale public.deals, p_columns jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (p_sale.commission, p_sale.buyer_phone, p_sale.note) is null
    and case when p_columns ->> 'sold_on' is null
      then (p_sale.price, p_sale.buyer_name) is null
      else p_sale.day = (p_columns ->> 'sold_on')::date and p_sale.seller_id is null
        and p_sale.price is not distinct from round((p_columns ->> 'sale_price')::numeric, 2)
        and p_sale.buyer_name is not distinct from nullif(private.clean_line(p_columns ->> 'buyer_name'), '')
        and p_sale.seller_name is not distinct from private.imported_seller(p_columns)
      end;
$$;
grant execute on function
  private.vehicle_columns(), private.change_vehicles(uuid[], jsonb[]),
  private.add_vehicles(public.vehicle_imports), private.change_figures(uuid[], jsonb[]),
  private.record_imported_sales(uuid[], jsonb[])
  to authenticated;

create or replace function private.import_clashes(p_import public.vehicle_imports) returns boolean
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  select exists (
    select from public.vehicle_import_rows as line
    join public.vehicles as vehicle on vehicle.vin = upper(private.clean_line(line.columns ->> 'vin'))
    where line.import_id = p_import.id and line.seen_at is null
      and vehicle.user_id = p_import.dealership_id and length(vehicle.vin) = 17)
  or exists (
    select from public.vehicle_import_rows as line
    join public.vehicles as vehicle
      on vehicle.stock_number = upper(private.clean_line(line.columns ->> 'stock_number'))
    where line.import_id = p_import.id and vehicle.id <> line.vehicle_id
      and vehicle.user_id = p_import.dealership_id
      -- A vehicle that gets another number in the same import frees its own.
      and not exists (select from public.vehicle_import_rows as leaving
        where leaving.import_id = p_import.id and leaving.vehicle_id = vehicle.id
          and leaving.columns ->> 'stock_number' is not null));
$$;

create or replace function public.import_vehicles(p_import_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  import public.vehicle_imports;
  seen integer;
begin
  perform private.require_write();
  select * into import from public.vehicle_imports where id = p_import_id for update;
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;

  if import.applied_at is null then
    select count(*) filter (where seen_at is null), count(seen_at)
    into import.added, import.changed
    from public.vehicle_import_rows where import_id = import.id;
    -- Two concurrent imports of one dealership would not see each other's vehicles.
    perform pg_advisory_xact_lock(hashtextextended(import.dealership_id::text, 0));
    if private.import_clashes(import) then
      raise exception 'Alguien añadió entretanto uno de estos vehículos. Revisa los datos otra vez.';
    end if;

    update public.vehicle_import_rows as line
    set before = (
      select jsonb_object_agg(name, value)
      from jsonb_each(to_jsonb(vehicle)
        || jsonb_build_object('cost', figures.cost, 'acquired_on', figures.acquired_on))
        as was (name, value)
      where line.columns ? name)
    from public.vehicles as vehicle
    left join public.vehicle_figures as figures on figures.id = vehicle.id
    where line.import_id = import.id and vehicle.id = line.vehicle_id
      and vehicle.user_id = import.dealership_id and vehicle.updated_at = line.seen_at;
    get diagnostics seen = row_count;
    if seen <> import.changed then
      raise exception 'Alguien cambió entretanto uno de estos vehículos. Revisa los datos otra vez.';
    end if;

    perform private.change_vehicles(array_agg(vehicle_id), array_agg(columns))
    from public.vehicle_import_rows where import_id = import.id and seen_at is not null;
    perform private.add_vehicles(import);
    perform private.change_figures(array_agg(vehicle_id), array_agg(columns)),
      private.record_imported_sales(
        array_agg(vehicle_id) filter (where seen_at is null or columns ->> 'sold_on' is not null),
        array_agg(columns) filter (where seen_at is null or columns ->> 'sold_on' is not null))
    from public.vehicle_import_rows where import_id = import.id;

    -- Only the latest import can be undone.
    delete from public.vehicle_imports
    where created_by = auth.uid() and dealership_id = import.dealership_id and id <> import.id;
    update public.vehicle_imports
    set applied_at = now(), added = import.added, changed = import.changed where id = import.id;
  end if;
  return jsonb_build_object('added', import.added, 'changed', import.changed);
end
$$;

create or replace function private.list_undoable(p_import public.vehicle_imports)
returns table (id uuid, is_new boolean, before jsonb)
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  with recursive line as materialized (
    select vehicle.id, line.before, line.seen_at is null as is_new,
      line.before ->> 'stock_number' as had,
      vehicle.updated_at = case
        when line.seen_at is null or line.columns - array['cost', 'acquired_on'] <> '{}'
        then p_import.applied_at else line.seen_at end
      and coalesce(figures.updated_at <= p_import.applied_at, true)
      and (line.seen_at is not null or (vehicle.reserved_until is null
        and vehicle.id not in (select cost.vehicle_id from public.vehicle_costs as cost
          where cost.dealership_id = p_import.dealership_id)))
      and (sale.id is null
        or line.seen_at is not null and coalesce(line.before ->> 'status', 'Vendido') = 'Vendido'
        or private.is_imported_sale(sale, line.columns))
        as is_untouched
    from public.vehicle_import_rows as line
    join public.vehicles as vehicle
      on vehicle.id = line.vehicle_id and vehicle.user_id = p_import.dealership_id
    left join public.vehicle_figures as figures
      on figures.id = vehicle.id and figures.dealership_id = p_import.dealership_id
    left join public.deals as sale
      on sale.vehicle_id = vehicle.id and sale.dealership_id = p_import.dealership_id
        and sale.kind = 'Venta' and sale.ended_at is null
    where line.import_id = p_import.id
  ), held as materialized (
    select line.id, other.id as by, leaving.id is null as is_held_on
    from line
    join public.vehicles as other
      on other.stock_number = line.had and other.id <> line.id
        and other.user_id = p_import.dealership_id
    left join line as leaving
      on leaving.id = other.id and (leaving.is_new or leaving.had is not null)
  ), kept (id) as (
    (select line.id from line where not is_untouched
      union select held.id from held where is_held_on)
    union
    select held.id from held join kept on kept.id = held.by
  )
  select line.id, line.is_new, line.before from line where line.id not in (select kept.id from kept);
$$;

create or replace function public.undo_vehicle_import(p_import_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  import public.vehicle_imports;
  added uuid[];
  changed uuid[];
  before jsonb[];
  kept jsonb;
begin
  perform private.require_write();
  select * into import from public.vehicle_imports
  where id = p_import_id and applied_at > now() - interval '1 day' for update;
  if not found then
    raise exception 'Esta importación ya no se puede deshacer.';
  end if;

  perform from public.vehicles where id in (
    select vehicle_id from public.vehicle_import_rows where import_id = import.id) for update;
  select coalesce(array_agg(line.id) filter (where line.is_new), '{}'),
    coalesce(array_agg(line.id) filter (where not line.is_new), '{}'),
    coalesce(array_agg(line.before) filter (where not line.is_new), '{}')
  into added, changed, before
  from private.list_undoable(import) as line;
  select jsonb_agg(concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year) order by line.n)
  into kept
  from public.vehicle_import_rows as line
  join public.vehicles as vehicle on vehicle.id = line.vehicle_id
  where line.import_id = import.id and vehicle.id <> all (added || changed);

  -- Reverts the sales that the import made, so that they no longer count.
  update public.vehicles set status = 'Disponible' where status = 'Vendido' and id = any (added);
  delete from public.vehicles where id = any (added);
  perform private.change_vehicles(changed, before), private.change_figures(changed, before);

  delete from public.vehicle_imports where id = import.id;
  return jsonb_build_object('undone', cardinality(added || changed),
    'kept', coalesce(jsonb_array_length(kept), 0),
    'named', coalesce(jsonb_path_query_array(kept, '$[0 to 49]'), '[]'));
end
$$;

-- schemas/archive.sql

create or replace function public.take_rows(p_part text, p_after text default '') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  dealership uuid := private.my_team();
  rows jsonb;
begin
  perform private.require_proven();
  if dealership is null then
    raise insufficient_privilege using
      message = 'Solo el concesionario puede llevarse todos sus datos.';
  end if;
  case p_part
    when 'leads' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, kind, state, recipient_name, vehicle_title, name, email, phone,
          message, referred_name, referred_phone, notes, next_step, next_step_on, answered_at
        from public.leads
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'taps' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select tap.id::text, tap.created_at, tap.channel, private.display_name(seller) as seller_name,
          private.vehicle_title(vehicle) as vehicle_title, array_to_string(tap.codes, ' ') as codes
        from public.contact_taps as tap
        left join public.profiles as seller
          on seller.id = tap.seller_id and dealership in (seller.id, seller.dealership_id)
        left join public.vehicles as vehicle
          on vehicle.id = tap.vehicle_id and vehicle.user_id = dealership
        where tap.dealership_id = dealership and tap.id::text > p_after
        order by tap.id::text limit 1000) as part;
    when 'team' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, full_name, email, phone, is_active, public_slug,
          exists (select from public.figure_viewers as viewer where viewer.id = person.id)
            as sees_figures
        from public.profiles as person
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'deals' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, kind, day, vehicle_title, price, deposit, buyer_name,
          buyer_phone, seller_name, commission, cost, acquired_on, until, ended_by, ended_at, note
        from public.deals
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'costs' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select cost.id::text, cost.spent_on, private.vehicle_title(vehicle) as vehicle_title,
          vehicle.stock_number, vehicle.vin, cost.label, cost.amount, cost.vehicle_id
        from public.vehicle_costs as cost
        join public.vehicles as vehicle on vehicle.id = cost.vehicle_id
        where cost.dealership_id = dealership and cost.id::text > p_after
        order by cost.id::text limit 1000) as part;
    when 'prices' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select change.id::text, change.created_at,
          private.vehicle_title(vehicle) as vehicle_title, vehicle.stock_number, vehicle.vin, change.old_price,
          change.new_price, change.vehicle_id
        from public.price_changes as change
        join public.vehicles as vehicle on vehicle.id = change.vehicle_id
        where vehicle.user_id = dealership and change.id::text > p_after
        order by change.id::text limit 1000) as part;
    when 'settings' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, full_name, email, phone, public_slug, custom_domain, config
        from public.profiles where id = dealership and id::text > p_after) as part;
    else
      raise invalid_parameter_value using message = 'Esta parte de los datos no existe.';
  end case;
  return coalesce(rows, '[]');
end
$$;

-- schemas/lot.sql

create or replace view public.lot with (security_invoker = true) as
  select vehicle.id, vehicle.user_id as dealership_id,
    concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year) as title, vehicle.status,
    vehicle.published, vehicle.price, vehicle.price_amount, since.day as since,
    greatest((now() at time zone zone.name)::date - since.day, 0) as days,
    figures.cost + coalesce((
      select sum(extra.amount) from public.vehicle_costs as extra
      where extra.vehicle_id = vehicle.id), 0) as cost,
    (select count(*) from public.vehicle_views as view
      where view.vehicle_id = vehicle.id
        and view.day > (now() at time zone 'utc')::date - 7) as views,
    (select count(*) from public.contact_taps as tap
      where tap.vehicle_id = vehicle.id and tap.dealership_id = vehicle.user_id
        and tap.created_at > now() - interval '7 days')
    + (select count(*) from public.leads as lead
      where lead.vehicle_id = vehicle.id and lead.dealership_id = vehicle.user_id
        and lead.created_at > now() - interval '7 days' and lead.kind <> 'direct_contact'
    ) as contacts,
    vehicle.images = '{}' as lacks_photos, vehicle.description is null as lacks_description
  from public.vehicles as vehicle
  left join public.vehicle_figures as figures on figures.id = vehicle.id
  -- Evaluated once for the caller's own dealership.
  cross join lateral (
    select case vehicle.user_id
      when (select private.my_dealership()) then (select private.zone_of(private.my_dealership()))
      else private.zone_of(vehicle.user_id) end as name) as zone
  cross join lateral (
    select coalesce(figures.acquired_on,
      (vehicle.created_at at time zone zone.name)::date) as day) as since
  where vehicle.status <> 'Vendido';

create trigger refuse_view_write
  instead of insert or update or delete on public.lot
  for each row execute function private.refuse_view_write();

-- schemas/weekly-mail.sql

create or replace function public.set_weekly_mail(p_wanted boolean, p_zone text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  zone text := private.known_zone(p_zone);
begin
  perform private.require_write();
  if not exists (
    select from public.profiles
    where id = auth.uid() and role in ('concesionario', 'vendedor')
  ) then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  insert into private.weekly_mails as weekly (user_id, wanted, zone, written_for)
  values (auth.uid(), p_wanted, zone, private.mail_monday(now() at time zone zone))
  on conflict (user_id) do update
  set wanted = excluded.wanted, zone = excluded.zone,
    written_for = greatest(weekly.written_for, excluded.written_for)
  where weekly.wanted <> excluded.wanted;
end
$$;

create or replace function private.weekly_news(p_person public.profiles, p_from date, p_zone text)
returns jsonb
language sql stable set search_path = '' as $$
  with reader as (
    select p_person.role = 'concesionario' as leads,
      case p_person.role when 'concesionario' then p_person.id else p_person.dealership_id end
        as dealership_id,
      p_person.role = 'concesionario' or exists (
        select from public.figure_viewers as viewer
        where viewer.id = p_person.id and viewer.dealership_id = p_person.dealership_id)
        as sees_figures
  ),
  entered as (
    select vehicle.id, vehicle.price, reader.sees_figures, reader.dealership_id,
      (vehicle.created_at at time zone p_zone)::date as day
    from reader join public.vehicles as vehicle on vehicle.user_id = reader.dealership_id
  ),
  lot as materialized (
    select lot.id, lot.title, lot.price, lot.cost, seen.since, entered.day as entered_on,
      greatest(p_from + 7 - seen.since, 0) as days
    from entered
    join public.lot as lot on lot.id = entered.id
    left join public.vehicle_figures as figures on figures.id = entered.id
    -- As public.lot shows it to people who may not see the acquisition date.
    cross join lateral (select coalesce(
      case when entered.sees_figures then figures.acquired_on end, entered.day) as since) as seen
  ),
  came as (
    select count(*) as n, jsonb_agg(jsonb_build_object('id', id, 'title', title, 'price', price)
      order by since desc, title, id) filter (where place <= 8) as rows
    from (
      select *, row_number() over (order by since desc, title, id) as place
      from (
        select id, title, price, since, entered_on from lot
        union all
        -- Vehicles sold since have left the lot and may be deleted. One entered after its sale did
        -- not come.
        select sale.vehicle_id, sale.vehicle_title, entered.price,
          coalesce(case when reader.sees_figures
            then coalesce(sale.acquired_on, figures.acquired_on) end, came.day), came.day
        from reader
        -- Not public.sales, which dates entries in a time zone of its own.
        join public.deals as sale on sale.dealership_id = reader.dealership_id
          and sale.kind = 'Venta' and sale.ended_at is null
        left join public.vehicle_figures as figures on figures.id = sale.vehicle_id
        left join entered on entered.id = sale.vehicle_id
        cross join lateral (
          select case when entered.day <= sale.day then entered.day end as day) as came
        where sale.day >= p_from
      ) as any_vehicle
      where since between p_from and p_from + 6 or entered_on between p_from and p_from + 6
    ) as vehicle
  ),
  stands as (
    select count(*) as n, sum(cost) as cost, count(cost) as with_cost,
      jsonb_agg(jsonb_build_object('id', id, 'title', title, 'days', days)
        order by days desc, title, id) filter (where place <= 5) as rows
    from (select *, row_number() over (order by days desc, title, id) as place
      from lot where days > 60) as vehicle
  ),
  sold as (
    select count(*) as n, sum(price) as price, sum(margin) as margin,
      count(price) as with_price, count(margin) as with_margin,
      jsonb_agg(jsonb_build_object('id', vehicle_id, 'title', vehicle_title,
        'price', case when sees_figures then price end,
        'margin', case when sees_figures then margin end)
        order by day desc, vehicle_title, id) filter (where place <= 8) as rows
    from (
      select sale.*, reader.sees_figures,
        row_number() over (order by sale.day desc, sale.vehicle_title, sale.id) as place
      from reader join public.sales as sale on sale.dealership_id = reader.dealership_id
      where sale.day between p_from and p_from + 6
        and (reader.leads or sale.seller_id = p_person.id)) as sale
  ),
  waits as (
    select count(*) as n, jsonb_agg(jsonb_build_object('id', id,
        'name', coalesce(referred_name, name), 'vehicle', vehicle_title,
        'seller', case when leads and recipient_id <> p_person.id then recipient_name end,
        'minutes', floor(extract(epoch from now() - created_at) / 60))
      order by created_at, id) filter (where place <= 10) as rows
    from (
      select lead.*, reader.leads,
        row_number() over (order by lead.created_at, lead.id) as place
      from reader join public.leads as lead on case
        when reader.leads then lead.dealership_id = p_person.id
        else lead.recipient_id = p_person.id
          and (lead.dealership_id is null or lead.dealership_id = p_person.dealership_id) end
      where lead.state = 'Nuevo' and lead.answered_at is null
        and lead.kind <> 'direct_contact') as lead
  )
  select jsonb_strip_nulls(jsonb_build_object(
    'name', private.display_name(p_person),
    'from', p_from,
    'currency', (select config #>> '{profile,currency}' from public.profiles
      where id = reader.dealership_id),
    'came', jsonb_build_object('n', came.n, 'rows', came.rows),
    'sold', jsonb_build_object('n', sold.n, 'rows', sold.rows,
      'price', case when reader.sees_figures then sold.price end,
      'withPrice', case when reader.sees_figures then sold.with_price end,
      'margin', case when reader.sees_figures then sold.margin end,
      'withMargin', case when reader.sees_figures then sold.with_margin end),
    'stands', jsonb_build_object('n', stands.n, 'rows', stands.rows,
      'cost', case when reader.sees_figures then stands.cost end,
      'withCost', case when reader.sees_figures then stands.with_cost end),
    'waits', jsonb_build_object('n', waits.n, 'rows', waits.rows)))
  from reader, came, sold, stands, waits
  where came.n + sold.n + stands.n + waits.n > 0;
$$;

create or replace function private.queue_weekly_mails(p_now timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  due record;
  news jsonb;
begin
  for due in
    select weekly.user_id, weekly.key, person, place.zone, private.lead_mailbox(person) as mailbox,
      clock.time::date as monday
    from private.weekly_mails as weekly
    join public.profiles as person
      on person.id = weekly.user_id and person.is_active
        and person.role in ('concesionario', 'vendedor')
    left join public.profiles as dealership
      on dealership.id = coalesce(person.dealership_id, person.id)
    cross join lateral (
      select private.known_zone(
        dealership.config #>> '{profile,hours,zone}', weekly.zone) as zone
    ) as place
    cross join lateral (select p_now at time zone place.zone as time) as clock
    where weekly.wanted
      -- Where Monday begins first.
      and weekly.written_for < private.mail_monday(p_now at time zone 'utc' + interval '14 hours')
      and dealership.is_active
      and clock.time::date = private.mail_monday(clock.time)
      and weekly.written_for < clock.time::date
      and private.lead_mailbox(person) is not null
    limit 100
    for update of weekly skip locked
  loop
    update private.weekly_mails set written_for = due.monday where user_id = due.user_id;
    news := private.weekly_news(due.person, due.monday - 7, due.zone);
    if news is not null then
      perform private.queue_mail('weekly', due.mailbox, news || jsonb_build_object('key', due.key));
    end if;
  end loop;
end
$$;

-- schemas/access-requests.sql

create or replace function public.submit_access_request(
  p_name text, p_phone text, p_email text, p_account_type text, p_message text, p_password text,
  p_caller_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  type_before text;
begin
  if private.caller_address() is not null
    and not private.is_within_limit('access-request', private.caller_address())
  then
    raise exception 'Demasiados intentos. Espera un momento e inténtalo de nuevo.'
      using errcode = 'PT429';
  end if;
  select account_type into type_before
  from public.access_requests
  where email = lower(private.clean_line(p_email)) and status = 'pending';

  perform private.submit_access_request(
    p_name, p_phone, p_email, p_account_type, p_message, p_password);

  perform private.log_admin_write(
    case when type_before is null then 'insert' else 'update' end, 'access_requests', id,
    jsonb_build_object('account_type', jsonb_build_object('old', type_before, 'new', account_type)),
    p_caller_id)
  from public.access_requests
  where email = lower(private.clean_line(p_email)) and xmin = pg_current_xact_id()::xid;
end
$$;

create or replace function private.submit_access_request(
  p_name text, p_phone text, p_email text, p_account_type text, p_message text, p_password text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  clean_name text := private.clean_line(p_name);
  clean_email text := lower(private.clean_line(p_email));
  clean_phone text := regexp_replace(trim(p_phone), '[[:space:]+]', '', 'g');
  clean_message text := nullif(private.clean_text(p_message), '');
  composed text := normalize(p_password, nfkc);
  account_type text := coalesce(p_account_type, 'vendedor');
  password_hash text;
  known_hash text;
  is_known boolean;
  account_id uuid;
  taken auth.users;
begin
  if coalesce(clean_name, '') = '' or coalesce(clean_email, '') = '' then
    raise exception 'El nombre y el correo electrónico son obligatorios.';
  elsif coalesce(clean_phone, '') !~ '^[1-9][0-9]{1,14}$' then
    raise exception 'El número de teléfono no es válido.';
  elsif coalesce(length(composed), 0) < 6 then
    raise exception 'La contraseña debe tener al menos 6 caracteres.';
  elsif octet_length(composed) > 72 then
    raise exception 'La contraseña es demasiado larga.';
  end if;

  password_hash := extensions.crypt(composed, extensions.gen_salt('bf', 10));
  select encrypted_password into known_hash from auth.users where email = clean_email;
  is_known := private.matches_password(p_password, known_hash);
  account_id := private.create_account(clean_email, null, password_hash, clean_name);

  if account_id is not null then
    insert into private.sign_ups (user_id) values (account_id);
    insert into public.access_requests (user_id, name, phone, email, account_type, message)
    values (account_id, clean_name, clean_phone, clean_email, account_type, clean_message);
    perform private.send_verification_mail(account_id, clean_name);
    return;
  end if;

  taken := private.lock_account(clean_email);
  if taken.id is null then
    return;
  elsif taken.email_confirmed_at is not null then
    perform private.queue_mail_once_per('1 hour', 'access-already-registered', clean_email);
    return;
  end if;
  -- The account may have been created since the comparison, for example by a double submit.
  if known_hash is distinct from taken.encrypted_password then
    is_known := private.matches_password(p_password, taken.encrypted_password);
  end if;
  perform private.ask_for_account(
    taken, clean_name, clean_phone, account_type, clean_message, is_known);
end
$$;

create or replace function private.approve_account(p_request public.access_requests, p_dealership_id uuid)
returns text language plpgsql set search_path = '' as $$
declare
  is_used boolean := private.is_account_used(p_request.user_id);
  has_phone boolean;
begin
  if p_request.user_id is null then
    raise exception 'La cuenta de esta solicitud ya no existe.';
  elsif p_dealership_id is not null
    and not exists (
      select from public.profiles where id = p_dealership_id and role = 'concesionario')
  then
    raise exception 'El concesionario elegido no existe.';
  end if;
  -- Serialises approvals, so that namesakes get different addresses.
  perform pg_advisory_xact_lock(hashtext('vitrina:slug'));
  update public.profiles
  set role = case when is_used then role else p_request.account_type end,
    is_active = true,
    dealership_id = case when is_used or p_request.account_type = 'vendedor'
      then coalesce(p_dealership_id, dealership_id) end,
    public_slug = coalesce(
      public_slug, case when not is_used then private.free_slug(p_request.name) end),
    config = case when is_used then config
      else private.with_contact_phone(config, '+' || p_request.phone) end
  where id = p_request.user_id;
  has_phone := private.take_phone_of_request(p_request);
  perform private.queue_approval_mail(p_request);
  return case when not has_phone then 'phone_taken' end;
end
$$;

create function private.with_contact_phone(p_config jsonb, p_phone text) returns jsonb
language sql immutable set search_path = '' as $$
  select p_config || jsonb_build_object('profile',
    coalesce(p_config -> 'profile', '{}') || jsonb_build_object(
      'phone', coalesce(nullif(p_config #>> '{profile,phone}', ''), p_phone),
      'whatsapp', coalesce(nullif(p_config #>> '{profile,whatsapp}', ''), p_phone)));
$$;

update public.access_requests
set name = coalesce(nullif(private.clean_line(name), ''), '?'),
  message = nullif(private.clean_text(message), '')
where name <> private.clean_line(name) or message <> private.clean_text(message);

-- schemas/accounts.sql

create or replace function private.read_email(p_typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  email text := lower(private.clean_line(coalesce(p_typed, '')));
begin
  if length(email) > 254
    or email !~ ('^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@'
      || '([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$')
  then
    raise exception 'El correo electrónico no es válido.' using hint = 'email';
  end if;
  return email;
end
$$;

create or replace function private.read_phone(p_typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  phone text := regexp_replace(private.clean_line(coalesce(p_typed, '')), '[[:space:]+]', '', 'g');
begin
  if phone !~ '^[1-9][0-9]{1,14}$' then
    raise exception 'El teléfono no es válido.' using hint = 'phone';
  end if;
  return phone;
end
$$;

create or replace function private.read_full_name(p_typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  full_name text := private.clean_line(coalesce(p_typed, ''));
begin
  if full_name = '' then
    raise exception 'Escribe el nombre completo.' using hint = 'full_name';
  elsif length(full_name) > 120 then
    raise exception 'El nombre puede tener como máximo 120 caracteres.' using hint = 'full_name';
  elsif full_name ~ '[[:cntrl:]<>]' then
    raise exception 'El nombre contiene caracteres que no se admiten.' using hint = 'full_name';
  end if;
  return full_name;
end
$$;

create or replace function private.hash_password(p_password text) returns text
language plpgsql set search_path = '' as $$
declare
  composed text := normalize(p_password, nfkc);
begin
  if coalesce(length(composed), 0) < 6 then
    raise exception 'La contraseña debe tener al menos 6 caracteres.' using hint = 'password';
  elsif octet_length(composed) > 72 then
    raise exception 'La contraseña puede tener como máximo 72 caracteres.' using hint = 'password';
  end if;
  return extensions.crypt(composed, extensions.gen_salt('bf', 10));
end
$$;

create or replace function private.open_account(
  p_email text, p_phone text, p_password text, p_full_name text, p_role text, p_dealership_id uuid
) returns uuid
language plpgsql set search_path = '' as $$
declare
  clean_name text := private.read_full_name(p_full_name);
  clean_email text :=
    case when coalesce(trim(p_email), '') <> '' then private.read_email(p_email) end;
  clean_phone text :=
    case when coalesce(trim(p_phone), '') <> '' then private.read_phone(p_phone) end;
  password_hash text;
  account_id uuid;
begin
  perform private.displace_unproven_account(clean_email, clean_phone);
  perform private.refuse_taken_address(clean_email, clean_phone);
  password_hash := private.hash_password(p_password);
  account_id := private.create_account(clean_email, clean_phone, password_hash, clean_name);
  if account_id is null then
    -- A concurrent call took the e-mail or phone.
    perform private.refuse_taken_address(clean_email, clean_phone);
    raise exception 'No se pudo crear la cuenta. Inténtalo de nuevo.';
  end if;

  update auth.users
  set email_confirmed_at = case when clean_email is not null then now() end,
    phone_confirmed_at = case when clean_phone is not null then now() end
  where id = account_id;
  perform private.sync_identities(account_id);
  perform private.activate_profile(account_id, p_role, p_dealership_id);
  return account_id;
end
$$;

create or replace function private.displace_unproven_account(
  p_email text, p_phone text, p_heir_id uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  account_id uuid;
begin
  -- Lock request, profile and account in the usual order.
  for account_id in
    select id from auth.users join private.sign_ups on user_id = id
    where (email = p_email or phone = p_phone) and id is distinct from p_heir_id
  loop
    perform from public.access_requests where user_id = account_id for update;
    perform from public.profiles where id = account_id for no key update;
    delete from auth.users as account
    using public.profiles as profile
    where account.id = account_id and profile.id = account_id
      and profile.role = 'vendedor' and profile.public_slug is null
        and profile.dealership_id is null
      and not profile.closed_by_admin
      and not private.is_account_used(account_id)
      and account.invited_at is null and account.email_confirmed_at is null;
  end loop;
end
$$;

create or replace function private.activate_profile(p_user_id uuid, p_role text, p_dealership_id uuid)
returns void language plpgsql set search_path = '' as $$
begin
  -- Serialises namesakes, as in approve_account.
  perform pg_advisory_xact_lock(hashtext('vitrina:slug'));
  update public.profiles
  set role = p_role,
    is_active = true,
    dealership_id = p_dealership_id,
    public_slug = case when p_role <> 'admin' then private.free_slug(full_name) end
  where id = p_user_id;
end
$$;

create or replace function public.get_user_profile_by_id(p_user_id uuid)
returns setof public.profiles language plpgsql stable security definer set search_path = '' as $$
begin
  if p_user_id is distinct from auth.uid() or not private.is_active() then
    perform private.require_proven();
  end if;
  if private.is_admin() or p_user_id = auth.uid()
    or exists (
      select from public.profiles where id = p_user_id and dealership_id = private.my_team()
    )
  then
    return query select * from public.profiles where id = p_user_id;
  elsif exists (select from private.foreign_profiles where id = p_user_id) then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
end
$$;

-- schemas/domains.sql

create or replace function public.confirm_custom_domain(p_profile_id uuid, p_domain text, p_actor_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  verified_before text;
begin
  -- Serialises two dealerships that verify the same domain.
  perform pg_advisory_xact_lock(hashtextextended('vitrina:domain:' || p_domain, 0));
  select verified_domain into verified_before
  from public.profiles
  where id = p_profile_id and custom_domain = p_domain and role = 'concesionario' and is_active
  for update;
  if not found then
    return false;
  end if;
  if verified_before is distinct from p_domain then
    update public.profiles set verified_domain = null where verified_domain = p_domain;
    update public.profiles set verified_domain = p_domain where id = p_profile_id;
    perform private.log_admin_write('update', 'profiles', p_profile_id,
      jsonb_build_object('verified_domain',
        jsonb_build_object('old', verified_before, 'new', p_domain)), p_actor_id);
  end if;
  return true;
end
$$;
