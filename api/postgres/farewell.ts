/**
 * Settings of a connection. Whoever is gone without a word keeps no lock that others wait for: PostgreSQL ends what they left open. Over a Unix socket, whose other end it sees, they
 * say nothing.
 */
export const farewell = {
  tcp_keepalives_idle: 20,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
} as const;

/**
 * The same for one that asks without a pause while others wait for its locks: an answer that nobody takes, or half a minute without the next question, means that whoever asked
 * is gone, also where a proxy that has forgotten it still takes everything. A killed one is noticed sooner.
 */
export const lockHolder = {
  ...farewell,
  tcp_user_timeout: 35_000,
  idle_in_transaction_session_timeout: 30_000,
  idle_session_timeout: 30_000,
  client_connection_check_interval: 500,
} as const;
