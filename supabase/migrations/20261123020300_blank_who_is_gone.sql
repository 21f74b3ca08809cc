-- Name, phone and message of a deleted person stayed in their request for access, and their whole profile in the log. What is personal is
-- blanked in the deletion's own transaction, by whichever door it comes: all of them delete the account. The rows stay.

-- A line's difference without what is personal; that something was there can be seen. Of a configuration the permissions stay.
create function private.blank_difference(p_difference jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(told.name, (
    select jsonb_object_agg(side.name, case
      when side.value = 'null' then side.value
      when told.name = 'config' then jsonb_strip_nulls(jsonb_build_object('features', side.value -> 'features'))
      when told.name in ('full_name', 'name', 'email', 'phone', 'message', 'public_slug', 'custom_domain', 'verified_domain',
        'friendly_name', 'notes') then '"******"'
      else side.value
    end)
    from jsonb_each(told.value) as side (name, value)
  )), '{}')
  from jsonb_each(p_difference) as told (name, value);
$$;

-- The log only grows, and blanking is the one change that it takes.
drop trigger refuse_change_of_log on public.audit_log;

create trigger refuse_change_of_log
  before delete or truncate on public.audit_log
  for each statement execute function private.refuse_change_of_log();

create trigger refuse_change_of_line
  before update on public.audit_log
  for each row when (
    to_jsonb(new) <> to_jsonb(old) || jsonb_build_object('difference', private.blank_difference(old.difference))
  )
  execute function private.refuse_change_of_log();

-- Blanks the lines about one row.
create function private.blank_log(p_table_name text, p_row_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  update public.audit_log
  set difference = private.blank_difference(difference)
  where table_name = p_table_name and row_id = p_row_id and difference <> private.blank_difference(difference);
$$;

-- After the line of the deletion itself, by its name.
create function private.forget_in_log() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.blank_log(tg_table_name, old.id);
  return null;
end
$$;

create trigger forget_in_log
  after delete on public.profiles
  for each row execute function private.forget_in_log();

create trigger forget_in_log
  after delete on public.leads
  for each row execute function private.forget_in_log();

-- A request that waits goes with its account; of one that was decided the decision stays. So do no mails to the person, sent or not; a
-- refusal is written to them afterwards.
drop trigger forget_waiting_request on auth.users;
drop function private.forget_waiting_request();

create function private.forget_person() returns trigger
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.blank_log('access_requests', id) from public.access_requests where user_id = old.id;
  delete from public.access_requests where user_id = old.id and status = 'pending';
  update public.access_requests set name = '******', phone = '******', email = '******', message = null where user_id = old.id;
  delete from private.outgoing_mail where recipient = old.email;
  return old;
end
$$;

create trigger forget_person
  before delete on auth.users
  for each row execute function private.forget_person();

revoke execute on function private.blank_difference(jsonb), private.blank_log(text, uuid), private.forget_in_log(),
  private.forget_person() from public;

-- People who are gone already.
update public.access_requests
set name = '******', phone = '******', email = '******', message = null
where user_id is null;

update public.audit_log as line
set difference = private.blank_difference(difference)
where difference <> private.blank_difference(difference)
  and case line.table_name
    when 'profiles' then not exists (select from public.profiles where id = line.row_id)
    when 'leads' then not exists (select from public.leads where id = line.row_id)
    when 'access_requests' then not exists (select from public.access_requests where id = line.row_id and user_id is not null)
    when 'mfa_factors' then true
    else false
  end;
