import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { installQueue } from "../../src/mail/queue.ts";
import { startEmbeddedServer } from "../../src/postgres/embedded/embedded-server.ts";
import { applyMigrations, type DatabaseSchema } from "../../src/postgres/migrations.ts";
import { openPool } from "../../src/postgres/pool.ts";

declare module "vitest" {
  interface ProvidedContext {
    clusterUrl: string;
  }
}

/** The migrated database that each test database is copied from. */
export const templateName = "template_migrated";

/**
 * Tests need speed, not durability. Autovacuum would block a test's own vacuum and change query
 * plans at any moment; a test that needs statistics runs `analyze`.
 */
const settings = {
  autovacuum: "off",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "200",
};

/** A PostgreSQL with a migrated template. `url` is the superuser's. */
export type TestCluster = { url: string; stop(): Promise<void> };

/** Starts a PostgreSQL with a template of this schema. Even a killed run leaves no files. */
export async function startCluster(schema: DatabaseSchema): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), "test-cluster-"));
  const server = await startEmbeddedServer(join(folder, "postgres"), settings);
  const guard = stopOnParentExit(join(folder, "postgres"), folder);
  const url = server.urlOf("postgres");
  const sql = openPool(url, { max: 1 });
  await sql.unsafe(`create database ${templateName}`);
  await sql.end();
  await installQueue(server.urlOf(templateName));
  await applyMigrations(server.urlOf(templateName), schema);
  await makeHashesCheap(server.urlOf(templateName));
  return {
    url,
    stop: async () => {
      await server.stop("immediate");
      rmSync(folder, { recursive: true, force: true });
      guard.stdin.end();
    },
  };
}

/**
 * Lowers the cost of passwords hashed in SQL from 2 ** 10 to 2 ** 6 rounds, a tenth of the time.
 */
async function makeHashesCheap(url: string): Promise<void> {
  const sql = openPool(url, { max: 1 });
  await sql.unsafe(`create or replace function extensions.gen_salt(text, integer) returns text
    language sql as 'select extensions.gen_salt($1)'`);
  await sql.end();
}

/** Provides the cluster's URL to the tests and returns vitest's teardown. */
export async function provideCluster(
  project: TestProject,
  starting: Promise<TestCluster>,
): Promise<() => Promise<void>> {
  const cluster = await starting;
  project.provide("clusterUrl", cluster.url);
  return cluster.stop;
}

/** A test's own migrations, in the product's format. */
export function migrationsIn(path: string): DatabaseSchema {
  return { folders: [{ path, ledger: "supabase_migrations.schema_migrations" }] };
}

/**
 * A process that waits for the end of our pipe. It outlives a SIGKILL of the run and then stops
 * PostgreSQL.
 */
export function stopOnParentExit(data: string, folder: string) {
  const script = `cat >/dev/null; pid=$(head -n 1 "$1/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"; rm -rf "$2"`;
  const guard = spawn("sh", ["-c", script, "guard", data, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  return guard;
}
