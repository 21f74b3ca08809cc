import { Logger, runMigrations } from "graphile-worker";
import { Pool } from "pg";
import type { Logger as Log } from "pino";
import {
  endSoonAfter,
  lockHolderTimeouts,
  longestStatementMs,
} from "#backend/postgres/lock-holder.ts";
import { readPgAddress } from "#backend/postgres/read-address.ts";

/**
 * Installs or updates graphile-worker's own schema, which private.queue_mail calls. To be run
 * before our migrations, with the owner's connection; several processes may do so at once. Throws
 * when the database cannot be reached, does not answer any more, or soon after `signal`.
 */
export async function installQueue(databaseUrl: string, signal?: AbortSignal): Promise<void> {
  const pgPool = new Pool({
    ...readPgAddress(databaseUrl, lockHolderTimeouts),
    max: 1,
    connectionTimeoutMillis: 10_000,
    query_timeout: longestStatementMs,
  });
  pgPool.on("error", () => undefined);
  pgPool.on("connect", (client) => {
    client.on("error", () => undefined);
    endSoonAfter(signal, client);
  });
  try {
    await runMigrations({ pgPool, logger: queueLogger() });
  } finally {
    await pgPool.end();
  }
}

/**
 * graphile-worker's log on ours; without one it says nothing. Its "info" is about single jobs,
 * hence debug here.
 */
export function queueLogger(log?: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === "error") log?.error(message);
    else if (level === "warning") log?.warn(message);
    else log?.debug(message);
  });
}
