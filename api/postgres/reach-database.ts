import postgres from "postgres";
import { createConnectAttempts } from "./connect-attempts.ts";
import { type DatabaseAddress, openDatabase, patience } from "./database.ts";
import { openPool } from "./open-pool.ts";
import { createSilences } from "./silences.ts";
import { watchSockets } from "./watched-socket.ts";

/**
 * Asks the PostgreSQL of DATABASE_URL once. Throws one clear line, without the password, that says
 * why the server cannot work over it.
 */
export async function reachDatabase(url: string): Promise<DatabaseAddress> {
  const unreachable = (cause: unknown): never => {
    throw databaseFault(url, "cannot be reached", cause);
  };
  if (await sharesSessions(url).catch(unreachable)) {
    throw databaseFault(url, "cannot be used", sharedSessions);
  }
  const address = { ownerUrl: url, callerUrl: url };
  const database = openDatabase(address);
  await database.owner`select 1`.catch(unreachable).finally(database.close);
  return address;
}

/** One clear line about DATABASE_URL: what is wrong with it, and why. */
export function databaseFault(url: string, fault: string, cause: unknown): Error {
  const { host, pathname } = new URL(url);
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = isRefusedSetting(cause) ? `. ${refusedSetting}` : "";
  return new Error(`DATABASE_URL (${host}${pathname}) ${fault}: ${reason}${advice}`, { cause });
}

const sharedSessions =
  "a connection pooler there lends its sessions for one transaction at a time (as PgBouncer does " +
  "with pool_mode=transaction), and the server needs its own, for prepared statements, " +
  "locks and notifications. Name PostgreSQL itself, or a pool with pool_mode=session.";

const refusedSetting =
  "A connection pooler such as PgBouncer answers so to settings of a session. Name PostgreSQL itself.";

/** What PostgreSQL calls a protocol violation, and PgBouncer any setting that it does not know. */
function isRefusedSetting(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === "08P01";
}

/**
 * Whether statements over one connection reach different sessions of PostgreSQL, or those over two
 * the same. The first connection asks twice: a pooler that takes its sessions in turn has another
 * one for it then, or but one for all.
 */
async function sharesSessions(url: string): Promise<boolean> {
  const attempts = createConnectAttempts({ times: 0 });
  const watched = watchSockets(url, { ...patience, attempts, silences: createSilences() });
  const open = () => openPool(url, { ...watched(), max: 1, prepare: false });
  const [first, second] = [open(), open()];
  try {
    const pids = [await backendPid(first), await backendPid(first), await backendPid(second)];
    return pids[0] !== pids[1] || pids[1] === pids[2];
  } finally {
    await Promise.all([first.end({ timeout: 1 }), second.end({ timeout: 1 })]);
  }
}

async function backendPid(sql: postgres.Sql): Promise<unknown> {
  const [row] = await sql.unsafe("select pg_backend_pid()").values();
  return row?.[0];
}
