-- A proof that an administrator keeps while acting for somebody leaves a line also where the domain is another account's than the one that the
-- request names: the line says for whom they acted, and whose row it is.
create or replace function public.confirm_custom_domain(p_profile_id uuid, p_domain text, p_actor_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  impersonated uuid := private.impersonated_by(p_actor_id);
  verified_before text;
begin
  select verified_domain into verified_before
  from public.profiles
  where id = p_profile_id and custom_domain = p_domain and role = 'concesionario' and is_active
  for update;
  if not found then
    return false;
  end if;
  if verified_before is distinct from p_domain then
    update public.profiles set verified_domain = p_domain where id = p_profile_id;
    if impersonated is not null then
      insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
      values (p_actor_id, impersonated, 'update', 'profiles', p_profile_id,
        jsonb_build_object('verified_domain', jsonb_build_object('old', verified_before, 'new', p_domain)));
    end if;
  end if;
  return true;
end
$$;
