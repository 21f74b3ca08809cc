-- Every rate limit that SQL enforces. Attempts are counted by private.take_attempt: the full number
-- is available immediately, afterwards one more per window / most.

-- Counts an attempt of p_key (an address, an account …) at the named limit and returns whether it
-- was within it. If the caller raises afterwards, the attempt rolls back and does not count.
create function private.is_within_limit(p_name text, p_key text) returns boolean
language sql set search_path = '' as $$
  select private.take_attempt(p_name, p_key, most, per)
  from (values
    -- Requests for access from one network: an office signs up its people. Each makes an account
    -- and a mail.
    ('access-request', 60, interval '1 hour'),
    -- Other requests in the place of one that waits. They count apart from the links, or whoever
    -- asks for links would keep the owner's request from being stored.
    ('ask-again', 10, interval '10 minutes'),
    -- Links that are mailed to one mailbox, also those that backend/src/auth/limits.ts counts as verifyTo:
    -- whoever asks again every minute would end each link before its owner has opened it.
    ('verify-to', 4, interval '10 minutes'),
    -- Accounts that one dealership opens; once one opened forty in seconds.
    ('create-salesperson', 10, interval '1 hour'),
    ('create-salesperson-day', 30, interval '24 hours'),
    -- E-mails that a dealership changes: a new one displaces as a new account does.
    ('change-salesperson-email', 10, interval '1 hour'),
    -- Looks at one dealership's domain: each sends questions into the network.
    ('domain check', 10, interval '10 minutes'),
    -- Leads from one network, for spam comes from few.
    ('lead:network', 30, interval '10 minutes'),
    ('lead:network-recipient', 10, interval '10 minutes'),
    -- Leads from this very machine: those of all visitors where a proxy tells nobody's address, and
    -- as many as all customers of a busy Saturday.
    ('lead:machine', 250, interval '1 hour'),
    -- Leads to one recipient or about one vehicle: far above a busy Saturday, to keep a flood out.
    ('lead:recipient', 300, interval '1 hour'),
    ('lead:vehicle', 250, interval '1 hour'),
    -- Leads that one person hands on, with two mails each: all that a salesperson who leaves had.
    ('reassign', 300, interval '1 hour'),
    -- Reservations of one dealership of whose end it is told, with a mail to each who waits: more
    -- than end on one evening. Others end unheard.
    ('reservation-over', 200, interval '24 hours'),
    -- Taps from one network: more than a crowd of customers behind one address.
    ('tap:network', 250, interval '10 minutes'),
    -- Notices that somebody sends to the own browsers to try them out.
    ('push:test', 10, interval '10 minutes')
  ) as limits (name, most, per)
  where name = p_name;
$$;
