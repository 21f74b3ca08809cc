-- A proxy on this very machine that tells nobody's address makes all visitors one network, so this machine is not held as short as the others: all
-- customers of a busy Saturday pass. But it has its limit too, for a program that runs here, or the visitors behind such a proxy, may flood as well.
create or replace function private.may_send_lead(p_lead public.leads) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  network text := private.caller_address();
begin
  if network like '127.%' or network = '::/64' then
    if not private.take_attempt('lead:network', network, 250, '1 hour') then
      return false;
    end if;
  elsif network is not null then
    if not private.take_attempt('lead:network', network, 30, '10 minutes')
      or not private.take_attempt('lead:network-recipient', network || '|' || p_lead.recipient_id, 10, '10 minutes')
    then
      return false;
    end if;
  end if;
  return private.take_attempt('lead:recipient', p_lead.recipient_id::text, 300, '1 hour')
    and (p_lead.vehicle_id is null or private.take_attempt('lead:vehicle', p_lead.vehicle_id::text, 250, '1 hour'));
end
$$;
