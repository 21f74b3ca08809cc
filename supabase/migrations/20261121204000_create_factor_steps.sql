-- A code of an authenticator app works once (RFC 6238, 5.2). What is kept of each factor is the time step of the last code that was
-- accepted: the same and every older one is refused, whichever process it reaches.
create table private.factor_steps (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  step bigint not null
);

comment on table private.factor_steps is 'The newest 30 seconds of which a code of the factor was accepted.';

-- Nobody reads or writes it through a role of the api; there is no policy on purpose.
alter table private.factor_steps enable row level security;
revoke all on private.factor_steps from public, anon, authenticated, service_role;
