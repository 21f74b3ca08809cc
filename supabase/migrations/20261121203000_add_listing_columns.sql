-- What is compared when visitors search: lower case, without accents, single spaces. Immutable, as generated columns must be:
-- the dictionary is named, so no setting can change what it gives.
create function private.fold(p_text text) returns text
language sql immutable
set search_path = ''
as $$
  select regexp_replace(lower(extensions.unaccent('extensions.unaccent', p_text)), '\s+', ' ', 'g');
$$;

-- The number behind a typed price ("15000", "$15,000.50"), null for a phrase: the rule by which pages show one as money.
create function private.price_amount(p_price text) returns numeric
language sql immutable
set search_path = ''
as $$
  select case when typed.amount ~ '^([0-9]+|[0-9]{1,3}(,[0-9]{3})+)(\.[0-9]{1,2})?$' then replace(typed.amount, ',', '')::numeric end
  from (
    select regexp_replace(regexp_replace(trim(p_price), '^(US)?\$\s*', '', 'i'), '\s*(USD|\$)$', '', 'i') as amount
  ) as typed;
$$;

revoke execute on function private.fold(text), private.price_amount(text) from public;
grant execute on function private.fold(text), private.price_amount(text) to authenticated, service_role;

-- Vehicles that are there get theirs at once. A price is a text, so it can be neither compared nor ordered. 'F-150' is also
-- found as 'f150'.
alter table public.vehicles
  add column price_amount numeric generated always as (private.price_amount(price)) stored,
  add column brand_folded text generated always as (private.fold(brand)) stored,
  add column model_folded text generated always as (private.fold(model)) stored,
  add column search_text text generated always as (
    private.fold(
      brand || ' ' || model || ' ' || year::text || ' ' || coalesce(transmission, '') || ' ' || coalesce(fuel_type, '')
        || ' ' || coalesce(color, '') || ' ' || coalesce(vin, '')
        || case when strpos(model, '-') > 0 then ' ' || replace(model, '-', '') else '' end
    )
  ) stored;
