-- What the form leaves blank is nothing, the VIN is upper case, a status word has one spelling; and the columns that
-- the database keeps itself are put back.
create function private.guard_vehicle() returns trigger
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

revoke execute on function private.guard_vehicle() from public;

create trigger refuse_caller_without_write
  before insert or update or delete on public.vehicles
  for each statement execute function private.refuse_caller_without_write();

create trigger guard_vehicle
  before insert or update on public.vehicles
  for each row execute function private.guard_vehicle();

create trigger require_dealership
  after insert or update of user_id on public.vehicles
  for each row execute function private.require_dealership('user_id');

-- A view that is counted is no change of the vehicle.
create trigger touch_vehicle
  before update of user_id, brand, model, year, vin, price, mileage, transmission, color, fuel_type, doors,
    description, images, status, published
  on public.vehicles
  for each row execute function private.touch_row();
