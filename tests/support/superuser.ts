import { openPool, type SqlPool } from "#backend/postgres/pool.ts";

/** A test's SQL connection. */
export type Superuser = SqlPool;

/**
 * Connects to a test database as superuser, bypassing row security, to prepare data and check
 * results.
 */
export function connectAsSuperuser(databaseUrl: string): Superuser {
  return openPool(databaseUrl, { max: 2 });
}
