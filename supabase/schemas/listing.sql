-- A dealership's public inventory: filters and search.

-- The filter choices of a dealership's public inventory: each brand and model once, regardless of
-- spelling, per body style, fuel and drivetrain, with counts and bounds. Same answer for every
-- caller.
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

-- The words of a text, split at anything but letters and digits, lower case without accents.
create function private.words_of(p_text text) returns setof text
language sql immutable set search_path = '' as $$
  select left(word, 40)
  from string_to_table(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent', p_text)), '[^[:alnum:]]+', ' ', 'g'),
    ' ') as word
  where word <> '';
$$;
grant execute on function private.words_of(text) to authenticated, service_role;

-- Other words that customers use for a vehicle, without accents: as plurals, which begin with their
-- singular, and in both genders. Pairs with a joint meaning are one word, in either order, so that
-- a 'camara delantera' is no 'traccion delantera'. After changing the list, rebuild
-- vehicles_words_idx.
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

-- The body style, given or read from the model name, as in 'Accord Coupe'.
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

-- Other names of the make that a word means: 'chevy' finds Chevrolet, also followed by its model,
-- and 'chevrolet' finds vehicles stored as Chevy. A test compares the list with
-- contract/make-names.ts.
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

-- The synonyms of a vehicle, for searches in one's own inventory.
create function public.vehicle_synonyms(vehicle public.vehicles) returns text
language sql immutable
return private.synonyms(
    array[private.said_style(vehicle.body_style, vehicle.model_folded), vehicle.fuel_type, vehicle.transmission, vehicle.drivetrain],
    vehicle.color, vehicle.interior_color)
  || coalesce(' ' || (
    select string_agg(make.word, ' ')
    from private.make_terms(regexp_replace(vehicle.brand_folded, '[^[:alnum:]]', '', 'g')) as make), '');
grant execute on function public.vehicle_synonyms(public.vehicles) to authenticated, service_role;

-- Words that are true of every vehicle and ignored in a search.
create function private.filler_words() returns text[]
language sql immutable
return '{a,ano,auto,autos,caja,carro,carros,coche,coches,color,con,de,del,el,en,la,las,los,marca,
  modelo,o,para,por,transmision,un,una,usada,usadas,usado,usados,vehiculo,vehiculos,venta,y}'::text[];

-- The first eight words a visitor typed. '18,500', 'F-150' and '4 x 4' are one word each; 'furgon'
-- becomes 'furgones', or it would match 'furgonetas', which are minivans too.
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

-- The prefix of a dealership's words in the index, so that a search does not read the words of
-- others.
create function private.listing_key(p_dealership_id uuid) returns text
language sql immutable
return right(p_dealership_id::text, 8);
grant execute on function private.listing_key(uuid) to authenticated, service_role;

-- The words of a vehicle, each after its dealership's key: facts after '=' ('F-150' also as 'f150',
-- 'CR V' also as 'crv', the VIN also by its last four to eight), its name after '#', and its texts.
-- The high cost keeps the planner from computing them for each row of a search.
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

-- Words by which visitors find vehicles. No statistics: collecting them would cost more than they
-- save.
create index vehicles_words_idx on public.vehicles using gin (
  private.listing_words(user_id, vin, brand, model, model_folded, search_text, price, price_amount,
    stock_number, body_style, drivetrain, fuel_type, transmission, color, interior_color, engine,
    trim, description, equipment)
) where published and status = 'Disponible';
alter index public.vehicles_words_idx alter column 1 set statistics 0;

-- Vehicles with their words, exactly as vehicles_words_idx has them.
create view private.listed_vehicles with (security_invoker = true) as
select v.*,
  private.listing_words(user_id, vin, brand, model, model_folded, search_text, price, price_amount,
    stock_number, body_style, drivetrain, fuel_type, transmission, color, interior_color, engine,
    trim, description, equipment) as words
from public.vehicles as v
where v.published and v.status = 'Disponible';

-- A dealership's available vehicles that contain every typed word, as a prefix of a word ('rio'
-- does not match 'propietario'), in any order, ignoring accents and case. Tries facts first
-- (electric cars), then descriptions (electric windows), then similar spellings of words that no
-- vehicle has; `exact` is false for the last. Same answer for every caller.
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

-- The search terms for each typed word: words of a name match whole ('Jeep' does not match
-- 'jeepeta'), others as a prefix; also joined with a neighbouring word, as in 'pick up'.
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
    where found.prefix is not null) || coalesce((
      select string_agg(' | ' || quote_literal(key || '=' || make.word) || make.ends, '')
      from private.make_terms(typed.word) as make), '') || ')'
  from private.listing_key(p_dealership_id) as key, (
    select word, lag(word) over (order by place) as before, lead(word) over (order by place) as after
    from unnest(p_words) with ordinality as typed (word, place)) as typed;
$$;

-- A query for all words; without words it matches the dealership's whole inventory.
create function private.listing_query(p_dealership_id uuid, p_words text[], p_in_texts boolean)
returns tsquery
language sql stable set search_path = '' as $$
  select coalesce(
    string_agg(typed.term, ' & '), quote_literal(private.listing_key(p_dealership_id)))::tsquery
  from private.listing_terms(p_dealership_id, p_words, p_in_texts) as typed;
$$;

-- As listing_query, but replaces each word that no vehicle has by the most similar facts. Only
-- words of four letters or more, and at most three: each is compared with every fact.
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
