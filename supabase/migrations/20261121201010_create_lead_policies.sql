-- Who sees a lead may also work on it: whoever received it, the dealership, and administrators.

-- A person sees the leads received, but for those of a dealership that the person no longer works for.
create policy leads_select_recipient on public.leads
  for select to authenticated
  using (
    recipient_id = (select auth.uid())
    and (select private.is_active())
    and (dealership_id is null or dealership_id = recipient_id or dealership_id = (select private.my_dealership()))
  );

-- A dealership sees all leads of its people, also of those who have left.
create policy leads_select_dealership on public.leads
  for select to authenticated
  using (dealership_id = (select private.my_team()));

-- An administrator sees every lead.
create policy leads_select_admin on public.leads
  for select to authenticated
  using ((select private.is_admin()));

-- A person works on the leads that the person sees as recipient.
create policy leads_update_recipient on public.leads
  for update to authenticated
  using (
    recipient_id = (select auth.uid())
    and (select private.is_active())
    and (dealership_id is null or dealership_id = recipient_id or dealership_id = (select private.my_dealership()))
  )
  with check (recipient_id = (select auth.uid()) and (select private.may_write()));

-- A dealership works on all its leads.
create policy leads_update_dealership on public.leads
  for update to authenticated
  using (dealership_id = (select private.my_team()))
  with check (dealership_id = (select private.my_team()) and (select private.may_write()));

-- An administrator works on every lead.
create policy leads_update_admin on public.leads
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()) and (select private.may_write()));

create trigger refuse_caller_without_write
  before insert or update or delete on public.leads
  for each statement execute function private.refuse_caller_without_write();

create trigger touch_lead
  before update of state, notes on public.leads
  for each row when ((old.state, old.notes) is distinct from (new.state, new.notes))
  execute function private.touch_row();

-- Nobody inserts or deletes by hand; what goes with an account must not stay in the log, which is for good.
create trigger audit_impersonated_write
  after update on public.leads
  for each row when (current_setting('request.headers', true) like '%x-impersonated-user%')
  execute function private.audit_impersonated_write();
