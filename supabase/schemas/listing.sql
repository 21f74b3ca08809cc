-- The public inventory of a dealership: what it can be filtered by, and how it is searched.

-- What a dealership's public inventory can be filtered by: each brand and model once, whatever its
-- spelling, in each body style, fuel and drivetrain, with how many there are and within which
-- bounds. Whoever asks.
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

-- What else customers call what a vehicle is, without accents: in the plural, which begins with the
-- singular, and in both genders. Whoever changes the list rebuilds vehicles_words_idx.
create function private.synonyms(variadic p_values text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(synonym.words, ' ')
  from (values
    ('SUV', 'suvs camionetas crossovers jeepetas yipetas todoterrenos'),
    ('Pickup', 'pickups camionetas trocas trokas trucks'),
    ('Sedán', 'sedanes berlinas'),
    ('Hatchback', 'hatchbacks compactos'),
    ('Coupé', 'coupes cupes deportivos'),
    ('Convertible', 'convertibles descapotables cabriolets deportivos'),
    ('Minivan', 'minivanes vans familiares monovolumenes'),
    ('Van', 'vans furgonetas furgones'),
    ('Wagon', 'wagons familiares rancheras'),
    ('Gasolina', 'nafta bencina'),
    ('Híbrido', 'hibridos hibridas hybrids'),
    ('Eléctrico', 'electricos electricas'),
    ('Automático', 'automaticos automaticas'),
    ('Manual', 'manuales estandar mecanicos'),
    ('Delantera (FWD)', '4x2 2wd'),
    ('Trasera (RWD)', '4x2 2wd'),
    ('Integral (AWD)', '4wd doble'),
    ('4x4', '4wd doble todoterrenos')
  ) as synonym (value, words)
  where synonym.value = any (p_values);
$$;
grant execute on function private.synonyms(text[]) to authenticated, service_role;

-- The same of a vehicle, for those who search their own inventory.
create function public.vehicle_synonyms(vehicle public.vehicles) returns text
language sql immutable
return private.synonyms(
  vehicle.body_style, vehicle.fuel_type, vehicle.transmission, vehicle.drivetrain);
grant execute on function public.vehicle_synonyms(public.vehicles) to authenticated, service_role;

-- The words of a text without accents and case; whatever is no letter and no digit divides them.
create function private.words_of(p_text text) returns setof text
language sql immutable set search_path = '' as $$
  select left(word, 40)
  from string_to_table(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent', p_text)), '[^[:alnum:]]+', ' ', 'g'),
    ' ') as word
  where word <> '';
$$;
grant execute on function private.words_of(text) to authenticated, service_role;

-- What each word of a dealership begins with in the index of words, so that those of others need
-- not be read, however many they are.
create function private.listing_key(p_dealership_id uuid) returns text
language sql immutable
return right(p_dealership_id::text, 8);
grant execute on function private.listing_key(uuid) to authenticated, service_role;

-- The words of a vehicle: its dealership's key, which all have; 'F-150' also as 'f150'; the VIN also
-- by its last four to eight. Never worth doing for each row of a search.
create function private.listing_words(
  p_dealership_id uuid, p_vin text, p_facts text[], p_texts text[]
)
returns tsvector
language sql immutable cost 10000 set search_path = '' as $$
  select array_to_tsvector(array(
    select private.listing_key(p_dealership_id) || word
    from private.words_of(array_to_string(p_facts || p_texts, ' ') || ' '
      || replace(array_to_string(p_facts, ' '), '-', '')) as word
    union
    select private.listing_key(p_dealership_id) || lower(right(p_vin, n))
    from generate_series(4, 8) as n
    where p_vin is not null
    union
    select private.listing_key(p_dealership_id)));
$$;
grant execute on function private.listing_words(uuid, text, text[], text[])
  to authenticated, service_role;

-- The words by which visitors find vehicles. How common each is stays unknown: to find out would cost
-- more than it saves.
create index vehicles_words_idx on public.vehicles using gin (
  private.listing_words(user_id, vin, array[search_text, price, trim_scale(price_amount)::text,
      engine, trim, body_style, drivetrain, interior_color, stock_number,
      private.synonyms(body_style, fuel_type, transmission, drivetrain)],
    array_append(equipment, description))
) where published and status = 'Disponible';
alter index public.vehicles_words_idx alter column 1 set statistics 0;

-- A dealership's available vehicles that have each word that a visitor typed, whatever their order,
-- accents and case: at the start of a word of the facts, the price, the equipment or the
-- description, for 'rio' is no 'propietario'. Where no vehicle has all of them, words of four letters
-- and more may be misspelt, and `exact` says so. Whoever asks.
create function public.search_listing(p_dealership_id uuid, p_text text)
returns table (
  id uuid, brand text, model text, year integer, price text, mileage integer, transmission text,
  color text, fuel_type text, images text[], status text, created_at timestamptz,
  price_amount numeric, brand_folded text, model_folded text, exact boolean, reserved_until date,
  body_style text, drivetrain text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- '18,500' and 'F-150' are one word each.
  words text[] := array(
    select word
    from private.words_of(regexp_replace(
      replace(left(p_text, 100), '-', ''), '([0-9])[.,](?=[0-9]{3})', '\1', 'g')) as word
    where word <> all (array['a', 'auto', 'autos', 'carro', 'carros', 'coche', 'coches', 'con',
      'de', 'del', 'el', 'en', 'la', 'las', 'los', 'o', 'para', 'un', 'una', 'vehiculo',
      'vehiculos', 'y'])
    limit 8);
  must_be_exact boolean;
  query tsquery;
begin
  foreach must_be_exact in array '{true,false}'::boolean[] loop
    query := private.listing_query(p_dealership_id, words, must_be_exact);
    return query
      select v.id, v.brand, v.model, v.year, v.price, v.mileage, v.transmission, v.color,
        v.fuel_type, v.images, v.status, v.created_at, v.price_amount, v.brand_folded,
        v.model_folded, must_be_exact, v.reserved_until, v.body_style, v.drivetrain
      from public.vehicles as v
      where v.user_id = p_dealership_id and v.published and v.status = 'Disponible'
        and v.user_id in (select owner.id from private.active_owners as owner)
        and private.listing_words(v.user_id, v.vin, array[v.search_text, v.price,
            trim_scale(v.price_amount)::text, v.engine, v.trim, v.body_style, v.drivetrain,
            v.interior_color, v.stock_number,
            private.synonyms(v.body_style, v.fuel_type, v.transmission, v.drivetrain)],
          array_append(v.equipment, v.description)) @@ query;
    exit when found;
  end loop;
end
$$;
grant execute on function public.search_listing(uuid, text) to anon, authenticated, service_role;

-- All the words, each as it begins; if they need not be exact, in the place of one of four letters
-- and more any word that is like it and that the facts of an available vehicle have.
create function private.listing_query(
  p_dealership_id uuid, p_words text[], p_must_be_exact boolean
)
returns tsquery
language sql stable set search_path = '' as $$
  with facts as (
    select private.words_of(concat_ws(' ', v.brand_folded, v.model_folded, v.color, v.transmission,
      v.fuel_type, v.body_style, v.drivetrain,
      private.synonyms(v.body_style, v.fuel_type, v.transmission, v.drivetrain))) as word
    from public.vehicles as v
    where not p_must_be_exact
      and v.user_id = p_dealership_id and v.published and v.status = 'Disponible'
    group by grouping sets (v.brand_folded, v.model_folded, v.color, v.transmission, v.fuel_type,
      v.body_style, v.drivetrain)
  ), searched as (
    select format('%L:*', private.listing_key(p_dealership_id) || typed.word)
      || coalesce((
        select string_agg(distinct format(' | %L', private.listing_key(p_dealership_id) || word), '')
        from facts
        where typed.word ~ '^[[:alpha:]]{4,}$'
          and extensions.word_similarity(typed.word, word) > 0.4), '') as words
    from unnest(p_words) as typed (word)
  )
  select coalesce(
    string_agg(format('(%s)', words), ' & '),
    quote_literal(private.listing_key(p_dealership_id)))::tsquery
  from searched;
$$;
