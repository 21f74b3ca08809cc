-- How much may be sent. One network is held short, for spam comes from few; what a dealership or a vehicle may get is far above a busy
-- Saturday and only keeps a flood out. A proxy on this very machine that tells nobody's address would make all visitors one network, so this
-- machine is none. Asked in one order everywhere, so that two senders never wait for each other.
create function private.may_send_lead(p_lead public.leads) returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  network text := private.caller_address();
begin
  if network not like '127.%' and network <> '::/64' then
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

revoke execute on function private.may_send_lead(public.leads) from public;
