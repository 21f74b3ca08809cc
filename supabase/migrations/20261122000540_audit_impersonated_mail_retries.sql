-- A mail that an administrator sends again while acting for somebody leaves a line: which one, and nothing of what it says.
create or replace function public.retry_dead_mail(p_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  impersonated uuid := private.impersonated_id();
begin
  perform private.require_writing_admin();
  update private.outgoing_mail
  set state = 'queued', attempts = 0, due_at = now(), claimed_until = null
  where id = p_id and state = 'dead';
  if not found then
    raise exception 'Este correo ya no está entre los no entregados.';
  end if;
  perform graphile_worker.add_job('send_mail', json_build_object('id', p_id), job_key => 'mail:' || p_id);
  if impersonated is not null then
    insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
    values (auth.uid(), impersonated, 'update', 'outgoing_mail', p_id, '{"state": {"old": "dead", "new": "queued"}}');
  end if;
end
$$;
