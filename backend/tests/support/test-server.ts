import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { DatabaseAddress } from "../../src/postgres/database.ts";
import type { SqlPool } from "../../src/postgres/pool.ts";
import type { Config } from "../../src/settings.ts";
import { createTestClient } from "./create-test-client.ts";
import { createTestDatabase, type ReservedSql } from "./database.ts";
import { findFreePort } from "./find-free-port.ts";

/** A running server with its own database and data folder. `sql` runs as the superuser. */
export type TestServer = {
  url: string;
  anonKey: string;
  serviceRoleKey: string;
  jwtSecret: string;
  dataDir: string;
  sql: SqlPool;
  /** A superuser connection until `release`. */
  reserve(): Promise<ReservedSql>;
  /** An anonymous client; each call returns one with its own session store. */
  anonymous(): SupabaseClient;
  /** A client with the service key. */
  service(): SupabaseClient;
  stop(): Promise<void>;
};

type Place = { port: number; dataDir: string; database: DatabaseAddress };

type Started = { config: Config; stop(): Promise<void> };

/** Starts a server in this process on a free port, with a new database and data folder. */
export async function startOnTestDatabase<Server extends Started>(
  start: (place: Place) => Promise<Server>,
  clusterUrl?: string,
): Promise<{ host: TestServer; started: Server }> {
  const database = await createTestDatabase(clusterUrl);
  const dataDir = mkdtempSync(join(tmpdir(), "test-data-"));
  const port = await findFreePort();
  const started = await start({ port, dataDir, database });
  const { anonKey, serviceRoleKey, jwtSecret } = started.config;
  const url = `http://localhost:${port}`;
  const host: TestServer = {
    url,
    anonKey,
    serviceRoleKey,
    jwtSecret,
    dataDir,
    sql: database.sql,
    reserve: database.reserve,
    anonymous: () => createTestClient(url, anonKey),
    service: () => createTestClient(url, serviceRoleKey),
    stop: async () => {
      await started.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return { host, started };
}
