set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guard_profile_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    raise insufficient_privilege using
      message = 'No tienes permiso para editar la página pública.', hint = 'page_forbidden';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_reserved_word(p_value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.normalise_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      hint = 'domain_of_platform',
      constraint = 'profiles_custom_domain_host';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_leads_by_state(p_dealership_id uuid DEFAULT NULL::uuid, p_recipient_id uuid DEFAULT NULL::uuid, p_patterns text[] DEFAULT '{}'::text[], p_kind text DEFAULT NULL::text, p_due_on date DEFAULT NULL::date)
 RETURNS TABLE(state text, leads bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.count_platform_leads_by_state(p_patterns text[] DEFAULT '{}'::text[], p_kind text DEFAULT NULL::text, p_recipient_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(state text, leads bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
    select wanted, private.count_about(
      private.platform_leads(p_patterns, wanted, p_kind, p_recipient_id))
    from unnest(array['Nuevo', 'En atención', 'Convertido', 'Perdido']) as wanted;
end
$function$;

CREATE OR REPLACE FUNCTION public.save_profile(p_id uuid, p_columns jsonb DEFAULT '{}'::jsonb, p_config jsonb DEFAULT '{}'::jsonb)
 RETURNS SETOF public.profiles
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "private"."platform_leads"(text[], text, text, uuid) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."platform_leads"(text[], text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_few_patterns"(text[]) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."require_few_patterns"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_leads_by_state"(uuid, uuid, text[], text, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_leads_by_state"(uuid, uuid, text[], text, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_platform_leads_by_state"(text[], text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_platform_leads_by_state"(text[], text, uuid) TO "authenticated";
