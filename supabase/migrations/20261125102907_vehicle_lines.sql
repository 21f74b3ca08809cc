set local search_path = pg_catalog;

set local check_function_bodies = off;

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_body_style_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_brand_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_color_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_drivetrain_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_engine_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_fuel_type_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_interior_color_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_model_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_price_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_stock_number_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_title_status_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_transmission_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_trim_check";

ALTER TABLE "public"."vehicles" DROP CONSTRAINT "vehicles_vin_check";

CREATE OR REPLACE FUNCTION private.normalise_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

-- In rows that exist a space stands for such characters, and '?' for a text of nothing else; a stock
-- number that another vehicle has by then is made anew. No page or list changes otherwise.
ALTER TABLE public.vehicles DISABLE TRIGGER USER;

ALTER TABLE public.profiles DISABLE TRIGGER USER;

DO $$
DECLARE
  line name;
  numbered record;
  number text;
BEGIN
  FOREACH line IN ARRAY '{brand,model,vin,price,transmission,color,fuel_type,engine,trim,body_style,
    drivetrain,interior_color,title_status}'::name[]
  LOOP
    EXECUTE format(
      'UPDATE public.vehicles
      SET %1$I = coalesce(nullif(trim(regexp_replace(%1$I, ''[[:cntrl:]]+'', '' '', ''g'')), ''''), ''?'')
      WHERE %1$I ~ ''[[:cntrl:]]''', line);
  END LOOP;
  FOR numbered IN
    SELECT id, user_id, stock_number FROM public.vehicles WHERE stock_number ~ '[[:cntrl:]]'
  LOOP
    number := trim(regexp_replace(numbered.stock_number, '[[:cntrl:]]+', ' ', 'g'));
    WHILE number = '' OR private.has_stock_number(numbered.user_id, number) LOOP
      number := upper(left(gen_random_uuid()::text, 8));
    END LOOP;
    UPDATE public.vehicles SET stock_number = number WHERE id = numbered.id;
  END LOOP;
END
$$;

UPDATE public.profiles SET full_name = trim(regexp_replace(full_name, '[[:cntrl:]]+', ' ', 'g'))
WHERE full_name ~ '[[:cntrl:]]';

ALTER TABLE public.vehicles ENABLE TRIGGER USER;

ALTER TABLE public.profiles ENABLE TRIGGER USER;

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_body_style_check" CHECK (((length(body_style) <= 40) AND (body_style !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_brand_check" CHECK (((length(brand) BETWEEN 1 AND 80) AND (brand !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_color_check" CHECK (((length(color) <= 60) AND (color !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_drivetrain_check" CHECK (((length(drivetrain) <= 40) AND (drivetrain !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_engine_check" CHECK (((length(engine) <= 60) AND (engine !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_fuel_type_check" CHECK (((length(fuel_type) <= 40) AND (fuel_type !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_interior_color_check" CHECK (((length(interior_color) <= 60) AND (interior_color !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_model_check" CHECK (((length(model) BETWEEN 1 AND 80) AND (model !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_price_check" CHECK (((length(price) <= 60) AND (price !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_stock_number_check" CHECK (((length(stock_number) <= 20) AND (stock_number = upper(stock_number)) AND (stock_number !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_title_status_check" CHECK (((length(title_status) <= 40) AND (title_status !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_transmission_check" CHECK (((length(transmission) <= 40) AND (transmission !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_trim_check" CHECK (((length("trim") <= 60) AND ("trim" !~ '[[:cntrl:]]'::text)));

ALTER TABLE "public"."vehicles" ADD CONSTRAINT "vehicles_vin_check" CHECK (((length(vin) BETWEEN 1 AND 17) AND (vin = upper(vin)) AND (vin !~ '[[:cntrl:]]'::text)));
