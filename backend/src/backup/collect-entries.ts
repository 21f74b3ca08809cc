import { Readable } from "node:stream";
import { type Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import {
  describeSequences,
  describeTables,
  quoteTable,
  tableName,
} from "../postgres/describe-tables.ts";
import { backupLock, waitForLock } from "../postgres/lock-holder.ts";
import { migrationLock, readAppliedVersions } from "../postgres/migrations.ts";
import type { Settings } from "../settings.ts";
import { objectFile } from "../storage/stores/storage-backend.ts";
import {
  type ArchivedTable,
  type ArchiveHeader,
  archiveFormat,
  entryNames,
  type TarEntry,
} from "./archive-format.ts";
import type { Installation } from "./open-installation.ts";
import type { Progress } from "./progress.ts";
import { findStoredSecret, fingerprintSecret } from "./store-secret.ts";
import type { ArchiveEntries } from "./write-archive.ts";

const partSize = 1024 * 1024;
const filesAhead = 4;

/**
 * Reads a backup beside a running server: the rows of one snapshot, and their objects, which
 * open-backend.ts does not delete until the backup ends.
 */
export async function* collectEntries(
  installation: Installation,
  settings: Settings,
  { step, report, warn, alarm }: Progress,
): ArchiveEntries {
  const { client } = installation;
  await lockForBackup(client, warn);
  await client.query("begin isolation level repeatable read read only");
  const { name } = settings;
  const secret = await findStoredSecret(settings);
  const header = await describeArchive(client, name, secret?.jwtSecret ?? settings.jwtSecret ?? "");
  yield { name: entryNames.header(name), bytes: Buffer.from(JSON.stringify(header, null, 2)) };

  const rows: Record<string, number> = {};
  for (const table of header.tables) rows[tableName(table)] = yield* copyRows(client, table);
  const versions = await readVersions(client);
  await client.query("commit");
  await client.query("select pg_catalog.pg_advisory_unlock_shared($1)", [migrationLock]);
  const count = Object.values(rows).reduce((sum, more) => sum + more, 0);
  step(`${header.tables.length} tables with ${count} rows read`);

  if (secret) yield { name: entryNames.secrets, bytes: secret.bytes };
  const { files, missing } = yield* copyFiles(installation, versions, report);
  step(`${files} files read`);
  if (missing > 0)
    alarm(`Photos or other objects without bytes, which no backup can hold: ${missing}.`);
  return { rows, files, missing };
}

/** Blocks migrations and the deletion of objects until the connection ends. */
async function lockForBackup(client: Client, warn: Progress["warn"]): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    "select pg_catalog.pg_try_advisory_lock_shared($1) as held",
    [migrationLock],
  );
  if (!rows[0]?.held)
    throw new Error("Migrations are being applied. Try again when the server is ready.");
  await waitForLock(client, backupLock, {
    onWait: () => warn("waiting for another backup to end"),
    refusal: "Another backup is running.",
  });
}

/** If the connection is lost, so is the lock, and objects may have been deleted since. */
async function requireLock({ client, name }: Installation): Promise<void> {
  await client.query("select").catch((cause: unknown) => {
    throw new Error(
      `The connection to ${name} was lost while the files were read: some may have been deleted. No backup was written; run the command again.`,
      { cause },
    );
  });
}

async function describeArchive(
  client: Client,
  product: string,
  jwtSecret: string,
): Promise<ArchiveHeader> {
  const migrations = await readAppliedVersions(client);
  if (migrations.length === 0) throw new Error(`The database has no ${product} schema.`);
  const server = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  return {
    format: archiveFormat,
    madeAt: new Date().toISOString(),
    postgres: server.rows[0]?.version ?? "",
    migrations,
    tables: await describeTables(client),
    sequences: await describeSequences(client),
    secretMark: fingerprintSecret(product, jwtSecret),
  };
}

/** COPY escapes line breaks within values, so each line break ends a row. */
async function* copyRows(client: Client, table: ArchivedTable): AsyncGenerator<TarEntry, number> {
  const columns = table.columns.map(escapeIdentifier).join(", ");
  const stream = client.query(copyTo(`copy ${quoteTable(table)} (${columns}) to stdout`));
  let rows = 0;
  let part = 0;
  let kept: Buffer[] = [];
  let size = 0;
  const cut = (): TarEntry => {
    part += 1;
    const bytes = Buffer.concat(kept, size);
    kept = [];
    size = 0;
    return { name: entryNames.rows(tableName(table), part), bytes };
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    rows += countLines(chunk);
    kept.push(chunk);
    size += chunk.length;
    if (size >= partSize) yield cut();
  }
  if (size > 0) yield cut();
  return rows;
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

async function readVersions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ version: string }>(
    "select version from storage.objects where version is not null order by version",
  );
  return rows.map(({ version }) => version);
}

async function* copyFiles(
  installation: Installation,
  versions: string[],
  report: Progress["report"],
): AsyncGenerator<TarEntry, { files: number; missing: number }> {
  let files = 0;
  let missing = 0;
  const read = async (version: string) => {
    const name = objectFile(version);
    const file = await installation.backend.open(name);
    return { name, bytes: await file?.bytes() };
  };
  const found = Readable.from(versions).map(read, { concurrency: filesAhead });
  for await (const { name, bytes } of found) {
    if (bytes === undefined) {
      await requireLock(installation);
      missing += 1;
      continue;
    }
    yield { name: entryNames.file(name), bytes };
    files += 1;
    report(`${files} of ${versions.length} files`);
  }
  await requireLock(installation);
  return { files, missing };
}
