import { join } from "node:path";
import { Hono } from "hono";
import type { Logger } from "pino";
import { admitted } from "#backend/http/admission.ts";
import { bodyLimits, workLimits } from "#backend/limits.ts";
import type { Database } from "#backend/postgres/database.ts";
import { createLimiter } from "#backend/postgres/limiter.ts";
import { createBucket, deleteBucket, emptyBucket, updateBucket } from "./buckets/change-buckets.ts";
import { getBucket, listBuckets } from "./buckets/read-buckets.ts";
import { createPictureWorker } from "./images/picture-worker.ts";
import { renderImage, renderOwnImage, renderSignedImage } from "./images/render-image.ts";
import { createRenditionStore } from "./images/rendition-store.ts";
import { createAddressSigner } from "./objects/address-signer.ts";
import { copyObject } from "./objects/copy-object.ts";
import { listObjects } from "./objects/list-objects.ts";
import { listObjectsByCursor } from "./objects/list-objects-by-cursor.ts";
import { moveObject } from "./objects/move-object.ts";
import { objectInfo, publicObjectInfo } from "./objects/object-info.ts";
import { removeAbandonedUploads } from "./objects/read-upload.ts";
import { removeObject, removeObjects } from "./objects/remove-objects.ts";
import { serveOwnObject, servePublicObject, serveSignedObject } from "./objects/serve-object.ts";
import {
  signAddress,
  signAddresses,
  signUploadAddress,
  uploadToSignedAddress,
} from "./objects/sign-addresses.ts";
import { uploadObject } from "./objects/upload-object.ts";
import type { StorageDeps, StorageParts } from "./storage-deps.ts";
import { renderStorageError, storageError } from "./storage-error.ts";
import { versionOf } from "./stores/file-names.ts";
import { openBackend } from "./stores/open-backend.ts";
import { spareDuringBackup } from "./stores/spare-during-backup.ts";
import type { StorageBackend, StoredEntry } from "./stores/storage-backend.ts";
import { StoreUnreachable } from "./stores/storage-backend.ts";
import { createSweeper } from "./sweeper.ts";

type Sweep = { database: Database; backend: StorageBackend; log: Logger };

/** A file younger than this may belong to an upload whose row is about to be written. */
const graceMs = 15 * 60_000;

const batchSize = 500;

/**
 * Reconciles the bytes with the rows: removes files, half-written ones and renditions that no row of
 * storage.objects names, and reports rows without bytes, which are never removed. Gives the count of
 * both.
 */
export async function sweepOrphans(
  { database, backend, log }: Sweep,
  now = Date.now(),
): Promise<{ removed: number; missing: number }> {
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

/**
 * The storage area: what answers below /storage/v1, and the sweeper that reconciles files with
 * rows.
 */
export type StorageApi = { app: Hono; start(): Promise<void>; stop(): Promise<void> };

const sweepEveryMs = 30 * 60_000;

/** Builds /storage/v1. */
export function createStorageApi(deps: StorageDeps): StorageApi {
  const parts = createParts(deps);
  let lost = 0;
  deps.metrics.observe({
    name: "storage_missing_objects",
    help: "Objects whose bytes were not found by this process's last sweep.",
    labelNames: [],
    read: async () => [{ labels: {}, value: lost }],
  });
  const sweeper = createSweeper(
    async () => {
      await removeAbandonedUploads(parts.uploadFolder);
      await deps.hooks.sweepObjects(deps.database.storageOwner);
      lost = (await sweepOrphans(parts)).missing;
    },
    sweepEveryMs,
    (error) => deps.log.warn({ err: error }, "storage: the sweep failed"),
  );
  return {
    app: createRoutes(parts),
    start: async () => {
      await checkBackend(parts);
      await sweeper.start();
    },
    stop: async () => {
      await sweeper.stop();
      await parts.pictures.stop();
    },
  };
}

/**
 * A wrong setting ends the start; a store that does not answer now may do so soon, and everything
 * but pictures works without it.
 */
async function checkBackend({ backend, log }: StorageParts): Promise<void> {
  try {
    await backend.check();
  } catch (error) {
    if (!(error instanceof StoreUnreachable)) throw error;
    log.warn({ err: error }, "storage: pictures cannot be kept or shown now");
  }
}

function createParts(deps: StorageDeps): StorageParts {
  const { config, database, hooks, identity, log, metrics, admission, backend } = deps;
  const files = spareDuringBackup(backend ?? openBackend(config), database);
  const pictures = createPictureWorker();
  return {
    database,
    servedObjects: hooks.servedObjects,
    identity,
    log,
    backend: files,
    signer: createAddressSigner(config.jwtSecret),
    pictures,
    renditions: createRenditionStore(files, pictures, { metrics, log }),
    admission,
    photos: createLimiter(workLimits.photos),
    uploadFolder: join(config.dataDir, "uploads"),
  };
}

function createRoutes(parts: StorageParts): Hono {
  const app = new Hono();
  app.onError(renderStorageError(parts.log));
  // Uploads pass the gate by themselves: while its body comes in, one takes no place.
  const gate = admitted(parts.admission, bodyLimits.rows);
  app.get("/object/public/*", gate, servePublicObject(parts));
  app.get("/object/sign/*", gate, serveSignedObject(parts));
  app.get("/render/image/public/*", gate, renderImage(parts));
  app.get("/render/image/sign/*", gate, renderSignedImage(parts));
  app.get("/render/image/authenticated/*", gate, renderOwnImage(parts));
  app.get("/object/info/public/*", gate, publicObjectInfo(parts));
  app.get("/object/info/authenticated/*", gate, objectInfo(parts, "/object/info/authenticated"));
  app.get("/object/info/*", gate, objectInfo(parts, "/object/info"));
  app.get("/object/authenticated/*", gate, serveOwnObject(parts, "/object/authenticated"));
  app.get("/object/*", gate, serveOwnObject(parts, "/object"));
  app.post("/object/list/:bucket", gate, listObjects(parts));
  app.post("/object/list-v2/:bucket", gate, listObjectsByCursor(parts));
  app.post("/object/move", gate, moveObject(parts));
  app.post("/object/copy", gate, copyObject(parts));
  app.post("/object/sign/:bucket", gate, signAddresses(parts));
  app.post("/object/sign/*", gate, signAddress(parts));
  app.post("/object/upload/sign/*", gate, signUploadAddress(parts));
  app.put("/object/upload/sign/*", uploadToSignedAddress(parts));
  app.post("/object/*", uploadObject(parts, "by header"));
  app.put("/object/*", uploadObject(parts, "upsert"));
  app.delete("/object/:bucket", gate, removeObjects(parts));
  app.delete("/object/*", gate, removeObject(parts));
  app.get("/bucket", gate, listBuckets(parts));
  app.post("/bucket", gate, createBucket(parts));
  app.get("/bucket/:bucket", gate, getBucket(parts));
  app.put("/bucket/:bucket", gate, updateBucket(parts));
  app.delete("/bucket/:bucket", gate, deleteBucket(parts));
  app.post("/bucket/:bucket/empty", gate, emptyBucket(parts));
  app.all("*", () => {
    throw storageError("NoSuchRoute", "Route not found");
  });
  return app;
}
