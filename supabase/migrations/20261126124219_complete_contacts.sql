set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "touch_lead" ON "public"."leads";

CREATE OR REPLACE FUNCTION private.guard_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated')
    and (old.kind <> 'direct_contact' or private.is_admin())
  then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.near_query(p_dealership_id uuid, p_words text[])
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.get_similar_vehicles(p_vehicle_id uuid)
 RETURNS TABLE(id uuid, brand text, model text, year integer, price text, mileage integer, transmission text, fuel_type text, status text, images text[], reserved_until date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select other.id, other.brand, other.model, other.year, other.price, other.mileage,
    other.transmission, other.fuel_type, other.status, other.images, other.reserved_until
  from public.vehicles as one
  join public.vehicles as other on other.user_id = one.user_id and other.id <> one.id
  where one.id = p_vehicle_id
    and (one.published or one.user_id = private.my_dealership() or private.is_admin())
    and other.published and other.status = 'Disponible'
    and one.user_id in (select owner.id from private.active_owners as owner)
  order by
    coalesce(abs(ln(nullif(other.price_amount, 0) / nullif(one.price_amount, 0))), 1)
      + case when other.brand_folded = one.brand_folded then 0 else 0.25 end
      + case when other.body_style = one.body_style then 0
        when other.body_style <> one.body_style then 0.6 else 0.3 end
      + case when other.images[1] is null then 0.5 else 0 end
      + abs(other.year - one.year) * 0.03,
    other.created_at desc, other.id
  limit 3;
$function$;

CREATE TRIGGER guard_customer BEFORE UPDATE OF name, phone ON public.leads FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.phone IS DISTINCT FROM new.phone))) EXECUTE FUNCTION private.guard_customer();

CREATE TRIGGER touch_lead BEFORE UPDATE OF state, notes, next_step, next_step_on, name, phone ON public.leads FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION private.touch_row();

REVOKE ALL ON FUNCTION "private"."guard_customer"() FROM PUBLIC;

REVOKE ALL ("name") ON TABLE "public"."leads" FROM "authenticated";

GRANT UPDATE ("name") ON TABLE "public"."leads" TO "authenticated";

REVOKE ALL ("phone") ON TABLE "public"."leads" FROM "authenticated";

GRANT UPDATE ("phone") ON TABLE "public"."leads" TO "authenticated";
