set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guard_acquisition()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from public.vehicle_figures where id = new.id and acquired_on = new.acquired_on)
  then
    perform private.require_past_day(new.dealership_id, new.acquired_on);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_seller(p_columns jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select nullif(private.clean_line(
    regexp_replace(left(p_columns ->> 'seller_name', 200), '[[:cntrl:]]+', ' ', 'g')), '');
$function$;

CREATE OR REPLACE FUNCTION private.is_imported_sale(p_sale public.deals, p_columns jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (p_sale.commission, p_sale.buyer_phone, p_sale.note) is null
    and case when p_columns ->> 'sold_on' is null
      then (p_sale.price, p_sale.buyer_name) is null
      else p_sale.day = (p_columns ->> 'sold_on')::date and p_sale.seller_id is null
        and p_sale.price is not distinct from round((p_columns ->> 'sale_price')::numeric, 2)
        and p_sale.buyer_name is not distinct from nullif(private.clean_line(p_columns ->> 'buyer_name'), '')
        and p_sale.seller_name is not distinct from private.imported_seller(p_columns)
      end;
$function$;

