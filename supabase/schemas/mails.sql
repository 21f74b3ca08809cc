-- Mails that failed for good, for administrators.

-- Recipient and error, never the content, which may be secret.
create function public.get_dead_mails()
returns table (id uuid, template text, recipient text, last_error text, attempts integer,
  created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select m.id, m.template, m.recipient, m.last_error, m.attempts, m.created_at
    from private.outgoing_mail as m
    where m.state = 'dead'
    order by m.created_at desc, m.id
    limit 500;
end
$$;
grant execute on function public.get_dead_mails() to authenticated;

-- Queues a failed mail again, with its old Message-ID. Logs which one, not its content.
create function public.retry_dead_mail(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.outgoing_mail
  set state = 'queued', attempts = 0, due_at = now(), claimed_until = null
  where id = p_id and state = 'dead';
  if not found then
    raise exception 'Este correo ya no está entre los no entregados.';
  end if;
  perform graphile_worker.add_job(
    'send_mail', json_build_object('id', p_id), job_key => 'mail:' || p_id);
  perform private.log_admin_write(
    'update', 'outgoing_mail', p_id, '{"state": {"old": "dead", "new": "queued"}}');
end
$$;
grant execute on function public.retry_dead_mail(uuid) to authenticated;
