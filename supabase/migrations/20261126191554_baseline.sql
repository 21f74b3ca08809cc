-- supabase/schemas as it was at commit 1fc14bd, without its comments. A database that has all of the
-- migrations listed here records this one as applied without running it.
-- replaces 20261123100100_baseline
-- replaces 20261123140350_drop_send_recovery_mail
-- replaces 20261123172956_tell_pages
-- replaces 20261123182551_sitemap_size
-- replaces 20261123184300_bucket_sizes
-- replaces 20261123223905_platform_scale
-- replaces 20261124125656_contact_taps
-- replaces 20261124131643_lead_work
-- replaces 20261124132617_similar_vehicles
-- replaces 20261124165919_lead_next_step
-- replaces 20261125013033_seller_cards
-- replaces 20261125013055_vehicle_vin_index
-- replaces 20261125013056_inventory_figures
-- replaces 20261125013334_push_notices
-- replaces 20261125013421_deals
-- replaces 20261125013834_lead_of_moved_vehicle
-- replaces 20261125014103_search_listing
-- replaces 20261125015657_blank_next_step
-- replaces 20261125015951_lead_turns
-- replaces 20261125020045_tap_per_seller
-- replaces 20261125022806_limits_and_hand_over
-- replaces 20261125024728_imports
-- replaces 20261125025743_sales_figures
-- replaces 20261125030047_lot
-- replaces 20261125031637_price_changes
-- replaces 20261125045215_lot_by_page
-- replaces 20261125045631_seller_days
-- replaces 20261125050927_dealership_units
-- replaces 20261125052110_weekly_mail
-- replaces 20261125052512_reserved_cards
-- replaces 20261125054357_opening_hours
-- replaces 20261125055733_vehicle_fields
-- replaces 20261125061200_photo_imports
-- replaces 20261125063538_listing_fields
-- replaces 20261125065258_listing_words
-- replaces 20261125100712_mails_currency
-- replaces 20261125100719_money_and_days
-- replaces 20261125100906_answer_lead
-- replaces 20261125102322_find_photos_by_join
-- replaces 20261125102907_vehicle_lines
-- replaces 20261125105031_complete_sales
-- replaces 20261125105405_find_by_meaning
-- replaces 20261125110227_close_deals
-- replaces 20261125135412_told_deals_stand
-- replaces 20261125140254_bound_imports_and_texts
-- replaces 20261125141500_price_spaces
-- replaces 20261125141654_style_by_name
-- replaces 20261126070355_imported_sales
-- replaces 20261126124219_complete_contacts
-- replaces 20261126133602_days_of_the_lot
-- replaces 20261126141154_bound_import_rows
-- replaces 20261126144716_take_back_imports
-- replaces 20261126160651_index_costs
-- replaces 20261126191553_public_index

-- checks.sql

create schema if not exists private;

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

set check_function_bodies = off;

