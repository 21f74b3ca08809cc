import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "pg";
import { connectLockHolder, waitForLock } from "./lock-holder.ts";

/** An arbitrary advisory lock key that nothing else uses. Holding it shared blocks migrations. */
export const migrationLock = 7_220_118_331;

/** The tables of applied migrations: the backend's own, and the Supabase CLI's. */
const ledgers = ["backend.migrations", "supabase_migrations.schema_migrations"] as const;

export type Ledger = (typeof ledgers)[number];

/** A folder of migrations. They build on those of the folders before it. */
export type MigrationFolder = { path: string; ledger: Ledger };

/** The backend's own migrations: what a Supabase project already has. */
export const backendMigrations: MigrationFolder = {
  path: fileURLToPath(new URL("../schema/migrations", import.meta.url)),
  ledger: "backend.migrations",
};

/**
 * The migrations of a database. `upgradeThrough`: the version that must be started first on a
 * database older than the first migrations, or with only some of those that a baseline replaces.
 */
export type DatabaseSchema = { folders: readonly MigrationFolder[]; upgradeThrough?: string };

/** `replaces`: the versions that a baseline replaces, from its `-- replaces` lines. */
type Migration = {
  version: string;
  name: string;
  text: string;
  sha256: string;
  ledger: Ledger;
  replaces: string[];
};

/**
 * `versions` limits the run to these. `onWait` is called if the lock is not free within a second.
 * Soon after `signal` aborts, or if a statement takes longer than `readMs`, the run fails.
 */
export type MigrationOptions = {
  versions?: readonly string[];
  onWait?: () => void;
  signal?: AbortSignal;
  readMs?: number;
};

/**
 * Applies all missing migrations, each in its own transaction, in order of folders and names. If
 * all migrations that a baseline replaces are applied, it is only recorded; their entries stay, so
 * that a process of the earlier version can still start. Several processes may call this
 * concurrently: one works, the others wait, and running ones reload the schema. With nothing to do
 * it does not wait. Returns the names that were applied or recorded. Throws if a migration fails or
 * was changed after it was applied (earlier ones stay applied), or if the database must be started
 * with `upgradeThrough` first.
 */
export async function applyMigrations(
  databaseUrl: string,
  { folders, upgradeThrough }: DatabaseSchema,
  { versions, onWait = () => undefined, signal, readMs }: MigrationOptions = {},
): Promise<string[]> {
  const all = await readMigrations(folders);
  const migrations = versions ? all.filter((migration) => isAmong(versions, migration)) : all;
  const client = await connectLockHolder(databaseUrl, { signal, readMs });
  try {
    if ((await findPending(client, migrations)).length === 0) return [];
    await waitForLock(client, migrationLock, { onWait });
    const pending = await findPending(client, migrations);
    const applied = await readAppliedVersions(client);
    if (upgradeThrough && isTooOld(applied, all)) {
      throw new Error(
        `The database is older than this version can upgrade. Start ${upgradeThrough} with it once, then this one.`,
      );
    }
    for (const migration of pending) {
      const work = isAmong(applied, migration) ? record : apply;
      await transact(client, () => work(client, migration));
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

export async function listMigrations({ folders }: DatabaseSchema): Promise<string[]> {
  return (await readMigrations(folders)).map(({ version }) => version);
}

type ResolvedVersions =
  | { state: "known"; versions: string[] }
  | { state: "too old" }
  | { state: "unknown"; version: string };

/**
 * Checks whether this schema can upgrade a backup with the versions `applied`. `versions` adds to
 * each baseline the versions that it replaces; `version` is one that this schema does not know.
 */
export async function resolveVersions(
  { folders }: DatabaseSchema,
  applied: readonly string[],
): Promise<ResolvedVersions> {
  const all = await readMigrations(folders);
  if (isTooOld(applied, all)) return { state: "too old" };
  const known = all.flatMap(({ version, replaces }) => [version, ...replaces]);
  const version = applied.find((version) => !known.includes(version));
  if (version !== undefined) return { state: "unknown", version };
  const found = all.filter((migration) => isAmong(applied, migration));
  const versions = found.flatMap(({ version, replaces }) => [version, ...replaces]);
  return { state: "known", versions: [...new Set(versions)].sort() };
}

export async function readAppliedVersions(client: Client): Promise<string[]> {
  const versions: string[] = [];
  for (const ledger of ledgers) versions.push(...(await readApplied(client, ledger)).keys());
  return versions.sort();
}

/** Older than the first migrations, or with only some of those that a baseline replaces. */
function isTooOld(applied: readonly string[], all: readonly Migration[]): boolean {
  if (applied.length === 0) return false;
  const isApplied = (version: string) => applied.includes(version);
  if (!all.some((migration) => isAmong(applied, migration))) {
    return true;
  }
  return all.some(
    (migration) => !isAmong(applied, migration) && migration.replaces.some(isApplied),
  );
}

/** Whether `versions` has this migration, or all that it replaces. */
function isAmong(versions: readonly string[], { version, replaces }: Migration): boolean {
  if (versions.includes(version)) return true;
  return replaces.length > 0 && replaces.every((replaced) => versions.includes(replaced));
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
  const replaces = [...text.matchAll(/^-- replaces (\d{14})_\w+$/gm)].flatMap(
    ([, old]) => old ?? [],
  );
  const name = file.replace(/\.sql$/, "");
  return { version: file.slice(0, 14), name, text, sha256, ledger, replaces };
}

async function findPending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const known = new Map<Ledger, Map<string, string | null>>();
  for (const ledger of ledgers) known.set(ledger, await readApplied(client, ledger));
  return migrations.filter(({ version, name, sha256, ledger }) => {
    const applied = known.get(ledger)?.get(version);
    if (typeof applied === "string" && applied !== sha256) {
      throw new Error(
        `Migration ${name} was changed after it was applied. Restore its text and put the change into a new migration.`,
      );
    }
    return applied === undefined;
  });
}

/** The applied versions with their checksums; the Supabase CLI stores none. */
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

async function record(client: Client, migration: Migration): Promise<void> {
  const { version, name, sha256, ledger } = migration;
  await client.query(prepareLedger(ledger));
  const entry = `insert into ${ledger} (version, name, sha256) values ($1, $2, $3)`;
  await client.query(entry, [version, name, sha256]);
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const { name, text, ledger } = migration;
  try {
    await client.query(prepareLedger(ledger));
    await client.query(text);
    // Undoes session settings that the migration changed.
    await client.query("reset all");
    await record(client, migration);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Migration ${name} failed: ${reason}`, { cause });
  }
}

/** `statements` is for the Supabase CLI, which ignores other columns. */
function prepareLedger(ledger: Ledger): string {
  return `
    create schema if not exists ${ledger.split(".")[0]};
    create table if not exists ${ledger} (version text primary key, statements text[], name text);
    alter table ${ledger} add column if not exists sha256 text`;
}
