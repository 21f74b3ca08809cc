import { join } from "node:path";
import { Hono } from "hono";
import { admitted } from "#backend/http/admission.ts";
import { bodyLimits, workLimits } from "#backend/limits.ts";
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
import { openBackend } from "./stores/open-backend.ts";
import { spareDuringBackup } from "./stores/spare-during-backup.ts";
import { StoreUnreachable } from "./stores/store-unreachable.ts";
import { sweepOrphans } from "./sweep-orphans.ts";
import { createSweeper } from "./sweeper.ts";

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
  const { config, database, identity, log, metrics, admission, backend } = deps;
  const files = spareDuringBackup(backend ?? openBackend(config), database);
  const pictures = createPictureWorker();
  return {
    database,
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
