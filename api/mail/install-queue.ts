import { runMigrations } from "graphile-worker";
import { openQueuePool } from "./open-queue-pool.ts";
import { queueLogger } from "./queue-logger.ts";

/**
 * Installs or updates graphile-worker's own schema, which private.queue_mail calls. To be run before our migrations, with
 * the owner's connection; several processes may do so at once. Throws when the database cannot be reached.
 */
export async function installQueue(databaseUrl: string): Promise<void> {
  const pgPool = openQueuePool(databaseUrl, 1);
  try {
    await runMigrations({ pgPool, logger: queueLogger() });
  } finally {
    await pgPool.end();
  }
}
