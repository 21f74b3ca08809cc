-- The log is read newest first and page by page, whole or for one person; each of the three is one walk along an index.
create index audit_log_page_idx on public.audit_log (at desc, id desc);
create index audit_log_actor_page_idx on public.audit_log (actor_id, at desc, id desc);
create index audit_log_impersonated_page_idx on public.audit_log (impersonated_id, at desc, id desc);

-- What they make superfluous.
drop index public.audit_log_at_idx;
drop index public.audit_log_actor_id_idx;
drop index public.audit_log_impersonated_id_idx;
