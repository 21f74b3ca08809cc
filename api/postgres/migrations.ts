import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type postgres from "postgres";
import { openPool } from "./open-pool.ts";

/** Any number that no other user of the database's advisory locks takes. Who shares it sees no migration happen. */
export const migrationLock = 7_220_118_331;

/** PostgreSQL notices that a killed process has gone this soon, so its lock does not hold up the next start. */
const noticeLossMs = 500;

type Migration = { version: string; name: string; text: string };

/**
 * Applies every migration of `folder` that the database has not seen, each in its own transaction, in order of name.
 * Several processes may call it at once: one works, the others wait, and those that serve already hear of it. The table is the Supabase CLI's own, so either tool may go on.
 * With `versions`, only those. Gives the names that were applied; throws with the file's name when one fails, leaving the earlier ones in place.
 */
export async function applyMigrations(
  databaseUrl: string,
  folder: string,
  versions?: readonly string[],
): Promise<string[]> {
  const sql = openPool(databaseUrl, {
    max: 1,
    connection: { client_connection_check_interval: noticeLossMs },
  });
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await prepareHistory(sql);
    const pending = await findPending(sql, await readMigrations(folder, versions));
    for (const migration of pending) await applyMigration(sql, migration);
    return pending.map(({ name }) => name);
  } finally {
    await sql.end({ timeout: 5 });
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
  const applied = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`;
  const seen = new Set(applied.map(({ version }) => version));
  return migrations.filter(({ version }) => !seen.has(version));
}

async function applyMigration(sql: postgres.Sql, { version, name, text }: Migration) {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text).simple();
      await transaction`insert into supabase_migrations.schema_migrations (version, name)
        values (${version}, ${name})`;
      await transaction`notify pgrst, 'reload schema'`;
    });
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
