-- Mails that were given up, for administrators: to whom and why, never what they hold, which may be secret.
create function public.get_dead_mails()
returns table (id uuid, template text, recipient text, last_error text, attempts integer, created_at timestamptz)
language plpgsql stable security definer
set search_path = ''
as $$
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

-- Queues a mail again that was given up, under its old Message-ID.
create function public.retry_dead_mail(p_id uuid) returns void
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
end
$$;

create index outgoing_mail_dead_idx on private.outgoing_mail (created_at desc) where state = 'dead';

revoke execute on function public.get_dead_mails(), public.retry_dead_mail(uuid) from public;
grant execute on function public.get_dead_mails(), public.retry_dead_mail(uuid) to authenticated;
