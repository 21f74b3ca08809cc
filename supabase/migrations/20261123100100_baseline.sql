-- What stands in supabase/schemas when this began: those files in their order. What changes since has
-- migrations of its own; this one never changes.

-- checks.sql

-- What columns may hold. All are immutable, for check constraints and generated columns; a missing
-- value is always right.

-- Where the platform is Supabase the backend's own schema has not made it.
create schema if not exists private;

-- Supabase grants every new table and function to the roles of the api, and PostgreSQL every new
-- function to public: both stop here for all that follows. Nothing is open unless it is granted.
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

-- Functions may name tables and functions that stand further down.
set check_function_bodies = off;

-- An absolute web address: no javascript:, no data:, no quote or bracket that could end an
-- attribute.
create function private.is_web_url(p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string'
      and (p_value #>> '{}' = ''
        or (length(p_value #>> '{}') <= 2000
          and p_value #>> '{}' ~* '^https?://[^[:space:][:cntrl:]<>"''\\]+$')));
$$;
grant execute on function private.is_web_url(jsonb) to authenticated, service_role;

-- A plain list of web addresses, none of them empty: PostgreSQL's arrays could also be tables, or
-- begin at any number.
create function private.are_web_urls(p_values text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(array_ndims(p_values), 1) = 1 and coalesce(array_lower(p_values, 1), 1) = 1
    and coalesce(bool_and(
      value is not null and private.is_web_url(to_jsonb(value)) and value <> ''), true)
  from unnest(p_values) as value;
$$;
grant execute on function private.are_web_urls(text[]) to authenticated, service_role;

-- A social profile: a web address, or a bare handle or host without any scheme (@autos,
-- instagram.com/autos).
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

-- A line or a paragraph of at most p_limit characters.
create function private.is_text(p_value jsonb, p_limit integer) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'null'
    or (jsonb_typeof(p_value) = 'string' and length(p_value #>> '{}') <= p_limit);
$$;
grant execute on function private.is_text(jsonb, integer) to authenticated, service_role;

-- An object (or nothing) whose values are all true or false.
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

create function private.is_object(p_value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select p_value is null or jsonb_typeof(p_value) = 'object';
$$;
grant execute on function private.is_object(jsonb) to authenticated, service_role;

-- Lower-case letters, digits and single hyphens: no case or Unicode twin of another slug can exist.
create function private.is_slug(p_value text) returns boolean
language sql immutable set search_path = '' as $$
  select p_value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(p_value) between 2 and 60;
$$;
grant execute on function private.is_slug(text) to authenticated, service_role;

-- Whether one word of an address speaks for the platform, also with a number behind it or with
-- digits that look like its letters.
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

-- Addresses that are a route of ours, could become one, or of which a word, or all of them written
-- together, speaks for the platform.
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

-- A host name of the open internet: at least two labels and a last one of letters, so no address in
-- numbers (dotted, decimal, hexadecimal, IPv6); none of the names kept for inside networks, by
-- decision or by use; and none of a service whose every name is an address that the name itself
-- says, or this very machine.
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

-- What is compared when visitors search: lower case, without accents, single spaces. Immutable, as
-- generated columns must be: the dictionary is named, so no setting can change what it gives.
create function private.fold(p_text text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(lower(extensions.unaccent('extensions.unaccent', p_text)), '\s+', ' ', 'g');
$$;
grant execute on function private.fold(text) to authenticated, service_role;

-- The number behind a typed price ("15000", "$15,000.50", "15.000", "15 mil"), null for a phrase:
-- the rule by which pages show one as money.
create function private.price_amount(p_price text) returns numeric
language sql immutable set search_path = '' as $$
  select case
    when typed.amount ~ '^([0-9]+|[0-9]{1,3}(,[0-9]{3})+)(\.[0-9]{1,2})?$'
      then replace(typed.amount, ',', '')::numeric
    when typed.amount ~ '^[0-9]{1,3}(\.[0-9]{3})+(,[0-9]{1,2})?$'
      then replace(replace(typed.amount, '.', ''), ',', '.')::numeric
    when typed.amount ~* '^[0-9]{1,4}([.,][0-9])? ?(mil|k)$'
      then round(replace(
        regexp_replace(typed.amount, ' ?(mil|k)$', '', 'i'), ',', '.')::numeric * 1000)
  end
  from (
    select regexp_replace(
      regexp_replace(trim(p_price), '^(US)?\$\s*', '', 'i'), '\s*(USD|\$)$', '', 'i') as amount
  ) as typed;
$$;
grant execute on function private.price_amount(text) to authenticated, service_role;

create function private.touch_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- pictures.sql

-- Which pictures a row may name. A row names only pictures of its owner's folder: whoever named
-- another's file in a vehicle or on a public page had it shown as one's own, and removed by
-- whoever, with more rights, deleted that row. Pictures of other web sites are allowed.

-- The folder of an object, if its path has no empty, . or .. segment; otherwise nothing, which no
-- policy accepts.
create function private.owner_folder(p_name text) returns text
language sql immutable set search_path = '' as $$
  select case when p_name ~ '^[^/]+/.' and p_name !~ '(^|/)\.*(/|$)' and p_name !~ '[[:cntrl:]\\%]'
    then split_part(p_name, '/', 1) end;
$$;
grant execute on function private.owner_folder(text) to authenticated, service_role;

-- A text whose percent escapes of ASCII are resolved, once.
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

-- Which object of a public bucket an address leads to, as it stands or resized; nothing for any
-- other address. Without regular expressions, which take twenty times as long: an inventory has
-- thousands of addresses.
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

-- Whether an address leads elsewhere, or to a picture of this owner's folder. What leads to a
-- storage in any other way does not: through escapes, dots, slashes or capitals that a server or
-- proxy may resolve.
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

-- How often something may be done: every count that SQL enforces stands here. Attempts are counted
-- as private.take_attempt says: all at once, and afterwards each window / most frees one more.

-- Counts one attempt of p_key (an address, an account …) at the named limit. True while there were
-- no more than it allows. What is refused afterwards is taken back with the rest, and so not
-- counted.
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
    ('lead:vehicle', 250, interval '1 hour')
  ) as limits (name, most, per)
  where name = p_name;
$$;

-- callers.sql

-- Who the caller is, asked of the tables and never of the token's metadata. Policies call these
-- inside a scalar subquery, so that each runs once per statement.

-- An active person, whatever they have proved.
create function private.is_active() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = auth.uid() and is_active);
$$;
grant execute on function private.is_active() to authenticated, service_role;

-- An active person, who has proved the second factor if one is verified. The token must say so
-- and its session too: a token made before the factor was proved stays as weak as it was, and one
-- made with a factor that was removed since is strong no more.
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

-- The dealership whose inventory the caller works on: one's own, or that of the active dealership
-- one sells for.
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

-- The caller's own id if the caller is an active dealership: the one who leads a team.
create function private.my_team() returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles
  where id = auth.uid() and role = 'concesionario' and private.is_proven();
$$;
grant execute on function private.my_team() to authenticated, service_role;

-- Both the caller and the dealership must have the feature; it is on until an administrator turns
-- it off.
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

-- Whether a request of this account waits for a decision: a dealership, which may not read
-- requests, changes nothing of them until then.
create function private.is_waiting(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.access_requests where user_id = p_user_id
    and status = 'pending');
$$;
grant execute on function private.is_waiting(uuid) to authenticated, service_role;

-- The caller's own team; for an administrator that of the dealership in whose name the request is
-- made. The header gives no right: it says which dealership is meant by one who may act for each of
-- them.
create function private.team_of_request() returns uuid
language sql stable set search_path = '' as $$
  select coalesce(
    private.my_team(),
    (select id from public.profiles
      where private.is_admin() and role = 'concesionario'
        and id::text = lower(private.request_header('x-impersonated-user')))
  );
$$;

-- Refuses a caller who may do nothing yet, and says why: the account is inactive, or the second
-- factor is still to be proved.
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

-- The guard at the top of every function that only an administrator may run.
create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_proven();
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Solo un administrador puede hacer esto.';
  end if;
end
$$;

-- The guard at the top of a function that writes for other people than administrators too.
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

-- Row security hides rows and so lets a forbidden update pass in silence. This refuses every write
-- of a person who is inactive, or who has a second factor and has not proved it, aloud and before
-- any row is looked at. A person without a profile may make it.
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

-- What administrators wrote, in their own name (impersonated_id is null) or in somebody else's. It
-- only grows: no reference removes a line, and blanking is the one change that it takes.
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

-- The log is read newest first and page by page, whole or for one person; each of the three is one
-- walk along an index.
create index audit_log_page_idx on public.audit_log (at desc, id desc);
create index audit_log_actor_page_idx on public.audit_log (actor_id, at desc, id desc);
create index audit_log_impersonated_page_idx on public.audit_log (
  impersonated_id, at desc, id desc);
alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated, service_role;

-- An administrator reads the log.
create policy audit_log_select_admin on public.audit_log for select to authenticated
  using ((select private.is_admin()));

-- Who is deleted leaves nothing personal behind: it is blanked in the deletion's own transaction,
-- by whichever door it comes. The lines stay. That something was there can be seen; of a
-- configuration the permissions stay.
create function private.blank_difference(p_difference jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(told.name, (
    select jsonb_object_agg(side.name, case
      when side.value = 'null' then side.value
      when told.name = 'config'
        then jsonb_strip_nulls(jsonb_build_object('features', side.value -> 'features'))
      when told.name in (
        'full_name', 'name', 'email', 'phone', 'message', 'public_slug', 'custom_domain',
        'verified_domain', 'friendly_name', 'notes') then '"******"'
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

-- Whom an administrator acts for in a request that the platform passes on under its own name:
-- p_caller_id is who sent it. Null for everybody else. Raises when the header is no identifier.
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

-- Writes a line if the actor is an administrator: the caller, or whoever sent what the platform
-- passes on under its own name. A service and the database's owner are nobody whom a line could
-- name. Raises when the header that names the impersonated person is no identifier: a write that
-- cannot be logged must not happen.
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

-- Logs the row that was written, with what differs in the columns that the trigger names, or in
-- all. What the database itself derives from other columns is told in no line, and a write that
-- changes nothing else leaves none.
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

-- A password is seen at no profile. The line says that it changed and nothing about it.
create function private.audit_admin_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_admin_write(
    'update', 'users', new.id, '{"password": {"old": "******", "new": "******"}}');
  return null;
end
$$;

-- Blanks the lines about one row.
create function private.blank_log(p_table_name text, p_row_id uuid) returns void
language sql set search_path = '' as $$
  update public.audit_log
  set difference = private.blank_difference(difference)
  where table_name = p_table_name and row_id = p_row_id
    and difference <> private.blank_difference(difference);
$$;

-- After the line of the deletion itself, by its trigger's name.
create function private.forget_in_log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.blank_log(tg_table_name, old.id);
  return null;
end
$$;

-- Everybody whom the log names, to choose from and to be named: who acted and in whose name. An
-- account that was deleted since has no name any more. Jumps from person to person along the index
-- instead of reading the log.
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

-- Everybody with an account: administrators, dealerships and salespeople.

-- The part of a config that visitors may read: no features, and of the contact links only those
-- that are shown. Masking is done in the column itself, so a hidden link can neither be read nor
-- found by a filter.
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
    and private.is_text(config #> '{profile,offers}', 5000)
    and private.is_text(config #> '{profile,custom_button,text}', 80)
    and coalesce(config #>> '{page_style,layout_style}' in ('centered', 'classic'), true)
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
create unique index profiles_verified_domain_key on public.profiles (verified_domain);
alter table public.profiles enable row level security;
grant all on public.profiles to service_role;
-- Visitors read only what a public page shows.
grant select (
  id, full_name, role, public_slug, dealership_id, public_config, verified_domain
) on public.profiles to anon;
-- A signed-in person reads whole rows, but few of them. Columns that only an administrator may
-- change are granted too, since the client names every column in an upsert: the trigger puts them
-- back.
grant select on public.profiles to authenticated;
grant insert (
  id, full_name, email, phone, role, is_active, public_slug, dealership_id, custom_domain,
  vehicle_count, config
) on public.profiles to authenticated;
grant update (
  id, full_name, email, phone, role, is_active, public_slug, dealership_id, custom_domain,
  vehicle_count, config
) on public.profiles to authenticated;

-- The dealerships whose vehicles may be shown to visitors, who cannot ask the profiles: most are
-- hidden from them. A view with its owner's rights, since it becomes one look into an index for
-- each row: a function costs five times as much there, and a set of them all grows with the
-- platform.
create view private.active_owners as
  select id from public.profiles where is_active and role = 'concesionario';
grant select on private.active_owners to anon;

-- Visitors see the active profiles that have a public page. A salesperson whose dealership is
-- switched off has nothing to show and takes no requests, so the page is gone with the dealership's
-- own, and back with it. A scalar subquery, as for vehicles; it is asked for salespeople alone.
create policy profiles_select_anon on public.profiles for select to anon
  using (
    is_active and public_slug is not null
    and (dealership_id is null
      or (select owner.id from private.active_owners as owner where owner.id = dealership_id)
        is not null)
  );

-- An active person sees the own profile; so does the very statement that makes a missing one, which
-- has to return it.
create policy profiles_select_self on public.profiles for select to authenticated
  using (id = (select auth.uid()) and (is_active or created_at = now()));

-- A dealership sees its team.
create policy profiles_select_dealership on public.profiles for select to authenticated
  using (dealership_id = (select private.my_team()));

-- A salesperson sees the dealership.
create policy profiles_select_vendedor on public.profiles for select to authenticated
  using (id = (select private.my_dealership()));

-- An administrator sees everybody.
create policy profiles_select_admin on public.profiles for select to authenticated
  using ((select private.is_admin()));

-- A person whose profile is missing makes it: always an inactive vendedor, see the guarding
-- trigger.
create policy profiles_insert_self on public.profiles for insert to authenticated
  with check (id = (select auth.uid()));

-- A person edits the own profile.
create policy profiles_update_self on public.profiles for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()) and (select private.is_proven()));

-- A dealership edits its salespeople, and nobody whose request for access waits.
create policy profiles_update_dealership on public.profiles for update to authenticated
  using (dealership_id = (select private.my_team()))
  with check (
    dealership_id = (select private.my_team())
    and not private.is_waiting(id)
  );

-- An administrator edits everybody.
create policy profiles_update_admin on public.profiles for update to authenticated
  using ((select private.is_admin()));

-- Whoever is signed in sees at least what visitors see. Columns are granted to roles and not for
-- rows, so a policy that showed people the public rows of strangers would show them whole. Instead
-- this table and vehicles get a view for reading: the rows that the caller's policies show, whole,
-- and those that only visitors' rules show, with nothing in the columns that visitors may not read.
-- The api reads a table of public for people through the view readable_<table>, where there is one;
-- writes go to the table.

-- The public profiles that are not the caller's to read whole. Its owner's rights make it as narrow
-- as it is written: a barrier, so that no filter is asked about other rows, and without the private
-- columns. A deactivated person sees none.
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

-- Columns that a person may not change are put back, not refused: the client sends whole rows. Runs
-- as the caller, so that functions of the owner, which check for themselves, and the service key
-- are told apart.
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

-- The same for changes.
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

-- Raises for a dealership where an administrator switched the account off.
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

-- Remembers whose will it is: the dealership's own, or that of an administrator or a service, also
-- of one who switches off what the dealership had switched off before. Statements of the database's
-- owner, who sends no claims, say so themselves.
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

-- Public addresses are kept in one spelling, a new one is not reserved (whoever has one that is
-- reserved by now keeps it), an emptied field is no address, only a vendedor has a dealership and
-- only a dealership a domain; a domain that changes has to be proved anew. Neither the platform's
-- host, nor one below it, nor one above it: whoever has the parent has its visitors.
create function private.normalise_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
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
create trigger normalise_profile
  before insert or update of full_name, public_slug, custom_domain, role,
    dealership_id on public.profiles
  for each row execute function private.normalise_profile();

-- The last change that a person made; a counter that moved is none.
create trigger touch_profile
  before update of full_name, email, phone, role, is_active, public_slug, dealership_id,
    custom_domain, config
  on public.profiles for each row execute function private.touch_row();

-- An administrator cannot lock himself out, and one active administrator always remains: whoever
-- asks, by whichever door. The lock makes two who remove each other at once wait for one another.
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

-- Salespeople and vehicles belong to a dealership and to nothing else. After the row and its
-- policies: the referenced profile must be a concesionario. A missing one is the foreign key's.
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

-- A dealership that has vehicles or a team stays one.
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

-- When a dealership is deleted its salespeople stay, inactive and unassigned.
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

-- Who asked for access is let in by the decision about the request, which also gives the asked role
-- and a public address and writes to the person. Switching the account on beside it would leave the
-- request behind, and the person without any of these. Runs as the caller: the decision itself is
-- the owner's act.
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
create trigger audit_admin_write
  after insert or update or delete on public.profiles
  for each row execute function private.audit_admin_write();
create trigger forget_in_log
  after delete on public.profiles for each row execute function private.forget_in_log();

-- What an account is searched by besides its phone: name and e-mail. Bodies without a setting are
-- inlined: a list of thousands is read five times as fast.
create function public.account_text(profile public.profiles) returns text
language sql immutable
return lower(extensions.unaccent('extensions.unaccent',
  coalesce(profile.full_name, '') || ' ' || coalesce(profile.email, '')));
grant execute on function public.account_text(public.profiles) to authenticated, service_role;

-- account-state.sql

-- An account of auth and its profile say the same. The profile rules over is_active, the account
-- over e-mail and phone.

-- Whether the platform has its first administrator; /create-admin asks it before anybody can sign
-- in.
create function public.admin_exists() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where role = 'admin');
$$;
grant execute on function public.admin_exists() to anon, authenticated, service_role;

-- Every account gets its profile: an inactive vendedor, whatever its metadata claims. Only while
-- there is no administrator does a sign-up with the role admin become the first; of two at once the
-- second one fails.
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

-- An account and its profile say the same. The profile rules over is_active, the account over
-- e-mail and phone.
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

-- Inactive means banned, so that no sign-in and no refresh passes, also where a service banned for
-- a shorter time. GoTrue cannot read 'infinity'. An account that was open loses all access; one
-- that never was keeps the link that confirms its address.
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

-- Ends every session of a person, with its refresh tokens, and every link that was mailed; mails
-- that still wait with such a link are not sent. The account comes before its sessions, as
-- everywhere: a sign-in is either over by then or finds the ban.
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

-- A ban made in the account makes the profile inactive, by an administrator's will. The ban of an
-- account that had none and whose profile is inactive is the profile's own.
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

-- Lifting a ban activates nobody: an inactive profile keeps the one that it has. And an approved
-- person whose e-mail is confirmed may sign in with the phone too, which the administrator has
-- vouched for.
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

-- A new password is told to its owner by mail, whoever set it, so that a stolen session or a
-- careless colleague does not go unnoticed. Accounts without a proved e-mail are not written to:
-- they may be somebody's typing mistake.
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

-- Who is deleted leaves a decided request without a name, none that waits, and no mails, sent or
-- not; a refusal is written to them afterwards.
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

-- Where a person is signed in: their live sessions, the present one first. No address and no token.
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

-- Ends one of them, with its refresh tokens; its access tokens are refused from then on. True if
-- there was one to end.
create function public.end_own_session(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_write();
  delete from auth.sessions where id = p_id and user_id = auth.uid();
  return found;
end
$$;
grant execute on function public.end_own_session(uuid) to authenticated;

-- The caller's own address, and whether inquiries are mailed to it.
create function public.get_own_mailbox() returns table (email text, is_proven boolean)
language sql stable security definer set search_path = '' as $$
  select profile.email, private.is_email_proven(profile.id, profile.email)
  from public.profiles as profile
  where profile.id = auth.uid() and private.is_proven();
$$;
grant execute on function public.get_own_mailbox() to authenticated;

-- Tells the person by mail that their second factor changed: whoever did not do it should know.
create function private.tell_second_factor_change(p_user_id uuid, p_change text) returns void
language sql set search_path = '' as $$
  select private.queue_mail(
    'second-factor-changed', account.email,
      jsonb_build_object('name', coalesce(profile.full_name, ''), 'change', p_change))
  from auth.users as account
  left join public.profiles as profile using (id)
  where account.id = p_user_id and account.email <> '';
$$;

-- Whether the person is asked for a second factor.
create function public.has_second_factor(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return exists (select from auth.mfa_factors where user_id = p_user_id and status = 'verified');
end
$$;
grant execute on function public.has_second_factor(uuid) to authenticated;

-- Somebody who lost the phone and the recovery codes asks an administrator, who removes every
-- factor and recovery code, ends the sessions, tells the person, and leaves a line in the log for
-- each factor. Raises when there is none. The password alone lets them in afterwards, and they may
-- enrol anew.
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

-- The mail that answers "I forgot my password", if the address has an account: a link for whoever
-- may enter, and for the others the word that their account is not open. An earlier link is
-- worthless from then on. Only the mail tells which of the three it was.
create function private.send_recovery_mail(p_email text, p_redirect_to text) returns void
language plpgsql set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  token_hash text := encode(extensions.digest(token, 'sha256'), 'hex');
  account auth.users;
  name text;
begin
  select * into account
  from auth.users
  where email = p_email and deleted_at is null and is_sso_user = false
  for no key update;
  if not found then
    return;
  end if;
  select coalesce(full_name, '') into name from public.profiles where id = account.id;
  if account.banned_until > now() then
    perform private.queue_mail('recovery-closed', p_email, jsonb_build_object('name', name));
    return;
  end if;

  update auth.users set recovery_token = token_hash, recovery_sent_at = now() where id = account.id;
  insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
  values (gen_random_uuid(), account.id, 'recovery_token', token_hash, p_email)
  on conflict (user_id, token_type) do update
  set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
    created_at = excluded.created_at, updated_at = excluded.updated_at;
  perform private.queue_mail('recovery', p_email,
    jsonb_build_object('name', name, 'token', token, 'redirectTo', p_redirect_to));
end
$$;

-- slugs.sql

-- The public addresses that were somebody's: printed cards, QR codes and shared links still carry
-- them. A row without a profile is that of a deleted account. No caller reads the table;
-- find_moved_slug answers for it.
create table private.past_slugs (
  slug text primary key,
  profile_id uuid references public.profiles (id) on delete set null,
  retired_at timestamptz not null default clock_timestamp()
);
create index past_slugs_profile_id_idx on private.past_slugs (profile_id, retired_at);
alter table private.past_slugs enable row level security;

-- Keeps the address that a profile gives up. An address that somebody claims is theirs alone from
-- then on, so it is past for nobody; of one profile the latest twenty are kept.
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

-- What became of an address that was somebody's: the present address and role of an active profile,
-- or one row of nulls when there is no page any more, as for a salesperson whose dealership is
-- switched off. No row for an address that never was, or that somebody has now.
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

-- A public address made from a name, which nobody has and which does not still lead to somebody
-- else's page; a person may claim such a one knowingly. 'José Núñez' gives jose-nunez, then
-- jose-nunez-2 and so on, and 'Ana Soporte' gives ana.
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

-- The inventory. The owner is always a dealership's profile.
create table public.vehicles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  brand text not null check (length(brand) between 1 and 80),
  model text not null check (length(model) between 1 and 80),
  year integer not null
    check (year between 1900 and extract(year from current_date)::integer + 1),
  vin text check (length(vin) between 1 and 17 and vin = upper(vin)),
  price text check (length(price) <= 60),
  mileage integer check (mileage between 0 and 9999999),
  transmission text check (length(transmission) <= 40),
  color text check (length(color) <= 60),
  fuel_type text check (length(fuel_type) <= 40),
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
  engine text check (length(engine) <= 60),

  -- An administrator who gives a vehicle to another dealership brings photos of that one's folder,
  -- or none.
  constraint vehicles_own_images check (private.are_own_pictures(images, user_id))
);

-- A dealership's inventory, newest first.
create index vehicles_user_id_created_at_idx on public.vehicles (user_id, created_at desc);

-- What its public pages show, newest first.
create index vehicles_public_idx on public.vehicles (user_id, created_at desc)
  where published and status = 'Disponible';

-- The platform's inventory, newest first.
create index vehicles_created_at_idx on public.vehicles (created_at desc);
alter table public.vehicles enable row level security;
grant all on public.vehicles to service_role;
grant select, insert, update, delete on public.vehicles to authenticated;
-- How often a vehicle was looked at, and when its row last changed, are the dealership's own. A
-- column that is added later is not for visitors until it is granted.
grant select (
  id, user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors,
  description, images, status, published, created_at,
  price_amount, brand_folded, model_folded, search_text, engine
) on public.vehicles to anon;

-- Visitors see what is published by an active owner. A scalar subquery, which is never hashed.
create policy vehicles_select_anon on public.vehicles for select to anon
  using (published
    and (select owner.id from private.active_owners as owner where owner.id = user_id) is not null);

-- A dealership and its salespeople see the dealership's inventory, and none of another.
create policy vehicles_select_dealership on public.vehicles for select to authenticated
  using (user_id = (select private.my_dealership()));

-- An administrator sees every vehicle.
create policy vehicles_select_admin on public.vehicles for select to authenticated
  using ((select private.is_admin()));

-- A dealership and its salespeople add to the dealership's inventory unless an administrator took
-- the feature away.
create policy vehicles_insert_dealership on public.vehicles for insert to authenticated
  with check (
    user_id = (select private.my_dealership())
    and (select private.has_feature('canAddVehicles'))
  );

-- An administrator adds for any dealership.
create policy vehicles_insert_admin on public.vehicles for insert to authenticated
  with check ((select private.is_admin()));

-- A dealership and its salespeople edit the dealership's vehicles, and cannot give them away.
create policy vehicles_update_dealership on public.vehicles for update to authenticated
  using (user_id = (select private.my_dealership()));

-- An administrator edits every vehicle.
create policy vehicles_update_admin on public.vehicles for update to authenticated
  using ((select private.is_admin()));

-- A dealership and its salespeople delete the dealership's vehicles.
create policy vehicles_delete_dealership on public.vehicles for delete to authenticated
  using (user_id = (select private.my_dealership()));

-- An administrator deletes every vehicle.
create policy vehicles_delete_admin on public.vehicles for delete to authenticated
  using ((select private.is_admin()));

-- The public vehicles that are not the caller's to read whole, as private.foreign_profiles.
create view private.foreign_vehicles with (security_barrier = true) as
  select id, user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type,
    doors, description, images, status, published, null::integer as views, created_at,
    null::timestamptz as updated_at, price_amount, brand_folded, model_folded, search_text, engine
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

-- What the form leaves blank is nothing, the VIN is upper case, a status word has one spelling; and
-- the columns that the database keeps itself are put back.
create function private.guard_vehicle() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.views := case tg_op when 'UPDATE' then old.views else 0 end;
    new.created_at := case tg_op when 'UPDATE' then old.created_at else now() end;
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
create trigger require_dealership
  after insert or update of user_id on public.vehicles
  for each row execute function private.require_dealership('user_id');

-- A view that is counted is no change of the vehicle.
create trigger touch_vehicle
  before update of user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type,
    doors, engine, description, images, status, published
  on public.vehicles for each row execute function private.touch_row();

-- profiles.vehicle_count follows the inventory, once per statement however many rows it touches.
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

-- A deleted vehicle's photos go with its row, whichever door it went through, unless another
-- vehicle of the dealership names them: without its row an object is served no more, and the
-- api's sweeper takes the bytes. The application removes them first, so as a rule none is left.
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

-- What a dealership's public inventory can be filtered by: each brand and model once, whatever its
-- spelling, with how many there are and within which bounds. Whoever asks.
create function public.get_listing_choices(p_dealership_id uuid)
returns table (
  brand text, model text, brand_folded text, model_folded text, vehicle_count bigint,
  oldest_year integer, newest_year integer, lowest_price numeric, highest_price numeric,
  highest_mileage integer
)
language sql stable security definer set search_path = '' as $$
  select min(v.brand), min(v.model), v.brand_folded, v.model_folded, count(*),
    min(v.year), max(v.year), min(v.price_amount), max(v.price_amount), max(v.mileage)
  from public.vehicles as v
  where v.user_id = p_dealership_id and v.published and v.status = 'Disponible'
    and v.user_id in (select id from private.active_owners)
  group by v.brand_folded, v.model_folded
  order by v.brand_folded, v.model_folded;
$$;
grant execute on function public.get_listing_choices(uuid) to anon, authenticated, service_role;

-- What a sitemap lists: the vehicles that visitors can open and when they changed, in the order
-- of their ids; of one dealership, or those whose ids lie between two. A sitemap never has more
-- than 24,000.
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

-- Every vehicle with its owner, newest first, for the administrator's platform inventory. An owner
-- is folded once and not with each vehicle.
create function public.get_all_vehicles_with_owner_and_views()
returns table (
  id uuid, user_id uuid, brand text, model text, year integer, vin text, price text, status text,
  published boolean, images text[], created_at timestamptz, view_count integer, owner_name text,
  owner_email text, search_text text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    with owner as materialized (
      select p.id, p.full_name, p.email, public.account_text(p) as folded from public.profiles as p
    )
    select v.id, v.user_id, v.brand, v.model, v.year, v.vin, v.price, v.status, v.published,
      v.images, v.created_at,
      v.views, owner.full_name, owner.email, v.search_text || ' ' || owner.folded
    from public.vehicles as v
    join owner on owner.id = v.user_id
    order by v.created_at desc, v.id;
end
$$;
grant execute on function public.get_all_vehicles_with_owner_and_views() to authenticated;

-- The two numbers above the platform's inventory, whose rows are given page by page.
create function public.get_platform_inventory_totals()
returns table (vehicle_count bigint, view_count bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select count(*), coalesce(sum(v.views), 0)::bigint from public.vehicles as v;
end
$$;
grant execute on function public.get_platform_inventory_totals() to authenticated;

-- views.sql

-- One row for each visitor, vehicle and day. The visitor is a hash that changes every day and
-- cannot be undone.
create table public.vehicle_views (
  vehicle_id uuid not null references public.vehicles (id) on delete cascade,
  day date not null,
  visitor bytea not null,
  primary key (vehicle_id, day, visitor)
);
alter table public.vehicle_views enable row level security;
grant all on public.vehicle_views to service_role;
-- Whole days can be counted; who it was stays unread.
grant select (vehicle_id, day) on public.vehicle_views to authenticated;

-- A dealership and its salespeople see the views of the dealership's vehicles.
create policy vehicle_views_select_dealership on public.vehicle_views for select to authenticated
  using (vehicle_id in (
    select id from public.vehicles where user_id = (select private.my_dealership())));

-- An administrator sees every view.
create policy vehicle_views_select_admin on public.vehicle_views for select to authenticated
  using ((select private.is_admin()));

-- The kind of device that a browser says it runs on. A browser's full name is the caller's to
-- choose, and each new one would be a new visitor; of these there are seven, so nobody behind one
-- address counts more often than that.
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

-- Counts a visit to a published vehicle, once per visitor and day and never for the owner's own
-- people, whatever they have proved. A visitor's address is the caller's, as every limit takes it.
-- Says nothing about vehicles that do not exist, so that it cannot be used to ask.
create function public.record_vehicle_view(p_vehicle_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'utc')::date;
  owner_id uuid;
begin
  select user_id into owner_id
  from public.vehicles
  where id = p_vehicle_id and published and user_id in (select id from private.active_owners);
  if not found or exists (
    select from public.profiles
    where id = auth.uid() and is_active and (role = 'admin' or owner_id in (id, dealership_id))
  ) then
    return;
  end if;

  insert into public.vehicle_views (vehicle_id, day, visitor)
  select p_vehicle_id, today, extensions.digest(
    salt.visitor_salt || convert_to(concat_ws(
      '|', today, private.caller_address(),
      private.device_family(private.request_header('user-agent'))
    ), 'utf8'), 'sha256')
  from private.settings as salt
  on conflict do nothing;

  if found then
    update public.vehicles set views = views + 1 where id = p_vehicle_id;
  end if;
end
$$;
grant execute on function public.record_vehicle_view(uuid) to anon, authenticated, service_role;

-- leads.sql

-- What visitors ask for: inquiries, and friends whom they refer. Stored by public.receive_lead and
-- public.receive_referral alone.
create table public.leads (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('vehicle_inquiry', 'general_inquiry', 'referral')),
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

  constraint leads_of_somebody check (recipient_id is not null or dealership_id is not null),
  constraint leads_vehicle check (
    (kind = 'vehicle_inquiry') = (vehicle_title is not null)
    and (vehicle_id is null or vehicle_title is not null)
  ),
  constraint leads_contact check (
    case kind
      when 'referral' then phone is not null and referred_name is not null
        and referred_phone is not null and email is null
      else email is not null and referred_name is null and referred_phone is null
    end
  )
);

-- A page of a dealership's or a salesperson's leads, newest first, of all states or of one; the
-- latter count what is new.
create index leads_dealership_id_idx on public.leads (dealership_id, created_at desc, id desc);
create index leads_dealership_state_idx on public.leads (
  dealership_id, state, created_at desc, id desc);
create index leads_recipient_id_idx on public.leads (recipient_id, created_at desc, id desc);
create index leads_recipient_state_idx on public.leads (
  recipient_id, state, created_at desc, id desc);

-- All leads of the platform, newest first, for administrators.
create index leads_created_at_idx on public.leads (created_at desc, id desc);
create index leads_vehicle_id_idx on public.leads (vehicle_id);
alter table public.leads enable row level security;
grant select on public.leads to authenticated, service_role;
-- The recipient works on a lead; what the customer wrote nobody changes.
grant update (state, notes) on public.leads to authenticated;

-- Who sees a lead may also work on it: whoever received it, the dealership, and administrators.

-- A person sees the leads received, but for those of a dealership that the person no longer works
-- for.
create policy leads_select_recipient on public.leads for select to authenticated
  using (
    recipient_id = (select auth.uid())
    and (select private.is_proven())
    and (dealership_id is null or dealership_id = recipient_id
      or dealership_id = (select private.my_dealership()))
  );

-- A dealership sees all leads of its people, also of those who have left.
create policy leads_select_dealership on public.leads for select to authenticated
  using (dealership_id = (select private.my_team()));

-- An administrator sees every lead.
create policy leads_select_admin on public.leads for select to authenticated
  using ((select private.is_admin()));

-- A person works on the leads that the person sees as recipient.
create policy leads_update_recipient on public.leads for update to authenticated
  using (
    recipient_id = (select auth.uid())
    and (select private.is_proven())
    and (dealership_id is null or dealership_id = recipient_id
      or dealership_id = (select private.my_dealership()))
  )
  with check (recipient_id = (select auth.uid()) and (select private.is_proven()));

-- A dealership works on all its leads.
create policy leads_update_dealership on public.leads for update to authenticated
  using (dealership_id = (select private.my_team()));

-- An administrator works on every lead.
create policy leads_update_admin on public.leads for update to authenticated
  using ((select private.is_admin()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.leads
  for each statement execute function private.refuse_caller_without_write();
create trigger touch_lead
  before update of state, notes on public.leads
  for each row when ((old.state, old.notes) is distinct from (new.state, new.notes))
  execute function private.touch_row();

-- Nobody deletes by hand, and what a customer says stays out of the log; receive_lead logs what an
-- administrator sends.
create trigger audit_admin_write
  after update on public.leads
  for each row execute function private.audit_admin_write('state', 'notes');
create trigger forget_in_log
  after delete on public.leads for each row execute function private.forget_in_log();

-- Leads of a salesperson without a dealership belong to nobody else, so they go with the account.
create function private.remove_own_leads() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.leads where recipient_id = old.id and dealership_id is null;
  return old;
end
$$;
create trigger remove_own_leads
  before delete on public.profiles for each row execute function private.remove_own_leads();

-- What a lead is searched by besides its phones.
create function public.lead_text(lead public.leads) returns text
language sql immutable
return lower(extensions.unaccent('extensions.unaccent',
  coalesce(lead.name, '') || ' ' || coalesce(lead.referred_name, '') || ' '
    || coalesce(lead.email, '') || ' '
    || coalesce(lead.vehicle_title, '') || ' ' || coalesce(lead.message, '') || ' '
      || coalesce(lead.notes, '')));
grant execute on function public.lead_text(public.leads) to authenticated, service_role;

-- What each lead was made of, so that a form sent twice is one lead.
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

-- Whether the same was received before: under the same name at any time, else within ten minutes.
-- Until the transaction ends nobody else is answered about the same content, so of twenty at once
-- one is first.
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

-- Whether one more lead may be sent. Asked in one order everywhere, so that two senders never wait
-- for each other.
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

-- The name under which customers know somebody.
create function private.display_name(p_profile public.profiles) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(trim(p_profile.config #>> '{profile,name}'), ''), p_profile.full_name);
$$;

-- Where somebody is told of leads: at the account's e-mail, once it is proved; null otherwise.
create function private.lead_mailbox(p_profile public.profiles) returns text
language sql stable set search_path = '' as $$
  select p_profile.email
  where private.is_email_proven(p_profile.id, p_profile.email)
    and length(p_profile.email) <= 254
    and p_profile.email ~ '^[^[:space:][:cntrl:],;:<>()"\\@]+@[^[:space:][:cntrl:],;:<>()"\\@]+$';
$$;

-- Queues the mails of a lead in its own transaction: one to the recipient, and where that is a
-- salesperson one to the dealership, which says whose the lead is. Both hold all that is needed to
-- answer, and lead to the very lead. Mails that wait already lead to the list.
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
    'vehicle', case when p_vehicle.id is not null then jsonb_build_object('id', p_vehicle.id,
      'title', p_lead.vehicle_title, 'price', p_vehicle.price, 'vin', p_vehicle.vin) end
  ));

  if private.lead_mailbox(recipient) is not null then
    perform private.queue_mail(
      template, private.lead_mailbox(recipient), data || '{"reader": "recipient"}');
  end if;
  if private.lead_mailbox(dealership) is distinct from private.lead_mailbox(recipient)
    and private.lead_mailbox(dealership) is not null
  then
    perform private.queue_mail(
      template, private.lead_mailbox(dealership), data || '{"reader": "dealership"}');
  end if;
end
$$;

-- The profile that may receive a lead: active, a dealership or a salesperson, and of an active
-- dealership if of any. Null for all others.
create function private.find_lead_recipient(p_recipient_id uuid) returns public.profiles
language sql stable set search_path = '' as $$
  select recipient
  from public.profiles as recipient
  left join public.profiles as dealership on dealership.id = recipient.dealership_id
  where recipient.id = p_recipient_id and recipient.is_active
    and recipient.role in ('concesionario', 'vendedor')
    and (recipient.dealership_id is null or dealership.is_active);
$$;

-- The vehicle that somebody asks this recipient about: of the recipient's dealership, and published
-- unless one of its own people (or an administrator) asks, who sees it on the private page.
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

-- Stores a lead of a known recipient with its mails, unless it is a repetition or too many. Gives
-- what became of it. Whoever is deleted while it comes in was there when it was looked up and is
-- gone when the foreign key asks, which waits for the deletion: such a lead is answered like one
-- that came a moment later. Only the insert is taken back, so that the attempt counts. What an
-- administrator sends leaves a line: to whom it went and about which vehicle. What the form holds
-- about a customer stays out.
create function private.keep_lead(
  p_lead public.leads, p_vehicle public.vehicles, p_submission_id uuid, p_caller_id uuid
) returns text
language plpgsql set search_path = '' as $$
declare
  fingerprint bytea := private.lead_fingerprint(p_lead);
  kept public.leads;
  missing text;
begin
  if private.is_repeated_lead(fingerprint, p_submission_id) then
    return 'repeated';
  elsif not private.may_send_lead(p_lead) then
    return 'limited';
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
  perform private.log_admin_write('insert', 'leads', kept.id, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', null, 'new', kept.recipient_id),
    'vehicle_id', jsonb_build_object('old', null, 'new', kept.vehicle_id)), p_caller_id);
  return 'stored';
end
$$;

-- An inquiry, about a vehicle if one is given; one act with its mails. Gives 'stored', or
-- 'repeated' for what is there already, or why not: 'limited', 'no_recipient', 'no_vehicle'.
-- p_caller_id is the signed-in person, if any. A recipient without a public page is reached by way
-- of a vehicle only.
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

-- A friend referred to a dealership or salesperson; the same answers.
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

-- access-requests.sql

-- Requests for an account. The password is in no column: it is hashed at once into auth.users. They
-- belong to an account and not to its profile, so that they are embedded nowhere, whoever asks.
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

-- Nobody writes here but the functions that follow.
grant select on public.access_requests to authenticated, service_role;

-- An administrator reads the requests.
create policy access_requests_select_admin on public.access_requests for select to authenticated
  using ((select private.is_admin()));

-- Not what an applicant says of themselves.
create trigger audit_admin_write
  after insert or update or delete on public.access_requests
  for each row execute function private.audit_admin_write('account_type', 'status');

-- Which accounts somebody made for themselves, by asking for access or by an open sign-up. They
-- give way to whoever may open accounts as long as nobody has proved anything with them; nothing
-- else tells them from an account that was opened for a person and never used.
create table private.sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade
);
alter table private.sign_ups enable row level security;

-- The role that the pending access request of the account asks for, as an administrator sees it;
-- null for others and where nothing waits for a decision.
create function public.asked_role(profile public.profiles) returns text
language sql stable set search_path = '' as $$
  select account_type from public.access_requests
  where user_id = profile.id and status = 'pending'
  order by created_at desc
  limit 1
$$;
grant execute on function public.asked_role(public.profiles) to authenticated, service_role;

-- Asks for access; p_caller_id is the signed-in person, if any. What an administrator sends leaves
-- a line, for a new request and for one that takes the place of another; what the form says of the
-- applicant stays out of a log that never forgets.
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

-- One act: the account, its inactive profile (by trigger), the pending request with the phone, and
-- the verification mail. An address that is taken gives the same answer after the same work, and
-- only its owner learns of it, by mail: a confirmed account is told that it exists at most once an
-- hour. The comparison with a password that is known already takes as long where there is no
-- account.
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

-- Somebody asks with an address that has an account and that nobody has confirmed. Its owner gets a
-- fresh link at most once a minute, and the request is what was asked for last: who knows the
-- account's password corrects it at once, anybody else with the next link.
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

-- Asking again: who asked last counts, in the request and in the name of the account, where what is
-- asked for has changed. Another request has an id of its own, so that nobody approves what they
-- have not seen.
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

-- Who asked last for access with an address that nobody had confirmed would choose the password of
-- the account: once two were chosen, neither holds. Takes away the password, and writes to the
-- owner where an administrator has opened the account already; they choose one by 'forgot
-- password'. Not of an account that somebody was invited to, or has entered.
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

-- Request, profile, account: in this order everybody locks them. Gives the account as it is then;
-- of nobody's address one without an id.
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

-- Somebody opens an account with this address. Gives whether it is taken; one that nobody has
-- confirmed has no password from then on, unless this is the one. Takes as long for an address that
-- nobody has.
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

-- An administrator decides a pending request; the first decision wins, a second one is told so.
-- Approving activates the profile in the asked role, under a free public address, and gives the
-- account its phone; rejecting removes the account and keeps the request, so that the address may
-- ask again. Either way the person is written to. Gives 'phone_taken' where the account is open and
-- its phone is somebody else's.
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

-- Lets the person in, in the role that was asked for unless the account is used already, and writes
-- to them. A concesionario belongs to no other one, whichever was noted while they asked for
-- something else. Gives 'phone_taken' where they have to sign in by their e-mail alone.
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

-- Whether somebody works, or has worked, with the account: an administrator let the person in
-- without the request.
create function private.is_account_used(p_user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.profiles as profile join auth.users as account using (id)
    where id = p_user_id
      and (profile.is_active or profile.vehicle_count > 0 or account.last_sign_in_at is not null)
  );
$$;

-- Where the person is written to: the account's e-mail as it is now, which may have been corrected
-- since.
create function private.email_of_applicant(p_request public.access_requests) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (select nullif(email, '') from auth.users where id = p_request.user_id), p_request.email);
$$;

-- Gives an approved account the phone of its request, unless it has one. Gives false where the
-- phone is somebody else's by now.
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

-- Writes to the person that an administrator has opened the account, and whether there is a
-- password to choose.
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

-- Forgets requests whose newest link was sent a month ago and confirmed nothing, with their
-- accounts, so many at a time: the address and the phone are free again, and whoever asks anew gets
-- a new link. An account that somebody works with stays. The mail worker calls it each
-- minute. Request, profile, account: in this order everybody locks them; what somebody else holds
-- waits for the next minute.
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

-- Accounts that somebody opens, reads, changes or removes for somebody else.

-- What is typed about an account. Each gives the value as it is kept, or raises a sentence that can
-- be shown, with the field's name as its hint.
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

-- Digits, the country code first, as the sign-in looks them up.
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

-- The hash of a new password, as GoTrue makes it. bcrypt reads 72 bytes and no more.
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

-- Who manages accounts may learn that an address is taken.
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

-- An account as GoTrue would write it: the user, and one identity for each way to sign in. Neither
-- the e-mail nor the phone is confirmed. Gives null, and writes nothing, when one of them belongs
-- to somebody.
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

-- The account with its active profile in the given role: who opens it vouches for it, so it is
-- confirmed. Raises when the e-mail or the phone, of which one may be null, belongs to somebody; of
-- two at once the second one is told so. An account that a stranger made, and that proves nothing,
-- is in nobody's way.
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

-- Makes room for an account that is opened by whoever may: removes one with this e-mail or phone
-- that a stranger made and with which nobody has proved anything yet. Neither one that somebody was
-- invited to, nor one that an administrator or a dealership has decided about, nor one that is
-- worked with; nor the one that gets the address, where there is one already.
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

-- Everybody but an administrator has a public page, under an address made of the name. The profile
-- itself drops the dealership of whoever is no vendedor.
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

-- A dealership adds a salesperson to its own team. An administrator who does so for it is not
-- counted.
create function public.create_salesperson(
  p_email text, p_password text, p_full_name text, p_phone text default null)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  dealership uuid;
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
  return private.open_account(
    private.read_email(p_email), p_phone, p_password, p_full_name, 'vendedor', dealership);
end
$$;
grant execute on function public.create_salesperson(text, text, text, text) to authenticated;

-- An administrator opens an account in any role, for somebody with an e-mail, a phone or both. A
-- vendedor may be put into a dealership at once.
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

-- Raises unless the caller may change how this person signs in: any for an administrator, its
-- salespeople's for a dealership. The profile stays locked, so that nobody moves the person to
-- another team meanwhile; the account is locked after it, as everywhere. Who applies is nobody's
-- salesperson yet, and whom an administrator switched off keeps the address, which would be free
-- for a new account otherwise.
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

-- A new password ends the person's sessions and links; one's own session, when one changes one's
-- own, goes on. The account comes before the sessions: a sign-in with the old password is either
-- over by then or finds the new one.
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

-- A new e-mail counts as confirmed: the one who gave it vouches for it. The same e-mail again
-- changes nothing.
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

-- Removes an account with all its vehicles and data; never one's own, never the last administrator
-- (by trigger).
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

-- A dealership removes one of its own salespeople; an administrator who acts for it may too. Whom
-- an administrator switched off the dealership does not remove, or it would open the account anew
-- under the same address. Who applies is nobody's salesperson yet.
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

-- The list of accounts is given page by page, so the order is the database's: by name, blind to
-- case and accents.
create function public.get_user_profiles_with_vehicle_counts() returns setof public.profiles
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select * from public.profiles
    order by lower(extensions.unaccent(full_name)), full_name, id;
end
$$;
grant execute on function public.get_user_profiles_with_vehicle_counts() to authenticated;

-- One profile as a list, for its edit page: the own one, that of one's salesperson, any for an
-- administrator; no row where there is none. The own one asks no second factor.
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

-- The salespeople of a dealership, for itself and for administrators.
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

-- A dealership's own domain: claimed in custom_domain, proved by what the DNS says of it.

-- Gives the domain that is to be looked up for a dealership, if the caller may have that done: the
-- dealership itself, or an administrator. Counts the attempt, since each one sends questions into
-- the network.
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

-- Keeps that a dealership has proved its domain. The platform calls it with what it looked up for
-- p_actor_id; false if the domain has been changed meanwhile. Whoever had proved it before has it
-- no more: the DNS says whose it is now. A proof that an administrator keeps leaves a line, also
-- where the domain is another account's than the one that the request names.
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

-- The pictures of vehicles and public pages in the storage.

-- Vehicle photos, and the logos and hero images of public pages. Everybody may see them by their
-- address.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('vehicle_images', 'vehicle_images', true, 10485760,
    array['image/png', 'image/jpeg', 'image/webp']),
  ('dealership_logos', 'dealership_logos', true, 10485760,
    array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;

-- The first folder of a vehicle photo is the dealership's id; of a logo or hero image, the person's
-- own id. Visitors need no policy: both buckets are public by address, and not listable. Whoever
-- may not edit the public page neither adds nor replaces nor removes its pictures; photos of
-- vehicles are another matter.

-- A dealership and its salespeople see the dealership's photos; everybody the own page's pictures.
create policy objects_select_owner on storage.objects for select to authenticated
  using (
    (bucket_id = 'vehicle_images'
      and private.owner_folder(name) = (select private.my_dealership())::text)
    or (bucket_id = 'dealership_logos' and private.owner_folder(name) = (select auth.uid())::text
      and (select private.is_proven()))
  );

-- Whether the caller, who has proved to be who they are, may put an object here: a dealership and
-- its salespeople photos into the dealership's folder; whoever may edit the public page, pictures
-- into the own folder.
create function private.may_keep_object(p_bucket text, p_name text) returns boolean
language sql stable set search_path = '' as $$
  select private.is_proven() and case p_bucket
    when 'vehicle_images' then private.owner_folder(p_name) = private.my_dealership()::text
    when 'dealership_logos' then private.owner_folder(p_name) = auth.uid()::text
      and private.has_feature('canEditPublicPage')
    else false
  end;
$$;
grant execute on function private.may_keep_object(text, text) to authenticated;

-- They add them.
create policy objects_insert_owner on storage.objects for insert to authenticated
  with check (private.may_keep_object(bucket_id, name));

-- They replace them.
create policy objects_update_owner on storage.objects for update to authenticated
  using (
    (bucket_id = 'vehicle_images'
      and private.owner_folder(name) = (select private.my_dealership())::text)
    or (bucket_id = 'dealership_logos' and private.owner_folder(name) = (select auth.uid())::text
      and (select private.is_active()) and (select private.has_feature('canEditPublicPage')))
  )
  with check (private.may_keep_object(bucket_id, name));

-- They remove them.
create policy objects_delete_owner on storage.objects for delete to authenticated
  using (private.may_keep_object(bucket_id, name));

-- An administrator, who may be acting for anybody, sees every object of the two buckets.
create policy objects_select_admin on storage.objects for select to authenticated
  using (bucket_id in ('vehicle_images', 'dealership_logos') and (select private.is_admin()));

-- An administrator adds to every well-formed folder.
create policy objects_insert_admin on storage.objects for insert to authenticated
  with check (
    bucket_id in ('vehicle_images', 'dealership_logos') and private.owner_folder(name) is not null
    and (select private.is_admin())
  );

-- An administrator replaces every object.
create policy objects_update_admin on storage.objects for update to authenticated
  using (bucket_id in ('vehicle_images', 'dealership_logos') and (select private.is_admin()))
  with check (
    bucket_id in ('vehicle_images', 'dealership_logos') and private.owner_folder(name) is not null
    and (select private.is_admin())
  );

-- An administrator removes every object.
create policy objects_delete_admin on storage.objects for delete to authenticated
  using (
    bucket_id in ('vehicle_images', 'dealership_logos')
    and (select private.is_admin())
  );

-- On Supabase the table is Supabase's, and takes no triggers of ours: files are not logged there.
do $$
begin
  create trigger audit_admin_write
    after insert or update or delete on storage.objects
    for each row execute function private.audit_admin_write('bucket_id', 'name', 'version');
exception when insufficient_privilege then
  raise notice 'storage.objects takes no trigger; files are not logged';
end
$$;

-- The objects that whoever has their address is served, when the bucket is public or the address
-- is signed: all, but of the two buckets of people's pictures only those of a folder whose owner
-- visitors may see. A switched-off account's are gone with its pages, so are a salesperson's
-- whose dealership is switched off, and all are back with them. On Supabase, which serves public
-- buckets without asking, they stay.
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

-- Deleting an account removes its pictures: without its row an object is served no more, and the
-- sweeper takes the bytes. The setting is how Supabase is told that a deletion by SQL is meant.
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

-- What no vehicle and no public page names, a day after it came: photos that an edit took out,
-- and uploads whose form was never saved. The api's sweeper asks for it.
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

-- Mails that were given up, as administrators see them.

-- To whom and why, never what they hold, which may be secret.
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

-- Queues a mail again that was given up, under its old Message-ID. The log says which one, and
-- nothing of what it says.
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
