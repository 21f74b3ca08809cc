-- A dealership's own domain: claimed in custom_domain, verified by DNS.

-- Returns the domain to look up for a dealership, if the caller is that dealership or an
-- administrator. Rate-limited, since each lookup sends DNS queries.
create function public.begin_domain_check(p_profile_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  claimed text;
begin
  perform private.require_write();
  if not private.is_admin()
    and (p_profile_id is distinct from private.my_team()
      or not private.has_feature('canEditPublicPage'))
  then
    raise insufficient_privilege
      using message = 'Solo el concesionario puede verificar su dominio.';
  end if;

  select custom_domain into claimed
  from public.profiles
  where id = p_profile_id and role = 'concesionario' and is_active;
  if claimed is null then
    raise exception 'Guarda primero tu dominio y después verifícalo.';
  end if;
  if not private.is_within_limit('domain check', p_profile_id::text) then
    raise exception '%', 'Has comprobado el dominio muchas veces seguidas. '
      || 'Espera unos minutos e inténtalo de nuevo.';
  end if;
  return claimed;
end
$$;
grant execute on function public.begin_domain_check(uuid) to authenticated;

-- Stores a verified domain. The platform calls it with the domain it looked up for p_actor_id;
-- false if the claim has changed since. A previous owner loses the domain, because DNS now points
-- to this one. Verifications by administrators are logged, also if the domain belongs to another
-- account than the impersonated one.
create function public.confirm_custom_domain(p_profile_id uuid, p_domain text, p_actor_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  verified_before text;
begin
  -- Serialises two dealerships that verify the same domain.
  perform pg_advisory_xact_lock(hashtextextended('vitrina:domain:' || p_domain, 0));
  select verified_domain into verified_before
  from public.profiles
  where id = p_profile_id and custom_domain = p_domain and role = 'concesionario' and is_active
  for update;
  if not found then
    return false;
  end if;
  if verified_before is distinct from p_domain then
    update public.profiles set verified_domain = null where verified_domain = p_domain;
    update public.profiles set verified_domain = p_domain where id = p_profile_id;
    perform private.log_admin_write('update', 'profiles', p_profile_id,
      jsonb_build_object('verified_domain',
        jsonb_build_object('old', verified_before, 'new', p_domain)), p_actor_id);
  end if;
  return true;
end
$$;
grant execute on function public.confirm_custom_domain(uuid, text, uuid) to service_role;
