-- Rules for column values. All are immutable, for check constraints and generated columns; null is
-- always valid.

-- Already exists except on Supabase.
create schema if not exists private;

-- By default Supabase grants new tables and functions to the API roles, and PostgreSQL grants new
-- functions to public. Revoke both: nothing is accessible unless granted.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema private
  revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema private
  revoke all on functions from anon, authenticated, service_role;

-- Functions may refer to objects created later.
set check_function_bodies = off;

-- An absolute web address without characters that could end an HTML attribute; no javascript:, no
-- data:.
create function private.is_web_url(p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string'
      and (p_value #>> '{}' = ''
        or (length(p_value #>> '{}') <= 2000
          and p_value #>> '{}' ~* '^https?://[^[:space:][:cntrl:]<>"''\\]+$')));
$$;
grant execute on function private.is_web_url(jsonb) to authenticated, service_role;

-- A one-dimensional array of non-empty web addresses with lower bound 1.
create function private.are_web_urls(p_values text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(array_ndims(p_values), 1) = 1 and coalesce(array_lower(p_values, 1), 1) = 1
    and coalesce(bool_and(
      value is not null and private.is_web_url(to_jsonb(value)) and value <> ''), true)
  from unnest(p_values) as value;
$$;
grant execute on function private.are_web_urls(text[]) to authenticated, service_role;

-- A one-dimensional array of non-empty lines, each of at most p_limit characters.
create function private.are_lines(p_values text[], p_limit integer) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(array_ndims(p_values), 1) = 1 and coalesce(array_lower(p_values, 1), 1) = 1
    and coalesce(bool_and(
      value is not null and value <> '' and length(value) <= p_limit
        and value !~ '[[:cntrl:]]'), true)
  from unnest(p_values) as value;
$$;
grant execute on function private.are_lines(text[], integer) to authenticated, service_role;

-- One to five tap codes, as web/features/sellers/record-taps.tsx makes them.
create function private.are_tap_codes(p_values text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(array_ndims(p_values) = 1 and array_lower(p_values, 1) = 1
    and cardinality(p_values) <= 5
    and bool_and(value is not null and value ~ '^[A-HJKMNP-Z2-9]{6}$'), false)
  from unnest(p_values) as value;
$$;
grant execute on function private.are_tap_codes(text[]) to service_role;

-- A web address, or a handle or host without scheme (@autos, instagram.com/autos).
create function private.is_social_link(p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select private.is_web_url(p_value)
    or (jsonb_typeof(p_value) = 'string'
      and p_value #>> '{}' ~ '^@?[[:alnum:]][[:alnum:]._/?=&-]{0,199}$');
$$;
grant execute on function private.is_social_link(jsonb) to authenticated, service_role;

create function private.is_hex_colour(p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string'
      and p_value #>> '{}' ~ '^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6})$');
$$;
grant execute on function private.is_hex_colour(jsonb) to authenticated, service_role;

-- A single line of at most p_limit characters.
create function private.is_text(p_value jsonb, p_limit integer) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= p_limit
      and p_value #>> '{}' !~ '[[:cntrl:]]');
$$;
grant execute on function private.is_text(jsonb, integer) to authenticated, service_role;

-- A text of several lines, at most p_limit characters.
create function private.is_long_text(p_value jsonb, p_limit integer) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= p_limit
      and translate(p_value #>> '{}', E'\t\n\r', '') !~ '[[:cntrl:]]');
$$;
grant execute on function private.is_long_text(jsonb, integer) to authenticated, service_role;

-- Null, or an object of booleans.
create function private.is_flags(p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null
    or (jsonb_typeof(p_value) = 'object'
      and not exists (
        select from jsonb_each(
          case jsonb_typeof(p_value) when 'object' then p_value else '{}' end) as flag
        where jsonb_typeof(flag.value) <> 'boolean'
      ));
$$;
grant execute on function private.is_flags(jsonb) to authenticated, service_role;

-- Opening hours or null: a time zone, and for each weekday opening and closing with at most one
-- break; '' or nothing if closed. Closing before opening means the next day, until six o'clock.
create function private.is_opening_hours(p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'object'
      and not exists (
        select from jsonb_each_text(
          case jsonb_typeof(p_value) when 'object' then p_value else '{}' end) as part
        where part.value is null or not case
          when part.key = 'zone' then part.value ~ '^([A-Za-z]+([/_+-][A-Za-z0-9]+)*)?$'
            and length(part.value) <= 64
          when part.key in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')
          then part.value = ''
            or (part.value ~ ('^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]'
                || '(,([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9])?$')
              and (length(part.value) = 11 or (
                substr(part.value, 1, 5) collate "C" < substr(part.value, 7, 5)
                and substr(part.value, 7, 5) collate "C" < substr(part.value, 13, 5)))
              and (left(right(part.value, 11), 5) collate "C" < right(part.value, 5)
                or (right(part.value, 5) collate "C" < left(right(part.value, 11), 5)
                  and right(part.value, 5) collate "C" <= '06:00')))
          else false
        end
      ));
$$;
grant execute on function private.is_opening_hours(jsonb) to authenticated, service_role;

create function private.is_object(p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'object';
$$;
grant execute on function private.is_object(jsonb) to authenticated, service_role;

-- Lower-case letters, digits and single hyphens, so no two slugs differ only in case or Unicode.
create function private.is_slug(p_value text) returns boolean
language sql immutable set search_path = '' as $$
  select p_value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(p_value) between 2 and 60;
$$;
grant execute on function private.is_slug(text) to authenticated, service_role;

-- Whether one word of a slug impersonates the platform, also with digits appended or used as
-- letters.
create function private.speaks_for_platform(p_word text) returns boolean
language sql immutable set search_path = '' as $$
  select translate(p_word, '013457', 'oieast') like '%vitrina%'
    or array[regexp_replace(p_word, '[0-9]', '', 'g'), translate(p_word, '013457', 'oieast')]
      && array[
      'admin', 'administracion', 'administrador', 'administradora', 'administrator', 'ayuda',
      'help', 'helpdesk', 'moderador', 'oficial', 'official', 'root', 'soporte', 'staff', 'support',
      'system', 'webmaster'
    ];
$$;

-- Slugs that are or could become a route, or impersonate the platform in one word or in all words
-- joined.
create function private.is_reserved_word(p_value text) returns boolean
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
grant execute on function private.is_reserved_word(text) to authenticated, service_role;

-- A public host name: at least two labels, the last one of letters, so no numeric address in any
-- notation; no name reserved or used for internal networks; no service that resolves a name to the
-- address written in it, or to localhost.
create function private.is_public_host(p_value text) returns boolean
language sql immutable set search_path = '' as $$
  select length(p_value) <= 253
    and p_value ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$'
    and p_value !~ '\.(local|localhost|localdomain|localnet|internal|intranet|private|corp|home)$'
    and p_value !~ '\.(lan|mail|dhcp|svc|consul|docker|alt|arpa|onion|test|example|invalid)$'
    and p_value !~ '(^|\.)(nip\.io|sslip\.io|xip\.io|xip\.name|ip6\.name|backname\.io)$'
    and p_value !~ '(^|\.)(local-ip\.co|traefik\.me|rbndr\.us|1u\.ms)$'
    and p_value !~ '(^|\.)(localtest\.me|localho\.st|lvh\.me|vcap\.me|fuf\.me)$'
    and p_value !~ '(^|\.)(lacolhost\.com|yoogle\.com)$';
$$;
grant execute on function private.is_public_host(text) to authenticated, service_role;

-- Cleans a single line: NFC, no invisible characters (format and default ignorable), every
-- separator a plain space. contract/clean-line.ts does the same.
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

-- Cleans free text: as clean_line, but keeps spacing and the characters that join and vary emoji
-- and letters.
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

-- Cleans the columns in the first trigger argument as lines and those in the second as texts.
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

-- Normalises a text for search: lower case, no accents, single spaces. Names the dictionary, so
-- that no setting changes the result; generated columns need an immutable function.
create function private.fold(p_text text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(lower(extensions.unaccent('extensions.unaccent', p_text)), '\s+', ' ', 'g');
$$;
grant execute on function private.fold(text) to authenticated, service_role;

-- Rejects a search with too many words: each costs a scan or planning time.
create function private.require_few_patterns(p_patterns text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if cardinality(p_patterns) > 50 then
    raise exception 'Busca con menos palabras.';
  end if;
end
$$;
grant execute on function private.require_few_patterns(text[]) to authenticated;

-- The number in a typed price ("15000", "RD$ 15,000.50", "350,50 €", "15 mil") in any currency;
-- null for other text. contract/price.ts and contract/typed-amount.ts do the same.
create function private.price_amount(p_price text) returns numeric
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
grant execute on function private.price_amount(text) to authenticated, service_role;

-- The number of rows of a query; above 10,000 the planner's estimate, rounded to two digits.
-- Volatile because of `explain`.
create function private.count_about(p_query text) returns bigint
language plpgsql set search_path = '' as $$
declare
  plan json;
  expected bigint;
  counted bigint;
begin
  execute 'explain (format json) ' || p_query into plan;
  expected := (plan #>> '{0,Plan,Plan Rows}')::bigint;
  if expected <= 10000 then
    execute format('select count(*) from (%s limit 10001) as found', p_query) into counted;
    if counted <= 10000 then
      return counted;
    end if;
    expected := counted;
  end if;
  return round(expected, 2 - length(expected::text));
end
$$;

create function private.column_names(p_table regclass) returns setof text
language sql stable set search_path = '' as $$
  select attname::text from pg_attribute
  where attrelid = p_table and attnum > 0 and not attisdropped order by attnum;
$$;
grant execute on function private.column_names(regclass) to authenticated, service_role;

create function private.touch_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
