-- Only what an administrator did in somebody's name left a line. Each write of an administrator does now, whether it was in somebody's
-- name (impersonated_id) or in their own (null). Lines that exist were all written in somebody's name, but for the resets of a second
-- factor: those name the person whose factor it was.
alter table public.audit_log alter column impersonated_id drop not null;

comment on table public.audit_log is 'What administrators wrote, in their own name or, where impersonated_id says so, in somebody else''s.';

drop trigger audit_impersonated_write on public.vehicles;
drop trigger audit_impersonated_write on public.profiles;
drop trigger audit_impersonated_write on public.access_requests;
drop trigger audit_impersonated_write on public.leads;
drop trigger if exists audit_impersonated_file on storage.objects;
drop trigger audit_impersonated_password on auth.users;
drop function private.audit_impersonated_write(), private.audit_impersonated_file(), private.audit_impersonated_password();

-- Writes a line if the actor is an administrator: the caller, or whoever sent what the platform passes on under its own name. A service
-- and the database's owner are nobody whom a line could name. Raises when the header that names the impersonated person is no
-- identifier: a write that cannot be logged must not happen.
create function private.log_admin_write(
  p_action text, p_table_name text, p_row_id uuid, p_difference jsonb, p_actor_id uuid default auth.uid()
) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
  select actor.id, nullif(private.impersonated_by(actor.id), actor.id), p_action, p_table_name, p_row_id, p_difference
  from public.profiles as actor
  where actor.id = p_actor_id and actor.role = 'admin' and actor.is_active;
$$;

-- Logs the row that was written, with what differs in the columns that the trigger names, or in all. What the database itself derives
-- from other columns is told in no line, and a write that changes nothing else leaves none.
create function private.audit_admin_write() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  kept_by_database text[];
  before jsonb;
  after jsonb;
  difference jsonb;
begin
  if not private.is_admin() then
    return null;
  end if;
  kept_by_database := array['updated_at', 'vehicle_count', 'views', 'closed_by_admin']
    || array(select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
  -- Who switches off what is off already changes nothing else.
  if tg_op = 'UPDATE' and to_jsonb(old) -> 'is_active' = to_jsonb(new) -> 'is_active' then
    kept_by_database := array_remove(kept_by_database, 'closed_by_admin');
  end if;
  before := case when tg_op <> 'INSERT' then to_jsonb(old) - kept_by_database else '{}' end;
  after := case when tg_op <> 'DELETE' then to_jsonb(new) - kept_by_database else '{}' end;

  select jsonb_object_agg(name, jsonb_build_object('old', before -> name, 'new', after -> name))
  into difference
  from (select jsonb_object_keys(before) as name union select jsonb_object_keys(after)) as columns
  where before -> name is distinct from after -> name and (tg_nargs = 0 or name = any (tg_argv));

  if difference is not null then
    perform private.log_admin_write(lower(tg_op), tg_table_name, (coalesce(after ->> 'id', before ->> 'id'))::uuid, difference);
  end if;
  return null;
end
$$;

-- A password is seen at no profile. The line says that it changed and nothing about it.
create function private.audit_admin_password() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.log_admin_write('update', 'users', new.id, '{"password": {"old": "******", "new": "******"}}');
  return null;
end
$$;

revoke execute on function private.log_admin_write(text, text, uuid, jsonb, uuid), private.audit_admin_write(),
  private.audit_admin_password() from public;

create trigger audit_admin_write
  after insert or update or delete on public.profiles
  for each row execute function private.audit_admin_write();

create trigger audit_admin_write
  after insert or update or delete on public.vehicles
  for each row execute function private.audit_admin_write();

-- Not what an applicant says of themselves.
create trigger audit_admin_write
  after insert or update or delete on public.access_requests
  for each row execute function private.audit_admin_write('account_type', 'status');

-- Nobody deletes by hand, and what a customer says stays out of the log; receive_lead logs what an administrator sends.
create trigger audit_admin_write
  after update on public.leads
  for each row execute function private.audit_admin_write('state', 'notes');

create trigger audit_admin_password
  after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.audit_admin_password();

-- On Supabase the table is Supabase's, and takes no triggers of ours: files are not logged there.
do $$
begin
  create trigger audit_admin_write
    after insert or update or delete on storage.objects
    for each row execute function private.audit_admin_write('bucket_id', 'name', 'version');
exception when insufficient_privilege then
  raise notice 'storage.objects takes no trigger; files are not logged';
end
$$;

-- An inquiry or a referral that an administrator sends leaves a line: to whom it went and about which vehicle. What the form holds about
-- a customer stays out.
create or replace function private.audit_impersonated_lead(p_lead public.leads, p_caller_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select private.log_admin_write('insert', 'leads', sent.lead_id, jsonb_build_object(
    'recipient_id', jsonb_build_object('old', null, 'new', p_lead.recipient_id),
    'vehicle_id', jsonb_build_object('old', null, 'new', p_lead.vehicle_id)), p_caller_id)
  from (
    select lead_id from private.lead_submissions
    where fingerprint = private.lead_fingerprint(p_lead)
    order by created_at desc
    limit 1
  ) as sent;
$$;

-- Queues a mail again that was given up, under its old Message-ID. The log says which one, and nothing of what it says.
create or replace function public.retry_dead_mail(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.require_writing_admin();
  update private.outgoing_mail
  set state = 'queued', attempts = 0, due_at = now(), claimed_until = null
  where id = p_id and state = 'dead';
  if not found then
    raise exception 'Este correo ya no está entre los no entregados.';
  end if;
  perform graphile_worker.add_job('send_mail', json_build_object('id', p_id), job_key => 'mail:' || p_id);
  perform private.log_admin_write('update', 'outgoing_mail', p_id, '{"state": {"old": "dead", "new": "queued"}}');
end
$$;

-- Removes every factor and recovery code of somebody else, ends their sessions, tells them, and leaves a line in the log for each
-- factor. Raises when there is none. The password alone lets them in afterwards, and they may enrol anew.
create or replace function public.reset_second_factor_by_admin(p_user_id uuid) returns void
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
  perform private.log_admin_write('delete', 'mfa_factors', id, jsonb_build_object(
    'user_id', jsonb_build_object('old', user_id, 'new', null)))
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

drop function private.impersonated_id();
