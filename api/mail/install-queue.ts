import { runMigrations } from "graphile-worker";
import type { Pool } from "pg";
import { lockHolder } from "#api/postgres/farewell.ts";
import { createWorkWatch } from "#api/postgres/work-watch.ts";
import { openQueuePool } from "./open-queue-pool.ts";
import { queueLogger } from "./queue-logger.ts";

/**
 * Installs or updates graphile-worker's own schema, which private.queue_mail calls. To be run before our migrations, with
 * the owner's connection; several processes may do so at once. Throws when the database cannot be reached, does not answer any more, or soon after `signal`.
 */
export async function installQueue(databaseUrl: string, signal?: AbortSignal): Promise<void> {
  const watch = createWorkWatch(databaseUrl, signal);
  const pgPool = openQueuePool(databaseUrl, 1, { silences: watch, settings: lockHolder });
  try {
    watch.follow(await findWorker(pgPool));
    await runMigrations({ pgPool, logger: queueLogger() });
  } finally {
    await pgPool.end();
  }
}

/** The process of PostgreSQL that works for the pool's only connection. */
async function findWorker(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>("select pg_catalog.pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}
