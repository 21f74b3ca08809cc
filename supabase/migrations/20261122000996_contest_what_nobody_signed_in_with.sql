-- An account that an open sign-up made and an administrator switched on before anybody had confirmed its address kept the password of whoever signed up. Nobody can have signed in with it, so
-- who else chooses one takes it away as from any other; only an invitation, and an account that somebody has entered, are left alone.
create or replace function private.contest_password(p_account auth.users, p_request public.access_requests) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if p_account.invited_at is not null or p_account.last_sign_in_at is not null then
    return;
  end if;
  update auth.users set encrypted_password = '', updated_at = now() where id = p_account.id and encrypted_password <> '';
  if found and p_request.status = 'approved' and exists (select from public.profiles where id = p_account.id and is_active) then
    perform private.queue_approval_mail(p_request);
  end if;
end
$$;

-- As before; but who applies is nobody's salesperson yet, whichever dealership an administrator has noted for them.
create or replace function public.delete_salesperson_by_dealership(p_salesperson_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if not private.may_write() or not exists (
    select from public.profiles
    where id = p_salesperson_id and role = 'vendedor'
      and (private.is_admin() or dealership_id = private.my_team() and not exists (
        select from public.access_requests where user_id = p_salesperson_id and status = 'pending'))
  ) then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  delete from auth.users where id = p_salesperson_id;
end
$$;
