import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installQueue } from "#backend/mail/queue.ts";
import { startEmbeddedServer } from "#backend/postgres/embedded/embedded-server.ts";
import { applyMigrations, type DatabaseSchema } from "#backend/postgres/migrations.ts";
import { openPool } from "#backend/postgres/pool.ts";
import { databaseSchema } from "../../supabase/database-schema.ts";

/** The name of the migrated database that every test's own database is copied from. */
export const templateName = "template_vitrina";

/** Tests care for speed and not for a power cut. */
const settings = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "200",
};

/**
 * One PostgreSQL a test run, with the migrated template in it. Gives the superuser's URL and the
 * way to end it; a killed run leaves nothing behind either.
 */
export async function startTestCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-test-"));
  const server = await startEmbeddedServer(join(folder, "postgres"), settings);
  const guard = guardAgainstKill(join(folder, "postgres"), folder);
  const url = server.urlOf("postgres");
  const sql = openPool(url, { max: 1 });
  await sql.unsafe(`create database ${templateName}`);
  await sql.end();
  await installQueue(server.urlOf(templateName));
  await applyMigrations(server.urlOf(templateName), databaseSchema);
  return {
    url,
    stop: async () => {
      await server.stop("immediate");
      rmSync(folder, { recursive: true, force: true });
      guard.stdin.end();
    },
  };
}

/** Migrations of a test's own, as if they were the product's. */
export function migrationsIn(path: string): DatabaseSchema {
  return { folders: [{ path, ledger: "supabase_migrations.schema_migrations" }] };
}

/**
 * Waits on our end of a pipe, so that it outlives a SIGKILL of the run and then stops PostgreSQL.
 */
export function guardAgainstKill(data: string, folder: string) {
  const script = `cat >/dev/null; pid=$(head -n 1 "$1/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"; rm -rf "$2"`;
  const guard = spawn("sh", ["-c", script, "guard", data, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  return guard;
}
