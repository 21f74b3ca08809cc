-- Leads of a salesperson without a dealership belong to nobody else, so they go with the account.
create function private.remove_own_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.leads where recipient_id = old.id and dealership_id is null;
  return old;
end
$$;

revoke execute on function private.remove_own_leads() from public;

create trigger remove_own_leads
  before delete on public.profiles
  for each row execute function private.remove_own_leads();
