import { openDatabase, poolerUrlFor } from "./database.ts";
import { ConnectionError, hasCode } from "./failures.ts";
import { withConnection } from "./pool.ts";
import type { Sql } from "./sql.ts";

/**
 * Checks that the server can use the PostgreSQL of DATABASE_URL. Throws a one-line message, without
 * the password, if not.
 */
export async function checkDatabase(ownerUrl: string): Promise<{ ownerUrl: string }> {
  const unreachable = (cause: unknown): never => {
    throw databaseFault(ownerUrl, "cannot be reached", cause);
  };
  if (await sharesSessions(ownerUrl).catch(unreachable)) {
    throw databaseFault(ownerUrl, "cannot be used", sharedSessions);
  }
  const database = openDatabase({ ownerUrl, callerUrl: ownerUrl });
  await database.owner`select 1`.catch(unreachable).finally(database.close);
  return { ownerUrl };
}

/** A one-line message about DATABASE_URL: what is wrong, and why. */
export function databaseFault(url: string, fault: string, cause: unknown): Error {
  const { host, pathname } = new URL(url);
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = isRefusedSetting(cause) ? `. ${refusedSetting}` : "";
  return new Error(`DATABASE_URL (${host}${pathname}) ${fault}: ${reason}${advice}`, { cause });
}

const sharedSessions =
  "a connection pooler there switches sessions between transactions (as PgBouncer does " +
  "with pool_mode=transaction), and the server needs its own, for prepared statements, " +
  "locks and notifications. Use PostgreSQL's own address, and the pooler in DATABASE_POOLER_URL.";

const refusedSetting =
  "A pooler such as PgBouncer rejects session settings this way. Use PostgreSQL's own address.";

/** SQLSTATE protocol_violation. PgBouncer returns it for any setting that it does not know. */
function isRefusedSetting(error: unknown): boolean {
  const cause = error instanceof ConnectionError ? error.cause : error;
  return hasCode(cause, "08P01");
}

/**
 * Checks that the server can use the pooler of DATABASE_POOLER_URL. The pooler does not pass on
 * session settings, so it must set the timeouts of statements and transactions itself. Throws a
 * one-line message if it does not, or cannot be used.
 */
export async function checkPooler(poolerUrl: string, ownerUrl: string): Promise<void> {
  const url = poolerUrlFor(poolerUrl, ownerUrl);
  await withConnection(url, { ...times, settings: null }, async (sql) => {
    const unlimited = await sql<{ name: string }[]>`
      select name from pg_catalog.pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
      order by name`;
    if (unlimited.length === 0) return;
    const names = unlimited.map(({ name }) => name).join(" and ");
    throw new Error(`its sessions have no ${names}: set connect_query (docs/operations.md)`);
  }).catch((cause: Error) => {
    const { host } = new URL(poolerUrl);
    throw new Error(`DATABASE_POOLER_URL (${host}) cannot be used: ${cause.message}`, { cause });
  });
}

const times = { connectMs: 10_000, readMs: 10_000 };

/**
 * Whether the statements of one connection reach different PostgreSQL sessions, or those of two
 * connections the same one. The first connection asks twice: a pooler that rotates its sessions
 * uses another one the second time, or has only one for all.
 */
function sharesSessions(url: string): Promise<boolean> {
  return withConnection(url, times, (first) =>
    withConnection(url, times, async (second) => {
      const pids = [await backendPid(first), await backendPid(first), await backendPid(second)];
      return pids[0] !== pids[1] || pids[1] === pids[2];
    }),
  );
}

async function backendPid(sql: Sql): Promise<unknown> {
  const [row] = await sql`select pg_backend_pid() as pid`;
  return row?.pid;
}
