-- A dealership renamed an applicant whom an administrator had noted for it: the request was approved under another name than it was read with. Who waits for a decision is
-- nobody's salesperson yet.
create function private.is_waiting(p_user_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.access_requests where user_id = p_user_id and status = 'pending');
$$;

revoke execute on function private.is_waiting(uuid) from public;
grant execute on function private.is_waiting(uuid) to authenticated;

alter policy profiles_update_dealership on public.profiles
  with check (dealership_id = (select private.my_team()) and (select private.may_write()) and not private.is_waiting(id));