create function private.is_web_url(p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string'
      and (p_value #>> '{}' = ''
        or (length(p_value #>> '{}') <= 2000
          and p_value #>> '{}' ~* '^https?://[^[:space:][:cntrl:]<>"''\\]+$')));
$$;
grant execute on function private.is_web_url(jsonb) to authenticated, service_role;

create function private.are_web_urls(p_values text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(array_ndims(p_values), 1) = 1 and coalesce(array_lower(p_values, 1), 1) = 1
    and coalesce(bool_and(
      value is not null and private.is_web_url(to_jsonb(value)) and value <> ''), true)
  from unnest(p_values) as value;
$$;
grant execute on function private.are_web_urls(text[]) to authenticated, service_role;

create function private.are_lines(p_values text[], p_limit integer) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(array_ndims(p_values), 1) = 1 and coalesce(array_lower(p_values, 1), 1) = 1
    and coalesce(bool_and(
      value is not null and value <> '' and length(value) <= p_limit
        and value !~ '[[:cntrl:]]'), true)
  from unnest(p_values) as value;
$$;
grant execute on function private.are_lines(text[], integer) to authenticated, service_role;

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

create function private.is_text(p_value jsonb, p_limit integer) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= p_limit
      and p_value #>> '{}' !~ '[[:cntrl:]]');
$$;
grant execute on function private.is_text(jsonb, integer) to authenticated, service_role;

create function private.is_long_text(p_value jsonb, p_limit integer) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= p_limit
      and translate(p_value #>> '{}', E'\t\n\r', '') !~ '[[:cntrl:]]');
$$;
grant execute on function private.is_long_text(jsonb, integer) to authenticated, service_role;

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

create function private.is_slug(p_value text) returns boolean
language sql immutable set search_path = '' as $$
  select p_value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(p_value) between 2 and 60;
$$;
grant execute on function private.is_slug(text) to authenticated, service_role;

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

create function private.is_reserved_word(p_value text) returns boolean
language sql immutable set search_path = '' as $$
  select p_value = any (array[
      'about', 'account', 'add-vehicle', 'api', 'app', 'assets', 'auth', 'blog', 'build', 'config',
      'contact', 'contacto', 'create-admin', 'dashboard', 'demo', 'edit-vehicle', 'favicon',
      'forgot-password', 'functions', 'healthz', 'index', 'inventario', 'inventory', 'leads',
      'legal', 'login', 'logout', 'mail', 'manifest', 'metrics', 'null', 'preview', 'privacidad',
      'privacy', 'prospectos', 'public', 'readyz', 'rest', 'robots', 'settings', 'share', 'signup',
      'sitemap', 'static', 'storage', 'team', 'terminos', 'terms', 'undefined', 'update-password',
      'user', 'users', 'vcard', 'vehicle', 'vehicles', 'www'
    ])
    or private.speaks_for_platform(replace(p_value, '-', ''))
    or exists (select from unnest(string_to_array(p_value, '-')) as word
      where private.speaks_for_platform(word));
$$;
grant execute on function private.is_reserved_word(text) to authenticated, service_role;

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

create function private.fold(p_text text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(lower(extensions.unaccent('extensions.unaccent', p_text)), '\s+', ' ', 'g');
$$;
grant execute on function private.fold(text) to authenticated, service_role;

create function private.price_amount(p_price text) returns numeric
language sql immutable set search_path = '' as $$
  select case
    when typed.amount ~ '^([0-9]+|[0-9]{1,3}(,[0-9]{3})+)(\.[0-9]{1,2})?$'
      then replace(typed.amount, ',', '')::numeric
    when typed.amount ~ '^[0-9]{1,3}(\.[0-9]{3})+(,[0-9]{1,2})?$'
      then replace(replace(typed.amount, '.', ''), ',', '.')::numeric
    when typed.amount ~ '^[0-9]{1,3}( [0-9]{3})+([.,][0-9]{1,2})?$'
      then replace(replace(typed.amount, ' ', ''), ',', '.')::numeric
    when typed.amount ~* '^[0-9]{1,4}([.,][0-9])? ?(mil|k)$'
      then round(replace(
        regexp_replace(typed.amount, ' ?(mil|k)$', '', 'i'), ',', '.')::numeric * 1000)
  end
  from (
    select regexp_replace(
      regexp_replace(trim(translate(p_price, E'\u00a0\u202f', '  ')),
        '^(\$U|U\$S|(US|RD|MX|AR|CL|COL?|C|R)?\$|[€₡₲]|[SB]/\.?|Bs\.?([SD]\.?)?|Gs\.?|[QL]\.?'
          '|USD|MXN|EUR|ARS|BOB|BRL|CLP|COP|CRC|DOP|GTQ|HNL|NIO|PAB|PEN|PYG|UYU|VES)\s*',
        '', 'i'),
      '\s*(\$|€|USD|MXN|EUR|ARS|BOB|BRL|CLP|COP|CRC|DOP|GTQ|HNL|NIO|PAB|PEN|PYG|UYU|VES)$',
      '', 'i') as amount
  ) as typed;
$$;
grant execute on function private.price_amount(text) to authenticated, service_role;

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

create function private.touch_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- pictures.sql

create function private.owner_folder(p_name text) returns text
language sql immutable set search_path = '' as $$
  select case when p_name ~ '^[^/]+/.' and p_name !~ '(^|/)\.*(/|$)' and p_name !~ '[[:cntrl:]\\%]'
    then split_part(p_name, '/', 1) end;
$$;
grant execute on function private.owner_folder(text) to authenticated, service_role;

create function private.decode_percent(p_text text) returns text
language sql immutable set search_path = '' as $$
  select case when strpos(p_text, '%') = 0 then p_text else (
    select string_agg(
      case when part[1] ~ '^%.'
        then chr(('x' || lpad(substr(part[1], 2), 8, '0'))::bit(32)::integer)
        else part[1]
      end,
      '' order by position)
    from regexp_matches(p_text, '%[2-7][0-9A-Fa-f]|[^%]+|%', 'g')
      with ordinality as found (part, position)
  ) end;
$$;
grant execute on function private.decode_percent(text) to authenticated, service_role;

create function private.object_name(p_url text, p_bucket text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  site text := split_part(p_url, '/', 1) || '//' || split_part(p_url, '/', 3);
  path text := split_part(split_part(substr(p_url, length(site) + 1), '?', 1), '#', 1);
  plain text := '/storage/v1/object/public/' || p_bucket || '/';
  resized text := '/storage/v1/render/image/public/' || p_bucket || '/';
  name text;
begin
  if lower(split_part(p_url, '/', 1)) not in ('http:', 'https:')
    or not starts_with(p_url, site)
  then
    return null;
  elsif starts_with(path, plain) then
    name := substr(path, length(plain) + 1);
  elsif starts_with(path, resized) then
    name := substr(path, length(resized) + 1);
  end if;
  return case when strpos(name, '%') > 0 then private.decode_percent(name) else name end;
end
$$;
grant execute on function private.object_name(text, text) to authenticated, service_role;

create function private.is_own_picture(p_url text, p_owner uuid) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  resolved text;
begin
  if p_url is null
    or private.owner_folder(private.object_name(p_url, 'vehicle_images')) = p_owner::text
    or private.owner_folder(private.object_name(p_url, 'dealership_logos')) = p_owner::text
  then
    return true;
  end if;
  resolved := private.decode_percent(private.decode_percent(private.decode_percent(p_url)));
  return translate(resolved, '\', '/') !~* '/storage/+((.*/)?\.{1,2}/+)?v1/';
end
$$;
grant execute on function private.is_own_picture(text, uuid) to authenticated, service_role;

create function private.are_own_pictures(p_urls text[], p_owner uuid) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(private.is_own_picture(url, p_owner)), true)
  from unnest(p_urls) as url;
$$;
grant execute on function private.are_own_pictures(text[], uuid) to authenticated, service_role;

-- limits.sql

create function private.is_within_limit(p_name text, p_key text) returns boolean
language sql set search_path = '' as $$
  select private.take_attempt(p_name, p_key, most, per)
  from (values
    -- Requests for access from one network: an office signs up its people. Each makes an account
    -- and a mail.
    ('access-request', 60, interval '1 hour'),
    -- Other requests in the place of one that waits. They count apart from the links, or whoever
    -- asks for links would keep the owner's request from being stored.
    ('ask-again', 10, interval '10 minutes'),
    -- Links that are mailed to one mailbox, also those that backend/auth/limits.ts counts as verifyTo:
    -- whoever asks again every minute would end each link before its owner has opened it.
    ('verify-to', 4, interval '10 minutes'),
    -- Accounts that one dealership opens; once one opened forty in seconds.
    ('create-salesperson', 10, interval '1 hour'),
    ('create-salesperson-day', 30, interval '24 hours'),
    -- E-mails that a dealership changes: a new one displaces as a new account does.
    ('change-salesperson-email', 10, interval '1 hour'),
    -- Looks at one dealership's domain: each sends questions into the network.
    ('domain check', 10, interval '10 minutes'),
    -- Leads from one network, for spam comes from few.
    ('lead:network', 30, interval '10 minutes'),
    ('lead:network-recipient', 10, interval '10 minutes'),
    -- Leads from this very machine: those of all visitors where a proxy tells nobody's address, and
    -- as many as all customers of a busy Saturday.
    ('lead:machine', 250, interval '1 hour'),
    -- Leads to one recipient or about one vehicle: far above a busy Saturday, to keep a flood out.
    ('lead:recipient', 300, interval '1 hour'),
    ('lead:vehicle', 250, interval '1 hour'),
    -- Leads that one person hands on, with two mails each: all that a salesperson who leaves had.
    ('reassign', 300, interval '1 hour'),
    -- Reservations of one dealership of whose end it is told, with a mail to each who waits: more
    -- than end on one evening. Others end unheard.
    ('reservation-over', 200, interval '24 hours'),
    -- Taps from one network: more than a crowd of customers behind one address.
    ('tap:network', 250, interval '10 minutes'),
    -- Notices that somebody sends to the own browsers to try them out.
    ('push:test', 10, interval '10 minutes')
  ) as limits (name, most, per)
  where name = p_name;
$$;

-- callers.sql

create function private.is_active() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = auth.uid() and is_active);
$$;
grant execute on function private.is_active() to authenticated, service_role;

create function private.is_proven() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_active()
    and (
      not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
      or (
        coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
        and exists (
          select from auth.sessions
          where id::text = auth.jwt() ->> 'session_id' and user_id = auth.uid() and aal >= 'aal2'
        )
      )
    );
$$;
grant execute on function private.is_proven() to authenticated, service_role;

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_proven()
    and exists (select from public.profiles where id = auth.uid() and role = 'admin');
$$;
grant execute on function private.is_admin() to authenticated, service_role;

create function private.my_dealership() returns uuid
language sql stable security definer set search_path = '' as $$
  select dealership.id
  from public.profiles as me
  join public.profiles as dealership
    on dealership.id = case me.role
      when 'concesionario' then me.id when 'vendedor' then me.dealership_id end
  where me.id = auth.uid() and private.is_proven()
    and dealership.is_active and dealership.role = 'concesionario';
$$;
grant execute on function private.my_dealership() to authenticated, service_role;

create function private.my_team() returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles
  where id = auth.uid() and role = 'concesionario' and private.is_proven();
$$;
grant execute on function private.my_team() to authenticated, service_role;

create function private.has_feature(p_feature text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    bool_and(coalesce(config #> array['features', p_feature], 'true'::jsonb) = 'true'::jsonb),
      false)
  from public.profiles
  where id = auth.uid() or id = private.my_dealership();
$$;
grant execute on function private.has_feature(text) to authenticated, service_role;

create function private.has_profile() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = auth.uid());
$$;
grant execute on function private.has_profile() to authenticated, service_role;

create function private.is_waiting(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.access_requests where user_id = p_user_id
    and status = 'pending');
$$;
grant execute on function private.is_waiting(uuid) to authenticated, service_role;

create function private.team_of_request() returns uuid
language sql stable set search_path = '' as $$
  select coalesce(
    private.my_team(),
    (select id from public.profiles
      where private.is_admin() and role = 'concesionario'
        and id::text = lower(private.request_header('x-impersonated-user')))
  );
$$;

create function private.require_proven() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_proven() then
    raise insufficient_privilege using
      message = 'Acceso denegado',
      hint = case when private.is_active() then 'insufficient_aal' else 'inactive' end;
  end if;
end
$$;

create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_proven();
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Solo un administrador puede hacer esto.';
  end if;
end
$$;
grant execute on function private.require_admin(), private.require_proven() to authenticated;

create function private.require_write() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_proven() then
    raise insufficient_privilege using
      message = 'Tu cuenta no puede hacer cambios.',
      hint = case when private.is_active() then 'insufficient_aal' else 'inactive' end;
  end if;
end
$$;
grant execute on function private.require_write() to authenticated;

create function private.refuse_caller_without_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated')
    and (tg_table_name <> 'profiles' or private.has_profile())
  then
    perform private.require_write();
  end if;
  return null;
end
$$;

-- audit.sql

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid not null,
  impersonated_id uuid,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id uuid not null,
  difference jsonb not null
);
create index audit_log_row_idx on public.audit_log (table_name, row_id);

create index audit_log_page_idx on public.audit_log (at desc, id desc);
create index audit_log_actor_page_idx on public.audit_log (actor_id, at desc, id desc);
create index audit_log_impersonated_page_idx on public.audit_log (
  impersonated_id, at desc, id desc);
alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated, service_role;

create policy audit_log_select_admin on public.audit_log for select to authenticated
  using ((select private.is_admin()));

create function private.blank_difference(p_difference jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(told.name, (
    select jsonb_object_agg(side.name, case
      when side.value = 'null' then side.value
      when told.name = 'config'
        then jsonb_strip_nulls(jsonb_build_object('features', side.value -> 'features'))
      when told.name in (
        'full_name', 'name', 'email', 'phone', 'message', 'public_slug', 'custom_domain',
        'verified_domain', 'friendly_name', 'notes', 'next_step') then '"******"'
      else side.value
    end)
    from jsonb_each(told.value) as side (name, value)
  )), '{}')
  from jsonb_each(p_difference) as told (name, value);
$$;

create function private.refuse_change_of_log() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise insufficient_privilege using message = 'El registro de auditoría no se puede cambiar.';
end
$$;
create trigger refuse_change_of_log
  before delete or truncate on public.audit_log
  for each statement execute function private.refuse_change_of_log();
create trigger refuse_change_of_line
  before update on public.audit_log for each row when (
    to_jsonb(new) <> to_jsonb(old)
      || jsonb_build_object('difference', private.blank_difference(old.difference))
  ) execute function private.refuse_change_of_log();

create function private.impersonated_by(p_caller_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  named text := private.request_header('x-impersonated-user');
begin
  if named is null
    or not exists (
      select from public.profiles where id = p_caller_id and role = 'admin' and is_active)
  then
    return null;
  end if;
  if named !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise invalid_text_representation using message = 'x-impersonated-user no es un identificador.';
  end if;
  return named::uuid;
end
$$;

create function private.log_admin_write(
  p_action text, p_table_name text, p_row_id uuid, p_difference jsonb,
  p_actor_id uuid default auth.uid()
) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
  select actor.id, nullif(private.impersonated_by(actor.id), actor.id), p_action, p_table_name,
    p_row_id, p_difference
  from public.profiles as actor
  where actor.id = p_actor_id and actor.role = 'admin' and actor.is_active;
$$;

create function private.audit_admin_write() returns trigger
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
  -- Who switches off what is off already changes nothing else.
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

create function private.audit_admin_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_admin_write(
    'update', 'users', new.id, '{"password": {"old": "******", "new": "******"}}');
  return null;
end
$$;

create function private.blank_log(p_table_name text, p_row_id uuid) returns void
language sql set search_path = '' as $$
  update public.audit_log
  set difference = private.blank_difference(difference)
  where table_name = p_table_name and row_id = p_row_id
    and difference <> private.blank_difference(difference);
$$;

create function private.forget_in_log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.blank_log(tg_table_name, old.id);
  return null;
end
$$;

create function public.get_audit_log_people()
returns table (id uuid, full_name text, email text, is_actor boolean, is_impersonated boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    with recursive actors (person) as (
      (select log.actor_id from public.audit_log as log order by log.actor_id limit 1)
      union all
      select (select log.actor_id from public.audit_log as log where log.actor_id > actors.person
        order by log.actor_id limit 1)
      from actors where actors.person is not null
    ),
    impersonated (person) as (
      (select log.impersonated_id from public.audit_log as log order by log.impersonated_id limit 1)
      union all
      select (
        select log.impersonated_id from public.audit_log as log
        where log.impersonated_id > impersonated.person order by log.impersonated_id limit 1
      )
      from impersonated where impersonated.person is not null
    ),
    people as (
      select named.person, bool_or(named.acted) as acted,
        bool_or(not named.acted) as was_impersonated
      from (select person, true from actors union all select person, false
        from impersonated) as named (person, acted)
      where named.person is not null
      group by named.person
    )
    select people.person, profile.full_name, profile.email, people.acted, people.was_impersonated
    from people
    left join public.profiles as profile on profile.id = people.person
    order by lower(extensions.unaccent(profile.full_name)) nulls last, people.person;
end
$$;
grant execute on function public.get_audit_log_people() to authenticated;

-- profiles.sql

create function private.public_config(p_config jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'profile',
    case when jsonb_typeof(p_config -> 'profile') = 'object' then
      (p_config -> 'profile') - 'contact_links_visibility' - array(
        select masked.name
        from (values
          ('location', 'location'), ('location_url', 'location'), ('phone', 'phone'),
          ('email', 'email'), ('whatsapp', 'whatsapp'), ('instagram', 'instagram'),
          ('facebook', 'facebook')
        ) as masked (name, link)
        where p_config #> array['profile', 'contact_links_visibility', masked.link]
          <> 'true'::jsonb
      )
    end,
    'page_style',
    case when jsonb_typeof(p_config -> 'page_style') = 'object' then p_config -> 'page_style' end
  ));
$$;
grant execute on function private.public_config(jsonb) to authenticated, service_role;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text not null default '' check (length(full_name) <= 120),
  email text,
  phone text,
  role text not null default 'vendedor' check (role in ('admin', 'concesionario', 'vendedor')),
  is_active boolean not null default false,
  public_slug text unique,
  dealership_id uuid references public.profiles (id) on delete set null,
  -- What a dealership claims; another one may claim it too until one proves it.
  custom_domain text,
  vehicle_count integer not null default 0 check (vehicle_count >= 0),
  config jsonb not null default '{}',
  public_config jsonb generated always as (private.public_config(config)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The host name that a dealership has proved to be its own: its custom_domain, or none. Visitors
  -- read it, since the web server asks for it as one of them. No person may write it.
  verified_domain text,
  -- The account is inactive by an administrator's will, so its dealership cannot activate it.
  closed_by_admin boolean not null default false,

  constraint profiles_public_slug_format check (private.is_slug(public_slug)),
  constraint profiles_custom_domain_host check (private.is_public_host(custom_domain)),
  constraint profiles_dealership_of_vendedor check (
    dealership_id is null or (role = 'vendedor' and dealership_id <> id)
  ),
  constraint profiles_verified_domain_claimed check (
    verified_domain is null or verified_domain is not distinct from custom_domain
  ),
  constraint profiles_own_pictures check (
    private.is_own_picture(config #>> '{profile,logo}', id)
    and private.is_own_picture(config #>> '{page_style,hero_image_url}', id)
  ),
  constraint profiles_config_shape check (
    jsonb_typeof(config) = 'object'
    and length(config::text) <= 32768
    and private.is_object(config -> 'profile')
    and private.is_object(config -> 'page_style')
    and private.is_object(config #> '{profile,custom_button}')
  ),
  constraint profiles_config_flags check (
    private.is_flags(config -> 'features')
    and private.is_flags(config #> '{profile,contact_links_visibility}')
    and coalesce(
      jsonb_typeof(config #> '{profile,custom_button,enabled}') in ('boolean', 'null'), true)
    and coalesce(
      jsonb_typeof(config #> '{page_style,use_hero_image}') in ('boolean', 'null'), true)
    and coalesce(
      jsonb_typeof(config #> '{page_style,show_header_name}') in ('boolean', 'null'), true)
  ),
  constraint profiles_config_texts check (
    private.is_text(config #> '{profile,name}', 120)
    and private.is_text(config #> '{profile,location}', 300)
    and private.is_text(config #> '{profile,phone}', 40)
    and private.is_text(config #> '{profile,email}', 254)
    and private.is_text(config #> '{profile,whatsapp}', 40)
    and private.is_text(config #> '{profile,tagline}', 300)
    and private.is_text(config #> '{profile,slogan}', 300)
    and private.is_long_text(config #> '{profile,offers}', 5000)
    and private.is_text(config #> '{profile,custom_button,text}', 80)
    and coalesce(config #>> '{page_style,layout_style}' in ('centered', 'classic'), true)
  ),
  -- What its prices and distances are in: public, as all of a config's profile that is not hidden.
  constraint profiles_config_units check (
    coalesce(
      config #>> '{profile,currency}' in ('USD', 'MXN', 'EUR', 'ARS', 'BOB', 'BRL', 'CLP', 'COP',
        'CRC', 'DOP', 'GTQ', 'HNL', 'NIO', 'PAB', 'PEN', 'PYG', 'UYU', 'VES'), true)
    and coalesce(config #>> '{profile,distance}' in ('mi', 'km'), true)
  ),
  constraint profiles_config_hours check (
    private.is_opening_hours(config #> '{profile,hours}')
  ),
  constraint profiles_config_urls check (
    private.is_web_url(config #> '{profile,logo}')
    and private.is_web_url(config #> '{profile,location_url}')
    and private.is_web_url(config #> '{profile,custom_button,url}')
    and private.is_web_url(config #> '{page_style,hero_image_url}')
    and private.is_social_link(config #> '{profile,instagram}')
    and private.is_social_link(config #> '{profile,facebook}')
  ),
  constraint profiles_config_colours check (
    private.is_hex_colour(config #> '{page_style,accent_color}')
    and private.is_hex_colour(config #> '{page_style,hero_background_color}')
    and coalesce(
      config #>> '{page_style,theme_color}' ~ '^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-z]{1,20})$',
      true)
  )
);
create index profiles_dealership_id_idx on public.profiles (dealership_id);
create index profiles_admins_idx on public.profiles (id) where role = 'admin';
create index profiles_active_owners_idx on public.profiles (id)
  where is_active and role = 'concesionario';
create index profiles_full_name_idx on public.profiles (full_name, id);
create unique index profiles_verified_domain_key on public.profiles (verified_domain);
alter table public.profiles enable row level security;
grant all on public.profiles to service_role;
grant select (
  id, full_name, role, public_slug, dealership_id, public_config, verified_domain
) on public.profiles to anon;
grant select on public.profiles to authenticated;
grant insert (
  id, full_name, email, phone, role, is_active, public_slug, dealership_id, custom_domain,
  vehicle_count, config
) on public.profiles to authenticated;
grant update (
  id, full_name, email, phone, role, is_active, public_slug, dealership_id, custom_domain,
  vehicle_count, config
) on public.profiles to authenticated;

create view private.active_owners as
  select id from public.profiles where is_active and role = 'concesionario';
grant select on private.active_owners to anon;

create policy profiles_select_anon on public.profiles for select to anon
  using (
    is_active and public_slug is not null
    and (dealership_id is null
      or (select owner.id from private.active_owners as owner where owner.id = dealership_id)
        is not null)
  );

create policy profiles_select_self on public.profiles for select to authenticated
  using (id = (select auth.uid()) and (is_active or created_at = now()));

create policy profiles_select_dealership on public.profiles for select to authenticated
  using (dealership_id = (select private.my_team()));

create policy profiles_select_vendedor on public.profiles for select to authenticated
  using (id = (select private.my_dealership()));

create policy profiles_select_admin on public.profiles for select to authenticated
  using ((select private.is_admin()));

create policy profiles_insert_self on public.profiles for insert to authenticated
  with check (id = (select auth.uid()));

create policy profiles_update_self on public.profiles for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()) and (select private.is_proven()));

create policy profiles_update_dealership on public.profiles for update to authenticated
  using (dealership_id = (select private.my_team()))
  with check (
    dealership_id = (select private.my_team())
    and not private.is_waiting(id)
  );

create policy profiles_update_admin on public.profiles for update to authenticated
  using ((select private.is_admin()));

create view private.foreign_profiles with (security_barrier = true) as
  select id, full_name, null::text as email, null::text as phone, role,
    null::boolean as is_active, public_slug, dealership_id, null::text as custom_domain,
    null::integer as vehicle_count, null::jsonb as config, public_config,
    null::timestamptz as created_at, null::timestamptz as updated_at, verified_domain,
    null::boolean as closed_by_admin
  from public.profiles
  where is_active and public_slug is not null
    and (dealership_id is null
      or (select owner.id from private.active_owners as owner where owner.id = dealership_id)
        is not null)
    and (select private.is_active())
    and not (select private.is_admin())
    and (id = (select auth.uid())) is not true
    and (id = (select private.my_dealership())) is not true
    and (dealership_id = (select private.my_team())) is not true;

create view private.readable_profiles with (security_invoker = true) as
  select * from public.profiles union all select * from private.foreign_profiles;
grant select on private.foreign_profiles, private.readable_profiles to authenticated;

create trigger refuse_caller_without_write
  before insert or update or delete on public.profiles
  for each statement execute function private.refuse_caller_without_write();

create function private.guard_profile_insert() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- An administrator always has a profile, so this insert can only be the first half of an upsert
  -- over it.
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
create trigger guard_profile_insert
  before insert on public.profiles for each row execute function private.guard_profile_insert();

create function private.guard_profile_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.id := old.id;
  new.created_at := old.created_at;
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  -- The address and the number belong to the sign-in account, which keeps them equal here.
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
    -- A dealership at one of its salespeople: it may switch the account, not the public address.
    new.public_slug := old.public_slug;
    new.custom_domain := old.custom_domain;
    if new.is_active and not old.is_active then
      perform private.refuse_closed_by_admin(old);
    end if;
  end if;
  -- Of a logo that no page shows the file goes, too.
  if not private.has_feature('canEditPublicPage')
    and (new.public_slug, new.custom_domain, new.config -> 'page_style',
      nullif(new.config #>> '{profile,logo}', ''))
      is distinct from (old.public_slug, old.custom_domain, old.config -> 'page_style',
        nullif(old.config #>> '{profile,logo}', ''))
  then
    raise insufficient_privilege using message = 'No tienes permiso para editar la página pública.';
  end if;
  return new;
end
$$;
create trigger guard_profile_update
  before update on public.profiles for each row execute function private.guard_profile_update();

create function private.normalise_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.full_name := trim(regexp_replace(coalesce(new.full_name, ''), '[[:cntrl:]]+', ' ', 'g'));
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
create trigger normalise_profile
  before insert or update of full_name, public_slug, custom_domain, role,
    dealership_id on public.profiles
  for each row execute function private.normalise_profile();

create trigger touch_profile
  before update of full_name, email, phone, role, is_active, public_slug, dealership_id,
    custom_domain, config
  on public.profiles for each row execute function private.touch_row();

create function private.tell_pages() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('pages', to_jsonb(changed) ->> named)
  from (values (old), (new)) as rows (changed), unnest(tg_argv) as named
  where to_jsonb(changed) ->> named is not null;
  return null;
end
$$;
create trigger tell_pages
  after insert or delete or update of full_name, email, phone, role, is_active, public_slug,
    dealership_id, custom_domain, verified_domain, config
  on public.profiles for each row execute function private.tell_pages('id', 'dealership_id');

create function private.tell_all() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('pages', tg_argv[0]);
  return null;
end
$$;
create trigger tell_hosts
  after delete or update of role, is_active, public_slug, custom_domain, verified_domain
  on public.profiles for each statement execute function private.tell_all('hosts');
create trigger tell_sitemap
  after insert or delete or update of role, is_active, public_slug, dealership_id
  on public.profiles for each statement execute function private.tell_all('sitemap');

create function private.protect_admins() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.role <> 'admin' or not old.is_active then
    return coalesce(new, old);
  end if;
  if tg_op = 'UPDATE' then
    if new.role = 'admin' and new.is_active then
      return new;
    end if;
    if old.id = auth.uid() then
      raise exception '%',
        'No puedes desactivar ni cambiar el rol de tu propia cuenta de administrador.';
    end if;
  elsif old.id = auth.uid() then
    raise exception 'No puedes eliminar tu propia cuenta de administrador.';
  end if;

  perform pg_advisory_xact_lock(hashtext('vitrina:admins'));
  if not exists (
    select from public.profiles where role = 'admin' and is_active and id <> old.id
  ) then
    raise exception 'Debe quedar al menos un administrador activo.';
  end if;
  return coalesce(new, old);
end
$$;
create trigger protect_admins
  before update of role, is_active or delete on public.profiles
  for each row execute function private.protect_admins();

create trigger audit_admin_write
  after insert or update or delete on public.profiles
  for each row execute function private.audit_admin_write();
create trigger forget_in_log
  after delete on public.profiles for each row execute function private.forget_in_log();

create function public.account_text(profile public.profiles) returns text
language sql stable
return lower(extensions.unaccent('extensions.unaccent',
  coalesce(profile.full_name, '') || ' ' || coalesce(profile.email, '')));
grant execute on function public.account_text(public.profiles) to authenticated, service_role;

-- account-state.sql

create function public.admin_exists() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where role = 'admin');
$$;
grant execute on function public.admin_exists() to anon, authenticated, service_role;

create function private.create_profile_of_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_first_admin boolean := coalesce(new.raw_user_meta_data ->> 'role' = 'admin', false)
    and not public.admin_exists();
begin
  if is_first_admin then
    perform pg_advisory_xact_lock(hashtext('vitrina:first-admin'));
    if public.admin_exists() then
      raise exception 'Ya existe un administrador.' using hint = 'signup_disabled';
    end if;
  end if;
  insert into public.profiles (id, full_name, email, phone, role, is_active)
  values (
    new.id,
    left(coalesce(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), nullif(new.email, ''),
      new.phone, ''), 120),
    nullif(new.email, ''),
    nullif(new.phone, ''),
    case when is_first_admin then 'admin' else 'vendedor' end,
    is_first_admin
  );
  return null;
end
$$;
create trigger create_profile_of_user
  after insert on auth.users for each row execute function private.create_profile_of_user();

create function private.copy_contact_to_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles
  set email = nullif(new.email, ''), phone = nullif(new.phone, '')
  where id = new.id;
  return null;
end
$$;
create trigger copy_contact_to_profile
  after update of email, phone on auth.users
  for each row when ((old.email, old.phone) is distinct from (new.email, new.phone))
  execute function private.copy_contact_to_profile();

create function private.ban_inactive_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users
  set banned_until = case when not new.is_active then now() + interval '100 years' end
  where id = new.id
    and case when new.is_active then banned_until > now()
      else coalesce(banned_until < now() + interval '50 years', true) end;
  if tg_op = 'UPDATE' and old.is_active and not new.is_active then
    perform private.end_access(new.id);
  end if;
  return null;
end
$$;
create trigger ban_inactive_account
  after insert or update of is_active on public.profiles
  for each row execute function private.ban_inactive_account();

create function private.end_access(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  address text;
begin
  select email into address from auth.users where id = p_user_id for no key update;
  delete from auth.sessions where user_id = p_user_id;
  perform private.forget_one_time_tokens(p_user_id);
  delete from private.outgoing_mail
  where recipient = address and state <> 'sent'
    and template in ('recovery', 'verify-email', 'invitation');
end
$$;

create function private.deactivate_banned_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set is_active = false, closed_by_admin = true
  where id = new.id and not (closed_by_admin and not is_active)
    and (is_active or old.banned_until > now());
  return null;
end
$$;
create trigger deactivate_banned_profile
  after update of banned_until on auth.users for each row when (
    new.banned_until > now() and new.banned_until is distinct from old.banned_until)
  execute function private.deactivate_banned_profile();

create function private.keep_account_state() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  active boolean;
begin
  select is_active into active from public.profiles where id = new.id;
  if active is null then
    return new;
  end if;
  if not active and coalesce(new.banned_until <= now(), true) then
    new.banned_until :=
      case when old.banned_until > now() then old.banned_until else now() + interval '100 years' end;
  end if;
  if active and new.email_confirmed_at is not null and nullif(new.phone, '') is not null then
    new.phone_confirmed_at := coalesce(new.phone_confirmed_at, now());
  end if;
  return new;
end
$$;
create trigger keep_account_state
  before update of banned_until, email_confirmed_at, phone on auth.users
  for each row execute function private.keep_account_state();

create function private.prove_email_given_by_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_admin() then
    perform private.prove_email(new.id);
  end if;
  return null;
end
$$;
create trigger prove_email_given_by_admin
  after insert or update of email on auth.users
  for each row execute function private.prove_email_given_by_admin();

create function private.tell_password_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_mail_once_per('1 minute', 'password-changed', new.email,
    jsonb_build_object(
      'name', coalesce((select full_name from public.profiles where id = new.id), '')));
  return null;
exception when check_violation then
  -- An address that the outbox does not write to, from another system's dump: the change is worth
  -- more than its mail.
  return null;
end
$$;
create trigger tell_password_change
  after update of encrypted_password on auth.users for each row when (
    old.encrypted_password <> '' and new.encrypted_password is distinct from old.encrypted_password
    and new.email is not null and new.email_confirmed_at is not null
      and coalesce(new.banned_until <= now(), true)
  ) execute function private.tell_password_change();
create trigger audit_admin_password
  after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.audit_admin_password();

create function private.forget_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.blank_log('access_requests', id) from public.access_requests
    where user_id = old.id;
  delete from public.access_requests where user_id = old.id and status = 'pending';
  update public.access_requests set name = '******', phone = '******', email = '******',
    message = null where user_id = old.id;
  delete from private.outgoing_mail where recipient = old.email;
  return old;
end
$$;
create trigger forget_person
  before delete on auth.users for each row execute function private.forget_person();

create function public.get_own_sessions()
returns table (
  id uuid, user_agent text, created_at timestamptz, used_at timestamptz, is_current boolean
)
language sql stable security definer set search_path = '' as $$
  select session.id, session.user_agent, session.created_at,
    greatest(session.created_at, session.refreshed_at at time zone 'utc'),
    session.id::text = auth.jwt() ->> 'session_id' as is_current
  from auth.sessions as session
  where session.user_id = auth.uid() and (session.not_after is null or session.not_after > now())
    and (select private.is_proven())
  order by is_current desc, 4 desc, session.id
  limit 100;
$$;
grant execute on function public.get_own_sessions() to authenticated;

create function public.end_own_session(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_write();
  delete from auth.sessions where id = p_id and user_id = auth.uid();
  return found;
end
$$;
grant execute on function public.end_own_session(uuid) to authenticated;

create function private.tell_second_factor_change(p_user_id uuid, p_change text) returns void
language sql set search_path = '' as $$
  select private.queue_mail(
    'second-factor-changed', account.email,
      jsonb_build_object('name', coalesce(profile.full_name, ''), 'change', p_change))
  from auth.users as account
  left join public.profiles as profile using (id)
  where account.id = p_user_id and account.email <> '';
$$;

create function public.has_second_factor(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return exists (select from auth.mfa_factors where user_id = p_user_id and status = 'verified');
end
$$;
grant execute on function public.has_second_factor(uuid) to authenticated;

create function public.reset_second_factor_by_admin(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_user_id = auth.uid() then
    raise exception '%', 'Tu propia verificación en dos pasos se quita en Configuración, '
      || 'en la pestaña Seguridad.';
  end if;
  -- The account comes before its sessions, as everywhere.
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
grant execute on function public.reset_second_factor_by_admin(uuid) to authenticated;

create function private.refuse_closed_by_admin(p_profile public.profiles) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_profile.closed_by_admin then
    raise insufficient_privilege using
      message = 'Un administrador desactivó esta cuenta. Solo un administrador puede activarla.',
      hint = 'closed_by_admin';
  end if;
end
$$;
grant execute on function private.refuse_closed_by_admin(public.profiles) to authenticated;

create function private.note_who_deactivates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.closed_by_admin := not new.is_active
    and (new.closed_by_admin
      or (auth.role() is not null and auth.uid() is distinct from old.dealership_id));
  return new;
end
$$;
create trigger note_who_deactivates
  before update of is_active on public.profiles
  for each row execute function private.note_who_deactivates();

create function private.refuse_activation_past_request() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and private.is_waiting(new.id) then
    raise exception using hint = 'pending_request', message =
      'La solicitud de acceso de esta cuenta está pendiente. Apruébala para activarla.';
  end if;
  return new;
end
$$;
create trigger refuse_activation_past_request
  before update of is_active on public.profiles
  for each row when (new.is_active and not old.is_active)
  execute function private.refuse_activation_past_request();

create function private.require_dealership() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner_id uuid := to_jsonb(new) ->> tg_argv[0];
begin
  if exists (select from public.profiles where id = owner_id and role <> 'concesionario') then
    raise check_violation using
      message = 'El perfil indicado no es un concesionario.',
      constraint = tg_table_name || '_' || tg_argv[0] || '_concesionario';
  end if;
  return null;
end
$$;
create trigger require_dealership
  after insert or update of dealership_id on public.profiles
  for each row when (new.dealership_id is not null)
  execute function private.require_dealership('dealership_id');

create function private.keep_dealership_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.vehicles where user_id = old.id)
    or exists (select from public.profiles where dealership_id = old.id)
  then
    raise exception 'Este concesionario tiene vehículos o vendedores: no se puede cambiar su rol.';
  end if;
  return new;
end
$$;
create trigger keep_dealership_role
  before update of role on public.profiles
  for each row when (old.role = 'concesionario' and new.role <> 'concesionario')
  execute function private.keep_dealership_role();

create function private.release_team() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set is_active = false, dealership_id = null where dealership_id = old.id;
  return old;
end
$$;
create trigger release_team
  before delete on public.profiles for each row when (old.role = 'concesionario')
  execute function private.release_team();

-- slugs.sql

create table private.past_slugs (
  slug text primary key,
  profile_id uuid references public.profiles (id) on delete set null,
  retired_at timestamptz not null default clock_timestamp()
);
create index past_slugs_profile_id_idx on private.past_slugs (profile_id, retired_at);
alter table private.past_slugs enable row level security;

create function private.keep_past_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    insert into private.past_slugs (slug) values (old.public_slug)
    on conflict (slug) do update set profile_id = null, retired_at = excluded.retired_at;
    return null;
  end if;

  delete from private.past_slugs where slug = new.public_slug;
  if tg_op = 'UPDATE' and old.public_slug is not null then
    insert into private.past_slugs (slug, profile_id) values (old.public_slug, new.id)
    on conflict (slug) do update set profile_id = excluded.profile_id,
      retired_at = excluded.retired_at;
    delete from private.past_slugs
    where profile_id = new.id
      and slug not in (
        select slug from private.past_slugs where profile_id = new.id
          order by retired_at desc limit 20);
  end if;
  return null;
end
$$;
create trigger keep_past_slug_of_insert
  after insert on public.profiles for each row when (new.public_slug is not null)
  execute function private.keep_past_slug();
create trigger keep_past_slug_of_update
  after update of public_slug on public.profiles
  for each row when (new.public_slug is distinct from old.public_slug)
  execute function private.keep_past_slug();
create trigger keep_past_slug_of_delete
  after delete on public.profiles for each row when (old.public_slug is not null)
  execute function private.keep_past_slug();

create function public.find_moved_slug(p_slug text)
returns table (public_slug text, role text)
language sql stable security definer set search_path = '' as $$
  select profile.public_slug, profile.role
  from private.past_slugs as past
  left join public.profiles as profile
    on profile.id = past.profile_id and profile.is_active and profile.public_slug is not null
    and (profile.dealership_id is null
      or profile.dealership_id in (select id from private.active_owners))
  where past.slug = p_slug;
$$;
grant execute on function public.find_moved_slug(text) to anon, authenticated, service_role;

create function private.free_slug(p_name text) returns text
language plpgsql stable set search_path = '' as $$
declare
  spelled text := regexp_replace(private.fold(coalesce(p_name, '')), '[^a-z0-9]+', '-', 'g');
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

-- vehicles.sql

create table public.vehicles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  brand text not null check (length(brand) between 1 and 80 and brand !~ '[[:cntrl:]]'),
  model text not null check (length(model) between 1 and 80 and model !~ '[[:cntrl:]]'),
  year integer not null
    check (year between 1900 and extract(year from current_date)::integer + 1),
  vin text check (length(vin) between 1 and 17 and vin = upper(vin) and vin !~ '[[:cntrl:]]'),
  price text check (length(price) <= 60 and price !~ '[[:cntrl:]]'),
  mileage integer check (mileage between 0 and 9999999),
  transmission text check (length(transmission) <= 40 and transmission !~ '[[:cntrl:]]'),
  color text check (length(color) <= 60 and color !~ '[[:cntrl:]]'),
  fuel_type text check (length(fuel_type) <= 40 and fuel_type !~ '[[:cntrl:]]'),
  doors integer check (doors between 2 and 5),
  description text check (length(description) <= 10000),
  images text[] not null default '{}'
    check (cardinality(images) <= 40 and private.are_web_urls(images)),
  status text not null default 'Disponible'
    check (status in ('Disponible', 'En revisión', 'Vendido')),
  published boolean not null default false,
  views integer not null default 0 check (views >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A price is a text, so it can be neither compared nor ordered.
  price_amount numeric generated always as (private.price_amount(price)) stored,
  brand_folded text generated always as (private.fold(brand)) stored,
  model_folded text generated always as (private.fold(model)) stored,
  -- 'F-150' is also found as 'f150'.
  search_text text generated always as (
    private.fold(
      brand || ' ' || model || ' ' || year::text || ' ' || coalesce(transmission, '') || ' '
        || coalesce(fuel_type, '') || ' ' || coalesce(color, '') || ' ' || coalesce(vin, '')
        || case when strpos(model, '-') > 0 then ' ' || replace(model, '-', '') else '' end
    )
  ) stored,
  engine text check (length(engine) <= 60 and engine !~ '[[:cntrl:]]'),
  -- The last day of the reservation that stands, which private.show_reservation keeps.
  reserved_until date,
  -- The dealership's own number of it, which private.give_stock_number gives where none is told.
  stock_number text check (length(stock_number) <= 20 and stock_number = upper(stock_number)
    and stock_number !~ '[[:cntrl:]]'),
  trim text check (length(trim) <= 60 and trim !~ '[[:cntrl:]]'),
  body_style text check (length(body_style) <= 40 and body_style !~ '[[:cntrl:]]'),
  drivetrain text check (length(drivetrain) <= 40 and drivetrain !~ '[[:cntrl:]]'),
  cylinders integer check (cylinders between 1 and 16),
  interior_color text check (length(interior_color) <= 60 and interior_color !~ '[[:cntrl:]]'),
  title_status text check (length(title_status) <= 40 and title_status !~ '[[:cntrl:]]'),
  owners integer check (owners between 0 and 50),
  history_url text check (
    length(history_url) <= 500 and history_url ~ '^https://'
    and private.is_web_url(to_jsonb(history_url))),
  equipment text[] not null default '{}'
    check (cardinality(equipment) <= 60 and private.are_lines(equipment, 60)),

  -- An administrator who gives a vehicle to another dealership brings photos of that one's folder,
  -- or none.
  constraint vehicles_own_images check (private.are_own_pictures(images, user_id)),
  -- At the end of a statement, so that two may swap theirs. The number first: a dealership's
  -- vehicles are read in their order, by the index below.
  constraint vehicles_stock_number_key unique (stock_number, user_id) deferrable
);

create index vehicles_user_id_created_at_idx on public.vehicles (user_id, created_at desc);

create index vehicles_user_id_vin_idx on public.vehicles (user_id, vin) where vin is not null;

create index vehicles_public_idx on public.vehicles (user_id, created_at desc, status,
  brand_folded, model_folded, year, price_amount, mileage, body_style, fuel_type, drivetrain)
  include (id, brand, model)
  where published;

create index vehicles_created_at_idx on public.vehicles (created_at, id);
create index vehicles_name_idx on public.vehicles (brand, model, year, id);
create index vehicles_vin_idx on public.vehicles (coalesce(vin, ''), id);
create index vehicles_published_idx on public.vehicles (published, created_at, id);
create index vehicles_views_idx on public.vehicles (views, id);
create index vehicles_search_idx on public.vehicles
  using gin (search_text extensions.gin_trgm_ops);
alter table public.vehicles enable row level security;
grant all on public.vehicles to service_role;
grant select, insert, update, delete on public.vehicles to authenticated;
grant select (
  id, user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors,
  description, images, status, published, created_at,
  price_amount, brand_folded, model_folded, search_text, engine, reserved_until, stock_number, trim,
  body_style, drivetrain, cylinders, interior_color, title_status, owners, history_url, equipment
) on public.vehicles to anon;

create policy vehicles_select_anon on public.vehicles for select to anon
  using (published
    and exists (select from private.active_owners as owner where owner.id = user_id));

create policy vehicles_select_dealership on public.vehicles for select to authenticated
  using (user_id = (select private.my_dealership()));

create policy vehicles_select_admin on public.vehicles for select to authenticated
  using ((select private.is_admin()));

create policy vehicles_insert_dealership on public.vehicles for insert to authenticated
  with check (
    user_id = (select private.my_dealership())
    and (select private.has_feature('canAddVehicles'))
  );

create policy vehicles_insert_admin on public.vehicles for insert to authenticated
  with check ((select private.is_admin()));

create policy vehicles_update_dealership on public.vehicles for update to authenticated
  using (user_id = (select private.my_dealership()));

create policy vehicles_update_admin on public.vehicles for update to authenticated
  using ((select private.is_admin()));

create policy vehicles_delete_dealership on public.vehicles for delete to authenticated
  using (user_id = (select private.my_dealership()));

create policy vehicles_delete_admin on public.vehicles for delete to authenticated
  using ((select private.is_admin()));

create view private.foreign_vehicles with (security_barrier = true) as
  select id, user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type,
    doors, description, images, status, published, null::integer as views, created_at,
    null::timestamptz as updated_at, price_amount, brand_folded, model_folded, search_text, engine,
    reserved_until, stock_number, trim, body_style, drivetrain, cylinders, interior_color,
    title_status, owners, history_url, equipment
  from public.vehicles
  where published and user_id in (select owner.id from private.active_owners as owner)
    and (select private.is_active())
    and not (select private.is_admin())
    and (user_id = (select private.my_dealership())) is not true;

create view private.readable_vehicles with (security_invoker = true) as
  select * from public.vehicles union all select * from private.foreign_vehicles;
grant select on private.foreign_vehicles, private.readable_vehicles to authenticated;

create trigger refuse_caller_without_write
  before insert or update or delete on public.vehicles
  for each statement execute function private.refuse_caller_without_write();

create function private.guard_vehicle() returns trigger
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
  new.brand := trim(new.brand);
  new.model := trim(new.model);
  new.vin := nullif(upper(trim(new.vin)), '');
  new.price := nullif(trim(new.price), '');
  new.transmission := nullif(trim(new.transmission), '');
  new.color := nullif(trim(new.color), '');
  new.fuel_type := nullif(trim(new.fuel_type), '');
  new.engine := nullif(trim(new.engine), '');
  new.trim := nullif(trim(new.trim), '');
  new.body_style := nullif(trim(new.body_style), '');
  new.drivetrain := nullif(trim(new.drivetrain), '');
  new.interior_color := nullif(trim(new.interior_color), '');
  new.title_status := nullif(trim(new.title_status), '');
  new.history_url := nullif(trim(new.history_url), '');
  new.equipment := array(
    select trim(item) from unnest(new.equipment) with ordinality as told (item, n)
    where trim(item) <> '' group by trim(item) order by min(n));
  new.description := nullif(trim(new.description), '');
  new.images := coalesce(new.images, '{}');
  new.status := case lower(trim(new.status))
    when 'disponible' then 'Disponible'
    when 'vendido' then 'Vendido'
    when 'en revisión' then 'En revisión'
    else new.status
  end;
  return new;
end
$$;
create trigger guard_vehicle
  before insert or update on public.vehicles for each row execute function private.guard_vehicle();

create table private.stock_counters (
  dealership_id uuid primary key references public.profiles (id) on delete cascade,
  given integer not null
);
alter table private.stock_counters enable row level security;

create function private.give_stock_number() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  number integer;
  moves boolean := false;
begin
  new.stock_number := nullif(upper(trim(new.stock_number)), '');
  if tg_op = 'UPDATE' then
    new.stock_number := coalesce(new.stock_number, old.stock_number);
    moves := new.user_id <> old.user_id and new.stock_number = old.stock_number;
    if new.user_id = old.user_id and new.stock_number = old.stock_number then
      return new;
    end if;
  end if;

  -- What others tell at the same time is seen.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 0));
  if moves and private.has_stock_number(new.user_id, new.stock_number) then
    new.stock_number := null;
  end if;
  while new.stock_number is null loop
    insert into private.stock_counters as counter (dealership_id, given)
    select id, 1 from public.profiles where id = new.user_id
    on conflict (dealership_id) do update set given = counter.given + 1
    returning given into number;
    -- Of nobody no vehicle comes in.
    exit when number is null;
    new.stock_number := 'A-' || lpad(number::text, greatest(4, length(number::text)), '0');
    if private.has_stock_number(new.user_id, new.stock_number) then
      new.stock_number := null;
    end if;
  end loop;
  return new;
end
$$;
create function private.has_stock_number(p_dealership_id uuid, p_number text) returns boolean
language sql set search_path = '' as $$
  select exists (
    select from public.vehicles where user_id = p_dealership_id and stock_number = p_number);
$$;
create trigger give_stock_number
  before insert or update of user_id, stock_number on public.vehicles
  for each row execute function private.give_stock_number();
create trigger require_dealership
  after insert or update of user_id on public.vehicles
  for each row execute function private.require_dealership('user_id');

create trigger touch_vehicle
  before update of user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type,
    doors, engine, description, images, status, published, stock_number, trim, body_style,
    drivetrain, cylinders, interior_color, title_status, owners, history_url, equipment
  on public.vehicles for each row execute function private.touch_row();
create trigger tell_pages
  after insert or delete or update of user_id, brand, model, year, vin, price, mileage,
    transmission, color, fuel_type, doors, engine, description, images, status, published,
    reserved_until, stock_number, trim, body_style, drivetrain, cylinders, interior_color,
    title_status, owners, history_url, equipment
  on public.vehicles for each row execute function private.tell_pages('user_id');
create trigger tell_sitemap
  after insert or delete or update of published, user_id
  on public.vehicles for each statement execute function private.tell_all('sitemap');

create function private.count_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.profiles as p set vehicle_count = p.vehicle_count + changed.n
    from (select user_id, count(*) as n from added group by user_id) as changed
    where p.id = changed.user_id;
  elsif tg_op = 'DELETE' then
    update public.profiles as p set vehicle_count = p.vehicle_count - changed.n
    from (select user_id, count(*) as n from removed group by user_id) as changed
    where p.id = changed.user_id;
  else
    update public.profiles as p set vehicle_count = p.vehicle_count + changed.n
    from (
      select user_id, sum(step) as n
      from (select user_id, 1 as step from added union all select user_id, -1 from removed) as steps
      group by user_id
      having sum(step) <> 0
    ) as changed
    where p.id = changed.user_id;
  end if;
  return null;
end
$$;
create trigger count_added_vehicles
  after insert on public.vehicles
  referencing new table as added for each statement execute function private.count_vehicles();
create trigger count_removed_vehicles
  after delete on public.vehicles
  referencing old table as removed for each statement execute function private.count_vehicles();
create trigger count_moved_vehicles
  after update on public.vehicles
  referencing old table as removed new table as added
  for each statement execute function private.count_vehicles();

create function private.remove_photos_of_vehicles() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  files uuid[];
begin
  files := array(
    select file.id
    from deleted as vehicle
    cross join unnest(vehicle.images) as image (url)
    join storage.objects as file
      on file.bucket_id = 'vehicle_images'
      and file.name = private.object_name(image.url, 'vehicle_images')
    where private.owner_folder(file.name) = vehicle.user_id::text
  );
  if cardinality(files) = 0 then
    return null;
  end if;

  perform set_config('storage.allow_delete_query', 'true', true);
  with named as materialized (
    select private.object_name(image.url, 'vehicle_images') as name
    from public.vehicles as vehicle
    cross join unnest(vehicle.images) as image (url)
    where vehicle.user_id in (select user_id from deleted)
  )
  delete from storage.objects as file
  where file.id = any(files) and not exists (select from named where named.name = file.name);
  return null;
end
$$;
create trigger remove_photos_of_vehicles
  after delete on public.vehicles
  referencing old table as deleted
  for each statement execute function private.remove_photos_of_vehicles();
create trigger audit_admin_write
  after insert or update or delete on public.vehicles
  for each row execute function private.audit_admin_write();

create function public.get_vehicle_units(p_vehicle_ids uuid[])
returns table (id uuid, currency text, distance text)
language sql stable security definer set search_path = '' as $$
  select v.id, owner.public_config #>> '{profile,currency}',
    owner.public_config #>> '{profile,distance}'
  from public.vehicles as v
  join public.profiles as owner on owner.id = v.user_id
  where v.id = any (p_vehicle_ids) and v.published
    and v.user_id in (select active.id from private.active_owners as active)
  limit 200;
$$;
grant execute on function public.get_vehicle_units(uuid[]) to anon, authenticated, service_role;

create function public.get_similar_vehicles(p_vehicle_id uuid)
returns table (
  id uuid, brand text, model text, year integer, price text, mileage integer, transmission text,
  fuel_type text, status text, images text[], reserved_until date
)
language sql stable security definer set search_path = '' as $$
  select other.id, other.brand, other.model, other.year, other.price, other.mileage,
    other.transmission, other.fuel_type, other.status, other.images, other.reserved_until
  from public.vehicles as one
  cross join lateral (
    select near.id,
      coalesce(abs(ln(
          nullif(near.price_amount, 0)::float8 / nullif(one.price_amount, 0)::float8)), 1)
        + case when near.brand_folded = one.brand_folded then 0 else 0.25 end
        + case when near.body_style = one.body_style then 0
          when near.body_style <> one.body_style then 0.6 else 0.3 end
        + abs(near.year - one.year) * 0.03 as distance
    from public.vehicles as near
    where near.user_id = one.user_id and near.id <> one.id
      and near.published and near.status = 'Disponible'
    order by distance, near.created_at desc, near.id
    limit 12
  ) as near
  join public.vehicles as other on other.id = near.id
  where one.id = p_vehicle_id
    and (one.published or one.user_id = private.my_dealership() or private.is_admin())
    and one.user_id in (select owner.id from private.active_owners as owner)
  order by near.distance + case when other.images[1] is null then 0.5 else 0 end,
    other.created_at desc, other.id
  limit 3;
$$;
grant execute on function public.get_similar_vehicles(uuid) to anon, authenticated, service_role;

create function public.get_sitemap_vehicles(
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
      limit least(p_limit, 24000);
    return;
  end if;
  return query
    select v.id, v.updated_at
    from public.vehicles as v
    where v.id between p_first and p_last and v.published
      and (select owner.id from private.active_owners as owner where owner.id = v.user_id)
        is not null
    order by v.id
    limit least(p_limit, 24000);
end
$$;
grant execute on function public.get_sitemap_vehicles(uuid, uuid, uuid, integer) to anon,
  authenticated, service_role;

create function public.get_sitemap_size() returns bigint
language sql stable security definer set search_path = '' as $$
  select case when found.n <= 10000 then found.n
    else greatest(found.n, (select sum(reltuples)::bigint from pg_catalog.pg_class
      where oid in ('public.vehicles'::regclass, 'public.profiles'::regclass))) end
  from (select count(*) as n from (
    (select from public.vehicles where published limit 10001)
    union all (select from public.profiles where is_active and public_slug is not null limit 10001)
  ) as page) as found;
$$;
grant execute on function public.get_sitemap_size() to anon, authenticated, service_role;

create function public.get_all_vehicles_with_owner_and_views()
returns table (
  id uuid, user_id uuid, brand text, model text, year integer, vin text, price text, status text,
  published boolean, images text[], created_at timestamptz, view_count integer, owner_name text,
  owner_email text
)
language sql stable
begin atomic
  select v.id, v.user_id, v.brand, v.model, v.year, v.vin, v.price, v.status, v.published, v.images,
    v.created_at, v.views, owner.full_name, owner.email
  from public.vehicles as v
  join public.profiles as owner on owner.id = v.user_id
  where (select private.require_admin()) is not null;
end;
grant execute on function public.get_all_vehicles_with_owner_and_views() to authenticated;

create function private.platform_vehicle_condition(p_patterns text[]) returns text
language plpgsql stable set search_path = '' as $$
declare
  pattern text;
  condition text := 'true';
begin
  foreach pattern in array p_patterns loop
    condition := condition || format(' and (v.search_text like %L or v.user_id = any (%L::uuid[]))',
      pattern, array(
        select owner.id from public.profiles as owner
        where owner.role = 'concesionario' and public.account_text(owner) like pattern));
  end loop;
  return condition;
end
$$;

create function public.search_platform_vehicles(
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
  if p_from is not null then
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
    array_to_string(keys, direction || ', ') || direction, least(p_limit, 1000));
end
$$;
grant execute on function public.search_platform_vehicles(text[], text, boolean, jsonb, boolean,
  integer) to authenticated;

create function public.count_platform_vehicles(p_patterns text[] default '{}') returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.count_about(
    'select from public.vehicles as v where ' || private.platform_vehicle_condition(p_patterns));
end
$$;
grant execute on function public.count_platform_vehicles(text[]) to authenticated;

create function public.get_platform_inventory_totals()
returns table (vehicle_count bigint, view_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  percent real;
begin
  perform private.require_admin();
  select sum(p.vehicle_count) into vehicle_count from public.profiles as p;
  percent := least(100, 2000000.0 / greatest(vehicle_count, 1));
  select coalesce(sum(v.views) * 100 / percent, 0)::bigint into view_count
  from public.vehicles as v tablesample system (percent) repeatable (0);
  return next;
end
$$;
grant execute on function public.get_platform_inventory_totals() to authenticated;

-- listing.sql

create function public.get_listing_choices(p_dealership_id uuid)
returns table (
  brand text, model text, brand_folded text, model_folded text, vehicle_count bigint,
  oldest_year integer, newest_year integer, lowest_price numeric, highest_price numeric,
  highest_mileage integer, body_style text, fuel_type text, drivetrain text
)
language sql stable security definer set search_path = '' as $$
  select min(v.brand), min(v.model), v.brand_folded, v.model_folded, count(*),
    min(v.year), max(v.year), min(v.price_amount), max(v.price_amount), max(v.mileage),
    v.body_style, v.fuel_type, v.drivetrain
  from public.vehicles as v
  where v.user_id = p_dealership_id and v.published and v.status = 'Disponible'
    and v.user_id in (select id from private.active_owners)
  group by v.brand_folded, v.model_folded, v.body_style, v.fuel_type, v.drivetrain
  order by v.brand_folded, v.model_folded, v.body_style, v.fuel_type, v.drivetrain;
$$;
grant execute on function public.get_listing_choices(uuid) to anon, authenticated, service_role;

create function private.words_of(p_text text) returns setof text
language sql immutable set search_path = '' as $$
  select left(word, 40)
  from string_to_table(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent', p_text)), '[^[:alnum:]]+', ' ', 'g'),
    ' ') as word
  where word <> '';
$$;
grant execute on function private.words_of(text) to authenticated, service_role;

create function private.synonyms(p_kinds text[], p_color text, p_interior_color text)
returns text
language sql immutable set search_path = '' as $$
  with list (meanings, words) as (values
    ('{SUV,Pickup,Minivan,Van}'::text[], 'camionetas'),
    ('{SUV}', 'suvs crossovers jeepetas yipetas camperos todoterrenos'),
    ('{Pickup}', 'pickups trocas trokas trucks'),
    ('{Minivan,Van}', 'van vans furgonetas guaguas combis microbuses busitos'),
    ('{Minivan}', 'minivans minivanes familiares monovolumenes'),
    ('{Van}', 'vanes furgones paneles'),
    ('{Sedán}', 'sedanes sedans berlinas'),
    ('{Hatchback}', 'hatchbacks compactos compactas'),
    ('{Coupé}', 'coupes cupes'),
    ('{Convertible}', 'convertibles descapotables cabriolets'),
    ('{Coupé,Convertible}', 'deportivos deportivas'),
    ('{Wagon}', 'wagons stationwagons familiares rancheras vagonetas'),
    ('{Gasolina}', 'gasolineros gasoline nafta bencina'),
    ('{Diésel}', 'petroleros petroleras acpm'),
    ('{Híbrido}', 'hibridos hibridas hybrids'),
    ('{Eléctrico}', 'electricos electricas'),
    ('{Automático}', 'automaticos automaticas automatics'),
    ('{Manual}', 'manuales estandares standard sincronicos sincronicas mecanicos mecanicas'),
    ('{Delantera (FWD),Trasera (RWD)}', '4x2 2wd sencillatraccion'),
    ('{Integral (AWD),4x4}', '4x4 4wd todoterrenos dobletraccion totaltraccion 4x4traccion'),
    ('{Integral (AWD),4x4}', 'cuatrotraccion 4traccion cuatroruedas 4ruedas'),
    ('{Delantera (FWD)}', 'delanteratraccion'),
    ('{Trasera (RWD)}', 'traseratraccion'),
    ('{Integral (AWD)}', 'integraltraccion'),
    ('{blanco,blanca,white,perla,pearl}', 'blancos blancas white'),
    ('{negro,negra,black}', 'negros negras black'),
    ('{gris,gray,grey,plomo,grafito,graphite,charcoal}', 'grises gray grey plomos'),
    ('{plata,plateado,plateada,silver}', 'plata plateados plateadas silver'),
    ('{rojo,roja,red}', 'rojos rojas red'),
    ('{vino,tinto,guinda,burgundy,maroon,granate,vinotinto}', 'vino tinto guinda burgundy vinotinto'),
    ('{azul,blue,celeste}', 'azules blue'),
    ('{verde,green}', 'verdes green'),
    ('{amarillo,amarilla,yellow}', 'amarillos amarillas yellow'),
    ('{naranja,anaranjado,anaranjada,orange}', 'naranjas anaranjados anaranjadas orange'),
    ('{marron,cafe,brown}', 'marrones cafes brown'),
    ('{beige,beis,arena,crema,champagne,champana,tan}', 'beige beis crema champagne'),
    ('{dorado,dorada,gold,oro}', 'dorados doradas gold'),
    ('{morado,morada,purpura,purple,violeta}', 'morados moradas purpura purple'),
    ('{rosa,rosado,rosada,pink}', 'rosa rosados rosadas pink')
  )
  select concat_ws(' ',
    (select string_agg(list.words, ' ') from list
      where list.meanings && (p_kinds || array(select private.words_of(p_color)))),
    (select string_agg('interior' || word, ' ') from private.words_of(p_interior_color) as word));
$$;
grant execute on function private.synonyms(text[], text, text) to authenticated, service_role;

create function private.said_style(p_style text, p_model_folded text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(p_style, case
    when p_model_folded ~ '\mmini[ -]?van\M' then 'Minivan'
    when p_model_folded ~ '\m(van|furgon)\M' then 'Van'
    when p_model_folded ~ '\m(pick[ -]?up|cab|doble cabina)\M' then 'Pickup'
    when p_model_folded ~ '\m(suv|crossover)\M' then 'SUV'
    when p_model_folded ~ '\m(convertible|cabriolet|roadster)\M' then 'Convertible'
    when p_model_folded ~ '\m(coupe|cupe)\M' then 'Coupé'
    when p_model_folded ~ '\m(hatchback|sportback)\M' then 'Hatchback'
    when p_model_folded ~ '\m(wagon|vagoneta)\M' then 'Wagon'
    when p_model_folded ~ '\msedan\M' then 'Sedán'
  end);
$$;
grant execute on function private.said_style(text, text) to authenticated, service_role;

create function public.vehicle_synonyms(vehicle public.vehicles) returns text
language sql immutable
return private.synonyms(
    array[private.said_style(vehicle.body_style, vehicle.model_folded), vehicle.fuel_type, vehicle.transmission, vehicle.drivetrain],
    vehicle.color, vehicle.interior_color);
grant execute on function public.vehicle_synonyms(public.vehicles) to authenticated, service_role;

create function private.filler_words() returns text[]
language sql immutable
return '{a,ano,auto,autos,caja,carro,carros,coche,coches,color,con,de,del,el,en,la,las,los,marca,
  modelo,o,para,por,transmision,un,una,usada,usadas,usado,usados,vehiculo,vehiculos,venta,y}'::text[];

create function private.typed_words(p_text text) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select case word when 'furgon' then 'furgones' else word end
    from private.words_of(regexp_replace(regexp_replace(
      replace(left(p_text, 100), '-', ''),
      '([0-9])[.,](?=[0-9]{3})', '\1', 'g'),
      '\m([0-9]) *[xX×] *([0-9])\M', '\1x\2', 'g')) as word
    where word <> all (private.filler_words())
    limit 8);
$$;

create function private.listing_key(p_dealership_id uuid) returns text
language sql immutable
return right(p_dealership_id::text, 8);
grant execute on function private.listing_key(uuid) to authenticated, service_role;

create function private.listing_words(
  p_dealership_id uuid, p_vin text, p_name text, p_facts text[], p_texts text[]
)
returns tsvector
language sql immutable cost 10000 set search_path = '' as $$
  select array_to_tsvector(array(
    select private.listing_key(p_dealership_id) || '=' || word
    from private.words_of(array_to_string(p_facts, ' ') || ' '
      || replace(array_to_string(p_facts, ' '), '-', '')) as word
    union
    select private.listing_key(p_dealership_id) || '=' || lower(right(p_vin, n))
    from generate_series(4, 8) as n
    where p_vin is not null
    union
    select private.listing_key(p_dealership_id) || '#' || word
    from private.words_of(p_name || ' ' || replace(p_name, '-', '')) as word
    union
    select private.listing_key(p_dealership_id) || word
    from private.words_of(array_to_string(p_texts, ' ')) as word
    union
    select private.listing_key(p_dealership_id)));
$$;
grant execute on function private.listing_words(uuid, text, text, text[], text[])
  to authenticated, service_role;

create index vehicles_words_idx on public.vehicles using gin (
  private.listing_words(user_id, vin, brand || ' ' || model,
    array[search_text, replace(model, ' ', ''), replace(brand || model, ' ', ''), price,
      trim_scale(price_amount)::text, private.said_style(body_style, model_folded), drivetrain,
      stock_number,
      private.synonyms(array[private.said_style(body_style, model_folded), fuel_type,
        transmission, drivetrain], color, interior_color)],
    array[engine, trim, replace(engine, '-', ''), replace(trim, '-', ''), interior_color,
      description] || equipment)
) where published and status = 'Disponible';
alter index public.vehicles_words_idx alter column 1 set statistics 0;

create view private.listed_vehicles with (security_invoker = true) as
select v.*,
  private.listing_words(v.user_id, v.vin, v.brand || ' ' || v.model,
    array[v.search_text, replace(v.model, ' ', ''), replace(v.brand || v.model, ' ', ''), v.price,
      trim_scale(v.price_amount)::text, private.said_style(v.body_style, v.model_folded),
      v.drivetrain, v.stock_number,
      private.synonyms(array[private.said_style(v.body_style, v.model_folded), v.fuel_type,
        v.transmission, v.drivetrain], v.color, v.interior_color)],
    array[v.engine, v.trim, replace(v.engine, '-', ''), replace(v.trim, '-', ''),
      v.interior_color, v.description] || v.equipment) as words
from public.vehicles as v
where v.published and v.status = 'Disponible';

create function public.search_listing(p_dealership_id uuid, p_text text)
returns table (
  id uuid, brand text, model text, year integer, price text, mileage integer, transmission text,
  color text, fuel_type text, images text[], status text, created_at timestamptz,
  price_amount numeric, brand_folded text, model_folded text, exact boolean, reserved_until date,
  body_style text, drivetrain text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[] := private.typed_words(p_text);
  sought text;
  query tsquery;
begin
  foreach sought in array '{facts,texts,near}'::text[] loop
    query := case sought
      when 'near' then private.near_query(p_dealership_id, words)
      else private.listing_query(p_dealership_id, words, sought = 'texts')
    end;
    return query
      select v.id, v.brand, v.model, v.year, v.price, v.mileage, v.transmission, v.color,
        v.fuel_type, v.images, v.status, v.created_at, v.price_amount, v.brand_folded,
        v.model_folded, sought <> 'near', v.reserved_until, v.body_style, v.drivetrain
      from private.listed_vehicles as v
      where v.user_id = p_dealership_id and v.words @@ query
        and v.user_id in (select owner.id from private.active_owners as owner);
    exit when found;
  end loop;
end
$$;
grant execute on function public.search_listing(uuid, text) to anon, authenticated, service_role;

create function private.listing_terms(p_dealership_id uuid, p_words text[], p_in_texts boolean)
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
    where found.prefix is not null) || ')'
  from private.listing_key(p_dealership_id) as key, (
    select word, lag(word) over (order by place) as before, lead(word) over (order by place) as after
    from unnest(p_words) with ordinality as typed (word, place)) as typed;
$$;

create function private.listing_query(p_dealership_id uuid, p_words text[], p_in_texts boolean)
returns tsquery
language sql stable set search_path = '' as $$
  select coalesce(
    string_agg(typed.term, ' & '), quote_literal(private.listing_key(p_dealership_id)))::tsquery
  from private.listing_terms(p_dealership_id, p_words, p_in_texts) as typed;
$$;

create function private.near_query(p_dealership_id uuid, p_words text[]) returns tsquery
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
        -- Most look for a name: 'silverdo' is a Silverado before it is silver.
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

-- views.sql

create table public.vehicle_views (
  vehicle_id uuid not null references public.vehicles (id) on delete cascade,
  day date not null,
  visitor bytea not null,
  primary key (vehicle_id, day, visitor)
);
alter table public.vehicle_views enable row level security;
grant all on public.vehicle_views to service_role;
grant select (vehicle_id, day) on public.vehicle_views to authenticated;

create policy vehicle_views_select_dealership on public.vehicle_views for select to authenticated
  using (vehicle_id in (
    select id from public.vehicles where user_id = (select private.my_dealership())));

create policy vehicle_views_select_admin on public.vehicle_views for select to authenticated
  using ((select private.is_admin()));

create function private.device_family(p_user_agent text) returns text
language sql immutable set search_path = '' as $$
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

create function private.visitor_of_day(p_about text default null) returns bytea
language sql stable set search_path = '' as $$
  select extensions.digest(
    salt.visitor_salt || convert_to(concat_ws(
      '|', (now() at time zone 'utc')::date, private.caller_address(),
      private.device_family(private.request_header('user-agent')), p_about
    ), 'utf8'), 'sha256')
  from private.settings as salt;
$$;

create function private.is_own_visit(p_owner_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.profiles
    where id = auth.uid() and is_active and (role = 'admin' or p_owner_id in (id, dealership_id))
  );
$$;

create table private.seller_days (
  seller_id uuid not null references public.profiles (id) on delete cascade,
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  shares integer not null default 0,
  views integer not null default 0,
  primary key (dealership_id, day, seller_id)
);
create index seller_days_seller_id_idx on private.seller_days (seller_id);
alter table private.seller_days enable row level security;

create function private.count_for_seller(
  p_seller_id uuid, p_dealership_id uuid, p_shares integer, p_views integer
) returns void
language sql security definer set search_path = '' as $$
  insert into private.seller_days as today (seller_id, dealership_id, day, shares, views)
  values (p_seller_id, p_dealership_id, (now() at time zone 'utc')::date, p_shares, p_views)
  on conflict (dealership_id, day, seller_id) do update
  set shares = least(today.shares + excluded.shares, 10000), views = today.views + excluded.views;
$$;

create function public.record_share() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_write();
  if not private.is_admin() and private.my_dealership() is not null then
    perform private.count_for_seller(auth.uid(), private.my_dealership(), 1, 0);
  end if;
end
$$;
grant execute on function public.record_share() to authenticated;

create function public.record_vehicle_view(p_vehicle_id uuid, p_seller_id uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner_id uuid;
begin
  select user_id into owner_id
  from public.vehicles
  where id = p_vehicle_id and published and user_id in (select id from private.active_owners);
  if not found or private.is_own_visit(owner_id) then
    return;
  end if;

  insert into public.vehicle_views (vehicle_id, day, visitor)
  values (p_vehicle_id, (now() at time zone 'utc')::date, private.visitor_of_day())
  on conflict do nothing;

  if found then
    update public.vehicles set views = views + 1 where id = p_vehicle_id;
    perform private.count_for_seller(
      case when private.sells_for(p_seller_id, owner_id) then p_seller_id else owner_id end,
      owner_id, 0, 1);
  end if;
end
$$;
grant execute on function public.record_vehicle_view(uuid, uuid)
  to anon, authenticated, service_role;

-- leads.sql

create table public.leads (
  id uuid primary key default gen_random_uuid(),
  kind text not null
    check (kind in ('vehicle_inquiry', 'general_inquiry', 'referral', 'direct_contact')),
  -- Whoever was asked. A salesperson's account may go: the dealership keeps the lead, and the name
  -- in recipient_name.
  recipient_id uuid references public.profiles (id) on delete set null,
  -- The dealership that the recipient was or worked for at that time; with it go its leads.
  dealership_id uuid references public.profiles (id) on delete cascade,
  recipient_name text not null default '' check (length(recipient_name) <= 120),
  vehicle_id uuid references public.vehicles (id) on delete set null,
  -- Stays when the vehicle goes.
  vehicle_title text check (length(vehicle_title) between 1 and 200),
  -- The customer; of a referral, whoever refers.
  name text not null check (length(name) between 1 and 120 and name !~ '[[:cntrl:]]'),
  email text check (
    length(email) <= 254
    and email ~ '^[^[:space:][:cntrl:],;:<>()"\\@]+@[^[:space:][:cntrl:],;:<>()"\\@]+$'
  ),
  phone text check (length(phone) between 1 and 40 and phone !~ '[[:cntrl:]]'),
  message text check (length(message) between 1 and 2000),
  referred_name text
    check (length(referred_name) between 1 and 120 and referred_name !~ '[[:cntrl:]]'),
  referred_phone text
    check (length(referred_phone) between 1 and 40 and referred_phone !~ '[[:cntrl:]]'),
  state text not null default 'Nuevo'
    check (state in ('Nuevo', 'En atención', 'Convertido', 'Perdido')),
  notes text not null default '' check (length(notes) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the team does next, and the day on which it is reminded of it.
  next_step text not null default ''
    check (length(next_step) <= 200 and next_step !~ '[[:cntrl:]]'),
  next_step_on date check (next_step_on between '1950-01-01' and '2100-01-01'),
  -- When it first was no longer 'Nuevo'; unknown of what was attended to before this was kept.
  answered_at timestamptz,

  constraint leads_of_somebody check (recipient_id is not null or dealership_id is not null),
  constraint leads_step_has_a_day check (next_step = '' or next_step_on is not null),
  constraint leads_vehicle check (
    ((kind = 'vehicle_inquiry') = (vehicle_title is not null) or kind = 'direct_contact')
    and (vehicle_id is null or vehicle_title is not null)
  ),
  constraint leads_contact check (
    case kind
      when 'referral' then phone is not null and referred_name is not null
        and referred_phone is not null and email is null
      -- Who wrote or called by themselves gave what they gave.
      when 'direct_contact' then referred_name is null and referred_phone is null
      else email is not null and referred_name is null and referred_phone is null
    end
  )
);

create index leads_dealership_id_idx on public.leads (dealership_id, created_at desc, id desc);
create index leads_dealership_state_idx on public.leads (
  dealership_id, state, created_at desc, id desc);
create index leads_recipient_id_idx on public.leads (recipient_id, created_at desc, id desc);
create index leads_recipient_state_idx on public.leads (
  recipient_id, state, created_at desc, id desc);

create index leads_dealership_step_idx on public.leads (dealership_id, next_step_on)
  where next_step_on is not null;
create index leads_recipient_step_idx on public.leads (recipient_id, next_step_on)
  where next_step_on is not null;

create index leads_created_at_idx on public.leads (created_at desc, id desc);
create index leads_state_idx on public.leads (state, created_at desc, id desc);
create index leads_vehicle_id_idx on public.leads (vehicle_id);
alter table public.leads enable row level security;
grant select on public.leads to authenticated, service_role;
grant update (state, notes, next_step, next_step_on, name, phone) on public.leads to authenticated;

create policy leads_select_recipient on public.leads for select to authenticated
  using (
    recipient_id = (select auth.uid())
    and (select private.is_proven())
    and (dealership_id is null or dealership_id = recipient_id
      or dealership_id = (select private.my_dealership()))
  );

create policy leads_select_dealership on public.leads for select to authenticated
  using (dealership_id = (select private.my_team()));

create policy leads_select_admin on public.leads for select to authenticated
  using ((select private.is_admin()));

create policy leads_update_recipient on public.leads for update to authenticated
  using (
    recipient_id = (select auth.uid())
    and (select private.is_proven())
    and (dealership_id is null or dealership_id = recipient_id
      or dealership_id = (select private.my_dealership()))
  )
  with check (recipient_id = (select auth.uid()) and (select private.is_proven()));

create policy leads_update_dealership on public.leads for update to authenticated
  using (dealership_id = (select private.my_team()));

create policy leads_update_admin on public.leads for update to authenticated
  using ((select private.is_admin()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.leads
  for each statement execute function private.refuse_caller_without_write();
create trigger touch_lead
  before update of state, notes, next_step, next_step_on, name, phone on public.leads
  for each row when (old is distinct from new)
  execute function private.touch_row();

create function private.guard_customer() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated')
    and (old.kind <> 'direct_contact' or private.is_admin())
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  return new;
end
$$;
create trigger guard_customer
  before update of name, phone on public.leads
  for each row when ((old.name, old.phone) is distinct from (new.name, new.phone))
  execute function private.guard_customer();

create function private.note_answer() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.answered_at := now();
  return new;
end
$$;
create trigger note_answer
  before update of state on public.leads
  for each row when (old.state = 'Nuevo' and new.state <> 'Nuevo' and old.answered_at is null)
  execute function private.note_answer();

create trigger audit_admin_write
  after update on public.leads
  for each row execute function private.audit_admin_write('state', 'notes', 'next_step', 'next_step_on');
create trigger forget_in_log
  after delete on public.leads for each row execute function private.forget_in_log();

create function private.remove_own_leads() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.leads where recipient_id = old.id and dealership_id is null;
  return old;
end
$$;
create trigger remove_own_leads
  before delete on public.profiles for each row execute function private.remove_own_leads();

create function public.lead_text(lead public.leads) returns text
language sql immutable
return lower(extensions.unaccent('extensions.unaccent',
  coalesce(lead.name, '') || ' ' || coalesce(lead.referred_name, '') || ' '
    || coalesce(lead.email, '') || ' '
    || coalesce(lead.vehicle_title, '') || ' ' || coalesce(lead.message, '') || ' '
      || coalesce(lead.notes, '')));
grant execute on function public.lead_text(public.leads) to authenticated, service_role;
create index leads_search_idx on public.leads using gin (
  public.lead_text(leads) extensions.gin_trgm_ops, phone extensions.gin_trgm_ops,
  referred_phone extensions.gin_trgm_ops);

create function private.platform_leads(
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

create function public.search_platform_leads(
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
      p_before, p_before_id, least(p_limit, 1000));
end
$$;
grant execute on function public.search_platform_leads(text[], text, text, uuid, timestamptz, uuid,
  integer) to authenticated;

create function public.count_platform_leads(
  p_patterns text[] default '{}', p_state text default null, p_kind text default null,
  p_recipient_id uuid default null
) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.count_about(private.platform_leads(p_patterns, p_state, p_kind, p_recipient_id));
end
$$;
grant execute on function public.count_platform_leads(text[], text, text, uuid) to authenticated;

create table private.lead_submissions (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  -- A hash of all that the visitor sent.
  fingerprint bytea not null,
  -- What the dialog calls this sending of it, if it does.
  submission_id uuid,
  created_at timestamptz not null default now()
);
create index lead_submissions_fingerprint_idx on private.lead_submissions (
  fingerprint, created_at desc);
alter table private.lead_submissions enable row level security;

create function private.lead_fingerprint(p_lead public.leads) returns bytea
language sql stable set search_path = '' as $$
  select extensions.digest(
    jsonb_build_array(
      p_lead.kind, p_lead.recipient_id, p_lead.vehicle_id, p_lead.name, lower(p_lead.email),
      p_lead.phone, p_lead.message, p_lead.referred_name, p_lead.referred_phone)::text,
    'sha256');
$$;

create function private.is_repeated_lead(p_fingerprint bytea, p_submission_id uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('lead:' || encode(p_fingerprint, 'hex'), 0));
  return exists (
    select from private.lead_submissions
    where fingerprint = p_fingerprint
      and (submission_id = p_submission_id or created_at > now() - interval '10 minutes')
  );
end
$$;

create function private.may_send_lead(p_lead public.leads) returns boolean
language plpgsql set search_path = '' as $$
declare
  network text := private.caller_address();
begin
  if network like '127.%' or network = '::/64' then
    if not private.is_within_limit('lead:machine', network) then
      return false;
    end if;
  elsif network is not null then
    if not private.is_within_limit('lead:network', network)
      or not private.is_within_limit(
        'lead:network-recipient', network || '|' || p_lead.recipient_id)
    then
      return false;
    end if;
  end if;
  return private.is_within_limit('lead:recipient', p_lead.recipient_id::text)
    and (p_lead.vehicle_id is null
      or private.is_within_limit('lead:vehicle', p_lead.vehicle_id::text));
end
$$;

create function private.display_name(p_profile public.profiles) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(trim(p_profile.config #>> '{profile,name}'), ''), p_profile.full_name);
$$;

create function private.lead_mailbox(p_profile public.profiles) returns text
language sql stable set search_path = '' as $$
  select p_profile.email
  where private.is_email_proven(p_profile.id, p_profile.email)
    and length(p_profile.email) <= 254
    and p_profile.email ~ '^[^[:space:][:cntrl:],;:<>()"\\@]+@[^[:space:][:cntrl:],;:<>()"\\@]+$';
$$;

create function private.queue_lead_mails(p_lead public.leads, p_vehicle public.vehicles)
returns void language plpgsql set search_path = '' as $$
declare
  template text := case p_lead.kind when 'referral' then 'new-referral' else 'new-inquiry' end;
  recipient public.profiles;
  dealership public.profiles;
  data jsonb;
begin
  select * into recipient from public.profiles where id = p_lead.recipient_id;
  select * into dealership from public.profiles where id = p_lead.dealership_id
    and id <> p_lead.recipient_id;

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

  if private.lead_mailbox(recipient) is not null and recipient.id is distinct from auth.uid() then
    perform private.queue_mail(
      template, private.lead_mailbox(recipient), data || '{"reader": "recipient"}');
  end if;
  if private.lead_mailbox(dealership) is distinct from private.lead_mailbox(recipient)
    and private.lead_mailbox(dealership) is not null
    and dealership.id is distinct from auth.uid()
  then
    perform private.queue_mail(
      template, private.lead_mailbox(dealership), data || '{"reader": "dealership"}');
  end if;
end
$$;

create function private.find_lead_recipient(p_recipient_id uuid) returns public.profiles
language sql stable set search_path = '' as $$
  select recipient
  from public.profiles as recipient
  left join public.profiles as dealership on dealership.id = recipient.dealership_id
  where recipient.id = p_recipient_id and recipient.is_active
    and recipient.role in ('concesionario', 'vendedor')
    and (recipient.dealership_id is null or dealership.is_active);
$$;

create function private.find_lead_vehicle(
  p_vehicle_id uuid, p_recipient public.profiles, p_caller_id uuid) returns public.vehicles
language sql stable set search_path = '' as $$
  select vehicle
  from public.vehicles as vehicle
  where vehicle.id = p_vehicle_id
    and vehicle.user_id = coalesce(p_recipient.dealership_id, p_recipient.id)
    and (vehicle.published or exists (
      select from public.profiles
      where id = p_caller_id and is_active
        and (role = 'admin' or coalesce(dealership_id, id) = vehicle.user_id)
    ));
$$;

create function private.keep_lead(
  p_lead public.leads, p_vehicle public.vehicles, p_submission_id uuid, p_caller_id uuid
) returns text
language plpgsql set search_path = '' as $$
declare
  fingerprint bytea := private.lead_fingerprint(p_lead);
  seller public.profiles;
  kept public.leads;
  missing text;
begin
  if private.is_repeated_lead(fingerprint, p_submission_id) then
    return 'repeated';
  elsif not private.may_send_lead(p_lead) then
    return 'limited';
  end if;
  if p_lead.recipient_id = p_lead.dealership_id then
    seller := private.take_turn(p_lead.dealership_id);
    p_lead.recipient_id := coalesce(seller.id, p_lead.recipient_id);
    p_lead.recipient_name := coalesce(private.display_name(seller), p_lead.recipient_name);
  end if;

  begin
    insert into public.leads (
      kind, recipient_id, dealership_id, recipient_name, vehicle_id, vehicle_title, name, email,
      phone, message, referred_name, referred_phone)
    values (
      p_lead.kind, p_lead.recipient_id, p_lead.dealership_id, p_lead.recipient_name,
      p_lead.vehicle_id, p_lead.vehicle_title, p_lead.name, p_lead.email, p_lead.phone,
      p_lead.message, p_lead.referred_name, p_lead.referred_phone)
    returning * into kept;
  exception
    when foreign_key_violation then
      get stacked diagnostics missing = constraint_name;
      return case missing when 'leads_vehicle_id_fkey' then 'no_vehicle' else 'no_recipient' end;
  end;

  insert into private.lead_submissions (lead_id, fingerprint, submission_id)
    values (kept.id, fingerprint, p_submission_id);
  perform private.queue_lead_mails(kept, p_vehicle);
  perform private.queue_lead_pushes(kept);
  perform private.log_admin_write('insert', 'leads', kept.id, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', null, 'new', kept.recipient_id),
    'vehicle_id', jsonb_build_object('old', null, 'new', kept.vehicle_id)), p_caller_id);
  return 'stored';
end
$$;

create function public.receive_lead(
  p_recipient_id uuid, p_vehicle_id uuid, p_name text, p_email text, p_phone text, p_message text,
  p_submission_id uuid, p_caller_id uuid
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  recipient public.profiles := private.find_lead_recipient(p_recipient_id);
  vehicle public.vehicles;
  lead public.leads;
begin
  if recipient.id is null or (recipient.public_slug is null and p_vehicle_id is null) then
    return 'no_recipient';
  end if;
  if p_vehicle_id is not null then
    vehicle := private.find_lead_vehicle(p_vehicle_id, recipient, p_caller_id);
    if vehicle.id is null then
      return 'no_vehicle';
    end if;
    lead.vehicle_id := vehicle.id;
    lead.vehicle_title := concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year);
  end if;

  lead.kind := case when p_vehicle_id is null then 'general_inquiry' else 'vehicle_inquiry' end;
  lead.recipient_id := recipient.id;
  lead.recipient_name := private.display_name(recipient);
  lead.dealership_id :=
    case recipient.role when 'concesionario' then recipient.id else recipient.dealership_id end;
  lead.name := trim(p_name);
  lead.email := trim(p_email);
  lead.phone := nullif(trim(p_phone), '');
  lead.message := nullif(trim(p_message), '');
  return private.keep_lead(lead, vehicle, p_submission_id, p_caller_id);
end
$$;
grant execute on function public.receive_lead(
  uuid, uuid, text, text, text, text, uuid, uuid) to service_role;

create function public.receive_referral(
  p_recipient_id uuid, p_referrer_name text, p_referrer_phone text, p_referred_name text,
  p_referred_phone text, p_submission_id uuid, p_caller_id uuid default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  recipient public.profiles := private.find_lead_recipient(p_recipient_id);
  lead public.leads;
begin
  if recipient.id is null or recipient.public_slug is null then
    return 'no_recipient';
  end if;
  lead.kind := 'referral';
  lead.recipient_id := recipient.id;
  lead.recipient_name := private.display_name(recipient);
  lead.dealership_id :=
    case recipient.role when 'concesionario' then recipient.id else recipient.dealership_id end;
  lead.name := trim(p_referrer_name);
  lead.phone := trim(p_referrer_phone);
  lead.referred_name := trim(p_referred_name);
  lead.referred_phone := trim(p_referred_phone);
  return private.keep_lead(lead, null, p_submission_id, p_caller_id);
end
$$;
grant execute on function public.receive_referral(
  uuid, text, text, text, text, uuid, uuid) to service_role;

-- lead-turns.sql

create table public.lead_turns (
  id uuid primary key references public.profiles (id) on delete cascade
);
alter table public.lead_turns enable row level security;
grant select (id), insert (id), delete on public.lead_turns to authenticated;

create policy lead_turns_select_dealership on public.lead_turns for select to authenticated
  using (id = (select private.my_team()));

create policy lead_turns_select_admin on public.lead_turns for select to authenticated
  using ((select private.is_admin()));

create policy lead_turns_insert_dealership on public.lead_turns for insert to authenticated
  with check (id = (select private.my_team()));

create policy lead_turns_insert_admin on public.lead_turns for insert to authenticated
  with check ((select private.is_admin()));

create policy lead_turns_delete_dealership on public.lead_turns for delete to authenticated
  using (id = (select private.my_team()));

create policy lead_turns_delete_admin on public.lead_turns for delete to authenticated
  using ((select private.is_admin()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.lead_turns
  for each statement execute function private.refuse_caller_without_write();
create trigger audit_admin_write
  after insert or update or delete on public.lead_turns
  for each row execute function private.audit_admin_write();

create table private.last_turns (
  salesperson_id uuid primary key references public.profiles (id) on delete cascade,
  taken_at timestamptz not null
);
alter table private.last_turns enable row level security;

create function private.take_turn(p_dealership_id uuid) returns public.profiles
language plpgsql set search_path = '' as $$
declare
  chosen public.profiles;
begin
  perform from public.profiles
  where id = p_dealership_id and exists (select from public.lead_turns where id = p_dealership_id)
  for key share;
  if not found then
    return null;
  end if;
  perform from public.lead_turns where id = p_dealership_id for update;

  select person.* into chosen
  from public.profiles as person
  left join private.last_turns as turn on turn.salesperson_id = person.id
  where person.dealership_id = p_dealership_id and person.role = 'vendedor' and person.is_active
  order by turn.taken_at nulls first, person.created_at, person.id
  limit 1
  for key share of person;
  if not found then
    return null;
  end if;
  insert into private.last_turns (salesperson_id, taken_at)
  values (chosen.id, clock_timestamp())
  on conflict (salesperson_id) do update set taken_at = excluded.taken_at;
  return chosen;
end
$$;

-- push.sql

create function private.is_push_service(p_endpoint text) returns boolean
language sql immutable set search_path = '' as $$
  select p_endpoint ~ ('^https://(fcm\.googleapis\.com|([a-z0-9-]+\.)+push\.services\.mozilla\.com'
    || '|([a-z0-9-]+\.)+notify\.windows\.com|([a-z0-9-]+\.)*push\.apple\.com)'
    || '/[^[:space:][:cntrl:]]+$');
$$;

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  -- Where the browser's service takes notices, and the keys that seal them for that browser.
  endpoint text not null unique
    check (length(endpoint) <= 1000 and private.is_push_service(endpoint)),
  p256dh text not null check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default now()
);
create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id, created_at);
create index push_subscriptions_session_id_idx on public.push_subscriptions (session_id);
alter table public.push_subscriptions enable row level security;
grant select (id, endpoint, created_at), delete on public.push_subscriptions to authenticated;

create policy push_subscriptions_select_own on public.push_subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_proven()));

create policy push_subscriptions_delete_own on public.push_subscriptions
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_proven()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.push_subscriptions
  for each statement execute function private.refuse_caller_without_write();

create function public.subscribe_to_push(p_endpoint text, p_p256dh text, p_auth text) returns void
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
  insert into public.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
  values (auth.uid(), (auth.jwt() ->> 'session_id')::uuid, p_endpoint, p_p256dh, p_auth)
  on conflict (endpoint) do update
  set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
    auth = excluded.auth, created_at = clock_timestamp();
  delete from public.push_subscriptions
  where id in (
    select id from public.push_subscriptions
    where user_id = auth.uid() order by created_at desc, id offset 10);
end
$$;
grant execute on function public.subscribe_to_push(text, text, text) to authenticated;

create function public.send_test_push(p_endpoint text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  subscription public.push_subscriptions;
begin
  perform private.require_write();
  select * into subscription from public.push_subscriptions
  where endpoint = p_endpoint and user_id = auth.uid();
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif not private.is_within_limit('push:test', auth.uid()::text) then
    raise exception 'Ya enviaste varias pruebas. Espera unos minutos.';
  end if;
  perform private.queue_push(subscription.id, 'push-test', '{}');
end
$$;
grant execute on function public.send_test_push(text) to authenticated;

create function private.queue_push(p_subscription_id uuid, p_template text, p_data jsonb)
returns void language plpgsql set search_path = '' as $$
begin
  perform graphile_worker.add_job(
    'send_push',
    json_build_object('id', p_subscription_id, 'template', p_template, 'data', p_data),
    max_attempts => 12, priority => 10);
end
$$;

create function private.queue_lead_pushes(p_lead public.leads) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.queue_push(
    id,
    case p_lead.kind when 'referral' then 'new-referral' else 'new-inquiry' end,
    jsonb_strip_nulls(jsonb_build_object(
      'lead', p_lead.id, 'name', p_lead.name, 'vehicle', p_lead.vehicle_title,
      'referredName', p_lead.referred_name,
      'recipient', case when user_id <> p_lead.recipient_id then p_lead.recipient_name end)))
  from public.push_subscriptions
  where user_id in (p_lead.recipient_id, p_lead.dealership_id)
    and user_id is distinct from auth.uid();
end
$$;

-- contact-taps.sql

create table public.contact_taps (
  id uuid primary key default gen_random_uuid(),
  -- Whose page it was, and the dealership that they were or worked for.
  seller_id uuid references public.profiles (id) on delete set null,
  dealership_id uuid references public.profiles (id) on delete cascade,
  -- The vehicle whose page it was; none on pages of a seller.
  vehicle_id uuid references public.vehicles (id) on delete cascade,
  channel text not null check (channel in ('whatsapp', 'call', 'contact', 'directions')),
  -- What the visitor's messages say that came of it; each page that was opened has one of its own.
  codes text[] not null check (array_to_string(codes, '') ~ '^([A-HJKMNP-Z2-9]{6}){1,5}$'),
  -- Who wrote, once it is known.
  lead_id uuid references public.leads (id) on delete set null,
  visitor bytea not null unique,
  created_at timestamptz not null default now(),

  constraint contact_taps_of_somebody check (seller_id is not null or dealership_id is not null)
);
create index contact_taps_dealership_id_idx on public.contact_taps (
  dealership_id, created_at desc, id desc);
create index contact_taps_seller_id_idx on public.contact_taps (
  seller_id, created_at desc, id desc);
create index contact_taps_vehicle_id_idx on public.contact_taps (vehicle_id);
create index contact_taps_lead_id_idx on public.contact_taps (lead_id);
alter table public.contact_taps enable row level security;
grant all on public.contact_taps to service_role;
grant select (id, seller_id, dealership_id, vehicle_id, channel, codes, lead_id, created_at)
  on public.contact_taps to authenticated;

create policy contact_taps_select_seller on public.contact_taps for select to authenticated
  using (
    seller_id = (select auth.uid())
    and (select private.is_proven())
    and (dealership_id is null or dealership_id = seller_id
      or dealership_id = (select private.my_dealership()))
  );

create policy contact_taps_select_dealership on public.contact_taps for select to authenticated
  using (dealership_id = (select private.my_team()));

create policy contact_taps_select_admin on public.contact_taps for select to authenticated
  using ((select private.is_admin()));

create function private.remove_own_taps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.contact_taps where seller_id = old.id and dealership_id is null;
  return old;
end
$$;
create trigger remove_own_taps
  before delete on public.profiles for each row execute function private.remove_own_taps();

create function public.record_contact_tap(
  p_seller_id uuid, p_channel text, p_code text, p_vehicle_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  seller public.profiles := private.find_lead_recipient(p_seller_id);
  owner_id uuid := coalesce(seller.dealership_id, seller.id);
  vehicle public.vehicles;
begin
  if seller.id is null or private.is_own_visit(owner_id) then
    return;
  elsif p_vehicle_id is null then
    if seller.public_slug is null then return; end if;
  else
    vehicle := private.find_lead_vehicle(p_vehicle_id, seller, null);
    if vehicle.id is null then return; end if;
  end if;

  if not private.is_within_limit('tap:network', coalesce(private.caller_address(), '')) then
    return;
  end if;

  insert into public.contact_taps (
    seller_id, dealership_id, vehicle_id, channel, codes, visitor)
  values (
    seller.id,
    case seller.role when 'concesionario' then seller.id else seller.dealership_id end,
    vehicle.id, p_channel, array[p_code],
    private.visitor_of_day(concat_ws('|', 'tap', p_channel, seller.id, vehicle.id)))
  on conflict (visitor) do update set codes = contact_taps.codes || excluded.codes
    where cardinality(contact_taps.codes) < 5 and not contact_taps.codes @> excluded.codes;
end
$$;
grant execute on function public.record_contact_tap(uuid, text, text, uuid)
  to anon, authenticated, service_role;

create function public.get_tapped_vehicles(
  p_since timestamptz default '-infinity', p_dealership_id uuid default null
) returns table (
  vehicle_id uuid, title text, whatsapp bigint, call bigint, contact bigint, directions bigint)
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_proven();
  return query
  select vehicle.id, concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year),
    count(*) filter (where tap.channel = 'whatsapp'), count(*) filter (where tap.channel = 'call'),
    count(*) filter (where tap.channel = 'contact'),
    count(*) filter (where tap.channel = 'directions')
  from public.contact_taps as tap join public.vehicles as vehicle on vehicle.id = tap.vehicle_id
  where tap.created_at >= p_since
    and (p_dealership_id is null or tap.dealership_id = p_dealership_id)
  group by vehicle.id
  order by count(*) desc, vehicle.id
  limit 50;
end
$$;
grant execute on function public.get_tapped_vehicles(timestamptz, uuid) to authenticated;

-- lead-work.sql

create function private.works_for(p_seller_id uuid, p_dealership_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(p_dealership_id = private.my_team(), false)
    or private.is_admin()
    or (p_seller_id = auth.uid() and private.is_proven()
      and coalesce(p_dealership_id in (p_seller_id, private.my_dealership()),
        p_dealership_id is null));
$$;

create function public.make_tap_lead(p_tap_id uuid, p_name text default '', p_phone text default '')
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  tap public.contact_taps;
  vehicle public.vehicles;
  seller public.profiles;
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

  -- What an administrator gave to another dealership meanwhile is that one's to show.
  select * into vehicle from public.vehicles
  where id = tap.vehicle_id and user_id = tap.dealership_id;
  select * into seller from public.profiles where id = coalesce(tap.seller_id, tap.dealership_id);
  insert into public.leads (
    kind, recipient_id, dealership_id, recipient_name, vehicle_id, vehicle_title, name, phone,
    state)
  values (
    'direct_contact', seller.id, tap.dealership_id, private.display_name(seller), vehicle.id,
    nullif(concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year), ''),
    coalesce(nullif(trim(p_name), ''), 'Cliente sin nombre'),
    -- As contract/lead.ts says: with a plus and digits alone, or as it was typed.
    nullif(regexp_replace(trim(p_phone), case when trim(p_phone) like '+%' then '[^+0-9]' else '' end,
      '', 'g'), ''),
    'En atención')
  returning id into made;
  update public.contact_taps set lead_id = made where id = tap.id;
  perform private.log_admin_write('insert', 'leads', made, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', null, 'new', seller.id),
    'vehicle_id', jsonb_build_object('old', null, 'new', vehicle.id)), auth.uid());
  return made;
end
$$;
grant execute on function public.make_tap_lead(uuid, text, text) to authenticated;

create function public.reassign_lead(p_lead_id uuid, p_recipient_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.leads;
  lead public.leads;
  vehicle public.vehicles;
  recipient public.profiles := private.find_lead_recipient(p_recipient_id);
begin
  perform private.require_write();
  select * into before from public.leads
  where id = p_lead_id and private.works_for(recipient_id, dealership_id)
  for update;
  if not found or recipient.id is null
    or coalesce(recipient.dealership_id, recipient.id) is distinct from before.dealership_id
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif before.recipient_id is not distinct from recipient.id then
    return;
  elsif not private.is_within_limit('reassign', auth.uid()::text) then
    raise exception 'Demasiados intentos. Espera un momento e inténtalo de nuevo.'
      using errcode = 'PT429';
  end if;

  update public.leads
  set recipient_id = recipient.id, recipient_name = private.display_name(recipient),
    updated_at = now()
  where id = before.id
  returning * into lead;
  select * into vehicle from public.vehicles
  where id = lead.vehicle_id and user_id = lead.dealership_id;
  perform private.queue_lead_mails(lead, vehicle);
  perform private.queue_lead_pushes(lead);
  perform private.log_admin_write('update', 'leads', lead.id, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', before.recipient_id, 'new', lead.recipient_id)));
end
$$;
grant execute on function public.reassign_lead(uuid, uuid) to authenticated;

create function private.working_person() returns public.profiles
language sql stable set search_path = '' as $$
  select person from public.profiles as person
  where person.id = coalesce(private.impersonated_by(auth.uid()), auth.uid());
$$;

create function public.answer_lead(p_lead_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  lead public.leads;
  person public.profiles := private.working_person();
  holder public.profiles;
begin
  perform private.require_write();
  select * into lead from public.leads
  where id = p_lead_id and private.works_for(recipient_id, dealership_id)
  for update;
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  elsif lead.state <> 'Nuevo' then
    return false;
  elsif lead.recipient_id is distinct from person.id then
    holder := private.find_lead_recipient(lead.recipient_id);
    if lead.dealership_id is distinct from person.id
      or coalesce(holder.dealership_id, holder.id) = lead.dealership_id
    then
      return false;
    end if;
    perform private.log_admin_write('update', 'leads', lead.id, jsonb_build_object(
      'recipient_id', jsonb_build_object('old', lead.recipient_id, 'new', person.id)));
  end if;

  update public.leads
  set state = 'En atención', recipient_id = person.id, recipient_name = private.display_name(person)
  where id = lead.id;
  return true;
end
$$;
grant execute on function public.answer_lead(uuid) to authenticated;

create function public.undo_answer(p_lead_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles := private.working_person();
begin
  perform private.require_write();
  update public.leads
  set state = 'Nuevo', answered_at = null
  where id = p_lead_id and recipient_id = person.id and state = 'En atención'
    and private.works_for(recipient_id, dealership_id);
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
end
$$;
grant execute on function public.undo_answer(uuid) to authenticated;

create function public.get_acquired_days(p_dealership_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(id, acquired_on)), '[]')
  from public.vehicle_figures
  where dealership_id = p_dealership_id and acquired_on is not null;
$$;
grant execute on function public.get_acquired_days(uuid) to authenticated;

create function public.get_inventory_figures(p_dealership_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'id', vehicle.id, 'photos', cardinality(vehicle.images),
      'leads', coalesce(asked.leads, 0))),
    '[]')
  from public.vehicles as vehicle
  left join (
    select lead.vehicle_id, count(*) as leads
    from public.leads as lead
    where lead.dealership_id = p_dealership_id and lead.vehicle_id is not null
    group by lead.vehicle_id
  ) as asked on asked.vehicle_id = vehicle.id
  where vehicle.user_id = p_dealership_id;
$$;
grant execute on function public.get_inventory_figures(uuid) to authenticated;

-- price-changes.sql

create table public.price_changes (
  id bigint generated always as identity primary key,
  vehicle_id uuid not null references public.vehicles (id) on delete cascade,
  old_price text,
  new_price text,
  created_at timestamptz not null default now()
);
create index price_changes_vehicle_id_idx on public.price_changes (vehicle_id, id desc);
alter table public.price_changes enable row level security;
grant all on public.price_changes to service_role;
grant select on public.price_changes to authenticated;

create policy price_changes_select_dealership on public.price_changes for select to authenticated
  using (exists (select from public.vehicles as vehicle
    where vehicle.id = vehicle_id and vehicle.user_id = (select private.my_dealership())));

create policy price_changes_select_admin on public.price_changes for select to authenticated
  using ((select private.is_admin()));

create function private.note_price_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.price_changes (vehicle_id, old_price, new_price)
  values (new.id, old.price, new.price);
  return null;
end
$$;
create trigger note_price_change
  after update of price on public.vehicles
  for each row when (old.price is distinct from new.price)
  execute function private.note_price_change();

create function private.forget_price_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.price_changes where vehicle_id = new.id;
  return null;
end
$$;
create trigger forget_price_changes
  after update of user_id on public.vehicles
  for each row when (old.user_id <> new.user_id)
  execute function private.forget_price_changes();

-- figures.sql

create table public.figure_viewers (
  id uuid primary key references public.profiles (id) on delete cascade,
  dealership_id uuid not null references public.profiles (id) on delete cascade
);
create index figure_viewers_dealership_id_idx on public.figure_viewers (dealership_id);
alter table public.figure_viewers enable row level security;
grant all on public.figure_viewers to service_role;
grant select, insert, delete on public.figure_viewers to authenticated;

create function private.sells_for(p_profile_id uuid, p_dealership_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles
    where id = p_profile_id and role = 'vendedor' and dealership_id = p_dealership_id);
$$;
grant execute on function private.sells_for(uuid, uuid) to authenticated;

create policy figure_viewers_select_dealership on public.figure_viewers for select to authenticated
  using (dealership_id = (select private.my_team()));
create policy figure_viewers_insert_dealership on public.figure_viewers for insert to authenticated
  with check (dealership_id = (select private.my_team())
    and private.sells_for(id, dealership_id));
create policy figure_viewers_delete_dealership on public.figure_viewers for delete to authenticated
  using (dealership_id = (select private.my_team()));

create policy figure_viewers_select_salesperson on public.figure_viewers for select to authenticated
  using (id = (select auth.uid()) and dealership_id = (select private.my_dealership()));

create policy figure_viewers_select_admin on public.figure_viewers for select to authenticated
  using ((select private.is_admin()));
create policy figure_viewers_insert_admin on public.figure_viewers for insert to authenticated
  with check ((select private.is_admin()) and private.sells_for(id, dealership_id));
create policy figure_viewers_delete_admin on public.figure_viewers for delete to authenticated
  using ((select private.is_admin()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.figure_viewers
  for each statement execute function private.refuse_caller_without_write();
create trigger audit_admin_write
  after insert or update or delete on public.figure_viewers
  for each row execute function private.audit_admin_write();

create function private.end_figure_view() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.figure_viewers where id = new.id;
  return null;
end
$$;
create trigger end_figure_view
  after update of dealership_id, role on public.profiles
  for each row when (
    (old.dealership_id, old.role) is distinct from (new.dealership_id, new.role))
  execute function private.end_figure_view();

create table private.figure_openings (
  admin_id uuid not null references public.profiles (id) on delete cascade,
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  day date not null default current_date,
  primary key (admin_id, dealership_id, day)
);
create index figure_openings_dealership_id_idx on private.figure_openings (dealership_id);
alter table private.figure_openings enable row level security;

create function private.impersonated_dealership() returns uuid
language sql stable security definer set search_path = '' as $$
  select case person.role when 'concesionario' then person.id else viewer.dealership_id end
  from public.profiles as person
  left join public.figure_viewers as viewer on viewer.id = person.id
  where person.id = private.impersonated_by(auth.uid());
$$;

create function private.figures_of() returns uuid
language sql stable security definer set search_path = '' as $$
  select case
    when private.is_admin() then (
      select opened.dealership_id from private.figure_openings as opened
      where opened.admin_id = auth.uid() and opened.day = current_date
        and opened.dealership_id = private.impersonated_dealership())
    else coalesce(private.my_team(), (
      select viewer.dealership_id from public.figure_viewers as viewer
      where viewer.id = auth.uid() and viewer.dealership_id = private.my_dealership()))
  end;
$$;
grant execute on function private.figures_of() to authenticated;

create function public.open_figures() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  dealership uuid;
begin
  perform private.require_write();
  if private.is_admin() then
    dealership := private.impersonated_dealership();
    insert into private.figure_openings (admin_id, dealership_id)
    select auth.uid(), dealership where dealership is not null
    on conflict do nothing;
    if found then
      perform private.log_admin_write('insert', 'figure_openings', dealership,
        jsonb_build_object('day', jsonb_build_object('old', null, 'new', current_date)));
    end if;
  end if;
  return private.figures_of() is not null;
end
$$;
grant execute on function public.open_figures() to authenticated;

create table public.vehicle_figures (
  id uuid primary key references public.vehicles (id) on delete cascade,
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  acquired_on date check (acquired_on between '1950-01-01' and '2100-01-01'),
  cost numeric(12, 2) check (cost >= 0 and cost <> 'NaN'),
  updated_at timestamptz not null default now()
);
create index vehicle_figures_dealership_id_idx on public.vehicle_figures (dealership_id);

create table public.vehicle_costs (
  id uuid primary key default gen_random_uuid(),
  vehicle_id uuid not null references public.vehicles (id) on delete cascade,
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  spent_on date not null default current_date
    check (spent_on between '1950-01-01' and '2100-01-01'),
  label text not null check (label <> '' and length(label) <= 80 and label !~ '[[:cntrl:]]'),
  amount numeric(12, 2) not null check (amount > 0 and amount <> 'NaN'),
  created_at timestamptz not null default now()
);
create index vehicle_costs_vehicle_id_idx
  on public.vehicle_costs (vehicle_id) include (dealership_id, amount);
create index vehicle_costs_dealership_id_idx on public.vehicle_costs (dealership_id);

alter table public.vehicle_figures enable row level security;
alter table public.vehicle_costs enable row level security;
grant all on public.vehicle_figures, public.vehicle_costs to service_role;
grant select, insert, update, delete on public.vehicle_figures, public.vehicle_costs
  to authenticated;

create policy vehicle_figures_select_viewer on public.vehicle_figures for select to authenticated
  using (dealership_id = (select private.figures_of()));
create policy vehicle_figures_insert_viewer on public.vehicle_figures for insert to authenticated
  with check (dealership_id = (select private.figures_of()));
create policy vehicle_figures_update_viewer on public.vehicle_figures for update to authenticated
  using (dealership_id = (select private.figures_of()));
create policy vehicle_figures_delete_viewer on public.vehicle_figures for delete to authenticated
  using (dealership_id = (select private.figures_of()));
create policy vehicle_costs_select_viewer on public.vehicle_costs for select to authenticated
  using (dealership_id = (select private.figures_of()));
create policy vehicle_costs_insert_viewer on public.vehicle_costs for insert to authenticated
  with check (dealership_id = (select private.figures_of()));
create policy vehicle_costs_update_viewer on public.vehicle_costs for update to authenticated
  using (dealership_id = (select private.figures_of()));
create policy vehicle_costs_delete_viewer on public.vehicle_costs for delete to authenticated
  using (dealership_id = (select private.figures_of()));

create function private.own_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.dealership_id := (select vehicle.user_id from public.vehicles as vehicle
    where vehicle.id = (to_jsonb(new) ->> tg_argv[0])::uuid);
  if tg_op = 'UPDATE' then
    new.id := old.id;
  end if;
  return new;
end
$$;
create trigger own_figures
  before insert or update on public.vehicle_figures
  for each row execute function private.own_figures('id');
create trigger own_figures
  before insert or update on public.vehicle_costs
  for each row execute function private.own_figures('vehicle_id');
create trigger touch_figures
  before update on public.vehicle_figures for each row execute function private.touch_row();

create function private.audit_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
begin
  if private.is_admin() then
    perform private.log_admin_write(
      lower(tg_op), tg_table_name, (coalesce(after ->> 'id', before ->> 'id'))::uuid, (
        select jsonb_object_agg(name, '{"old": "******", "new": "******"}'::jsonb)
        from (select jsonb_object_keys(before || after) as name) as columns
        where before -> name is distinct from after -> name));
  end if;
  return null;
end
$$;
create trigger audit_admin_write
  after insert or update or delete on public.vehicle_figures
  for each row execute function private.audit_figures();
create trigger audit_admin_write
  after insert or update or delete on public.vehicle_costs
  for each row execute function private.audit_figures();
create trigger refuse_caller_without_write
  before insert or update or delete on public.vehicle_figures
  for each statement execute function private.refuse_caller_without_write();
create trigger refuse_caller_without_write
  before insert or update or delete on public.vehicle_costs
  for each statement execute function private.refuse_caller_without_write();

create function private.forget_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.close_deals(old);
  delete from public.vehicle_figures where id = new.id;
  delete from public.vehicle_costs where vehicle_id = new.id;
  update public.vehicles set reserved_until = null
  where id = new.id and reserved_until is not null;
  return null;
end
$$;
create trigger forget_figures
  after update of user_id on public.vehicles
  for each row when (old.user_id <> new.user_id) execute function private.forget_figures();

-- deals.sql

create table public.deals (
  id uuid primary key default gen_random_uuid(),
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  -- Null once the vehicle is deleted, or another dealership's.
  vehicle_id uuid references public.vehicles (id) on delete set null,
  vehicle_title text not null,
  kind text not null check (kind in ('Apartado', 'Venta')),
  -- When it was agreed.
  day date not null default current_date check (day between '1950-01-01' and '2100-01-01'),
  -- The last day of a reservation, and the moment at which that day ends where the dealership is.
  until date,
  falls_back_at timestamptz,
  buyer_name text
    check (buyer_name <> '' and length(buyer_name) <= 200 and buyer_name !~ '[[:cntrl:]]'),
  buyer_phone text
    check (buyer_phone <> '' and length(buyer_phone) <= 40 and buyer_phone !~ '[[:cntrl:]]'),
  price numeric(12, 2) check (price >= 0 and price <> 'NaN'),
  deposit numeric(12, 2) check (deposit >= 0 and deposit <> 'NaN'),
  seller_id uuid references public.profiles (id) on delete set null,
  seller_name text,
  commission numeric(12, 2) check (commission >= 0 and commission <> 'NaN'),
  note text check (length(note) <= 1000),
  -- Why it no longer stands: it was taken back, its time was over, or the vehicle was sold.
  ended_by text check (ended_by in ('undone', 'expired', 'sold')),
  ended_at timestamptz,
  -- A reservation that hid the vehicle shows it again.
  republish boolean not null default false,
  -- What the vehicle had cost in all, and since when it stood, kept once it is deleted.
  cost numeric(14, 2),
  acquired_on date,
  created_at timestamptz not null default now(),

  constraint deals_reservation check (
    (kind = 'Apartado') = (until is not null) and (until is null) = (falls_back_at is null)),
  constraint deals_end check ((ended_at is null) = (ended_by is null))
);
create unique index deals_standing_idx on public.deals (vehicle_id, kind) where ended_at is null;
create index deals_vehicle_id_idx on public.deals (vehicle_id, created_at desc);
create index deals_dealership_id_idx on public.deals (dealership_id, kind, day desc);
create index deals_seller_id_idx on public.deals (seller_id);
create index deals_due_idx on public.deals (falls_back_at)
  where kind = 'Apartado' and ended_at is null;
alter table public.deals enable row level security;
grant all on public.deals to service_role;
grant select, update (day, buyer_name, buyer_phone, price, deposit, seller_id, commission, note)
  on public.deals to authenticated;

create policy deals_select_viewer on public.deals for select to authenticated
  using (dealership_id = (select private.figures_of()));
create policy deals_update_viewer on public.deals for update to authenticated
  using (dealership_id = (select private.figures_of()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.deals
  for each statement execute function private.refuse_caller_without_write();
create trigger audit_admin_write
  after insert or update or delete on public.deals
  for each row execute function private.audit_figures();

create function private.guard_deal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  seller public.profiles;
begin
  new.buyer_name := nullif(trim(new.buyer_name), '');
  new.buyer_phone := nullif(trim(new.buyer_phone), '');
  new.note := nullif(trim(new.note), '');
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
create trigger guard_deal
  before insert or update on public.deals for each row execute function private.guard_deal();

create function private.show_reservation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.vehicles as vehicle
  set reserved_until = case when new.ended_at is null then new.until end
  where vehicle.id = new.vehicle_id
    and vehicle.reserved_until is distinct from case when new.ended_at is null then new.until end;
  return null;
end
$$;
create trigger show_reservation
  after insert or update of until, ended_at on public.deals
  for each row when (new.kind = 'Apartado') execute function private.show_reservation();

create function private.find_own_vehicle(p_vehicle_id uuid) returns public.vehicles
language plpgsql security definer set search_path = '' as $$
declare
  vehicle public.vehicles;
begin
  perform private.require_write();
  select * into vehicle from public.vehicles
  where id = p_vehicle_id and (user_id = private.my_dealership() or private.is_admin())
  for update;
  if not found then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  return vehicle;
end
$$;

create function private.vehicle_title(p_vehicle public.vehicles) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' ', p_vehicle.brand, p_vehicle.model, p_vehicle.year);
$$;

create function private.dealing_seller(p_dealership_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles
  where id = coalesce(private.impersonated_by(auth.uid()), auth.uid())
    and p_dealership_id in (id, dealership_id);
$$;

create function private.told_stands(p_dealership_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.my_dealership() = p_dealership_id, false)
    and private.figures_of() is distinct from p_dealership_id;
$$;

create function private.follow_vehicle_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'Vendido' then
    update public.deals set ended_at = now(), ended_by = 'sold'
    where vehicle_id = new.id and kind = 'Apartado' and ended_at is null;
    insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind, seller_id)
    values (new.user_id, new.id, private.vehicle_title(new), 'Venta',
      private.dealing_seller(new.user_id));
  elsif tg_op = 'UPDATE' then
    perform from public.deals
    where vehicle_id = new.id and kind = 'Venta' and ended_at is null for update;
    if private.told_stands(new.user_id) and exists (
      select from public.deals where vehicle_id = new.id and kind = 'Venta' and ended_at is null
        and coalesce(price, commission) is not null)
    then
      raise exception 'La venta de % está completa. Pide el cambio a quien ve los costos.',
        private.vehicle_title(new);
    end if;
    update public.deals set ended_at = now(), ended_by = 'undone'
    where vehicle_id = new.id and kind = 'Venta' and ended_at is null;
    update public.deals set ended_at = null, ended_by = null
    where id = (select id from public.deals
      where vehicle_id = new.id and kind = 'Apartado' and ended_by = 'sold'
        and falls_back_at > now()
      order by created_at desc limit 1);
  end if;
  return null;
end
$$;
create trigger follow_new_status
  after insert on public.vehicles
  for each row when (new.status = 'Vendido') execute function private.follow_vehicle_status();
create trigger follow_status
  after update of status on public.vehicles
  for each row when (
    old.status <> new.status and 'Vendido' in (old.status, new.status))
  execute function private.follow_vehicle_status();

create function private.require_amounts(variadic p_amounts numeric[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if exists (select from unnest(p_amounts) as amount where amount not between 0 and 9999999999.99)
  then
    raise check_violation using message = 'Escribe una cantidad, como 15,000.';
  end if;
end
$$;

create function public.sell_vehicle(
  p_vehicle_id uuid, p_day date default current_date, p_price numeric default null,
  p_buyer_name text default null, p_buyer_phone text default null, p_seller_id uuid default null,
  p_commission numeric default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
  sale public.deals;
begin
  perform private.require_amounts(p_price, p_commission);
  if p_day not between '1950-01-01' and '2100-01-01' then
    raise check_violation using message = 'Elige un día entre 1950 y 2100.';
  end if;
  select * into sale from public.deals
  where vehicle_id = vehicle.id and kind = 'Venta' and ended_at is null for update;
  if found and private.told_stands(vehicle.user_id) then
    -- Whichever amount it is: an answer to the right one alone would tell it.
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

  -- Also of one that is sold: whoever takes an import back sees that somebody changed it.
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
grant execute on function
  public.sell_vehicle(uuid, date, numeric, text, text, uuid, numeric) to authenticated;

create function private.find_reservation(
  p_vehicle public.vehicles, p_until date default null, p_deposit numeric default null
) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  reservation public.deals;
begin
  select * into reservation from public.deals
  where vehicle_id = p_vehicle.id and kind = 'Apartado' and ended_at is null for update;
  if reservation.deposit is not null and private.told_stands(p_vehicle.user_id)
    and (p_until >= reservation.until and p_deposit is null) is not true
  then
    raise exception 'Este apartado tiene un depósito. Pide el cambio a quien ve los costos.';
  end if;
  return reservation;
end
$$;

create function public.reserve_vehicle(
  p_vehicle_id uuid, p_until date, p_falls_back_at timestamptz, p_buyer_name text default null,
  p_buyer_phone text default null, p_deposit numeric default null, p_hide boolean default false
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
  reservation public.deals := private.find_reservation(vehicle, p_until, p_deposit);
begin
  perform private.require_amounts(p_deposit);
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
  if p_hide then
    update public.vehicles set published = false where id = vehicle.id and published;
  end if;
  return reservation.id;
end
$$;
grant execute on function
  public.reserve_vehicle(uuid, date, timestamptz, text, text, numeric, boolean) to authenticated;

create function private.end_reservations(p_ids uuid[], p_why text) returns void
language sql security definer set search_path = '' as $$
  update public.vehicles as vehicle set published = true
  from public.deals as deal
  where deal.id = any (p_ids) and deal.republish and vehicle.id = deal.vehicle_id;
  update public.deals set ended_at = now(), ended_by = p_why where id = any (p_ids);
$$;

create function public.release_vehicle(p_vehicle_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  vehicle public.vehicles := private.find_own_vehicle(p_vehicle_id);
begin
  perform private.end_reservations(array[(private.find_reservation(vehicle)).id], 'undone');
end
$$;
grant execute on function public.release_vehicle(uuid) to authenticated;

create function private.end_due_reservations() returns void
language plpgsql security definer set search_path = '' as $$
declare
  due public.deals[] := array(
    select deal from public.deals as deal
    where deal.kind = 'Apartado' and deal.ended_at is null and deal.falls_back_at <= now()
    for update skip locked);
  deal public.deals;
begin
  perform private.end_reservations(array(select id from unnest(due)), 'expired');
  foreach deal in array due loop
    continue when not private.is_within_limit('reservation-over', deal.dealership_id::text);
    perform private.queue_mail('reservation-over', reader.mailbox, jsonb_build_object(
      'vehicle', jsonb_build_object('id', deal.vehicle_id, 'title', deal.vehicle_title),
      'waiting', waiting.names))
    from (
      select distinct private.lead_mailbox(person) as mailbox
      from public.profiles as person
      where person.is_active and (person.id in (deal.dealership_id, deal.seller_id)
        or person.id in (select lead.recipient_id from public.leads as lead
          where lead.vehicle_id = deal.vehicle_id and lead.state in ('Nuevo', 'En atención')))
    ) as reader,
    (
      select coalesce(jsonb_agg(name), '[]') as names from (
        select coalesce(lead.referred_name, lead.name) as name
        from public.leads as lead
        where lead.vehicle_id = deal.vehicle_id and lead.state in ('Nuevo', 'En atención')
        order by lead.created_at desc limit 10) as asked
    ) as waiting
    where reader.mailbox is not null and deal.vehicle_id is not null;
  end loop;
end
$$;

create function private.whole_cost(p_vehicle_id uuid) returns numeric
language sql stable set search_path = '' as $$
  select figures.cost + coalesce((
    select sum(extra.amount) from public.vehicle_costs as extra
    where extra.vehicle_id = p_vehicle_id), 0)
  from public.vehicle_figures as figures where figures.id = p_vehicle_id;
$$;

create function private.close_deals(p_vehicle public.vehicles) returns void
language sql security definer set search_path = '' as $$
  update public.deals
  set vehicle_id = null,
    -- As much as the column holds, or nobody could delete the vehicle.
    cost = (select least(whole.cost, 999999999999.99)
      from private.whole_cost(p_vehicle.id) as whole (cost) where whole.cost is not null),
    acquired_on = coalesce((select figures.acquired_on from public.vehicle_figures as figures
      where figures.id = p_vehicle.id),
      -- Nothing of one that was brought in after it was sold, as public.sales has it.
      case when p_vehicle.created_at::date <= day + 1 then p_vehicle.created_at::date end),
    ended_at = case kind when 'Apartado' then coalesce(ended_at, now()) else ended_at end,
    ended_by = case kind when 'Apartado' then coalesce(ended_by, 'undone') else ended_by end
  where vehicle_id = p_vehicle.id;
$$;
create function private.keep_figures_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.close_deals(old);
  return old;
end
$$;
create trigger keep_figures_of_sale
  before delete on public.vehicles for each row execute function private.keep_figures_of_sale();

create view public.sales with (security_invoker = true) as
  select deal.id, deal.dealership_id, deal.vehicle_id, deal.vehicle_title, deal.day, deal.price,
    deal.buyer_name, deal.buyer_phone, deal.seller_id, deal.seller_name, deal.commission, deal.note,
    deal.created_at, since.day as acquired_on,
    case when since.day is not null then greatest(deal.day - since.day, 0) end as days_to_sell,
    whole.cost, deal.price - whole.cost as margin
  from public.deals as deal
  left join public.vehicles as vehicle on vehicle.id = deal.vehicle_id
  left join public.vehicle_figures as figures on figures.id = deal.vehicle_id
  cross join lateral (
    -- A row tells nothing of a vehicle that was brought in after it was sold. Where the dealership
    -- is, a day may be over that has just begun here.
    select coalesce(deal.acquired_on, figures.acquired_on,
      case when vehicle.created_at::date <= deal.day + 1 then vehicle.created_at::date end) as day
  ) as since
  cross join lateral (
    select sum(extra.amount) as amount from public.vehicle_costs as extra
    where extra.vehicle_id = deal.vehicle_id) as spent
  cross join lateral (
    select coalesce(deal.cost, figures.cost + coalesce(spent.amount, 0)) as cost) as whole
  where deal.kind = 'Venta' and deal.ended_at is null;

create view public.sales_by_month with (security_invoker = true) as
  select sale.dealership_id, date_trunc('month', sale.day)::date as month, count(*) as sold,
    sum(sale.price) as revenue, sum(sale.margin) as margin, sum(sale.commission) as commission,
    count(sale.margin) as sold_with_margin, avg(sale.days_to_sell)::numeric(8, 1) as days_to_sell,
    count(sale.price) as sold_with_price, sum(sale.days_to_sell) as days_in_all,
    count(sale.days_to_sell) as sold_with_days
  from public.sales as sale
  group by sale.dealership_id, date_trunc('month', sale.day);
grant select on public.sales, public.sales_by_month to authenticated;

create function public.get_seller_board(
  p_from date default '-infinity', p_until date default 'infinity',
  p_starts timestamptz default '-infinity', p_ends timestamptz default 'infinity'
) returns table (
  seller_id uuid, name text, sold bigint, revenue numeric, leads bigint, answerable bigint,
  answered_in_hour bigint, taps bigint, shares bigint, views bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  dealership uuid := private.figures_of();
begin
  return query
  with facts as (
    select deal.seller_id as id, deal.seller_name as called, count(*) as sold,
      sum(deal.price) as revenue, 0::bigint as leads, 0::bigint as answerable,
      0::bigint as answered_in_hour, 0::bigint as taps, 0::bigint as shares, 0::bigint as views
    from public.deals as deal
    where deal.dealership_id = dealership and deal.kind = 'Venta' and deal.ended_at is null
      and deal.day >= p_from and deal.day < p_until
    group by 1, 2
    union all
    select lead.recipient_id, lead.recipient_name, 0, null, count(*),
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
    select tap.seller_id, null, 0, null, 0, 0, 0, count(*), 0, 0
    from public.contact_taps as tap
    where tap.dealership_id = dealership
      and tap.created_at >= p_starts and tap.created_at < p_ends
    group by 1
    union all
    select day.seller_id, null, 0, null, 0, 0, 0, 0, sum(day.shares), sum(day.views)
    from private.seller_days as day
    where day.dealership_id = dealership and day.day >= p_from and day.day < p_until
    group by 1
    union all
    select person.id, null, 0, null, 0, 0, 0, 0, 0, 0
    from public.profiles as person
    where dealership in (person.id, person.dealership_id) and person.is_active
  )
  select fact.id, coalesce(max(private.display_name(person)), max(fact.called)), sum(fact.sold)::bigint,
    sum(fact.revenue), sum(fact.leads)::bigint, sum(fact.answerable)::bigint,
    sum(fact.answered_in_hour)::bigint, sum(fact.taps)::bigint, sum(fact.shares)::bigint,
    sum(fact.views)::bigint
  from facts as fact left join public.profiles as person on person.id = fact.id
  group by fact.id, case when fact.id is null then fact.called end
  order by 3 desc, 4 desc nulls last, 5 desc, 8 desc, 2;
end
$$;
grant execute on function public.get_seller_board(date, date, timestamptz, timestamptz)
  to authenticated;

-- photo-imports.sql

create table public.photo_imports (
  id uuid primary key,
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  created_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- The addresses that it added, by vehicle: {"<id>": ["https://…"]}.
  photos jsonb not null check (private.is_object(photos)),
  photo_count integer not null,
  vehicle_count integer not null
);
create index photo_imports_dealership_id_idx on public.photo_imports (dealership_id);
create index photo_imports_created_by_idx on public.photo_imports (created_by);
alter table public.photo_imports enable row level security;
grant all on public.photo_imports to service_role;
grant select, delete,
  insert (id, dealership_id, created_by, photos, photo_count, vehicle_count)
  on public.photo_imports to authenticated;

create policy photo_imports_insert_person on public.photo_imports for insert to authenticated
  with check (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));

create policy photo_imports_select_person on public.photo_imports for select to authenticated
  using (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));
create policy photo_imports_delete_person on public.photo_imports for delete to authenticated
  using (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));

create trigger refuse_caller_without_write
  before insert or update or delete on public.photo_imports
  for each statement execute function private.refuse_caller_without_write();

create function public.find_photos(p_dealership_id uuid, p_hashes text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if cardinality(p_hashes) > 1000 then
    raise exception 'Pregunta por 1,000 fotos a la vez como máximo.';
  end if;
  return (
    -- Joined, since an array would be gone through once for each file.
    with asked as materialized (
      select distinct hash from unnest(p_hashes) as told (hash)
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
grant execute on function public.find_photos(uuid, text[]) to authenticated;

create function public.import_photos(p_id uuid, p_dealership_id uuid, p_photos jsonb) returns void
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

  -- In one order, so that of two at once neither waits for the other for ever.
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

  -- The last one alone can be taken back.
  delete from public.photo_imports
  where dealership_id = p_dealership_id and created_by = auth.uid() and id <> p_id;
end
$$;
grant execute on function public.import_photos(uuid, uuid, jsonb) to authenticated;

create function public.undo_photo_import(p_id uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  import public.photo_imports;
  removed integer;
begin
  perform private.require_write();
  delete from public.photo_imports
  where id = p_id and created_at > now() - interval '1 day' returning * into import;
  if not found then
    raise exception 'Estas fotos ya no se pueden quitar juntas.';
  end if;

  perform from public.vehicles
  where id in (select key::uuid from jsonb_object_keys(import.photos) as line (key))
  order by id for update;
  select count(*) into removed
  from public.vehicles as vehicle
  cross join unnest(vehicle.images) as image (url)
  join jsonb_each(import.photos) as line (id, urls) on vehicle.id = line.id::uuid
  where line.urls ? image.url;
  update public.vehicles as vehicle
  set images = array(
    select url from unnest(vehicle.images) with ordinality as image (url, n)
    where not line.urls ? image.url order by n)
  from jsonb_each(import.photos) as line (id, urls)
  where vehicle.id = line.id::uuid and line.urls ?| vehicle.images;

  perform set_config('storage.allow_delete_query', 'true', true);
  with named as materialized (
    select private.object_name(image.url, 'vehicle_images') as name
    from public.vehicles as vehicle cross join unnest(vehicle.images) as image (url)
    where vehicle.user_id = import.dealership_id
  )
  delete from storage.objects as file
  where file.bucket_id = 'vehicle_images'
    and file.name in (
      select private.object_name(photo.url, 'vehicle_images')
      from jsonb_each(import.photos) as line (id, urls)
      cross join jsonb_array_elements_text(line.urls) as photo (url))
    and not exists (select from named where named.name = file.name);
  return removed;
end
$$;
grant execute on function public.undo_photo_import(uuid) to authenticated;

-- imports.sql

create table public.vehicle_imports (
  id uuid primary key default gen_random_uuid(),
  dealership_id uuid not null references public.profiles (id) on delete cascade,
  created_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Null until it is taken in; then how many vehicles were new and how many changed.
  applied_at timestamptz,
  added integer,
  changed integer
);
create index vehicle_imports_dealership_id_idx on public.vehicle_imports (dealership_id);
create index vehicle_imports_created_by_idx on public.vehicle_imports (created_by);

create table public.vehicle_import_rows (
  import_id uuid not null references public.vehicle_imports (id) on delete cascade,
  n integer not null check (n between 1 and 5000),
  vehicle_id uuid not null default gen_random_uuid(),
  -- When the row that the person looked at had last changed; null for a new vehicle.
  seen_at timestamptz,
  -- What to write, of public.vehicles and of public.vehicle_figures, and what stood there before;
  -- of one that is sold by it also when. As long as a vehicle can be.
  columns jsonb not null check (private.is_object(columns)),
  constraint vehicle_import_rows_size check (octet_length(columns::text) <= 100000),
  before jsonb,
  primary key (import_id, n)
);
create index vehicle_import_rows_vehicle_id_idx
  on public.vehicle_import_rows (import_id, vehicle_id);

alter table public.vehicle_imports enable row level security;
alter table public.vehicle_import_rows enable row level security;
grant all on public.vehicle_imports, public.vehicle_import_rows to service_role;
grant select, delete, insert (dealership_id, created_by),
  update (applied_at, added, changed) on public.vehicle_imports to authenticated;
grant select, insert (import_id, n, vehicle_id, seen_at, columns), update (before)
  on public.vehicle_import_rows to authenticated;

create policy vehicle_imports_insert_person on public.vehicle_imports for insert to authenticated
  with check (created_by = (select auth.uid()) and (
    (select private.is_admin())
    or (dealership_id = (select private.my_dealership())
      and (select private.has_feature('canAddVehicles')))));

create policy vehicle_imports_select_person on public.vehicle_imports for select to authenticated
  using (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));
create policy vehicle_imports_update_person on public.vehicle_imports for update to authenticated
  using (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));
create policy vehicle_imports_delete_person on public.vehicle_imports for delete to authenticated
  using (created_by = (select auth.uid()) and (
    dealership_id = (select private.my_dealership()) or (select private.is_admin())));

create policy vehicle_import_rows_insert_person on public.vehicle_import_rows
  for insert to authenticated
  with check (import_id in (select id from public.vehicle_imports where applied_at is null));
create policy vehicle_import_rows_select_person on public.vehicle_import_rows
  for select to authenticated
  using (import_id in (select id from public.vehicle_imports));
create policy vehicle_import_rows_update_person on public.vehicle_import_rows
  for update to authenticated
  using (import_id in (select id from public.vehicle_imports));

create trigger refuse_caller_without_write
  before insert or update or delete on public.vehicle_imports
  for each statement execute function private.refuse_caller_without_write();
create trigger refuse_caller_without_write
  before insert or update or delete on public.vehicle_import_rows
  for each statement execute function private.refuse_caller_without_write();

create function private.guard_import() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.applied_at := coalesce(old.applied_at, now());
  end if;
  return new;
end
$$;
create trigger guard_import
  before update on public.vehicle_imports for each row execute function private.guard_import();

create function private.replace_sent_imports() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from public.vehicle_imports
  where id in (
    select id from public.vehicle_imports
    where created_by = new.created_by and dealership_id = new.dealership_id
      and applied_at is null
    order by created_at desc, id offset 3);
  return null;
end
$$;
create trigger replace_sent_imports
  after insert on public.vehicle_imports
  for each row execute function private.replace_sent_imports();

create function private.change_vehicles(p_ids uuid[], p_columns jsonb[]) returns void
language sql set search_path = '' as $$
  update public.vehicles as vehicle
  set (brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors, engine,
    stock_number, trim, body_style, drivetrain, cylinders, interior_color, title_status, owners,
    history_url, equipment, description, status, published) = (
    select told.brand, told.model, told.year, told.vin, told.price, told.mileage,
      told.transmission, told.color, told.fuel_type, told.doors, told.engine, told.stock_number,
      told.trim, told.body_style, told.drivetrain, told.cylinders, told.interior_color,
      told.title_status, told.owners, told.history_url, told.equipment, told.description,
      told.status, told.published
    from jsonb_populate_record(vehicle, change.columns) as told)
  from unnest(p_ids, p_columns) as change (id, columns)
  where vehicle.id = change.id
    and change.columns - array['cost', 'acquired_on'] <> '{}';
$$;

create function private.change_figures(p_ids uuid[], p_columns jsonb[]) returns void
language sql set search_path = '' as $$
  insert into public.vehicle_figures (id, dealership_id, cost, acquired_on)
  select vehicle.id, vehicle.user_id, told.cost, told.acquired_on
  from unnest(p_ids, p_columns) as change (id, columns)
  join public.vehicles as vehicle on vehicle.id = change.id
  left join public.vehicle_figures as figures on figures.id = change.id
  cross join lateral jsonb_populate_record(figures, change.columns) as told
  where change.columns ?| array['cost', 'acquired_on']
  on conflict (id) do update set cost = excluded.cost, acquired_on = excluded.acquired_on;
$$;

create function private.date_imported_sales(p_ids uuid[], p_days date[]) returns void
language sql security definer set search_path = '' as $$
  with made as materialized (
    select sale.id, told.day
    from unnest(p_ids, p_days) as told (vehicle_id, day)
    cross join lateral (
      select deal.id from public.deals as deal
      where deal.vehicle_id = told.vehicle_id and deal.kind = 'Venta' and deal.created_at = now()
      limit 1) as sale
  ), dropped as (
    delete from public.deals where id in (select id from made where day is null)
  )
  update public.deals as sale set day = made.day, seller_id = null, seller_name = null
  from made where sale.id = made.id and made.day is not null;
$$;
grant execute on function
  private.change_vehicles(uuid[], jsonb[]), private.change_figures(uuid[], jsonb[]),
  private.date_imported_sales(uuid[], date[])
  to authenticated;

create function private.import_clashes(p_import public.vehicle_imports) returns boolean
language sql stable security definer set search_path = '' set enable_nestloop = off as $$
  select exists (
    select from public.vehicle_import_rows as line
    join public.vehicles as vehicle on vehicle.vin = upper(trim(line.columns ->> 'vin'))
    where line.import_id = p_import.id and line.seen_at is null
      and vehicle.user_id = p_import.dealership_id and length(vehicle.vin) = 17)
  or exists (
    select from public.vehicle_import_rows as line
    join public.vehicles as vehicle
      on vehicle.stock_number = upper(trim(line.columns ->> 'stock_number'))
    where line.import_id = p_import.id and vehicle.id <> line.vehicle_id
      and vehicle.user_id = p_import.dealership_id
      -- One that gets another number by the same import leaves its own.
      and not exists (select from public.vehicle_import_rows as leaving
        where leaving.import_id = p_import.id and leaving.vehicle_id = vehicle.id
          and leaving.columns ->> 'stock_number' is not null));
$$;
grant execute on function private.import_clashes(public.vehicle_imports) to authenticated;

create function public.import_vehicles(p_import_id uuid) returns jsonb
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
    -- Two imports of one dealership at once would not see each other's vehicles.
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
    -- Those that have a number come first, so that none of theirs is given to another.
    insert into public.vehicles (id, user_id, brand, model, year, vin, price, mileage, transmission,
      color, fuel_type, doors, engine, stock_number, trim, body_style, drivetrain, cylinders,
      interior_color, title_status, owners, history_url, equipment, description, status, published)
    select line.vehicle_id, import.dealership_id, told.brand, told.model, told.year, told.vin,
      told.price, told.mileage, told.transmission, told.color, told.fuel_type, told.doors,
      told.engine, told.stock_number, told.trim, told.body_style, told.drivetrain, told.cylinders,
      told.interior_color, told.title_status, told.owners, told.history_url, told.equipment,
      told.description, coalesce(told.status, 'Disponible'), coalesce(told.published, false)
    from public.vehicle_import_rows as line
    cross join lateral jsonb_populate_record(null::public.vehicles, line.columns) as told
    where line.import_id = import.id and line.seen_at is null
    order by told.stock_number, line.n;

    perform private.change_figures(array_agg(vehicle_id), array_agg(columns)),
      private.date_imported_sales(
        array_agg(vehicle_id) filter (where seen_at is null or columns ->> 'sold_on' is not null),
        array_agg((columns ->> 'sold_on')::date)
          filter (where seen_at is null or columns ->> 'sold_on' is not null))
    from public.vehicle_import_rows where import_id = import.id;

    -- The last one alone can be taken back.
    delete from public.vehicle_imports
    where created_by = auth.uid() and dealership_id = import.dealership_id and id <> import.id;
    update public.vehicle_imports
    set applied_at = now(), added = import.added, changed = import.changed where id = import.id;
  end if;
  return jsonb_build_object('added', import.added, 'changed', import.changed);
end
$$;
grant execute on function public.import_vehicles(uuid) to authenticated;

create function private.list_undoable(p_import public.vehicle_imports)
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
        or (sale.price, sale.commission, sale.buyer_name, sale.buyer_phone, sale.note) is null
          and (line.columns ->> 'sold_on' is null
            or (line.columns ->> 'sold_on')::date = sale.day and sale.seller_id is null))
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
grant execute on function private.list_undoable(public.vehicle_imports) to authenticated;

create function public.undo_vehicle_import(p_import_id uuid) returns jsonb
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

  -- A sale that the import made is taken back, so that none is counted of a vehicle that was not.
  update public.vehicles set status = 'Disponible' where status = 'Vendido' and id = any (added);
  delete from public.vehicles where id = any (added);
  perform private.change_vehicles(changed, before), private.change_figures(changed, before);

  delete from public.vehicle_imports where id = import.id;
  return jsonb_build_object('undone', cardinality(added || changed),
    'kept', coalesce(jsonb_array_length(kept), 0),
    'named', coalesce(jsonb_path_query_array(kept, '$[0 to 49]'), '[]'));
end
$$;
grant execute on function public.undo_vehicle_import(uuid) to authenticated;

create function private.sweep_vehicle_imports() returns void
language sql security definer set search_path = '' as $$
  delete from public.vehicle_imports
  where coalesce(applied_at, created_at) < now() - interval '1 day';
  delete from public.photo_imports where created_at < now() - interval '1 day';
$$;

-- archive.sql

create function public.take_rows(p_part text, p_after text default '') returns jsonb
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
        left join public.profiles as seller on seller.id = tap.seller_id
        left join public.vehicles as vehicle on vehicle.id = tap.vehicle_id
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
  end case;
  return coalesce(rows, '[]');
end
$$;
grant execute on function public.take_rows(text, text) to authenticated;

-- lot.sql

create view public.lot with (security_invoker = true) as
  select vehicle.id, vehicle.user_id as dealership_id,
    concat_ws(' ', vehicle.brand, vehicle.model, vehicle.year) as title, vehicle.status,
    vehicle.published, vehicle.price, vehicle.price_amount, since.day as since,
    greatest(current_date - since.day, 0) as days,
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
  cross join lateral (
    select coalesce(figures.acquired_on, vehicle.created_at::date) as day) as since
  where vehicle.status <> 'Vendido';
grant select on public.lot to authenticated;

-- weekly-mail.sql

create table private.weekly_mails (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  wanted boolean not null default true,
  -- The Monday of the last one, or of the week in which it was switched on.
  written_for date not null,
  -- Where the person was who switched it on, for a dealership that names no time zone.
  zone text check (length(zone) <= 64),
  -- Whoever has it may end the mail, and nothing else.
  key uuid not null unique default gen_random_uuid()
);
create index weekly_mails_due_idx on private.weekly_mails (written_for) where wanted;
alter table private.weekly_mails enable row level security;

create function private.known_zone(p_zone text) returns text
language plpgsql stable set search_path = '' as $$
begin
  perform now() at time zone p_zone;
  return coalesce(p_zone, 'America/New_York');
exception when invalid_parameter_value then
  return 'America/New_York';
end
$$;

create function private.mail_monday(p_time timestamp) returns date
language sql immutable set search_path = '' as $$
  select date_trunc('week', p_time - interval '7 hours')::date;
$$;

create function public.get_own_mailbox()
returns table (email text, is_proven boolean, wants_weekly boolean)
language sql stable security definer set search_path = '' as $$
  select profile.email, private.is_email_proven(profile.id, profile.email),
    coalesce(weekly.wanted, false)
  from public.profiles as profile
  left join private.weekly_mails as weekly on weekly.user_id = profile.id
  where profile.id = auth.uid() and private.is_proven();
$$;
grant execute on function public.get_own_mailbox() to authenticated;

create function public.set_weekly_mail(p_wanted boolean, p_zone text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  zone text := private.known_zone(left(p_zone, 64));
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
grant execute on function public.set_weekly_mail(boolean, text) to authenticated;

create function public.stop_weekly_mail(p_key uuid) returns void
language sql security definer set search_path = '' as $$
  update private.weekly_mails set wanted = false where key = p_key and wanted;
$$;
grant execute on function public.stop_weekly_mail(uuid) to anon, authenticated, service_role;

create function private.weekly_news(p_person public.profiles, p_from date, p_zone text)
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
  lot as materialized (
    select lot.id, lot.title, lot.price, lot.cost, seen.since,
      greatest(current_date - seen.since, 0) as days,
      seen.since between p_from and p_from + 6
        or (vehicle.created_at >= p_from::timestamp at time zone p_zone
          and vehicle.created_at < (p_from + 7)::timestamp at time zone p_zone) as is_new
    from reader
    join public.lot as lot on lot.dealership_id = reader.dealership_id
    join public.vehicles as vehicle on vehicle.id = lot.id
    -- As the view shows it to whoever may not know when a vehicle was bought.
    cross join lateral (select case when reader.sees_figures then lot.since
      else vehicle.created_at::date end as since) as seen
  ),
  came as (
    select count(*) as n, jsonb_agg(jsonb_build_object('id', id, 'title', title, 'price', price)
      order by since desc, title, id) filter (where place <= 8) as rows
    from (select *, row_number() over (order by since desc, title, id) as place
      from lot where is_new) as vehicle
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
      'margin', case when reader.sees_figures then sold.margin end),
    'stands', jsonb_build_object('n', stands.n, 'rows', stands.rows,
      'cost', case when reader.sees_figures then stands.cost end,
      'withCost', case when reader.sees_figures then stands.with_cost end),
    'waits', jsonb_build_object('n', waits.n, 'rows', waits.rows)))
  from reader, came, sold, stands, waits
  where came.n + sold.n + stands.n + waits.n > 0;
$$;

create function private.queue_weekly_mails(p_now timestamptz default now()) returns void
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
      select private.known_zone(coalesce(
        nullif(dealership.config #>> '{profile,hours,zone}', ''), weekly.zone)) as zone
    ) as place
    cross join lateral (select p_now at time zone place.zone as time) as clock
    where weekly.wanted
      -- Where it is Monday first.
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

-- access-requests.sql

create table public.access_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  name text not null check (length(name) between 1 and 120),
  phone text not null check (length(phone) between 1 and 40),
  email text not null check (length(email) between 3 and 254),
  account_type text not null default 'vendedor'
    check (account_type in ('vendedor', 'concesionario')),
  message text check (length(message) <= 2000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  constraint access_requests_decided check ((status = 'pending') = (decided_at is null))
);
create index access_requests_pending_idx on public.access_requests (created_at desc)
  where status = 'pending';
create index access_requests_user_id_idx on public.access_requests (user_id);
create index access_requests_decided_by_idx on public.access_requests (decided_by);
alter table public.access_requests enable row level security;

grant select on public.access_requests to authenticated, service_role;

create policy access_requests_select_admin on public.access_requests for select to authenticated
  using ((select private.is_admin()));

create trigger audit_admin_write
  after insert or update or delete on public.access_requests
  for each row execute function private.audit_admin_write('account_type', 'status');

create table private.sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade
);
alter table private.sign_ups enable row level security;

create function public.asked_role(profile public.profiles) returns text
language sql stable set search_path = '' as $$
  select account_type from public.access_requests
  where user_id = profile.id and status = 'pending'
  order by created_at desc
  limit 1
$$;
grant execute on function public.asked_role(public.profiles) to authenticated, service_role;

create function public.submit_access_request(
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
  where email = lower(trim(p_email)) and status = 'pending';

  perform private.submit_access_request(
    p_name, p_phone, p_email, p_account_type, p_message, p_password);

  perform private.log_admin_write(
    case when type_before is null then 'insert' else 'update' end, 'access_requests', id,
    jsonb_build_object('account_type', jsonb_build_object('old', type_before, 'new', account_type)),
    p_caller_id)
  from public.access_requests
  where email = lower(trim(p_email)) and xmin = pg_current_xact_id()::xid;
end
$$;
grant execute on function public.submit_access_request(
  text, text, text, text, text, text, uuid) to service_role;

create function private.submit_access_request(
  p_name text, p_phone text, p_email text, p_account_type text, p_message text, p_password text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  clean_name text := trim(p_name);
  clean_email text := lower(trim(p_email));
  clean_phone text := regexp_replace(trim(p_phone), '[[:space:]+]', '', 'g');
  clean_message text := nullif(trim(p_message), '');
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
  elsif coalesce(length(p_password), 0) < 6 then
    raise exception 'La contraseña debe tener al menos 6 caracteres.';
  elsif octet_length(p_password) > 72 then
    raise exception 'La contraseña es demasiado larga.';
  end if;

  password_hash := extensions.crypt(p_password, extensions.gen_salt('bf', 10));
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
  -- Made since the comparison, as by the same form sent twice.
  if known_hash is distinct from taken.encrypted_password then
    is_known := private.matches_password(p_password, taken.encrypted_password);
  end if;
  perform private.ask_for_account(
    taken, clean_name, clean_phone, account_type, clean_message, is_known);
end
$$;

create function private.ask_for_account(
  p_account auth.users, p_name text, p_phone text, p_account_type text, p_message text,
  p_knows_password boolean
) returns void
language plpgsql set search_path = '' as $$
declare
  request public.access_requests;
  has_rested boolean :=
    coalesce(p_account.confirmation_sent_at < now() - interval '1 minute', true);
begin
  select * into request from public.access_requests where user_id = p_account.id
    order by created_at desc limit 1;
  if not p_knows_password then
    perform private.contest_password(p_account, request);
  end if;
  if p_account.invited_at is not null or (request.status = 'approved' and not p_knows_password) then
    return;
  end if;
  if request.id is null and not private.is_account_used(p_account.id) then
    insert into public.access_requests (user_id, name, phone, email, account_type, message)
    values (p_account.id, p_name, p_phone, p_account.email, p_account_type, p_message)
    returning * into request;
  end if;
  if request.status = 'pending'
    and (p_knows_password or has_rested and private.is_within_limit('ask-again', p_account.email))
  then
    perform private.replace_access_request(
      p_account.id, p_name, p_phone, p_account_type, p_message);
  end if;
  if has_rested and private.is_within_limit('verify-to', p_account.email) then
    perform private.send_verification_mail(p_account.id, p_name);
  end if;
end
$$;

create function private.replace_access_request(
  p_user_id uuid, p_name text, p_phone text, p_account_type text, p_message text
) returns void
language plpgsql set search_path = '' as $$
begin
  update public.access_requests
  set id = gen_random_uuid(), name = p_name, phone = p_phone, account_type = p_account_type,
    message = p_message
  where user_id = p_user_id and status = 'pending'
    and (name, phone, account_type, message) is distinct
      from (p_name, p_phone, p_account_type, p_message);
  if not found then
    return;
  end if;
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
    || jsonb_build_object('full_name', p_name),
    updated_at = now()
  where id = p_user_id;
  update public.profiles set full_name = p_name where id = p_user_id;
end
$$;

create function private.contest_password(p_account auth.users, p_request public.access_requests)
returns void language plpgsql set search_path = '' as $$
begin
  if p_account.invited_at is not null or p_account.last_sign_in_at is not null then
    return;
  end if;
  update auth.users set encrypted_password = '', updated_at = now() where id = p_account.id
    and encrypted_password <> '';
  if found and p_request.status = 'approved'
    and exists (select from public.profiles where id = p_account.id and is_active) then
    perform private.queue_approval_mail(p_request);
  end if;
end
$$;

create function private.lock_account(p_email text) returns auth.users
language plpgsql set search_path = '' as $$
declare
  account_id uuid;
  account auth.users;
begin
  select id into account_id from auth.users where email = p_email;
  perform from public.access_requests where user_id = account_id for update;
  perform from public.profiles where id = account_id for no key update;
  select * into account from auth.users where email = p_email for update;
  return account;
end
$$;

create function private.contest_sign_up(p_email text, p_password text) returns boolean
language plpgsql set search_path = '' as $$
declare
  known_hash text := (select encrypted_password from auth.users where email = p_email);
  is_known boolean := private.matches_password(p_password, known_hash);
  taken auth.users := private.lock_account(p_email);
  request public.access_requests;
begin
  if taken.id is null or taken.email_confirmed_at is not null then
    return taken.id is not null;
  end if;
  if known_hash is distinct from taken.encrypted_password then
    is_known := private.matches_password(p_password, taken.encrypted_password);
  end if;
  if not is_known then
    select * into request from public.access_requests where user_id = taken.id
      order by created_at desc limit 1;
    perform private.contest_password(taken, request);
  end if;
  return true;
end
$$;

create function public.decide_access_request(
  p_request_id uuid, p_status text, p_dealership_id uuid default null)
returns text language plpgsql security definer set search_path = '' as $$
declare
  request public.access_requests;
begin
  perform private.require_admin();
  if p_status is null or p_status not in ('approved', 'rejected') then
    raise exception 'La decisión debe ser approved o rejected.';
  end if;

  select * into request from public.access_requests where id = p_request_id for update;
  if not found then
    raise exception 'La solicitud no existe o ha cambiado. Revisa la lista.';
  elsif request.status <> 'pending' then
    raise exception 'La solicitud ya fue %.',
      case request.status when 'approved' then 'aprobada' else 'rechazada' end
      using hint = 'already_decided';
  end if;

  update public.access_requests
  set status = p_status, decided_at = now(), decided_by = auth.uid()
  where id = request.id;

  if p_status = 'approved' then
    return private.approve_account(request, p_dealership_id);
  end if;
  perform private.reject_account(request);
  return null;
end
$$;
grant execute on function public.decide_access_request(uuid, text, uuid) to authenticated;

create function private.approve_account(p_request public.access_requests, p_dealership_id uuid)
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
  -- Two approvals of namesakes wait for each other here.
  perform pg_advisory_xact_lock(hashtext('vitrina:slug'));
  update public.profiles
  set role = case when is_used then role else p_request.account_type end,
    is_active = true,
    dealership_id = case when is_used or p_request.account_type = 'vendedor'
      then coalesce(p_dealership_id, dealership_id) end,
    public_slug = coalesce(
      public_slug, case when not is_used then private.free_slug(p_request.name) end)
  where id = p_request.user_id;
  has_phone := private.take_phone_of_request(p_request);
  perform private.queue_approval_mail(p_request);
  return case when not has_phone then 'phone_taken' end;
end
$$;

create function private.reject_account(p_request public.access_requests) returns void
language plpgsql set search_path = '' as $$
declare
  address text := private.email_of_applicant(p_request);
begin
  if private.is_account_used(p_request.user_id) then
    raise exception 'La cuenta ya está en uso; elimínala desde Gestionar Cuentas.';
  end if;
  delete from auth.users where id = p_request.user_id;
  perform private.queue_mail(
    'access-rejected', address, jsonb_build_object('name', p_request.name));
end
$$;

create function private.is_account_used(p_user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.profiles as profile join auth.users as account using (id)
    where id = p_user_id
      and (profile.is_active or profile.vehicle_count > 0 or account.last_sign_in_at is not null)
  );
$$;

create function private.email_of_applicant(p_request public.access_requests) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (select nullif(email, '') from auth.users where id = p_request.user_id), p_request.email);
$$;

create function private.take_phone_of_request(p_request public.access_requests) returns boolean
language plpgsql set search_path = '' as $$
begin
  update auth.users
  set phone = p_request.phone, updated_at = now()
  where id = p_request.user_id and coalesce(phone, '') = '';
  perform private.sync_identities(p_request.user_id);
  return true;
exception
  when unique_violation then
    return false;
end
$$;

create function private.queue_approval_mail(p_request public.access_requests) returns void
language sql set search_path = '' as $$
  select private.queue_mail(
    'access-approved', private.email_of_applicant(p_request), jsonb_build_object(
    'name',
    coalesce((select full_name from public.profiles where id = p_request.user_id), p_request.name),
    'account_type', p_request.account_type, 'public_slug',
    (select public_slug from public.profiles where id = p_request.user_id),
    'needs_password',
      (select coalesce(encrypted_password, '') = '' from auth.users where id = p_request.user_id)));
$$;

create function private.sweep_unconfirmed_requests() returns void
language sql set search_path = '' as $$
  with forgotten as (
    select account.id
    from public.access_requests as request
    join public.profiles as profile on profile.id = request.user_id
    join auth.users as account on account.id = profile.id
    where request.status = 'pending'
      and request.created_at < now() - interval '30 days'
      and greatest(account.confirmation_sent_at, account.recovery_sent_at,
        account.created_at) < now() - interval '30 days'
      and account.email_confirmed_at is null and account.phone_confirmed_at is null
      and not private.is_account_used(account.id)
    order by request.created_at
    limit 1000
    for update of request, profile, account skip locked
  )
  delete from auth.users where id in (select id from forgotten);
$$;

-- accounts.sql

create function private.read_email(p_typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  email text := lower(trim(coalesce(p_typed, '')));
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

create function private.read_phone(p_typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  phone text := regexp_replace(coalesce(p_typed, ''), '[[:space:]+]', '', 'g');
begin
  if phone !~ '^[1-9][0-9]{1,14}$' then
    raise exception 'El teléfono no es válido.' using hint = 'phone';
  end if;
  return phone;
end
$$;

create function private.read_full_name(p_typed text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  full_name text := trim(coalesce(p_typed, ''));
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

create function private.hash_password(p_password text) returns text
language plpgsql set search_path = '' as $$
begin
  if coalesce(length(p_password), 0) < 6 then
    raise exception 'La contraseña debe tener al menos 6 caracteres.' using hint = 'password';
  elsif octet_length(p_password) > 72 then
    raise exception 'La contraseña puede tener como máximo 72 caracteres.' using hint = 'password';
  end if;
  return extensions.crypt(p_password, extensions.gen_salt('bf', 10));
end
$$;

create function private.refuse_taken_address(p_email text, p_phone text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from auth.users where email = p_email) then
    raise exception 'Ya existe una cuenta con este correo electrónico.' using hint = 'email';
  elsif exists (select from auth.users where phone = p_phone) then
    raise exception 'Ya existe una cuenta con este teléfono.' using hint = 'phone';
  end if;
end
$$;

create function private.create_account(
  p_email text, p_phone text, p_password_hash text, p_full_name text)
returns uuid language plpgsql set search_path = '' as $$
declare
  account_id uuid := gen_random_uuid();
begin
  insert into auth.users (
    instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data,
    raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new, email_change,
    created_at, updated_at
  )
  values (
    '00000000-0000-0000-0000-000000000000', account_id, 'authenticated', 'authenticated', p_email,
    p_phone, p_password_hash, '{}', jsonb_build_object('full_name', p_full_name), '', '', '', '',
    now(), now()
  )
  on conflict do nothing;
  if not found then
    return null;
  end if;
  perform private.sync_identities(account_id);
  return account_id;
end
$$;

create function private.open_account(
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
    -- Somebody has taken one of them meanwhile.
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

create function private.displace_unproven_account(
  p_email text, p_phone text, p_heir_id uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  account_id uuid;
begin
  -- Request, profile, account: in this order everybody locks them.
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

create function private.activate_profile(p_user_id uuid, p_role text, p_dealership_id uuid)
returns void language plpgsql set search_path = '' as $$
begin
  -- Namesakes wait for each other here, as they do when they are approved.
  perform pg_advisory_xact_lock(hashtext('vitrina:slug'));
  update public.profiles
  set role = p_role,
    is_active = true,
    dealership_id = p_dealership_id,
    public_slug = case when p_role <> 'admin' then private.free_slug(full_name) end
  where id = p_user_id;
end
$$;

create function public.create_salesperson(
  p_email text, p_password text, p_full_name text, p_phone text default null)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  dealership uuid;
  account_id uuid;
begin
  perform private.require_write();
  dealership := private.team_of_request();
  if dealership is null and private.is_admin() then
    raise exception 'Para añadir un vendedor, administra antes la cuenta de su concesionario.';
  elsif dealership is null then
    raise insufficient_privilege
      using message = 'Solo un concesionario puede añadir vendedores a su equipo.';
  end if;
  if not private.is_admin()
    and not (private.is_within_limit('create-salesperson', dealership::text)
      and private.is_within_limit('create-salesperson-day', dealership::text))
  then
    raise exception 'Has creado muchas cuentas seguidas. Espera un rato e inténtalo de nuevo.';
  end if;
  account_id := private.open_account(
    private.read_email(p_email), p_phone, p_password, p_full_name, 'vendedor', dealership);
  update public.profiles
  set config = config || jsonb_build_object('profile',
    jsonb_build_object('phone', '+' || phone, 'whatsapp', '+' || phone))
  where id = account_id and phone <> '';
  return account_id;
end
$$;
grant execute on function public.create_salesperson(text, text, text, text) to authenticated;

create function public.create_user_by_admin(
  p_password text, p_full_name text, p_role text,
  p_email text default null, p_phone text default null, p_dealership_id uuid default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_role is null or p_role not in ('vendedor', 'concesionario', 'admin') then
    raise exception 'El rol no es válido.' using hint = 'role';
  elsif coalesce(trim(p_email), '') = '' and coalesce(trim(p_phone), '') = '' then
    raise exception 'Escribe el correo electrónico o el teléfono.' using hint = 'email';
  elsif p_role = 'vendedor' and p_dealership_id is not null
    and not exists (
      select from public.profiles where id = p_dealership_id and role = 'concesionario')
  then
    raise exception 'El concesionario elegido no existe.' using hint = 'dealership';
  end if;
  return private.open_account(p_email, p_phone, p_password, p_full_name, p_role, p_dealership_id);
end
$$;
grant execute on function public.create_user_by_admin(
  text, text, text, text, text, uuid) to authenticated;

create function private.require_account_keeper(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  person public.profiles;
begin
  perform private.require_write();
  select * into person from public.profiles where id = p_user_id for no key update;
  if private.is_admin() then
    if person.id is null then
      raise exception 'El usuario no existe.' using hint = 'user';
    end if;
    return;
  elsif (person.dealership_id = private.my_team()) is not true
    or private.is_waiting(p_user_id)
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  perform private.refuse_closed_by_admin(person);
end
$$;

create function public.update_user_password_by_admin(p_user_id uuid, p_new_password text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  password_hash text;
begin
  perform private.require_account_keeper(p_user_id);
  password_hash := private.hash_password(p_new_password);
  update auth.users set encrypted_password = password_hash, updated_at = now() where id = p_user_id;
  delete from auth.sessions
  where user_id = p_user_id and id::text is distinct from auth.jwt() ->> 'session_id';
  perform private.forget_one_time_tokens(p_user_id);
end
$$;
grant execute on function public.update_user_password_by_admin(uuid, text) to authenticated;

create function public.update_user_email_by_admin(p_user_id uuid, p_new_email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  clean_email text;
begin
  perform private.require_account_keeper(p_user_id);
  clean_email := private.read_email(p_new_email);
  if exists (select from auth.users where id = p_user_id and email = clean_email) then
    return;
  elsif not private.is_admin()
    and not private.is_within_limit('change-salesperson-email', private.my_team()::text)
  then
    raise exception 'Has cambiado muchos correos seguidos. Espera un rato e inténtalo de nuevo.';
  end if;
  perform private.displace_unproven_account(clean_email, null, p_user_id);
  update auth.users
  set email = clean_email, email_confirmed_at = now(), updated_at = now()
  where id = p_user_id;
  perform private.sync_identities(p_user_id);
  perform private.forget_one_time_tokens(p_user_id);
exception
  when unique_violation then
    raise exception 'Ya existe una cuenta con este correo electrónico.' using hint = 'email';
end
$$;
grant execute on function public.update_user_email_by_admin(uuid, text) to authenticated;

create function public.delete_user_by_admin(target_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if target_user_id = auth.uid() then
    raise exception 'No puedes eliminar tu propia cuenta de administrador.';
  end if;
  delete from auth.users where id = target_user_id;
  if not found then
    raise exception 'El usuario no existe.';
  end if;
end
$$;
grant execute on function public.delete_user_by_admin(uuid) to authenticated;

create function public.delete_salesperson_by_dealership(p_salesperson_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles;
begin
  select * into person from public.profiles where id = p_salesperson_id and role = 'vendedor';
  if not private.is_proven() or person.id is null
    or not (private.is_admin() or coalesce(person.dealership_id = private.my_team(), false)
      and not private.is_waiting(p_salesperson_id))
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  if not private.is_admin() then
    perform private.refuse_closed_by_admin(person);
  end if;
  delete from auth.users where id = p_salesperson_id;
end
$$;
grant execute on function public.delete_salesperson_by_dealership(uuid) to authenticated;

create function public.get_user_profiles_with_vehicle_counts() returns setof public.profiles
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select * from public.profiles
    order by lower(extensions.unaccent('extensions.unaccent', full_name)), full_name, id;
end
$$;
grant execute on function public.get_user_profiles_with_vehicle_counts() to authenticated;

create function public.get_user_profile_by_id(p_user_id uuid)
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
  elsif exists (select from public.profiles where id = p_user_id) then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
end
$$;
grant execute on function public.get_user_profile_by_id(uuid) to authenticated;

create function public.get_team_members(p_dealership_id uuid)
returns setof public.profiles language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_proven();
  if not private.is_admin() and p_dealership_id is distinct from private.my_team() then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  return query select * from public.profiles
    where dealership_id = p_dealership_id and role = 'vendedor' order by full_name, id;
end
$$;
grant execute on function public.get_team_members(uuid) to authenticated;

-- domains.sql

create function public.begin_domain_check(p_profile_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  claimed text;
begin
  perform private.require_write();
  if not private.is_admin()
    and (p_profile_id is distinct from private.my_team()
      or not private.has_feature('canEditPublicPage'))
  then
    raise insufficient_privilege
      using message = 'Solo el concesionario puede verificar su dominio.';
  end if;

  select custom_domain into claimed
  from public.profiles
  where id = p_profile_id and role = 'concesionario' and is_active;
  if claimed is null then
    raise exception 'Guarda primero tu dominio y después verifícalo.';
  end if;
  if not private.is_within_limit('domain check', p_profile_id::text) then
    raise exception '%', 'Has comprobado el dominio muchas veces seguidas. '
      || 'Espera unos minutos e inténtalo de nuevo.';
  end if;
  return claimed;
end
$$;
grant execute on function public.begin_domain_check(uuid) to authenticated;

create function public.confirm_custom_domain(p_profile_id uuid, p_domain text, p_actor_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  verified_before text;
begin
  -- Two who prove one domain at once wait for each other here.
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
grant execute on function public.confirm_custom_domain(uuid, text, uuid) to service_role;

-- storage.sql

insert into storage.buckets (id, name, public, allowed_mime_types)
values
  ('vehicle_images', 'vehicle_images', true, array['image/png', 'image/jpeg', 'image/webp']),
  ('dealership_logos', 'dealership_logos', true, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;

create function private.is_page_folder(p_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.owner_folder(p_name) = auth.uid()::text
    or exists (
      select from public.profiles
      where id::text = private.owner_folder(p_name) and dealership_id = private.my_team()
        and not private.is_waiting(id)
    );
$$;
grant execute on function private.is_page_folder(text) to authenticated;

create policy objects_select_owner on storage.objects for select to authenticated
  using (
    (bucket_id = 'vehicle_images'
      and private.owner_folder(name) = (select private.my_dealership())::text)
    or (bucket_id = 'dealership_logos' and (select private.is_proven())
      and private.is_page_folder(name))
  );

create function private.may_keep_object(p_bucket text, p_name text) returns boolean
language sql stable set search_path = '' as $$
  select private.is_proven() and case p_bucket
    when 'vehicle_images' then private.owner_folder(p_name) = private.my_dealership()::text
    when 'dealership_logos' then private.is_page_folder(p_name)
      and private.has_feature('canEditPublicPage')
    else false
  end;
$$;
grant execute on function private.may_keep_object(text, text) to authenticated;

create policy objects_insert_owner on storage.objects for insert to authenticated
  with check (private.may_keep_object(bucket_id, name));

create policy objects_update_owner on storage.objects for update to authenticated
  using (
    (bucket_id = 'vehicle_images'
      and private.owner_folder(name) = (select private.my_dealership())::text)
    or (bucket_id = 'dealership_logos' and (select private.is_active())
      and (select private.has_feature('canEditPublicPage')) and private.is_page_folder(name))
  )
  with check (private.may_keep_object(bucket_id, name));

create policy objects_delete_owner on storage.objects for delete to authenticated
  using (private.may_keep_object(bucket_id, name));

create policy objects_select_admin on storage.objects for select to authenticated
  using (bucket_id in ('vehicle_images', 'dealership_logos') and (select private.is_admin()));

create policy objects_insert_admin on storage.objects for insert to authenticated
  with check (
    bucket_id in ('vehicle_images', 'dealership_logos') and private.owner_folder(name) is not null
    and (select private.is_admin())
  );

create policy objects_update_admin on storage.objects for update to authenticated
  using (bucket_id in ('vehicle_images', 'dealership_logos') and (select private.is_admin()))
  with check (
    bucket_id in ('vehicle_images', 'dealership_logos') and private.owner_folder(name) is not null
    and (select private.is_admin())
  );

create policy objects_delete_admin on storage.objects for delete to authenticated
  using (
    bucket_id in ('vehicle_images', 'dealership_logos')
    and (select private.is_admin())
  );

do $$
begin
  create trigger audit_admin_write
    after insert or update or delete on storage.objects
    for each row execute function private.audit_admin_write('bucket_id', 'name', 'version');
exception when insufficient_privilege then
  raise notice 'storage.objects takes no trigger; files are not logged';
end
$$;

create view private.served_objects with (security_invoker = true) as
select object.id, object.bucket_id, object.name, object.version, object.metadata,
  object.user_metadata, object.created_at, object.updated_at
from storage.objects as object
where object.bucket_id not in ('vehicle_images', 'dealership_logos')
  or exists (
    select from public.profiles as owner
    where owner.id = case
        when object.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'
        then split_part(object.name, '/', 1)::uuid
      end
      and owner.is_active
      and (owner.dealership_id is null or (
        select dealership.id from private.active_owners as dealership
        where dealership.id = owner.dealership_id
      ) is not null)
  );

create function private.remove_objects_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id in ('vehicle_images', 'dealership_logos')
    and name collate "C" >= old.id || '/' and name collate "C" < old.id || '0';
  return null;
end
$$;
create trigger remove_objects_of_account
  after delete on public.profiles for each row execute function private.remove_objects_of_account();

create function private.sweep_unnamed_objects() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  with picture as (
    select image.url
    from public.vehicles as vehicle
    cross join unnest(vehicle.images) as image (url)
    union all
    select config #>> '{profile,logo}' from public.profiles
    union all
    select config #>> '{page_style,hero_image_url}' from public.profiles
  ),
  named as materialized (
    select bucket.id as bucket_id, private.object_name(picture.url, bucket.id) as name
    from picture
    cross join (values ('vehicle_images'), ('dealership_logos')) as bucket (id)
  )
  delete from storage.objects as file
  where file.bucket_id in ('vehicle_images', 'dealership_logos')
    and greatest(file.created_at, file.updated_at) < now() - interval '1 day'
    and not exists (
      select from named where named.bucket_id = file.bucket_id and named.name = file.name
    );
end
$$;

-- mails.sql

create function public.get_dead_mails()
returns table (id uuid, template text, recipient text, last_error text, attempts integer,
  created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select m.id, m.template, m.recipient, m.last_error, m.attempts, m.created_at
    from private.outgoing_mail as m
    where m.state = 'dead'
    order by m.created_at desc, m.id
    limit 500;
end
$$;
grant execute on function public.get_dead_mails() to authenticated;

create function public.retry_dead_mail(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.outgoing_mail
  set state = 'queued', attempts = 0, due_at = now(), claimed_until = null
  where id = p_id and state = 'dead';
  if not found then
    raise exception 'Este correo ya no está entre los no entregados.';
  end if;
  perform graphile_worker.add_job(
    'send_mail', json_build_object('id', p_id), job_key => 'mail:' || p_id);
  perform private.log_admin_write(
    'update', 'outgoing_mail', p_id, '{"state": {"old": "dead", "new": "queued"}}');
end
$$;
grant execute on function public.retry_dead_mail(uuid) to authenticated;
