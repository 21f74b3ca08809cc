import type { Logger } from "pino";
import type { Database } from "#backend/postgres/database.ts";
import { versionOf } from "./stores/file-names.ts";
import type { StorageBackend, StoredEntry } from "./stores/storage-backend.ts";

type Sweep = { database: Database; backend: StorageBackend; log: Logger };

/** A file younger than this may belong to an upload whose row is about to be written. */
const graceMs = 15 * 60_000;

const batchSize = 500;

/**
 * Has the database remove the objects that nothing names, and reconciles the bytes with the rows:
 * removes files, half-written ones and renditions that no row of storage.objects names, and reports
 * rows without bytes, which are never removed. Gives the count of both.
 */
export async function sweepOrphans(
  { database, backend, log }: Sweep,
  now = Date.now(),
): Promise<{ removed: number; missing: number }> {
  await database.storageOwner`select private.sweep_unnamed_objects()`;
  const seen = new Set<string>();
  let removed = 0;
  for (const folder of ["objects", "renditions"]) {
    for await (const batch of inBatches(backend.list(folder))) {
      const used = await usedVersions(database, batch);
      for (const entry of batch) {
        const version = versionOf(entry.name);
        if (version !== null && used.has(version) && !isPartial(entry)) {
          if (folder === "objects") seen.add(version);
        } else if (entry.modifiedAt.getTime() < now - graceMs) {
          await backend.remove(entry.name);
          removed += 1;
        }
      }
    }
  }
  const missing = await countMissing(database, seen);
  if (removed > 0) log.info({ removed }, "storage: removed files that no object names");
  if (missing > 0) log.error({ missing }, "storage: objects whose bytes are missing");
  return { removed, missing };
}

function isPartial({ name }: StoredEntry): boolean {
  return name.endsWith(".part");
}

async function* inBatches(entries: AsyncIterable<StoredEntry>): AsyncIterable<StoredEntry[]> {
  let batch: StoredEntry[] = [];
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function usedVersions(
  { storageOwner }: Database,
  batch: StoredEntry[],
): Promise<Set<string>> {
  const versions = batch.map(({ name }) => versionOf(name)).filter((version) => version !== null);
  const rows = await storageOwner<{ version: string }[]>`
    select version from storage.objects where version = any(${versions})`;
  return new Set(rows.map(({ version }) => version));
}

async function countMissing({ storageOwner }: Database, seen: Set<string>): Promise<number> {
  const rows = await storageOwner<{ version: string }[]>`
    select version from storage.objects
    where version is not null and created_at < now() - interval '15 minutes'
      and updated_at < now() - interval '15 minutes'`;
  return rows.filter(({ version }) => !seen.has(version)).length;
}
