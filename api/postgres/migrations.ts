import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type postgres from "postgres";
import { createConnectAttempts } from "./connect-attempts.ts";
import { lockHolder } from "./farewell.ts";
import { connectionClosed, markLost } from "./lost-errors.ts";
import { openPool } from "./open-pool.ts";
import { watchSockets } from "./watched-socket.ts";
import { createWorkWatch } from "./work-watch.ts";

/** Any number that no other user of the database's advisory locks takes. Who shares it sees no migration happen. */
export const migrationLock = 7_220_118_331;

const connectMs = 10_000;
const silenceMs = 10_000;

type Migration = { version: string; name: string; text: string };

/** `versions`: only those. `onWait` hears when the lock is not free within a second; soon after `signal` what is under way is given up. */
export type MigrationOptions = {
  versions?: readonly string[];
  onWait?: () => void;
  signal?: AbortSignal;
};

/**
 * Applies every migration of `folder` that the database has not seen, each in its own transaction, in order of name.
 * Several processes may call it at once: one works, the others wait, and those that serve already hear of it. Where there is nothing to do nobody waits. The table is the Supabase
 * CLI's own, so either tool may go on. Gives the names that were applied; throws with the file's name when one fails, leaving the earlier ones in place.
 */
export async function applyMigrations(
  databaseUrl: string,
  folder: string,
  { versions, onWait = () => undefined, signal }: MigrationOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder, versions);
  const silences = createWorkWatch(databaseUrl, signal);
  const attempts = createConnectAttempts({ times: 0 });
  const watched = watchSockets(databaseUrl, { connectMs, silenceMs, attempts, silences });
  let lost: Error | null = null;
  const onLost = (reason: Error) => {
    lost = reason;
  };
  const sql = openPool(databaseUrl, { ...watched(onLost), max: 1, connection: lockHolder });
  try {
    const worker = await findWorker(sql);
    silences.follow(worker);
    if ((await findPending(sql, migrations)).length === 0) return [];
    await takeLock(sql, onWait);
    await prepareHistory(sql);
    const pending = await findPending(sql, migrations);
    const connection = { sql, worker, why: (error: unknown) => lost ?? error };
    for (const migration of pending) await applyMigration(connection, migration);
    return pending.map(({ name }) => name);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The process of PostgreSQL that has the connection, and with it the lock. */
async function findWorker(sql: postgres.ISql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_catalog.pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

const noteworthyMs = 1_000;

async function takeLock(sql: postgres.Sql, onWait: () => void): Promise<void> {
  const waiting = setTimeout(onWait, noteworthyMs);
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
  } finally {
    clearTimeout(waiting);
  }
}

async function prepareHistory(sql: postgres.Sql): Promise<void> {
  await sql`create schema if not exists supabase_migrations`;
  await sql`create table if not exists supabase_migrations.schema_migrations (
    version text primary key, statements text[], name text)`;
}

/** The versions of all migrations of a folder, the oldest first. */
export async function listMigrations(folder: string): Promise<string[]> {
  return (await listFiles(folder)).map(versionOf);
}

async function readMigrations(folder: string, versions?: readonly string[]): Promise<Migration[]> {
  const files = await listFiles(folder);
  const chosen = versions ? files.filter((file) => versions.includes(versionOf(file))) : files;
  return Promise.all(
    chosen.map(async (file) => ({
      version: versionOf(file),
      name: file.replace(/\.sql$/, ""),
      text: await readFile(join(folder, file), "utf8"),
    })),
  );
}

async function listFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => /^\d{14}_\w+\.sql$/.test(file)).sort();
}

function versionOf(file: string): string {
  return file.slice(0, 14);
}

async function findPending(sql: postgres.Sql, migrations: Migration[]): Promise<Migration[]> {
  const [history] = await sql<{ known: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as known`;
  if (!history?.known) return migrations;
  const applied = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`;
  const seen = new Set(applied.map(({ version }) => version));
  return migrations.filter(({ version }) => !seen.has(version));
}

/** `why` gives the reason of an error: where the connection was lost, the library tells only that it is closed. */
type Connection = { sql: postgres.Sql; worker: number; why: (error: unknown) => unknown };

async function applyMigration(
  { sql, worker, why }: Connection,
  { version, name, text }: Migration,
) {
  try {
    await sql.begin(async (transaction) => {
      // The library makes a connection anew that was lost in between, and that one has no lock.
      if ((await findWorker(transaction)) !== worker) throw markLost(connectionClosed());
      await transaction.unsafe(text).simple();
      await transaction`insert into supabase_migrations.schema_migrations (version, name)
        values (${version}, ${name})`;
      await transaction`notify pgrst, 'reload schema'`;
    });
  } catch (error) {
    const cause = why(error);
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
