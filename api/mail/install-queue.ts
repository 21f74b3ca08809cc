import { runMigrations } from "graphile-worker";
import { queueLogger } from "./queue-logger.ts";

/**
 * Installs or updates graphile-worker's own schema, which private.queue_mail calls. To be run before our migrations, with
 * the owner's connection; several processes may do so at once. Throws when the database cannot be reached.
 */
export async function installQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, maxPoolSize: 1, logger: queueLogger() });
}
