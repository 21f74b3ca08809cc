-- What administrators wrote, as themselves (impersonated_id is null) or as another person. Append
-- only: no foreign key deletes a row, and blanking is the only update.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid not null,
  impersonated_id uuid,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id uuid not null,
  difference jsonb not null
);
create index audit_log_row_idx on public.audit_log (table_name, row_id);

-- The log is paged newest first, whole or for one person; each has its own index.
create index audit_log_page_idx on public.audit_log (at desc, id desc);
create index audit_log_actor_page_idx on public.audit_log (actor_id, at desc, id desc);
create index audit_log_impersonated_page_idx on public.audit_log (
  impersonated_id, at desc, id desc);
alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated, service_role;

-- An administrator reads the log.
create policy audit_log_select_admin on public.audit_log for select to authenticated
  using ((select private.is_admin()));

-- Deleting a person blanks their data in the log in the same transaction, however they are deleted.
-- The rows remain and show that a value existed; of a config the permissions remain.
create function private.blank_difference(p_difference jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(entry.name, (
    select jsonb_object_agg(side.name, case
      when side.value = 'null' then side.value
      when entry.name = 'config'
        then jsonb_strip_nulls(jsonb_build_object('features', side.value -> 'features'))
      when entry.name in (
        'full_name', 'name', 'email', 'phone', 'message', 'public_slug', 'custom_domain',
        'verified_domain', 'friendly_name', 'notes', 'next_step') then '"******"'
      else side.value
    end)
    from jsonb_each(entry.value) as side (name, value)
  )), '{}')
  from jsonb_each(p_difference) as entry (name, value);
$$;

create function private.refuse_change_of_log() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise insufficient_privilege using message = 'El registro de auditoría no se puede cambiar.';
end
$$;
create trigger refuse_change_of_log
  before delete or truncate on public.audit_log
  for each statement execute function private.refuse_change_of_log();
create trigger refuse_change_of_line
  before update on public.audit_log for each row when (
    to_jsonb(new) <> to_jsonb(old)
      || jsonb_build_object('difference', private.blank_difference(old.difference))
  ) execute function private.refuse_change_of_log();

-- The person whom an administrator acts for, in a request that the platform forwards as itself;
-- p_caller_id sent it. Null for other callers. Raises if the header is not a UUID.
create function private.impersonated_by(p_caller_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  named text := private.request_header('x-impersonated-user');
begin
  if named is null
    or not exists (
      select from public.profiles where id = p_caller_id and role = 'admin' and is_active)
  then
    return null;
  end if;
  if named !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise invalid_text_representation using message = 'x-impersonated-user no es un identificador.';
  end if;
  return named::uuid;
end
$$;

-- Logs a write if the actor is an administrator: the caller, or the sender of a request that the
-- platform forwards as itself. Writes by a service or the database owner are not logged. Raises if
-- the impersonation header is not a UUID, because a write that cannot be logged must fail.
create function private.log_admin_write(
  p_action text, p_table_name text, p_row_id uuid, p_difference jsonb,
  p_actor_id uuid default auth.uid()
) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference)
  select actor.id, nullif(private.impersonated_by(actor.id), actor.id), p_action, p_table_name,
    p_row_id, p_difference
  from public.profiles as actor
  where actor.id = p_actor_id and actor.role = 'admin' and actor.is_active;
$$;

-- Logs the written row with the differences in the columns that the trigger names, or in all.
-- Derived columns are left out, and a write that changes only those is not logged.
create function private.audit_admin_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept_by_database text[];
  before jsonb;
  after jsonb;
  difference jsonb;
begin
  if not private.is_admin() then
    return null;
  end if;
  kept_by_database := array['updated_at', 'vehicle_count', 'views', 'closed_by_admin']
    || array(select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid
      and attgenerated <> '');
  -- Deactivating an inactive profile changes only closed_by_admin, so that column is logged.
  if tg_op = 'UPDATE' and to_jsonb(old) -> 'is_active' = to_jsonb(new) -> 'is_active' then
    kept_by_database := array_remove(kept_by_database, 'closed_by_admin');
  end if;
  before := case when tg_op <> 'INSERT' then to_jsonb(old) - kept_by_database else '{}' end;
  after := case when tg_op <> 'DELETE' then to_jsonb(new) - kept_by_database else '{}' end;

  select jsonb_object_agg(name, jsonb_build_object('old', before -> name, 'new', after -> name))
  into difference
  from (select jsonb_object_keys(before) as name union select jsonb_object_keys(after)) as columns
  where before -> name is distinct from after -> name and (tg_nargs = 0 or name = any (tg_argv));

  if difference is not null then
    perform private.log_admin_write(
      lower(tg_op), tg_table_name, (coalesce(after ->> 'id', before ->> 'id'))::uuid, difference);
  end if;
  return null;
end
$$;

-- Logs that a password changed, and nothing about it.
create function private.audit_admin_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_admin_write(
    'update', 'users', new.id, '{"password": {"old": "******", "new": "******"}}');
  return null;
end
$$;

-- Blanks the rows about one record.
create function private.blank_log(p_table_name text, p_row_id uuid) returns void
language sql set search_path = '' as $$
  update public.audit_log
  set difference = private.blank_difference(difference)
  where table_name = p_table_name and row_id = p_row_id
    and difference <> private.blank_difference(difference);
$$;

-- Sorts by name after audit_admin_write, so it also blanks the deletion's own row.
create function private.forget_in_log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.blank_log(tg_table_name, old.id);
  return null;
end
$$;

-- The people named in the log, as actors or impersonated, for its filter and its names; deleted
-- accounts have no name. Jumps from person to person along the index instead of scanning the log.
create function public.get_audit_log_people()
returns table (id uuid, full_name text, email text, is_actor boolean, is_impersonated boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    with recursive actors (person) as (
      (select log.actor_id from public.audit_log as log order by log.actor_id limit 1)
      union all
      select (select log.actor_id from public.audit_log as log where log.actor_id > actors.person
        order by log.actor_id limit 1)
      from actors where actors.person is not null
    ),
    impersonated (person) as (
      (select log.impersonated_id from public.audit_log as log order by log.impersonated_id limit 1)
      union all
      select (
        select log.impersonated_id from public.audit_log as log
        where log.impersonated_id > impersonated.person order by log.impersonated_id limit 1
      )
      from impersonated where impersonated.person is not null
    ),
    people as (
      select named.person, bool_or(named.acted) as acted,
        bool_or(not named.acted) as was_impersonated
      from (select person, true from actors union all select person, false
        from impersonated) as named (person, acted)
      where named.person is not null
      group by named.person
    )
    select people.person, profile.full_name, profile.email, people.acted, people.was_impersonated
    from people
    left join public.profiles as profile on profile.id = people.person
    order by lower(extensions.unaccent(profile.full_name)) nulls last, people.person;
end
$$;
grant execute on function public.get_audit_log_people() to authenticated;
