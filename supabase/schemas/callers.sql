-- Who the caller is, asked of the tables and never of the token's metadata. Policies call these
-- inside a scalar subquery, so that each runs once per statement.

-- An active person, whatever they have proved.
create function private.is_active() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = auth.uid() and is_active);
$$;
grant execute on function private.is_active() to authenticated, service_role;

-- An active person, who has proved the second factor if one is verified. The token must say so
-- and its session too: a token made before the factor was proved stays as weak as it was, and one
-- made with a factor that was removed since is strong no more.
create function private.is_proven() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_active()
    and (
      not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
      or (
        coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
        and exists (
          select from auth.sessions
          where id::text = auth.jwt() ->> 'session_id' and user_id = auth.uid() and aal >= 'aal2'
        )
      )
    );
$$;
grant execute on function private.is_proven() to authenticated, service_role;

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_proven()
    and exists (select from public.profiles where id = auth.uid() and role = 'admin');
$$;
grant execute on function private.is_admin() to authenticated, service_role;

-- The dealership whose inventory the caller works on: one's own, or that of the active dealership
-- one sells for.
create function private.my_dealership() returns uuid
language sql stable security definer set search_path = '' as $$
  select dealership.id
  from public.profiles as me
  join public.profiles as dealership
    on dealership.id = case me.role
      when 'concesionario' then me.id when 'vendedor' then me.dealership_id end
  where me.id = auth.uid() and private.is_proven()
    and dealership.is_active and dealership.role = 'concesionario';
$$;
grant execute on function private.my_dealership() to authenticated, service_role;

-- The caller's own id if the caller is an active dealership: the one who leads a team.
create function private.my_team() returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles
  where id = auth.uid() and role = 'concesionario' and private.is_proven();
$$;
grant execute on function private.my_team() to authenticated, service_role;

-- Both the caller and the dealership must have the feature; it is on until an administrator turns
-- it off.
create function private.has_feature(p_feature text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    bool_and(coalesce(config #> array['features', p_feature], 'true'::jsonb) = 'true'::jsonb),
      false)
  from public.profiles
  where id = auth.uid() or id = private.my_dealership();
$$;
grant execute on function private.has_feature(text) to authenticated, service_role;

create function private.has_profile() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = auth.uid());
$$;
grant execute on function private.has_profile() to authenticated, service_role;

-- Whether a request of this account waits for a decision: a dealership, which may not read
-- requests, changes nothing of them until then.
create function private.is_waiting(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.access_requests where user_id = p_user_id
    and status = 'pending');
$$;
grant execute on function private.is_waiting(uuid) to authenticated, service_role;

-- The caller's own team; for an administrator that of the dealership in whose name the request is
-- made. The header gives no right: it says which dealership is meant by one who may act for each of
-- them.
create function private.team_of_request() returns uuid
language sql stable set search_path = '' as $$
  select coalesce(
    private.my_team(),
    (select id from public.profiles
      where private.is_admin() and role = 'concesionario'
        and id::text = lower(private.request_header('x-impersonated-user')))
  );
$$;

-- Refuses a caller who may do nothing yet, and says why: the account is inactive, or the second
-- factor is still to be proved.
create function private.require_proven() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_proven() then
    raise insufficient_privilege using
      message = 'Acceso denegado',
      hint = case when private.is_active() then 'insufficient_aal' else 'inactive' end;
  end if;
end
$$;

-- The guard at the top of every function that only an administrator may run.
create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_proven();
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Solo un administrador puede hacer esto.';
  end if;
end
$$;
grant execute on function private.require_admin(), private.require_proven() to authenticated;

-- The guard at the top of a function that writes for other people than administrators too.
create function private.require_write() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_proven() then
    raise insufficient_privilege using
      message = 'Tu cuenta no puede hacer cambios.',
      hint = case when private.is_active() then 'insufficient_aal' else 'inactive' end;
  end if;
end
$$;
grant execute on function private.require_write() to authenticated;

-- Row security hides rows and so lets a forbidden update pass in silence. This refuses every write
-- of a person who is inactive, or who has a second factor and has not proved it, aloud and before
-- any row is looked at. A person without a profile may make it.
create function private.refuse_caller_without_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated')
    and (tg_table_name <> 'profiles' or private.has_profile())
  then
    perform private.require_write();
  end if;
  return null;
end
$$;

-- A view that adds up others' rows cannot be written. Without a trigger PostgreSQL finds that out
-- before it looks at rights, and the api would answer 500; with one it refuses for want of the right,
-- which no role has, so that this runs for the database's owner alone.
create function private.refuse_view_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise insufficient_privilege using message = 'Acceso denegado';
end
$$;
