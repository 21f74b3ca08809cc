import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import { makeApiKey } from "#backend/http/identity/index.ts";
import { startEmbeddedServer } from "#backend/postgres/embedded/embedded-server.ts";
import type { SqlPool } from "#backend/postgres/pool.ts";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { createDataFolder } from "./server-process.ts";
import { connectAsSuperuser } from "./superuser.ts";

/** A built site with its own PostgreSQL and data folder, which a test can take away. */
export type IsolatedSite = {
  url: string;
  anonKey: string;
  sql: SqlPool;
  service(): SupabaseClient;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** Makes every file write fail, like a full disk; returns a function that undoes it. */
  fillDisk(): () => void;
  close(): Promise<void>;
};

const settings = { fsync: "off", synchronous_commit: "off" };

/** Starts both. The server gets its PostgreSQL by DATABASE_URL, so that it does not restart it. */
export async function startIsolatedSite(): Promise<IsolatedSite> {
  const folder = createDataFolder();
  const cluster = join(folder.path, "own-postgres");
  let database = await startEmbeddedServer(cluster, settings);
  const databaseUrl = database.urlOf("postgres");
  const jwtSecret = randomBytes(32).toString("hex");
  const server = await folder.start({
    NODE_ENV: "production",
    PAGES: "build",
    DATABASE_URL: databaseUrl,
    JWT_SECRET: jwtSecret,
  });
  const anonKey = await makeApiKey(jwtSecret, "anon");
  const serviceRoleKey = await makeApiKey(jwtSecret, "service_role");
  const sql = connectAsSuperuser(databaseUrl);
  const startDatabase = async () => {
    database = await startEmbeddedServer(cluster, settings);
    // The server may cache the last failure for a moment.
    while (!(await fetch(`${server.url}/readyz`)).ok) await pause(20);
  };
  return {
    url: server.url,
    anonKey,
    sql,
    service: () => createTestClient(server.url, serviceRoleKey),
    stopDatabase: () => database.stop("fast"),
    startDatabase,
    fillDisk: () => blockFolder(join(folder.path, "files/objects")),
    close: async () => {
      await sql.end({ timeout: 1 });
      server.child.kill("SIGTERM");
      await server.ended;
      await database.stop("immediate");
      folder.remove();
    },
  };
}

/** Replaces the folder by a file, so that not even root can write into it. */
function blockFolder(path: string): () => void {
  const kept = `${path}-kept`;
  const existed = existsSync(path);
  mkdirSync(dirname(path), { recursive: true });
  if (existed) renameSync(path, kept);
  writeFileSync(path, "");
  return () => {
    rmSync(path);
    if (existed) renameSync(kept, path);
  };
}
