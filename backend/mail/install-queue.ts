import { runMigrations } from "graphile-worker";
import { Pool } from "pg";
import {
  endSoonAfter,
  lockHolderTimeouts,
  longestStatementMs,
} from "#backend/postgres/lock-holder.ts";
import { readPgAddress } from "#backend/postgres/read-address.ts";
import { queueLogger } from "./queue-logger.ts";

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
