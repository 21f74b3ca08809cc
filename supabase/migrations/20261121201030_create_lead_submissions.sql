-- What each lead was made of, so that a form sent twice is one lead.
create table private.lead_submissions (
  lead_id uuid primary key references public.leads (id) on delete cascade,
  -- A hash of all that the visitor sent.
  fingerprint bytea not null,
  -- What the dialog calls this sending of it, if it does.
  submission_id uuid,
  created_at timestamptz not null default now()
);

create index lead_submissions_fingerprint_idx on private.lead_submissions (fingerprint, created_at desc);

-- Nobody reads or writes it through a role of the api; there is no policy on purpose.
alter table private.lead_submissions enable row level security;
revoke all on private.lead_submissions from public, anon, authenticated, service_role;

create function private.lead_fingerprint(p_lead public.leads) returns bytea
language sql stable
set search_path = ''
as $$
  select extensions.digest(
    jsonb_build_array(p_lead.kind, p_lead.recipient_id, p_lead.vehicle_id, p_lead.name, lower(p_lead.email), p_lead.phone,
      p_lead.message, p_lead.referred_name, p_lead.referred_phone)::text,
    'sha256'
  );
$$;

-- Whether the same was received before: under the same name at any time, else within ten minutes. Until the transaction ends nobody
-- else is answered about the same content, so of twenty at once one is first.
create function private.is_repeated_lead(p_fingerprint bytea, p_submission_id uuid) returns boolean
language plpgsql volatile
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('lead:' || encode(p_fingerprint, 'hex'), 0));
  return exists (
    select from private.lead_submissions
    where fingerprint = p_fingerprint
      and (submission_id = p_submission_id or created_at > now() - interval '10 minutes')
  );
end
$$;

revoke execute on function private.lead_fingerprint(public.leads), private.is_repeated_lead(bytea, uuid) from public;
