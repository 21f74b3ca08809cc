-- Every rate limit that SQL enforces. Attempts are counted by private.take_attempt: the full number
-- is available immediately, afterwards one more per window / most.

-- Counts an attempt of p_key (an address, an account …) at the named limit and returns whether it
-- was within it. If the caller raises afterwards, the attempt rolls back and does not count.
create function private.is_within_limit(p_name text, p_key text) returns boolean
language sql set search_path = '' as $$
  select private.take_attempt(p_name, p_key, most, per)
  from (values
    -- Access requests from one network, as when an office signs up its people. Each creates an
    -- account and a mail.
    ('access-request', 60, interval '1 hour'),
    -- Replacements of a pending request. Counted apart from the links, or requesting links would
    -- keep the owner's request from being stored.
    ('ask-again', 10, interval '10 minutes'),
    -- Links mailed to one mailbox, including those that backend/src/auth/limits.ts counts as
    -- verifyTo: a new one each minute would invalidate the last before its owner opens it.
    ('verify-to', 4, interval '10 minutes'),
    -- Accounts that one dealership opens; one once opened forty in seconds.
    ('create-salesperson', 10, interval '1 hour'),
    ('create-salesperson-day', 30, interval '24 hours'),
    -- E-mails that a dealership changes: like a new account, a new e-mail displaces a sign-up.
    ('change-salesperson-email', 10, interval '1 hour'),
    -- Lookups of one dealership's domain: each sends DNS queries.
    ('domain check', 10, interval '10 minutes'),
    -- Leads from one network, since spam comes from few.
    ('lead:network', 30, interval '10 minutes'),
    ('lead:network-recipient', 10, interval '10 minutes'),
    -- Leads from localhost: those of all visitors if a proxy hides their addresses; enough for all
    -- customers of a busy Saturday.
    ('lead:machine', 250, interval '1 hour'),
    -- Leads to one recipient or about one vehicle: far above a busy Saturday, against floods.
    ('lead:recipient', 300, interval '1 hour'),
    ('lead:vehicle', 250, interval '1 hour'),
    -- Leads that one person reassigns, with two mails each: all the leads of a salesperson who
    -- leaves.
    ('reassign', 300, interval '1 hour'),
    -- Ended reservations of one dealership that are mailed, one mail per interested person: more
    -- than end in one evening. Others end without a mail.
    ('reservation-over', 200, interval '24 hours'),
    -- Taps from one network: more than a crowd of customers behind one address makes.
    ('tap:network', 250, interval '10 minutes'),
    -- Test notices to the caller's own browsers.
    ('push:test', 10, interval '10 minutes')
  ) as limits (name, most, per)
  where name = p_name;
$$;
