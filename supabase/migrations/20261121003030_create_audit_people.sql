-- Everybody whom the log names, to choose from and to be named: who acted and in whose name. An account that was deleted
-- since has no name any more. Jumps from person to person along the index instead of reading the log.
create function public.get_audit_log_people()
returns table (id uuid, full_name text, email text, is_actor boolean, is_impersonated boolean)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    with recursive actors (person) as (
      (select log.actor_id from public.audit_log as log order by log.actor_id limit 1)
      union all
      select (select log.actor_id from public.audit_log as log where log.actor_id > actors.person order by log.actor_id limit 1)
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
      select named.person, bool_or(named.acted) as acted, bool_or(not named.acted) as was_impersonated
      from (select person, true from actors union all select person, false from impersonated) as named (person, acted)
      where named.person is not null
      group by named.person
    )
    select people.person, profile.full_name, profile.email, people.acted, people.was_impersonated
    from people
    left join public.profiles as profile on profile.id = people.person
    order by lower(extensions.unaccent(profile.full_name)) nulls last, people.person;
end
$$;

revoke execute on function public.get_audit_log_people() from public;
grant execute on function public.get_audit_log_people() to authenticated;
