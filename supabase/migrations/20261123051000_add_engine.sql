-- What a vehicle's engine is, in words, as the form and the facts say it. Vehicles that are there say
-- nothing about it.
alter table public.vehicles add column engine text check (length(engine) <= 60);

grant select (engine) on public.vehicles to anon;

create or replace view private.foreign_vehicles with (security_barrier = true) as
  select id, user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type,
    doors, description, images, status, published, null::integer as views, created_at,
    null::timestamptz as updated_at, price_amount, brand_folded, model_folded, search_text, engine
  from public.vehicles
  where published and user_id in (select owner.id from private.active_owners as owner)
    and (select private.is_active())
    and not (select private.is_admin())
    and (user_id = (select private.my_dealership())) is not true;

create or replace view private.readable_vehicles with (security_invoker = true) as
  select * from public.vehicles union all select * from private.foreign_vehicles;

-- As before, and an engine that is blank is none.
create or replace function private.guard_vehicle() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.views := case tg_op when 'UPDATE' then old.views else 0 end;
    new.created_at := case tg_op when 'UPDATE' then old.created_at else now() end;
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
  end if;
  new.brand := trim(new.brand);
  new.model := trim(new.model);
  new.vin := nullif(upper(trim(new.vin)), '');
  new.price := nullif(trim(new.price), '');
  new.transmission := nullif(trim(new.transmission), '');
  new.color := nullif(trim(new.color), '');
  new.fuel_type := nullif(trim(new.fuel_type), '');
  new.engine := nullif(trim(new.engine), '');
  new.description := nullif(trim(new.description), '');
  new.images := coalesce(new.images, '{}');
  new.status := case lower(trim(new.status))
    when 'disponible' then 'Disponible'
    when 'vendido' then 'Vendido'
    when 'en revisión' then 'En revisión'
    else new.status
  end;
  return new;
end
$$;

drop trigger touch_vehicle on public.vehicles;
create trigger touch_vehicle
  before update of user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors,
    engine, description, images, status, published
  on public.vehicles
  for each row execute function private.touch_row();
