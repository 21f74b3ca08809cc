-- What administrators did in somebody else's name. It only grows: no reference removes a line, no role may change one.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid not null,
  impersonated_id uuid not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id uuid not null,
  difference jsonb not null
);

create index audit_log_at_idx on public.audit_log (at desc);
create index audit_log_row_idx on public.audit_log (table_name, row_id);
create index audit_log_actor_id_idx on public.audit_log (actor_id);
create index audit_log_impersonated_id_idx on public.audit_log (impersonated_id);

alter table public.audit_log enable row level security;

revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;

-- An administrator reads the log.
create policy audit_log_select_admin on public.audit_log
  for select to authenticated
  using ((select private.is_admin()));

create function private.refuse_change_of_log() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise insufficient_privilege using message = 'El registro de auditoría no se puede cambiar.';
end
$$;

revoke execute on function private.refuse_change_of_log() from public;

create trigger refuse_change_of_log
  before update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_change_of_log();
