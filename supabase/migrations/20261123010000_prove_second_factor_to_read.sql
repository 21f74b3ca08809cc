-- Whoever has the password alone reads as little as they write: what a person may read and do
-- rests on one question, whether they are active and have proved the second factor. Their own
-- profile and public rows ask nothing. Rows that exist are untouched.

-- An active person, who has proved the second factor if one is verified. The token must say so
-- and its session too: a token made before the factor was proved stays as weak as it was, and one
-- made with a factor that was removed since is strong no more.
create function private.is_proven() returns boolean
language sql stable security definer
set search_path = ''
as $$
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

revoke execute on function private.is_proven() from public;
grant execute on function private.is_proven() to authenticated, service_role;

-- The same, as writes ask it.
create or replace function private.may_write() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_proven();
$$;

create or replace function private.is_admin() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.is_proven()
    and exists (select from public.profiles where id = auth.uid() and role = 'admin');
$$;

-- The dealership whose inventory the caller works on: one's own, or that of the active dealership
-- one sells for.
create or replace function private.my_dealership() returns uuid
language sql stable security definer
set search_path = ''
as $$
  select dealership.id
  from public.profiles as me
  join public.profiles as dealership
    on dealership.id = case me.role
      when 'concesionario' then me.id when 'vendedor' then me.dealership_id end
  where me.id = auth.uid() and private.is_proven()
    and dealership.is_active and dealership.role = 'concesionario';
$$;

-- The caller's own id if the caller is an active dealership: the one who leads a team.
create or replace function private.my_team() returns uuid
language sql stable security definer
set search_path = ''
as $$
  select id from public.profiles
  where id = auth.uid() and role = 'concesionario' and private.is_proven();
$$;

-- A salesperson reads the leads that came to them.
alter policy leads_select_recipient on public.leads
  using (
    recipient_id = (select auth.uid())
    and (select private.is_proven())
    and (dealership_id is null or dealership_id = recipient_id
      or dealership_id = (select private.my_dealership()))
  );

-- They work on them.
alter policy leads_update_recipient on public.leads
  using (
    recipient_id = (select auth.uid())
    and (select private.is_proven())
    and (dealership_id is null or dealership_id = recipient_id
      or dealership_id = (select private.my_dealership()))
  );

-- A dealership and its salespeople see the dealership's photos; everybody the own page's
-- pictures.
alter policy objects_select_owner on storage.objects
  using (
    (bucket_id = 'vehicle_images'
      and private.owner_folder(name) = (select private.my_dealership())::text)
    or (bucket_id = 'dealership_logos' and private.owner_folder(name) = (select auth.uid())::text
      and (select private.is_proven()))
  );

-- Refuses a caller who may do nothing yet, and says why: the account is inactive, or the second
-- factor is still to be proved.
create function private.require_proven() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.is_proven() then
    raise insufficient_privilege using
      message = 'Acceso denegado',
      hint = case when private.is_active() then 'insufficient_aal' else 'inactive' end;
  end if;
end
$$;

revoke execute on function private.require_proven() from public;

-- The guard at the top of every function that only an administrator may run.
create or replace function private.require_admin() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform private.require_proven();
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Solo un administrador puede hacer esto.';
  end if;
end
$$;

-- One profile as a list: the own one, that of one's salesperson, any for an administrator. The
-- own one asks no second factor.
create or replace function public.get_user_profile_by_id(p_user_id uuid)
returns setof public.profiles
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if p_user_id is distinct from auth.uid() or not private.is_active() then
    perform private.require_proven();
  end if;
  if private.is_admin() or p_user_id = auth.uid()
    or exists (
      select from public.profiles where id = p_user_id and dealership_id = private.my_team()
    )
  then
    return query select * from public.profiles where id = p_user_id;
  elsif exists (select from public.profiles where id = p_user_id) then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
end
$$;

-- The salespeople of a dealership, for itself and for administrators.
create or replace function public.get_team_members(p_dealership_id uuid)
returns setof public.profiles
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_proven();
  if not private.is_admin() and p_dealership_id is distinct from private.my_team() then
    raise insufficient_privilege using message = 'Acceso denegado';
  end if;
  return query select * from public.profiles
    where dealership_id = p_dealership_id and role = 'vendedor' order by full_name, id;
end
$$;

-- Where a person is signed in: their live sessions, the present one first. No address and no
-- token.
create or replace function public.get_own_sessions()
returns table (
  id uuid, user_agent text, created_at timestamptz, used_at timestamptz, is_current boolean
)
language sql stable security definer
set search_path = ''
as $$
  select session.id, session.user_agent, session.created_at,
    greatest(session.created_at, session.refreshed_at at time zone 'utc'),
    session.id::text = auth.jwt() ->> 'session_id' as is_current
  from auth.sessions as session
  where session.user_id = auth.uid() and (session.not_after is null or session.not_after > now())
    and (select private.is_proven())
  order by is_current desc, 4 desc, session.id
  limit 100;
$$;

-- Counts a visit to a published vehicle, once per visitor and day and never for the owner's own
-- people, whatever they have proved. Says nothing about vehicles that do not exist, so that it
-- cannot be used to ask.
create or replace function public.record_vehicle_view(p_vehicle_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  today date := (now() at time zone 'utc')::date;
  owner_id uuid;
begin
  select user_id into owner_id
  from public.vehicles
  where id = p_vehicle_id and published and user_id in (select id from private.active_owners);
  if not found or exists (
    select from public.profiles
    where id = auth.uid() and is_active and (role = 'admin' or owner_id in (id, dealership_id))
  ) then
    return;
  end if;

  insert into public.vehicle_views (vehicle_id, day, visitor)
  select p_vehicle_id, today, extensions.digest(
    salt.visitor_salt || convert_to(concat_ws(
      '|', today, private.caller_address(),
      private.device_family(private.request_header('user-agent'))
    ), 'utf8'), 'sha256')
  from private.settings as salt
  on conflict do nothing;

  if found then
    update public.vehicles set views = views + 1 where id = p_vehicle_id;
  end if;
end
$$;
