-- The export of a dealership's own data.

-- Up to 1,000 rows of one part, after the row p_after. Only the dealership itself may export: not
-- its salespeople, nor an administrator in its name.
create function public.take_rows(p_part text, p_after text default '') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  dealership uuid := private.my_team();
  rows jsonb;
begin
  perform private.require_proven();
  if dealership is null then
    raise insufficient_privilege using
      message = 'Solo el concesionario puede llevarse todos sus datos.';
  end if;
  case p_part
    when 'leads' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, kind, state, recipient_name, vehicle_title, name, email, phone,
          message, referred_name, referred_phone, notes, next_step, next_step_on, answered_at
        from public.leads
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'taps' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select tap.id::text, tap.created_at, tap.channel, private.display_name(seller) as seller_name,
          private.vehicle_title(vehicle) as vehicle_title, array_to_string(tap.codes, ' ') as codes
        from public.contact_taps as tap
        left join public.profiles as seller
          on seller.id = tap.seller_id and dealership in (seller.id, seller.dealership_id)
        left join public.vehicles as vehicle
          on vehicle.id = tap.vehicle_id and vehicle.user_id = dealership
        where tap.dealership_id = dealership and tap.id::text > p_after
        order by tap.id::text limit 1000) as part;
    when 'team' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, full_name, email, phone, is_active, public_slug,
          exists (select from public.figure_viewers as viewer where viewer.id = person.id)
            as sees_figures
        from public.profiles as person
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'deals' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, kind, day, vehicle_title, price, deposit, buyer_name,
          buyer_phone, seller_name, commission, cost, acquired_on, until, ended_by, ended_at, note
        from public.deals
        where dealership_id = dealership and id::text > p_after
        order by id::text limit 1000) as part;
    when 'costs' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select cost.id::text, cost.spent_on, private.vehicle_title(vehicle) as vehicle_title,
          vehicle.stock_number, vehicle.vin, cost.label, cost.amount, cost.vehicle_id
        from public.vehicle_costs as cost
        join public.vehicles as vehicle on vehicle.id = cost.vehicle_id
        where cost.dealership_id = dealership and cost.id::text > p_after
        order by cost.id::text limit 1000) as part;
    when 'prices' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select change.id::text, change.created_at,
          private.vehicle_title(vehicle) as vehicle_title, vehicle.stock_number, vehicle.vin, change.old_price,
          change.new_price, change.vehicle_id
        from public.price_changes as change
        join public.vehicles as vehicle on vehicle.id = change.vehicle_id
        where vehicle.user_id = dealership and change.id::text > p_after
        order by change.id::text limit 1000) as part;
    when 'settings' then
      select jsonb_agg(to_jsonb(part)) into rows from (
        select id::text, created_at, full_name, email, phone, public_slug, custom_domain, config
        from public.profiles where id = dealership and id::text > p_after) as part;
    else
      raise invalid_parameter_value using message = 'Esta parte de los datos no existe.';
  end case;
  return coalesce(rows, '[]');
end
$$;
grant execute on function public.take_rows(text, text) to authenticated;
