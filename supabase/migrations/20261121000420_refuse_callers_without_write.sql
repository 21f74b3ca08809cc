-- Row security hides rows and so lets a forbidden update pass in silence. This refuses every write of a person who
-- is inactive, or who has a second factor and has not proved it, aloud and before any row is looked at.
create function private.refuse_caller_without_write() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and not private.may_write() then
    raise insufficient_privilege using
      message = 'Tu cuenta no puede hacer cambios.',
      hint = case when private.is_active() then 'insufficient_aal' else 'inactive' end;
  end if;
  return null;
end
$$;

-- The same for profiles, except that a person without a profile may make it.
create function private.refuse_profile_caller_without_write() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and not private.may_write() and private.has_profile() then
    raise insufficient_privilege using
      message = 'Tu cuenta no puede hacer cambios.',
      hint = case when private.is_active() then 'insufficient_aal' else 'inactive' end;
  end if;
  return null;
end
$$;

create function private.has_profile() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.profiles where id = auth.uid());
$$;

revoke execute on function private.refuse_caller_without_write(), private.refuse_profile_caller_without_write(),
  private.has_profile() from public;
grant execute on function private.has_profile() to authenticated, service_role;

create trigger refuse_caller_without_write
  before insert or update or delete on public.profiles
  for each statement execute function private.refuse_profile_caller_without_write();
