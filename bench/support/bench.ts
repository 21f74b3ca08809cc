import type { SqlPool } from "../../backend/src/postgres/pool.ts";
import type { ServerProcess } from "../../tests/support/server-process.ts";

/** One line of the result: what was measured, how much it is, and whether that is enough. */
export type Measurement = { name: string; value: string; target: string; holds: boolean };

/**
 * The world of a bench: a server process of its own over an empty database, and the owner's
 * connection to that.
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

/** Every file of bench/ but run.ts exports one of these as `bench`. */
export type Bench = (world: BenchWorld) => Promise<Measurement[]>;
