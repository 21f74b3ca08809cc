-- Who the caller is, asked of the tables and never of the token's metadata. Policies call them inside a scalar
-- subquery, so that each runs once per statement.

create function private.is_active() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.profiles where id = auth.uid() and is_active);
$$;

create function private.is_admin() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.profiles where id = auth.uid() and is_active and role = 'admin');
$$;

-- An active person, who has proved the second factor if one is verified.
create function private.may_write() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_active()
    and (
      coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
    );
$$;

-- The dealership whose inventory the caller works on: one's own, or that of the active dealership one sells for.
create function private.my_dealership() returns uuid
language sql stable security definer
set search_path = ''
as $$
  select dealership.id
  from public.profiles as me
  join public.profiles as dealership
    on dealership.id = case me.role when 'concesionario' then me.id when 'vendedor' then me.dealership_id end
  where me.id = auth.uid() and me.is_active and dealership.is_active and dealership.role = 'concesionario';
$$;

-- The caller's own id if the caller is an active dealership: the one who leads a team.
create function private.my_team() returns uuid
language sql stable security definer
set search_path = ''
as $$
  select id from public.profiles where id = auth.uid() and is_active and role = 'concesionario';
$$;

-- Both the caller and the dealership must have the feature; it is on until an administrator turns it off.
create function private.has_feature(p_feature text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce(bool_and(coalesce(config #> array['features', p_feature], 'true'::jsonb) = 'true'::jsonb), false)
  from public.profiles
  where id = auth.uid() or id = private.my_dealership();
$$;

-- One of the few request headers that the api hands down.
create function private.request_header(p_name text) returns text
language sql stable
set search_path = ''
as $$
  select nullif(current_setting('request.headers', true), '')::jsonb ->> p_name;
$$;

revoke execute on function private.is_active(), private.is_admin(), private.may_write(), private.my_dealership(),
  private.my_team(), private.has_feature(text), private.request_header(text) from public;
grant execute on function private.is_active(), private.is_admin(), private.may_write(), private.my_dealership(),
  private.my_team(), private.has_feature(text), private.request_header(text) to authenticated, service_role;
