-- Keeps that a dealership has proved its domain. The platform calls it with what it looked up for p_actor_id; false if the domain has been
-- changed meanwhile. What an administrator does in the dealership's name leaves a line in the audit.
create function public.confirm_custom_domain(p_profile_id uuid, p_domain text, p_actor_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
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
    if private.request_header('x-impersonated-user') = p_profile_id::text
      and exists (select from public.profiles where id = p_actor_id and is_active and role = 'admin')
    then
      insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
      values (p_actor_id, p_profile_id, 'update', 'profiles', p_profile_id,
        jsonb_build_object('verified_domain', jsonb_build_object('old', verified_before, 'new', p_domain)));
    end if;
  end if;
  return true;
end
$$;

revoke execute on function public.confirm_custom_domain(uuid, text, uuid) from public;
grant execute on function public.confirm_custom_domain(uuid, text, uuid) to service_role;
