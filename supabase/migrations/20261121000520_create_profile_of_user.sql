-- Whether the platform has its first administrator; /create-admin asks it before anybody can sign in.
create function public.admin_exists() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.profiles where role = 'admin');
$$;

revoke execute on function public.admin_exists() from public;
grant execute on function public.admin_exists() to anon, authenticated, service_role;

-- Every account gets its profile: an inactive vendedor, whatever its metadata claims. Only while there is no
-- administrator does a sign-up with the role admin become the first; of two at once the second one fails.
create function private.create_profile_of_user() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  is_first_admin boolean := coalesce(new.raw_user_meta_data ->> 'role' = 'admin', false) and not public.admin_exists();
begin
  if is_first_admin then
    perform pg_advisory_xact_lock(hashtext('vitrina:first-admin'));
    if public.admin_exists() then
      raise exception 'Ya existe un administrador.' using hint = 'signup_disabled';
    end if;
  end if;
  insert into public.profiles (id, full_name, email, phone, role, is_active)
  values (
    new.id,
    left(coalesce(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), nullif(new.email, ''), new.phone, ''), 120),
    nullif(new.email, ''),
    nullif(new.phone, ''),
    case when is_first_admin then 'admin' else 'vendedor' end,
    is_first_admin
  );
  return null;
end
$$;

revoke execute on function private.create_profile_of_user() from public;

create trigger create_profile_of_user
  after insert on auth.users
  for each row execute function private.create_profile_of_user();
