import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { SqlPool } from "#backend/postgres/pool.ts";
import { readSettings, type Settings } from "#settings";
import { startVitrina, type Vitrina } from "../../server.ts";
import { createTestDatabase, type ReservedSql } from "./database.ts";
import { findFreePort } from "./find-free-port.ts";

/**
 * A whole running server with a database and a data folder of its own. `sql` is the superuser's.
 */
export type TestServer = {
  url: string;
  anonKey: string;
  serviceRoleKey: string;
  jwtSecret: string;
  dataDir: string;
  sql: SqlPool;
  /** One connection of the superuser's, until `release`. */
  reserve(): Promise<ReservedSql>;
  vitrina: Vitrina;
  /** A client of a visitor; each call gives one with a session store of its own. */
  anonymous(): SupabaseClient;
  /** A client with the service key. */
  service(): SupabaseClient;
  stop(): Promise<void>;
};

/**
 * Starts the server in this process on a free port. `overrides` change its settings; `web` adds the
 * pages, built or from their sources.
 */
export async function startTestServer(
  overrides: Partial<Settings> = {},
  { web = "none", clusterUrl }: { web?: "build" | "dev" | "none"; clusterUrl?: string } = {},
): Promise<TestServer> {
  const database = await createTestDatabase(clusterUrl);
  const dataDir = mkdtempSync(join(tmpdir(), "vitrina-data-"));
  const port = await findFreePort();
  const settings = {
    ...readSettings({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn" }),
    ...overrides,
  };
  const vitrina = await startVitrina({ settings, database, web });
  const { anonKey, serviceRoleKey, jwtSecret } = vitrina.config;
  const url = `http://localhost:${vitrina.port}`;
  return {
    url,
    anonKey,
    serviceRoleKey,
    jwtSecret,
    dataDir,
    sql: database.sql,
    reserve: database.reserve,
    vitrina,
    anonymous: () => createTestClient(url, anonKey),
    service: () => createTestClient(url, serviceRoleKey),
    stop: async () => {
      await vitrina.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A supabase-js client that keeps its session in memory and starts no timer. */
export function createTestClient(url: string, key: string): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}
