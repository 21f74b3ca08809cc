-- Who the caller is, read from the tables and never from the token's metadata. Policies call these
-- in a scalar subquery, so each runs once per statement.

-- Whether the caller is active, with or without a second factor.
create function private.is_active() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = auth.uid() and is_active);
$$;
grant execute on function private.is_active() to authenticated, service_role;

-- Whether the caller is active and has proved the second factor, if one is verified. Token and
-- session must both say so: a token issued before the proof stays weak, and one issued with a
-- factor that was removed since is no longer strong.
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

-- The dealership that the caller works for: their own id, or the active dealership they sell for.
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

-- The caller's id if the caller is an active dealership.
create function private.my_team() returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles
  where id = auth.uid() and role = 'concesionario' and private.is_proven();
$$;
grant execute on function private.my_team() to authenticated, service_role;

-- Whether the caller and the dealership both have the feature; on unless an administrator turned it
-- off.
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

-- Whether the account has a pending access request. A dealership, which cannot read requests, must
-- not change such an account.
create function private.is_waiting(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.access_requests where user_id = p_user_id
    and status = 'pending');
$$;
grant execute on function private.is_waiting(uuid) to authenticated, service_role;

-- The caller's own team, or for an administrator the dealership named in the header. The header
-- grants no right; it only selects one.
create function private.team_of_request() returns uuid
language sql stable set search_path = '' as $$
  select coalesce(
    private.my_team(),
    (select id from public.profiles
      where private.is_admin() and role = 'concesionario'
        and id::text = lower(private.request_header('x-impersonated-user')))
  );
$$;

-- Raises if the caller is inactive or has not proved the second factor.
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

-- Guard at the top of every administrator function.
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

-- Guard at the top of functions that write for other callers too.
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

-- Row security filters rows, so a forbidden update would succeed silently. This raises on every
-- write by an inactive caller or one without the second factor proved. A person without a profile
-- may create it.
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

-- Rejects writes to an aggregating view for want of a right, which no role has. Without a trigger
-- PostgreSQL fails before it checks rights, and the API would answer 500.
create function private.refuse_view_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise insufficient_privilege using message = 'Acceso denegado';
end
$$;
