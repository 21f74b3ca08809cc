import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installQueue } from "#api/mail/install-queue.ts";
import { startEmbeddedServer } from "#api/postgres/embedded-server.ts";
import { applyMigrations } from "#api/postgres/migrations.ts";
import { openPool } from "#api/postgres/pool.ts";

/** The name of the migrated database that every test's own database is copied from. */
export const templateName = "template_vitrina";

/** Tests care for speed and not for a power cut. */
const settings = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "200",
};

/** One PostgreSQL a test run, with the migrated template in it. Gives the superuser's URL and the way to end it; a killed run leaves nothing behind either. */
export async function startTestCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "vitrina-test-"));
  const server = await startEmbeddedServer(join(folder, "postgres"), settings);
  const guard = guardAgainstKill(join(folder, "postgres"), folder);
  const url = server.urlOf("postgres");
  const sql = openPool(url, { max: 1 });
  await sql.unsafe(`create database ${templateName}`);
  await sql.end();
  await installQueue(server.urlOf(templateName));
  const migrations = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));
  await applyMigrations(server.urlOf(templateName), migrations);
  return {
    url,
    stop: async () => {
      await server.stop("immediate");
      rmSync(folder, { recursive: true, force: true });
      guard.stdin.end();
    },
  };
}

/** Waits on our end of a pipe, so that it outlives a SIGKILL of the run and then stops PostgreSQL. */
export function guardAgainstKill(data: string, folder: string) {
  const script = `cat >/dev/null; pid=$(head -n 1 "$1/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"; rm -rf "$2"`;
  const guard = spawn("sh", ["-c", script, "guard", data, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  return guard;
}
