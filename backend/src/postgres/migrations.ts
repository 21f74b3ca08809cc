import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "pg";
import { connectLockHolder, waitForLock } from "./lock-holder.ts";

/** Any number that no other advisory lock takes. Who shares it sees no migration happen. */
export const migrationLock = 7_220_118_331;

/** The tables that say what was applied: the backend's own, and the Supabase CLI's. */
const ledgers = ["backend.migrations", "supabase_migrations.schema_migrations"] as const;

export type Ledger = (typeof ledgers)[number];

/** Migrations that build on those of the folders before it. */
export type MigrationFolder = { path: string; ledger: Ledger };

/** The backend's own: what a Supabase project has already. */
export const backendMigrations: MigrationFolder = {
  path: fileURLToPath(new URL("../schema/migrations", import.meta.url)),
  ledger: "backend.migrations",
};

/**
 * What makes a database. `upgradeThrough`: the version that a database older than the first
 * migrations must start with before this one.
 */
export type DatabaseSchema = { folders: readonly MigrationFolder[]; upgradeThrough?: string };

type Migration = { version: string; name: string; text: string; sha256: string; ledger: Ledger };

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
 * Applies every migration that the database has not seen, each in its own transaction, in order of
 * folders and names. Several processes may call it at once: one works, the others wait, and those
 * that serve already hear of it. Where there is nothing to do, none waits. Returns the names that
 * were applied. Throws with the file's name when one fails or was changed since, leaving the earlier
 * ones in place, and for a database that is older than the first migrations.
 */
export async function applyMigrations(
  databaseUrl: string,
  { folders, upgradeThrough }: DatabaseSchema,
  { versions, onWait = () => undefined, signal, readMs }: MigrationOptions = {},
): Promise<string[]> {
  const all = await readMigrations(folders);
  const migrations = versions ? all.filter(({ version }) => versions.includes(version)) : all;
  const client = await connectLockHolder(databaseUrl, { signal, readMs });
  try {
    if ((await findPending(client, migrations)).length === 0) return [];
    await waitForLock(client, migrationLock, { onWait });
    const pending = await findPending(client, migrations);
    const known = all.map(({ version }) => version);
    if (upgradeThrough && areFromBefore(await readAppliedVersions(client), known)) {
      throw new Error(
        `The database is older than this version can upgrade. Start ${upgradeThrough} with it once, then this one.`,
      );
    }
    for (const migration of pending) await transact(client, () => apply(client, migration));
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The versions of all migrations. */
export async function listMigrations({ folders }: DatabaseSchema): Promise<string[]> {
  return (await readMigrations(folders)).map(({ version }) => version);
}

/** The versions that a database has. */
export async function readAppliedVersions(client: Client): Promise<string[]> {
  const versions: string[] = [];
  for (const ledger of ledgers) versions.push(...(await readApplied(client, ledger)).keys());
  return versions.sort();
}

/** Whether none of the versions that were applied is known: they are older than the first ones. */
export function areFromBefore(versions: readonly string[], known: readonly string[]): boolean {
  return versions.length > 0 && !versions.some((version) => known.includes(version));
}

async function readMigrations(folders: readonly MigrationFolder[]): Promise<Migration[]> {
  const read = folders.map(async ({ path, ledger }) => {
    const files = (await readdir(path)).filter((file) => /^\d{14}_\w+\.sql$/.test(file)).sort();
    return Promise.all(files.map((file) => readMigration(path, file, ledger)));
  });
  return (await Promise.all(read)).flat();
}

async function readMigration(path: string, file: string, ledger: Ledger): Promise<Migration> {
  const text = (await readFile(join(path, file), "utf8")).replaceAll("\r\n", "\n");
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { version: file.slice(0, 14), name: file.replace(/\.sql$/, ""), text, sha256, ledger };
}

async function findPending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const known = new Map<Ledger, Map<string, string | null>>();
  for (const ledger of ledgers) known.set(ledger, await readApplied(client, ledger));
  return migrations.filter(({ version, name, sha256, ledger }) => {
    const applied = known.get(ledger)?.get(version);
    if (typeof applied === "string" && applied !== sha256) {
      throw new Error(
        `Migration ${name} is not the one that was applied. Bring its text back; what changes is a migration of its own.`,
      );
    }
    return applied === undefined;
  });
}

/** The versions of a ledger with their sums; the Supabase CLI keeps none. */
async function readApplied(client: Client, ledger: Ledger): Promise<Map<string, string | null>> {
  const { rows: known } = await client.query("select where to_regclass($1) is not null", [ledger]);
  if (known.length === 0) return new Map();
  const { rows } = await client.query<{ version: string; sha256: string | null }>(
    `select version, to_jsonb(applied) ->> 'sha256' as sha256 from ${ledger} as applied`,
  );
  return new Map(rows.map(({ version, sha256 }) => [version, sha256]));
}

async function transact(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  await work();
  await client.query("notify pgrst, 'reload schema'");
  await client.query("commit");
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const { version, name, text, sha256, ledger } = migration;
  try {
    await client.query(prepareLedger(ledger));
    await client.query(text);
    // What it sets, as the tool that writes migrations does, holds for itself alone.
    await client.query("reset all");
    const entry = `insert into ${ledger} (version, name, sha256) values ($1, $2, $3)`;
    await client.query(entry, [version, name, sha256]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Migration ${name} failed: ${reason}`, { cause });
  }
}

/** `statements` is the Supabase CLI's; it minds no other column. */
function prepareLedger(ledger: Ledger): string {
  return `
    create schema if not exists ${ledger.split(".")[0]};
    create table if not exists ${ledger} (version text primary key, statements text[], name text);
    alter table ${ledger} add column if not exists sha256 text`;
}
