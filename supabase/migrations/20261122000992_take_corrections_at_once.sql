-- Who asked for access and corrected the form within the minute heard of success, and the correction was dropped. And the same form sent again undid what an administrator had
-- corrected in the account.

-- As before, where what is asked for has changed.
create or replace function private.replace_access_request(
  p_user_id uuid, p_name text, p_phone text, p_account_type text, p_message text
) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update public.access_requests
  set id = gen_random_uuid(), name = p_name, phone = p_phone, account_type = p_account_type, message = p_message
  where user_id = p_user_id and status = 'pending'
    and (name, phone, account_type, message) is distinct from (p_name, p_phone, p_account_type, p_message);
  if not found then
    return;
  end if;
  update auth.users
  set phone = case when not exists (select from auth.users where phone = p_phone and id <> p_user_id) then p_phone end,
    raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('full_name', p_name),
    updated_at = now()
  where id = p_user_id;
  update public.profiles set full_name = p_name where id = p_user_id;
  delete from auth.identities where user_id = p_user_id and provider = 'phone';
  perform private.sync_identities(p_user_id);
end
$$;

-- As before; but who knows the account's password corrects what they ask for at once, and only the next link waits for a minute. Each of these mails counts as one that was asked for
-- the mailbox (limits.ts, verifyTo): whoever asks again every minute would otherwise end each link before its owner has opened it. The request itself counts apart, or whoever asks for
-- links would keep the owner's from being stored.
create or replace function private.ask_for_account(
  p_account auth.users, p_name text, p_phone text, p_account_type text, p_message text, p_knows_password boolean
) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  request public.access_requests;
  has_rested boolean := coalesce(p_account.confirmation_sent_at < now() - interval '1 minute', true);
begin
  select * into request from public.access_requests where user_id = p_account.id order by created_at desc limit 1;
  if not p_knows_password then
    perform private.contest_password(p_account, request);
  end if;
  if p_account.invited_at is not null or (request.status = 'approved' and not p_knows_password) then
    return;
  end if;
  if request.id is null and not private.is_account_used(p_account.id) then
    insert into public.access_requests (user_id, name, phone, email, account_type, message)
    values (p_account.id, p_name, p_phone, p_account.email, p_account_type, p_message)
    returning * into request;
  end if;
  if request.status = 'pending'
    and (p_knows_password or has_rested and private.take_attempt('ask-again', p_account.email, 10, interval '10 minutes'))
  then
    perform private.replace_access_request(p_account.id, p_name, p_phone, p_account_type, p_message);
  end if;
  if has_rested and private.take_attempt('verify-to', p_account.email, 4, interval '10 minutes') then
    perform private.send_verification_mail(p_account.id, p_name);
  end if;
end
$$;
