-- An administrator cannot lock himself out, and one active administrator always remains: whoever asks, by whichever
-- door. The lock makes two who remove each other at once wait for one another.
create function private.protect_admins() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.role <> 'admin' or not old.is_active then
    return coalesce(new, old);
  end if;
  if tg_op = 'UPDATE' then
    if new.role = 'admin' and new.is_active then
      return new;
    end if;
    if old.id = auth.uid() then
      raise exception 'No puedes desactivar ni cambiar el rol de tu propia cuenta de administrador.';
    end if;
  elsif old.id = auth.uid() then
    raise exception 'No puedes eliminar tu propia cuenta de administrador.';
  end if;

  perform pg_advisory_xact_lock(hashtext('vitrina:admins'));
  if not exists (select from public.profiles where role = 'admin' and is_active and id <> old.id) then
    raise exception 'Debe quedar al menos un administrador activo.';
  end if;
  return coalesce(new, old);
end
$$;

revoke execute on function private.protect_admins() from public;

create trigger protect_admins
  before update of role, is_active or delete on public.profiles
  for each row execute function private.protect_admins();
