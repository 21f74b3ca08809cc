import type { SqlPool } from "../../backend/src/postgres/pool.ts";
import type { ServerProcess } from "../../tests/support/server-process.ts";

/** One line of the result: what was measured, its value, and whether it meets the target. */
export type Measurement = { name: string; value: string; target: string; holds: boolean };

/**
 * The world of a bench: a server process over an empty database, and the owner's connection to it.
 */
export type BenchWorld = {
  server: ServerProcess;
  anonKey: string;
  serviceRoleKey: string;
  databaseUrl: string;
  sql: SqlPool;
  /** Starts one more process over the same database. */
  startAnother(environment: Record<string, string>): Promise<ServerProcess>;
};

/** Every file in bench/ except run.ts exports one of these as `bench`. */
export type Bench = (world: BenchWorld) => Promise<Measurement[]>;
