-- An administrator decides a pending request; the first decision wins, a second one is told so. Approving activates
-- the profile in the asked role, under a free public address; rejecting removes the account and keeps the request,
-- so that the address may ask again. Either way the person is written to.
create function public.decide_access_request(p_request_id uuid, p_status text, p_dealership_id uuid default null)
returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  request public.access_requests;
begin
  perform private.require_writing_admin();
  if p_status is null or p_status not in ('approved', 'rejected') then
    raise exception 'La decisión debe ser approved o rejected.';
  end if;

  select * into request from public.access_requests where id = p_request_id for update;
  if not found then
    raise exception 'La solicitud no existe.';
  elsif request.status <> 'pending' then
    raise exception 'La solicitud ya fue %.', case request.status when 'approved' then 'aprobada' else 'rechazada' end
      using hint = 'already_decided';
  end if;

  update public.access_requests
  set status = p_status, decided_at = now(), decided_by = auth.uid()
  where id = request.id;

  if p_status = 'approved' then
    perform private.approve_account(request, p_dealership_id);
  else
    perform private.reject_account(request);
  end if;
end
$$;

-- Whether somebody works, or has worked, with the account: an administrator let the person in without the request.
create function private.is_account_used(p_user_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.profiles as profile join auth.users as account using (id)
    where id = p_user_id
      and (profile.is_active or profile.vehicle_count > 0 or account.last_sign_in_at is not null)
  );
$$;

-- Where the person is written to: the account's e-mail as it is now, which may have been corrected since.
create function private.email_of_applicant(p_request public.access_requests) returns text
language sql stable
set search_path = ''
as $$
  select coalesce((select nullif(email, '') from auth.users where id = p_request.user_id), p_request.email);
$$;

-- An account that is used already keeps the role that it has.
create function private.approve_account(p_request public.access_requests, p_dealership_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  is_used boolean := private.is_account_used(p_request.user_id);
  slug text;
begin
  if p_request.user_id is null then
    raise exception 'La cuenta de esta solicitud ya no existe.';
  elsif p_dealership_id is not null
    and not exists (select from public.profiles where id = p_dealership_id and role = 'concesionario')
  then
    raise exception 'El concesionario elegido no existe.';
  end if;
  -- Two approvals of namesakes wait for each other here.
  perform pg_advisory_xact_lock(hashtext('vitrina:slug'));
  update public.profiles
  set role = case when is_used then role else p_request.account_type end,
    is_active = true,
    dealership_id = coalesce(p_dealership_id, dealership_id),
    public_slug = coalesce(public_slug, case when not is_used then private.free_slug(p_request.name) end)
  where id = p_request.user_id
  returning public_slug into slug;

  perform private.queue_mail('access-approved', private.email_of_applicant(p_request), jsonb_build_object(
    'name', p_request.name, 'account_type', p_request.account_type, 'public_slug', slug));
end
$$;

create function private.reject_account(p_request public.access_requests) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  address text := private.email_of_applicant(p_request);
begin
  if private.is_account_used(p_request.user_id) then
    raise exception 'La cuenta ya está en uso; elimínala desde Gestionar Cuentas.';
  end if;
  delete from auth.users where id = p_request.user_id;
  perform private.queue_mail('access-rejected', address, jsonb_build_object('name', p_request.name));
end
$$;

revoke execute on function private.is_account_used(uuid),
  private.email_of_applicant(public.access_requests),
  private.approve_account(public.access_requests, uuid),
  private.reject_account(public.access_requests),
  public.decide_access_request(uuid, text, uuid) from public;
grant execute on function public.decide_access_request(uuid, text, uuid) to authenticated;
