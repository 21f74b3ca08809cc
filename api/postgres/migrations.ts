import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { connectLockHolder } from "./lock-holder.ts";

/**
 * Any number that no other user of the database's advisory locks takes. Who shares it sees no
 * migration happen.
 */
export const migrationLock = 7_220_118_331;

type Migration = { version: string; name: string; text: string };

/**
 * `versions`: only those. `onWait` hears when the lock is not free within a second; soon after
 * `signal` what is under way is given up, as is a statement without an answer after `readMs`.
 */
export type MigrationOptions = {
  versions?: readonly string[];
  onWait?: () => void;
  signal?: AbortSignal;
  readMs?: number;
};

/**
 * Applies every migration of `folder` that the database has not seen, each in its own transaction,
 * in order of name. Several processes may call it at once: one works, the others wait, and those
 * that serve already hear of it. Where there is nothing to do nobody waits. The table is the
 * Supabase CLI's own, so either tool may go on. Gives the names that were applied; throws with the
 * file's name when one fails, leaving the earlier ones in place.
 */
export async function applyMigrations(
  databaseUrl: string,
  folder: string,
  { versions, onWait = () => undefined, signal, readMs }: MigrationOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder, versions);
  const client = await connectLockHolder(databaseUrl, { signal, readMs });
  try {
    if ((await findPending(client, migrations)).length === 0) return [];
    await takeLock(client, onWait);
    await client.query(prepareHistory);
    const pending = await findPending(client, migrations);
    for (const migration of pending) await applyMigration(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

const noteworthyMs = 1_000;

async function takeLock(client: Client, onWait: () => void): Promise<void> {
  const waiting = setTimeout(onWait, noteworthyMs);
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
  } finally {
    clearTimeout(waiting);
  }
}

const prepareHistory = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key, statements text[], name text)`;

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

async function findPending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as known",
  );
  if (!rows[0]?.known) return migrations;
  const applied = await client.query<{ version: string }>(
    "select version from supabase_migrations.schema_migrations",
  );
  const seen = new Set(applied.rows.map(({ version }) => version));
  return migrations.filter(({ version }) => !seen.has(version));
}

async function applyMigration(client: Client, { version, name, text }: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(text);
    await client.query(
      "insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)",
      [version, name],
    );
    await client.query("notify pgrst, 'reload schema'");
    await client.query("commit");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Migration ${name} failed: ${reason}`, { cause });
  }
}
