import { once } from "node:events";
import { finished } from "node:stream/promises";
import { type Client, DatabaseError, escapeIdentifier } from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import { quoteTable, tableName } from "../postgres/describe-tables.ts";
import { hasCode } from "../postgres/failures.ts";
import { migrationLock } from "../postgres/migrations.ts";
import type { StorageBackend } from "../storage/stores/storage-backend.ts";
import {
  type ArchivedTable,
  type ArchiveHeader,
  type ArchiveSeal,
  entryNames,
  objectOf,
  tableOf,
} from "./archive-format.ts";
import {
  type Installation,
  requireNoNewerMigration,
  requireNothingStored,
} from "./open-installation.ts";
import type { Progress } from "./progress.ts";
import type { Archive } from "./read-archive.ts";

type Loaded = { seal: ArchiveSeal; secrets: Buffer | null };

/**
 * Loads an archive into an installation without accounts, on the schema of the archive's migrations
 * (`versions`, with squashed ones resolved). All rows are written in one transaction, which commits
 * once the files are written, the seal is verified and `settle` has stored the secret. After a
 * failure, close the connection: a COPY may be open on it.
 */
export async function loadEntries(
  installation: Installation,
  { header, versions, entries }: Archive & { versions: string[] },
  { report }: Progress,
  settle: (secrets: Buffer | null) => Promise<void>,
): Promise<ArchiveSeal> {
  const { client, backend } = installation;
  await client.query("begin");
  await requireStillEmpty(installation, versions);
  const { tables, finish } = await prepareTables(client, header);
  const { seal, secrets } = await loadAll(client, backend, { tables, entries }, report);
  await requireAllRows(client, tables, seal);
  await finish();
  await setSequences(client, header);
  await settle(secrets);
  await commit(client);
  return seal;
}

/** Until the transaction ends, no account can be created and no migration applied. */
async function requireStillEmpty(installation: Installation, versions: string[]): Promise<void> {
  const { client, name } = installation;
  await client.query("select pg_catalog.pg_advisory_xact_lock_shared($1)", [migrationLock]);
  await client.query("lock table auth.users, storage.objects in share row exclusive mode");
  await requireNothingStored(client, name);
  await requireNoNewerMigration(installation, versions);
}

/** Empties the tables and disables their triggers. `finish` enables the triggers again. */
async function prepareTables(client: Client, { tables }: ArchiveHeader) {
  const finish = await disableTriggers(client, tables);
  for (const table of tables.toReversed()) await client.query(`delete from ${quoteTable(table)}`);
  return { tables: new Map(tables.map((table) => [tableName(table), table])), finish };
}

type Prepared = Awaited<ReturnType<typeof prepareTables>>;

async function commit(client: Client): Promise<void> {
  try {
    await client.query("commit");
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause;
    throw new Error(
      "The connection was lost while the rows were being committed. Run the command again: if it says that the database is not empty, the rows are there.",
      { cause },
    );
  }
}

async function loadAll(
  client: Client,
  backend: StorageBackend,
  { tables, entries }: Pick<Prepared, "tables"> & Pick<Archive, "entries">,
  report: Progress["report"],
): Promise<Loaded> {
  let open: OpenTable | null = null;
  let secrets: Buffer | null = null;
  let files = 0;
  for (;;) {
    const next = await entries.next();
    const name: string | null = next.done ? null : tableOf(next.value.name);
    if (open && open.name !== name) {
      await endTable(open);
      open = null;
    }
    if (next.done) return { seal: next.value, secrets };
    const entry = next.value;
    const table: ArchivedTable | undefined = name === null ? undefined : tables.get(name);
    const object = objectOf(entry.name);
    if (name !== null && table) {
      open ??= openTable(client, name, table);
      await writeRows(open, entry.bytes);
    } else if (object !== null) {
      await backend.write(object, entry.bytes);
      files += 1;
      report(`${files} files written`);
    } else if (entry.name === entryNames.secrets) {
      secrets = entry.bytes;
    } else {
      throw new Error(`The backup contains ${entry.name}, which this version does not know.`);
    }
  }
}

type OpenTable = { name: string; stream: CopyStreamQuery; ended: Promise<void> };

function openTable(client: Client, name: string, table: ArchivedTable): OpenTable {
  const columns = table.columns.map(escapeIdentifier).join(", ");
  const stream = client.query(copyFrom(`copy ${quoteTable(table)} (${columns}) from stdin`));
  const ended = finished(stream);
  // The next write, or `endTable`, rethrows the error.
  ended.catch(() => undefined);
  return { name, stream, ended };
}

async function writeRows({ stream, ended }: OpenTable, bytes: Buffer): Promise<void> {
  if (!stream.write(bytes)) await Promise.race([once(stream, "drain"), ended]);
}

async function endTable({ stream, ended }: OpenTable): Promise<void> {
  stream.end();
  await ended;
}

async function requireAllRows(
  client: Client,
  tables: Prepared["tables"],
  { rows: expected }: ArchiveSeal,
): Promise<void> {
  for (const [name, table] of tables) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from ${quoteTable(table)}`,
    );
    if (Number(rows[0]?.count) === expected[name]) continue;
    throw new Error(`${name} has ${rows[0]?.count} rows, which differs from the backup.`);
  }
}

async function setSequences(client: Client, { sequences }: ArchiveHeader): Promise<void> {
  for (const sequence of sequences) {
    await client.query("select pg_catalog.setval($1::regclass, $2::bigint)", [
      quoteTable(sequence),
      sequence.lastValue,
    ]);
  }
}

const insufficientPrivilege = "42501";

/**
 * Triggers must not fire for restored rows. Disables them for the transaction if the role may, else
 * per table as the owner. Returns a function that enables them again.
 */
async function disableTriggers(client: Client, tables: ArchivedTable[]) {
  await client.query("savepoint silence");
  try {
    await client.query("set local session_replication_role = replica");
    return async () => {
      await client.query("set local session_replication_role = origin");
    };
  } catch (error) {
    if (!hasCode(error, insufficientPrivilege)) throw error;
    await client.query("rollback to savepoint silence");
    await alterAll(client, tables, "disable trigger user");
    return () => alterAll(client, tables, "enable trigger user");
  }
}

async function alterAll(client: Client, tables: ArchivedTable[], change: string): Promise<void> {
  for (const table of tables) await client.query(`alter table ${quoteTable(table)} ${change}`);
}
