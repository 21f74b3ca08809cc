import { join } from "node:path";
import { Hono } from "hono";
import { createDiskBackend } from "./backend/disk-backend.ts";
import { createGate } from "./images/gate.ts";
import { createPictureWorker } from "./images/picture-worker.ts";
import { createRenditionStore } from "./images/rendition-store.ts";
import { listObjects } from "./list-objects.ts";
import { objectInfo } from "./object-info.ts";
import { removeObjects } from "./remove-objects.ts";
import { renderImage } from "./render-image.ts";
import { serveOwnObject, servePublicObject } from "./serve-object.ts";
import type { StorageDeps, StorageParts } from "./storage-deps.ts";
import { renderStorageError, storageError } from "./storage-error.ts";
import { sweepOrphans } from "./sweep-orphans.ts";
import { createSweeper } from "./sweeper.ts";
import { uploadObject } from "./upload-object.ts";

/** The storage area: what answers below /storage/v1, and the sweeper that reconciles files with rows. */
export type StorageApi = { app: Hono; start(): Promise<void>; stop(): Promise<void> };

const sweepEveryMs = 30 * 60_000;

/** Builds /storage/v1 (contract.md). */
export function createStorageApi(deps: StorageDeps): StorageApi {
  const parts = createParts(deps);
  const sweeper = createSweeper(
    () => sweepOrphans(parts),
    sweepEveryMs,
    (error) => deps.log.warn({ err: error }, "storage: the sweep failed"),
  );
  return {
    app: createRoutes(parts),
    start: sweeper.start,
    stop: async () => {
      await sweeper.stop();
      await parts.pictures.stop();
    },
  };
}

function createParts({ config, database, identity, log, backend }: StorageDeps): StorageParts {
  const files = backend ?? createDiskBackend(join(config.dataDir, "files"));
  const pictures = createPictureWorker();
  const slowDown = () => storageError("SlowDown", "Too many pictures at once, try again soon");
  return {
    database,
    identity,
    log,
    backend: files,
    pictures,
    renditions: createRenditionStore(files, pictures, createGate(2, 200, slowDown)),
    uploadMemory: createGate(64 * 1024 * 1024, 200, slowDown),
    decoding: createGate(1, 200, slowDown),
  };
}

function createRoutes(parts: StorageParts): Hono {
  const app = new Hono();
  app.onError(renderStorageError(parts.log));
  app.get("/object/public/*", servePublicObject(parts));
  app.get("/render/image/public/*", renderImage(parts));
  app.get("/object/info/*", objectInfo(parts));
  app.get("/object/authenticated/*", serveOwnObject(parts, "/object/authenticated"));
  app.get("/object/*", serveOwnObject(parts, "/object"));
  app.post("/object/list/:bucket", listObjects(parts));
  app.post("/object/*", uploadObject(parts, "by header"));
  app.put("/object/*", uploadObject(parts, "upsert"));
  app.delete("/object/:bucket", removeObjects(parts));
  app.all("*", () => {
    throw storageError("NoSuchRoute", "Route not found");
  });
  return app;
}
