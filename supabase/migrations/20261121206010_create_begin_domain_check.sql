-- Gives the domain that is to be looked up for a dealership, if the caller may have that done: the dealership itself, or an administrator. Counts
-- the attempt, since each one sends questions into the network.
create function public.begin_domain_check(p_profile_id uuid) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  claimed text;
begin
  perform private.require_write();
  if not private.is_admin()
    and (p_profile_id is distinct from private.my_team() or not private.has_feature('canEditPublicPage'))
  then
    raise insufficient_privilege using message = 'Solo el concesionario puede verificar su dominio.';
  end if;

  select custom_domain into claimed
  from public.profiles
  where id = p_profile_id and role = 'concesionario' and is_active;
  if claimed is null then
    raise exception 'Guarda primero tu dominio y después verifícalo.';
  end if;
  if not private.take_attempt('domain check', p_profile_id::text, 10, interval '10 minutes') then
    raise exception 'Has comprobado el dominio muchas veces seguidas. Espera unos minutos e inténtalo de nuevo.';
  end if;
  return claimed;
end
$$;

revoke execute on function public.begin_domain_check(uuid) from public;
grant execute on function public.begin_domain_check(uuid) to authenticated;
