import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyMigrations, migrationLock } from "#backend/postgres/migrations.ts";
import { migrationsIn } from "#backend-tests/support/cluster.ts";
import type { ExternalPostgres } from "#tests/support/external-postgres.ts";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";
import { startPreparedPostgres } from "./prepared-folder.ts";
import { type PostgresProxy, startPostgresProxy } from "./start-postgres-proxy.ts";

let postgres: ExternalPostgres;
let proxy: PostgresProxy;
let folder: DataFolder;
let environment: Record<string, string>;

beforeAll(async () => {
  postgres = await startPreparedPostgres();
  proxy = await startPostgresProxy(postgres.ownerUrl);
  folder = createDataFolder();
  environment = {
    DATABASE_URL: postgres.ownerUrl,
    JWT_SECRET: "the secret of servers that start one after the other",
  };
});
afterAll(async () => {
  folder.remove();
  await proxy.stop();
  await postgres.stop();
});

describe("fault 14: a process that migrates or makes a backup vanishes", () => {
  test("an operator's next process logs that it waits, and starts once the lock is free", async () => {
    const holder = await holdMigrations(postgres.ownerUrl);
    let isReady = false;
    const starting = folder.start(environment).then((server) => {
      isReady = true;
      return server;
    });
    await waitUntilWaiting();
    expect(isReady).toBe(false);
    await holder.end();
    const server = await starting;
    expect(server.lines().filter((line) => line.includes("waiting to migrate"))).toHaveLength(1);
    server.child.kill("SIGTERM");
    await server.ended;
  });

  test("an operator's next process starts immediately if no migration is pending", async () => {
    await holdMigrations(proxy.url);
    proxy.dropSilently();
    const server = await folder.start(environment);
    // It did not wait for the lock of the vanished process, which is held for up to a minute.
    const held = await postgres.sql`select from pg_locks
      where locktype = 'advisory' and granted and objid = ${migrationLock % 2 ** 32}::bigint::oid`;
    expect(held).toHaveLength(1);
    server.child.kill("SIGTERM");
    await server.ended;
    await postgres.sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'vanishing'`;
  });

  test("an operator's next migrations start within a minute; slow live ones are not cut", async () => {
    const slow = writeMigration("select pg_sleep(25);");
    const own = new URL(postgres.ownerUrl);
    const other = `postgres://postgres:postgres-1@${own.host}/postgres`;
    const long = applyMigrations(other, migrationsIn(slow));
    const forgotten = writeMigration("create table public.after (); select pg_sleep(1);");
    const impatient = applyMigrations(proxy.url, migrationsIn(forgotten), { readMs: 15_000 });
    const vanishing = expect(impatient).rejects.toThrow("Query read timeout");
    await untilAsleep();
    proxy.dropSilently();
    const next = applyMigrations(postgres.ownerUrl, migrationsIn(forgotten));
    await vanishing;
    expect(await next).toEqual([migration]);
    expect(await long).toEqual([migration]);
    for (const path of [slow, forgotten]) rmSync(path, { recursive: true });
  });
});

const migration = "20260101000000_wait";

function writeMigration(text: string): string {
  const path = mkdtempSync(join(tmpdir(), "vitrina-migrations-"));
  writeFileSync(join(path, `${migration}.sql`), text);
  return path;
}

/** A connection that holds the lock, like a process that applies migrations. */
async function holdMigrations(connectionString: string): Promise<Client> {
  const holder = new Client({ connectionString, application_name: "vanishing" });
  holder.on("error", () => undefined);
  await holder.connect();
  await holder.query("select pg_advisory_lock($1)", [migrationLock]);
  return holder;
}

/** Waits until a process has waited for the lock long enough to log it. */
async function waitUntilWaiting(): Promise<void> {
  const waiting = () => postgres.sql`select from pg_stat_activity
    where wait_event = 'advisory' and clock_timestamp() - query_start > interval '1.2 s'`;
  await expect.poll(waiting).toHaveLength(1);
}

async function untilAsleep(): Promise<void> {
  const asleep = () => postgres.sql`select from pg_stat_activity
    where wait_event = 'PgSleep' and datname = current_database()`;
  await expect.poll(asleep).toHaveLength(1);
}
