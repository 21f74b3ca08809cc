-- A price with points between its thousands, or in thousands ('15 mil'), is a number too.
create or replace function private.price_amount(p_price text) returns numeric
language sql immutable
set search_path = ''
as $$
  select case
    when typed.amount ~ '^([0-9]+|[0-9]{1,3}(,[0-9]{3})+)(\.[0-9]{1,2})?$' then replace(typed.amount, ',', '')::numeric
    when typed.amount ~ '^[0-9]{1,3}(\.[0-9]{3})+(,[0-9]{1,2})?$'
      then replace(replace(typed.amount, '.', ''), ',', '.')::numeric
    when typed.amount ~* '^[0-9]{1,4}([.,][0-9])? ?(mil|k)$'
      then round(replace(regexp_replace(typed.amount, ' ?(mil|k)$', '', 'i'), ',', '.')::numeric * 1000)
  end
  from (
    select regexp_replace(regexp_replace(trim(p_price), '^(US)?\$\s*', '', 'i'), '\s*(USD|\$)$', '', 'i') as amount
  ) as typed;
$$;

-- The number of a vehicle that is there is read anew with its row, which nobody changed.
alter table public.vehicles disable trigger user;
update public.vehicles set price = price where private.price_amount(price) is distinct from price_amount;
alter table public.vehicles enable trigger user;
