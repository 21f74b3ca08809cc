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
import { openSuperuser } from "./superuser.ts";

/**
 * A built site over a PostgreSQL and a data folder of its own, for a test that takes them away from
 * it.
 */
export type OwnSite = {
  url: string;
  anonKey: string;
  sql: SqlPool;
  service(): SupabaseClient;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** From now on no file can be stored, as on a full disk; gives what makes it possible again. */
  fillDisk(): () => void;
  close(): Promise<void>;
};

const settings = { fsync: "off", synchronous_commit: "off" };

/**
 * Starts both; the server reaches its PostgreSQL as DATABASE_URL, so that it does not start it
 * again by itself.
 */
export async function startOwnSite(): Promise<OwnSite> {
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
  const sql = openSuperuser(databaseUrl);
  const startDatabase = async () => {
    database = await startEmbeddedServer(cluster, settings);
    // For a moment the server tells everybody what the last one heard.
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

/** Where the folder was, there is a file: nothing can be put into it, not even by root. */
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
