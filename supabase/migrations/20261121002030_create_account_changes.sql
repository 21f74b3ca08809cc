-- Another person's password and e-mail: any for an administrator, its salespeople's for a dealership.

-- Raises unless the caller may change how this person signs in. The profile stays locked, so that nobody moves the
-- person to another team meanwhile; the account is locked after it, as everywhere.
create function private.require_account_keeper(p_user_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  person public.profiles;
begin
  perform private.require_write();
  select * into person from public.profiles where id = p_user_id for no key update;
  if private.is_admin() then
    if person.id is null then
      raise exception 'El usuario no existe.' using hint = 'user';
    end if;
  elsif (person.dealership_id = private.my_team()) is not true then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
end
$$;

-- Links that were mailed earlier lead nowhere any more.
create function private.forget_one_time_tokens(p_user_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  delete from auth.one_time_tokens where user_id = p_user_id;
  update auth.users
  set confirmation_token = '', recovery_token = '', email_change = '', email_change_token_new = '',
    email_change_token_current = '', email_change_confirm_status = 0, reauthentication_token = ''
  where id = p_user_id;
$$;

-- A new password ends the person's sessions and links; one's own session, when one changes one's own, goes on. The
-- account comes before the sessions: a sign-in with the old password is either over by then or finds the new one.
create function public.update_user_password_by_admin(p_user_id uuid, p_new_password text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  password_hash text;
begin
  perform private.require_account_keeper(p_user_id);
  password_hash := private.hash_password(p_new_password);
  update auth.users set encrypted_password = password_hash, updated_at = now() where id = p_user_id;
  delete from auth.sessions
  where user_id = p_user_id and id::text is distinct from auth.jwt() ->> 'session_id';
  perform private.forget_one_time_tokens(p_user_id);
end
$$;

-- A new e-mail counts as confirmed: the one who gave it vouches for it. The same e-mail again changes nothing.
create function public.update_user_email_by_admin(p_user_id uuid, p_new_email text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clean_email text;
begin
  perform private.require_account_keeper(p_user_id);
  clean_email := private.read_email(p_new_email);
  update auth.users
  set email = clean_email, email_confirmed_at = now(), updated_at = now()
  where id = p_user_id and email is distinct from clean_email;
  if found then
    perform private.sync_identities(p_user_id);
    perform private.forget_one_time_tokens(p_user_id);
  end if;
exception
  when unique_violation then
    raise exception 'Ya existe una cuenta con este correo electrónico.' using hint = 'email';
end
$$;

revoke execute on function private.require_account_keeper(uuid), private.forget_one_time_tokens(uuid),
  public.update_user_password_by_admin(uuid, text), public.update_user_email_by_admin(uuid, text) from public;
grant execute on function public.update_user_password_by_admin(uuid, text),
  public.update_user_email_by_admin(uuid, text) to authenticated;
