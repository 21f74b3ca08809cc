import type postgres from "postgres";
import { openPool } from "#api/postgres/open-pool.ts";

/** A look into a test database past row security, for arranging a world and for seeing what became of it. */
export function openSuperuser(databaseUrl: string): postgres.Sql {
  return openPool(databaseUrl, { max: 2 });
}
