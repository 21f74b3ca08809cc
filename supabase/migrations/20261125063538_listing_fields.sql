set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.search_listing(p_dealership_id uuid, p_text text)
 RETURNS TABLE(id uuid, brand text, model text, year integer, price text, mileage integer, transmission text, color text, fuel_type text, images text[], status text, created_at timestamp with time zone, price_amount numeric, brand_folded text, model_folded text, exact boolean, reserved_until date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- '18,500' is one number.
  words text[] := array(
    select trim(typed.word, '-')
    from regexp_split_to_table(
      regexp_replace(private.fold(left(p_text, 100)), '([0-9])[.,](?=[0-9]{3})', '\1', 'g'),
      '[^[:alnum:]-]+') as typed (word)
    where trim(typed.word, '-') not in
      ('', 'a', 'con', 'de', 'del', 'el', 'en', 'la', 'las', 'los', 'para', 'un', 'una', 'y')
    limit 8);
  patterns text[] := array(select private.word_pattern(word) from unnest(words) as word);
  must_be_exact boolean;
begin
  foreach must_be_exact in array '{true,false}'::boolean[] loop
    return query
      select v.id, v.brand, v.model, v.year, v.price, v.mileage, v.transmission, v.color,
        v.fuel_type, v.images, v.status, v.created_at, v.price_amount, v.brand_folded,
        v.model_folded, must_be_exact, v.reserved_until
      from public.vehicles as v
      where v.user_id = p_dealership_id and v.published and v.status = 'Disponible'
        and v.user_id in (select owner.id from private.active_owners as owner)
        and not exists (
          select from unnest(words, patterns) as typed (word, pattern)
          where strpos(concat(v.search_text, ' ', trim_scale(v.price_amount)), word) = 0
            and concat_ws(' ', v.price, v.engine, v.trim, v.body_style, v.drivetrain,
              v.interior_color, v.stock_number, array_to_string(v.equipment, ' '), v.description
            ) !~* pattern
            and (must_be_exact or word !~ '^[[:alpha:]]{4,}$'
              or extensions.word_similarity(word, v.search_text) <= 0.4));
    exit when found;
  end loop;
end
$function$;
