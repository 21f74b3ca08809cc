import { openPool, type SqlPool } from "#backend/postgres/pool.ts";

/** What a test writes SQL with. */
export type Superuser = SqlPool;

/**
 * A look into a test database past row security, for arranging a world and for seeing what became
 * of it.
 */
export function openSuperuser(databaseUrl: string): Superuser {
  return openPool(databaseUrl, { max: 2 });
}
