-- Somebody who lost the phone and the recovery codes asks an administrator, who takes the second factor away.

-- Tells the person by mail that their second factor changed: whoever did not do it should know.
create function private.tell_second_factor_change(p_user_id uuid, p_change text) returns void
language sql volatile
set search_path = ''
as $$
  select private.queue_mail('second-factor-changed', account.email, jsonb_build_object('name', coalesce(profile.full_name, ''), 'change', p_change))
  from auth.users as account
  left join public.profiles as profile using (id)
  where account.id = p_user_id and account.email <> '';
$$;

-- Whether the person is asked for a second factor.
create function public.has_second_factor(p_user_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return exists (select from auth.mfa_factors where user_id = p_user_id and status = 'verified');
end
$$;

-- Removes every factor and recovery code of somebody else, ends their sessions, tells them, and leaves a line in the log for each
-- factor. Raises when there is none. The password alone lets them in afterwards, and they may enrol anew.
create function public.reset_second_factor_by_admin(p_user_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_writing_admin();
  if p_user_id = auth.uid() then
    raise exception 'Tu propia verificación en dos pasos se quita en Configuración, en la pestaña Seguridad.';
  end if;
  -- The account comes before its sessions, as everywhere.
  perform from auth.users where id = p_user_id for no key update;
  insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
  select auth.uid(), user_id, 'delete', 'mfa_factors', id, jsonb_build_object('name', jsonb_build_object('old', friendly_name, 'new', null))
  from auth.mfa_factors
  where user_id = p_user_id and status = 'verified';
  if not found then
    raise exception 'Esta cuenta no tiene verificación en dos pasos.';
  end if;
  delete from auth.mfa_factors where user_id = p_user_id;
  delete from private.recovery_sets where user_id = p_user_id;
  delete from auth.sessions where user_id = p_user_id;
  perform private.tell_second_factor_change(p_user_id, 'reset');
end
$$;

revoke execute on function private.tell_second_factor_change(uuid, text), public.has_second_factor(uuid),
  public.reset_second_factor_by_admin(uuid) from public;
grant execute on function public.has_second_factor(uuid), public.reset_second_factor_by_admin(uuid) to authenticated;
