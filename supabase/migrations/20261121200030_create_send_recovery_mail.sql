-- The mail that answers "I forgot my password", if the address has an account: a link for whoever may enter, and for the others the word that
-- their account is not open. An earlier link is worthless from then on. Only the mail tells which of the three it was.
create function private.send_recovery_mail(p_email text, p_redirect_to text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  token_hash text := encode(extensions.digest(token, 'sha256'), 'hex');
  account auth.users;
  name text;
begin
  select * into account
  from auth.users
  where email = p_email and deleted_at is null and is_sso_user = false
  for no key update;
  if not found then
    return;
  end if;
  select coalesce(full_name, '') into name from public.profiles where id = account.id;
  if account.banned_until > now() then
    perform private.queue_mail('recovery-closed', p_email, jsonb_build_object('name', name));
    return;
  end if;

  update auth.users set recovery_token = token_hash, recovery_sent_at = now() where id = account.id;
  insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
  values (gen_random_uuid(), account.id, 'recovery_token', token_hash, p_email)
  on conflict (user_id, token_type) do update
  set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
    created_at = excluded.created_at, updated_at = excluded.updated_at;
  perform private.queue_mail('recovery', p_email,
    jsonb_build_object('name', name, 'token', token, 'redirectTo', p_redirect_to));
end
$$;

revoke execute on function private.send_recovery_mail(text, text) from public;
