-- A new password is told to its owner by mail, whoever set it, so that a stolen session or a careless colleague does not go unnoticed.
-- Accounts without a proved e-mail are not written to: they may be somebody's typing mistake.
create function private.tell_password_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.queue_mail_once_per('1 minute', 'password-changed', new.email,
    jsonb_build_object('name', coalesce((select full_name from public.profiles where id = new.id), '')));
  return null;
exception when check_violation then
  -- An address that the outbox does not write to, from another system's dump: the change is worth more than its mail.
  return null;
end
$$;

create trigger tell_password_change
  after update of encrypted_password on auth.users
  for each row when (
    old.encrypted_password <> '' and new.encrypted_password is distinct from old.encrypted_password
    and new.email is not null and new.email_confirmed_at is not null and coalesce(new.banned_until <= now(), true)
  )
  execute function private.tell_password_change();

revoke execute on function private.tell_password_change() from public;
