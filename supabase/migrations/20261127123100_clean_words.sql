set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "normalise_profile" ON "public"."profiles";

ALTER TABLE "public"."profiles" DROP CONSTRAINT "profiles_config_units";

-- No key of ours until now: whatever a client kept there is no country.
update public.profiles set config = config #- '{profile,country}'
where config #>> '{profile,country}' !~ '^([A-Z]{2})?$';

CREATE OR REPLACE FUNCTION private.approve_account(p_request public.access_requests, p_dealership_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
      public_slug, case when not is_used then private.free_slug(p_request.name) end),
    config = case when is_used then config
      else private.with_contact_phone(config, '+' || p_request.phone) end
  where id = p_request.user_id;
  has_phone := private.take_phone_of_request(p_request);
  perform private.queue_approval_mail(p_request);
  return case when not has_phone then 'phone_taken' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.clean_config(p_config jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.clean_line(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when octet_length(p_text) = length(p_text) then trim(p_text)
    else trim(translate(
      normalize(regexp_replace(p_text, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160'
        || '\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
        || '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd'
        || '\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
        || '\U000e0000-\U000e0fff]', '', 'g'), nfc),
      E'\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
      repeat(' ', 16)))
  end;
$function$;

CREATE OR REPLACE FUNCTION private.clean_text(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when octet_length(p_text) = length(p_text) then trim(p_text)
    else trim(normalize(
      regexp_replace(p_text, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160'
        || '\u17b4-\u17b5\u180b-\u180f\u200b\u200e-\u200f\u202a-\u202e\u2060-\u206f'
        || '\u3164\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f'
        || '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f'
        || '\U000e0080-\U000e0fff]', '', 'g'), nfc))
  end;
$function$;

CREATE OR REPLACE FUNCTION private.clean_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(key, case
      when key = any(string_to_array(tg_argv[0], ' ')) then private.clean_line(value)
      else private.clean_text(value) end)
    from jsonb_each_text(to_jsonb(new))
    where key = any(string_to_array(concat_ws(' ', tg_argv[0], tg_argv[1]), ' '))));
end
$function$;

CREATE OR REPLACE FUNCTION private.give_stock_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.guard_vehicle()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  new.brand := private.clean_line(new.brand);
  new.model := private.clean_line(new.model);
  new.vin := nullif(upper(private.clean_line(new.vin)), '');
  new.price := nullif(private.clean_line(new.price), '');
  new.transmission := nullif(private.clean_line(new.transmission), '');
  new.color := nullif(private.clean_line(new.color), '');
  new.fuel_type := nullif(private.clean_line(new.fuel_type), '');
  new.engine := nullif(private.clean_line(new.engine), '');
  new.trim := nullif(private.clean_line(new.trim), '');
  new.body_style := nullif(private.clean_line(new.body_style), '');
  new.drivetrain := nullif(private.clean_line(new.drivetrain), '');
  new.interior_color := nullif(private.clean_line(new.interior_color), '');
  new.title_status := nullif(private.clean_line(new.title_status), '');
  new.history_url := nullif(trim(new.history_url), '');
  new.equipment := array(
    select told.line
    from unnest(new.equipment) with ordinality as given (item, n)
    cross join lateral (select private.clean_line(given.item)) as told (line)
    where told.line <> '' group by told.line order by min(n));
  new.description := nullif(private.clean_text(new.description), '');
  new.images := coalesce(new.images, '{}');
  new.status := case lower(private.clean_line(new.status))
    when 'disponible' then 'Disponible'
    when 'vendido' then 'Vendido'
    when 'en revisión' then 'En revisión'
    else new.status
  end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.hash_password(p_password text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.import_clashes(p_import public.vehicle_imports)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
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
      -- One that gets another number by the same import leaves its own.
      and not exists (select from public.vehicle_import_rows as leaving
        where leaving.import_id = p_import.id and leaving.vehicle_id = vehicle.id
          and leaving.columns ->> 'stock_number' is not null));
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
      constraint = 'profiles_custom_domain_host';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_email(p_typed text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.read_full_name(p_typed text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.read_phone(p_typed text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  phone text := regexp_replace(private.clean_line(coalesce(p_typed, '')), '[[:space:]+]', '', 'g');
begin
  if phone !~ '^[1-9][0-9]{1,14}$' then
    raise exception 'El teléfono no es válido.' using hint = 'phone';
  end if;
  return phone;
end
$function$;

CREATE OR REPLACE FUNCTION private.submit_access_request(p_name text, p_phone text, p_email text, p_account_type text, p_message text, p_password text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- Made since the comparison, as by the same form sent twice.
  if known_hash is distinct from taken.encrypted_password then
    is_known := private.matches_password(p_password, taken.encrypted_password);
  end if;
  perform private.ask_for_account(
    taken, clean_name, clean_phone, account_type, clean_message, is_known);
end
$function$;

CREATE OR REPLACE FUNCTION private.with_contact_phone(p_config jsonb, p_phone text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_config || jsonb_build_object('profile',
    coalesce(p_config -> 'profile', '{}') || jsonb_build_object(
      'phone', coalesce(nullif(p_config #>> '{profile,phone}', ''), p_phone),
      'whatsapp', coalesce(nullif(p_config #>> '{profile,whatsapp}', ''), p_phone)));
$function$;

CREATE OR REPLACE FUNCTION public.make_tap_lead(p_tap_id uuid, p_name text DEFAULT ''::text, p_phone text DEFAULT ''::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    coalesce(nullif(private.clean_line(p_name), ''), 'Cliente sin nombre'),
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
$function$;

CREATE OR REPLACE FUNCTION public.submit_access_request(p_name text, p_phone text, p_email text, p_account_type text, p_message text, p_password text, p_caller_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_config_units" CHECK ((COALESCE(((config #>> '{profile,currency}'::text[]) = ANY (ARRAY['USD'::text, 'MXN'::text, 'EUR'::text, 'ARS'::text, 'BOB'::text, 'BRL'::text, 'CLP'::text, 'COP'::text, 'CRC'::text, 'DOP'::text, 'GTQ'::text, 'HNL'::text, 'NIO'::text, 'PAB'::text, 'PEN'::text, 'PYG'::text, 'UYU'::text, 'VES'::text])), true) AND COALESCE(((config #>> '{profile,distance}'::text[]) = ANY (ARRAY['mi'::text, 'km'::text])), true) AND COALESCE(((config #>> '{profile,country}'::text[]) ~ '^([A-Z]{2})?$'::text), true)));

CREATE TRIGGER clean_words BEFORE INSERT OR UPDATE OF buyer_name, buyer_phone, note ON public.deals FOR EACH ROW EXECUTE FUNCTION private.clean_words('buyer_name buyer_phone', 'note');

CREATE TRIGGER clean_words BEFORE INSERT OR UPDATE OF recipient_name, vehicle_title, name, phone, referred_name, referred_phone, message, next_step ON public.leads FOR EACH ROW EXECUTE FUNCTION private.clean_words('recipient_name vehicle_title name phone referred_name referred_phone next_step', 'message');

CREATE TRIGGER normalise_profile BEFORE INSERT OR UPDATE OF full_name, public_slug, custom_domain, role, dealership_id, config ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.normalise_profile();

CREATE TRIGGER clean_words BEFORE INSERT OR UPDATE OF label ON public.vehicle_costs FOR EACH ROW EXECUTE FUNCTION private.clean_words('label');

REVOKE ALL ON FUNCTION "private"."clean_config"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_config"(jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."clean_config"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."clean_line"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_line"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."clean_line"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."clean_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_text"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "private"."clean_text"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."clean_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_contact_phone"(jsonb, text) FROM PUBLIC;

-- Rows that exist are cleaned as new ones are, by the triggers above. What must be there and was
-- nothing but invisible characters becomes '?'.
update public.vehicles
set brand = coalesce(nullif(private.clean_line(brand), ''), '?'),
  model = coalesce(nullif(private.clean_line(model), ''), '?')
where concat_ws('|', brand, model, vin, price, transmission, color, fuel_type, engine, trim,
    body_style, drivetrain, interior_color, title_status, array_to_string(equipment, '|'))
  <> private.clean_line(concat_ws('|', brand, model, vin, price, transmission, color, fuel_type,
    engine, trim, body_style, drivetrain, interior_color, title_status,
    array_to_string(equipment, '|')))
  or description <> private.clean_text(description);

-- A number that another vehicle of the dealership has by then stays as it is.
update public.vehicles as vehicle
set stock_number = private.clean_line(stock_number)
where stock_number <> private.clean_line(stock_number)
  and private.clean_line(stock_number) <> ''
  and not exists (
    select from public.vehicles as other
    where other.user_id = vehicle.user_id and other.id <> vehicle.id
      and upper(private.clean_line(other.stock_number))
        = upper(private.clean_line(vehicle.stock_number)));

update public.profiles
set full_name = full_name, config = config
where full_name <> private.clean_line(full_name) or config <> private.clean_config(config);

update public.leads
set name = coalesce(nullif(private.clean_line(name), ''), '?'),
  phone = coalesce(nullif(private.clean_line(phone), ''), case when phone is not null then '?' end),
  referred_name = coalesce(
    nullif(private.clean_line(referred_name), ''), case when referred_name is not null then '?' end),
  referred_phone = coalesce(
    nullif(private.clean_line(referred_phone), ''),
    case when referred_phone is not null then '?' end),
  message = nullif(private.clean_text(message), '')
where concat_ws('|', recipient_name, vehicle_title, name, phone, referred_name, referred_phone,
    next_step)
  <> private.clean_line(concat_ws('|', recipient_name, vehicle_title, name, phone, referred_name,
    referred_phone, next_step))
  or message <> private.clean_text(message);

update public.deals
set buyer_name = buyer_name, buyer_phone = buyer_phone, note = note
where concat_ws('|', buyer_name, buyer_phone)
  <> private.clean_line(concat_ws('|', buyer_name, buyer_phone))
  or note <> private.clean_text(note);

update public.deals
set vehicle_title = private.clean_line(vehicle_title), seller_name = private.clean_line(seller_name)
where concat_ws('|', vehicle_title, seller_name)
  <> private.clean_line(concat_ws('|', vehicle_title, seller_name));

update public.vehicle_costs
set label = coalesce(nullif(private.clean_line(label), ''), '?')
where label <> private.clean_line(label);

update public.access_requests
set name = coalesce(nullif(private.clean_line(name), ''), '?'),
  message = nullif(private.clean_text(message), '')
where name <> private.clean_line(name) or message <> private.clean_text(message);
