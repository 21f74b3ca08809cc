-- Who asked for access is let in by the decision about the request, which also gives the asked role and a public
-- address and writes to the person. Switching the account on beside it would leave the request behind, and the person
-- without any of these. Accounts that are active already stay so.

-- Whether a request of this account waits for a decision; a dealership may not read requests, so it is read for it.
create function private.has_pending_request(p_user_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.access_requests where user_id = p_user_id and status = 'pending');
$$;

-- Runs as the caller: the decision itself is the owner's act.
create function private.refuse_activation_past_request() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user = 'authenticated' and private.has_pending_request(new.id) then
    raise exception 'La solicitud de acceso de esta cuenta está pendiente. Apruébala para activarla.'
      using hint = 'pending_request';
  end if;
  return new;
end
$$;

revoke execute on function private.has_pending_request(uuid), private.refuse_activation_past_request() from public;
-- PostgreSQL asks for this right of everybody who switches an account on, also where the condition before it is false.
grant execute on function private.has_pending_request(uuid) to authenticated, service_role;

create trigger refuse_activation_past_request
  before update of is_active on public.profiles
  for each row when (new.is_active and not old.is_active)
  execute function private.refuse_activation_past_request();
