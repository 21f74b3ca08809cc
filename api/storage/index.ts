import { Hono } from "hono";
import { createBodyRooms } from "#api/http/body-room.ts";
import { createBodyTurns } from "#api/http/body-turns.ts";
import { createGate } from "#api/http/gate.ts";
import { createAddressSigner } from "./address-signer.ts";
import { openBackend } from "./backend/open-backend.ts";
import { spareDuringBackup } from "./backend/spare-during-backup.ts";
import { StoreUnreachable } from "./backend/store-unreachable.ts";
import { createBucket, deleteBucket, emptyBucket, updateBucket } from "./change-buckets.ts";
import { copyObject } from "./copy-object.ts";
import { createDecodingTurns } from "./decoding-turns.ts";
import { createPictureWorker } from "./images/picture-worker.ts";
import { createRenditionStore } from "./images/rendition-store.ts";
import { listObjects } from "./list-objects.ts";
import { listObjectsByCursor } from "./list-objects-by-cursor.ts";
import { moveObject } from "./move-object.ts";
import { objectInfo, publicObjectInfo } from "./object-info.ts";
import { getBucket, listBuckets } from "./read-buckets.ts";
import { uploadLimit } from "./read-upload.ts";
import { removeObject, removeObjects } from "./remove-objects.ts";
import { renderImage, renderOwnImage, renderSignedImage } from "./render-image.ts";
import { serveOwnObject, servePublicObject, serveSignedObject } from "./serve-object.ts";
import {
  signAddress,
  signAddresses,
  signUploadAddress,
  uploadToSignedAddress,
} from "./sign-addresses.ts";
import type { StorageDeps, StorageParts } from "./storage-deps.ts";
import { renderStorageError, slowDown, storageError } from "./storage-error.ts";
import { sweepOrphans } from "./sweep-orphans.ts";
import { createSweeper } from "./sweeper.ts";
import { uploadObject } from "./upload-object.ts";
import { createUploadRoom } from "./upload-room.ts";

/** The storage area: what answers below /storage/v1, and the sweeper that reconciles files with rows. */
export type StorageApi = { app: Hono; start(): Promise<void>; stop(): Promise<void> };

const sweepEveryMs = 30 * 60_000;

/** Builds /storage/v1 (contract.md). */
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

/** A wrong setting ends the start; a store that does not answer now may do so soon, and everything but pictures works without it. */
async function checkBackend({ backend, log }: StorageParts): Promise<void> {
  try {
    await backend.check();
  } catch (error) {
    if (!(error instanceof StoreUnreachable)) throw error;
    log.warn({ err: error }, "storage: pictures cannot be kept or shown now");
  }
}

const megabyte = 1024 * 1024;
const waiting = { queue: 200, refuse: slowDown };
const twoAtOnce = { capacity: 2, share: 2, ...waiting };
/** One sender may have three of the largest files under way, however slowly they come. */
const uploadsInMemory = {
  bytes: 64 * megabyte,
  share: 25 * megabyte,
  largest: uploadLimit,
  refuse: slowDown,
};

function createParts(deps: StorageDeps): StorageParts {
  const { config, database, identity, log, metrics, backend } = deps;
  const files = spareDuringBackup(backend ?? openBackend(config), database);
  const pictures = createPictureWorker();
  return {
    database,
    identity,
    log,
    backend: files,
    signer: createAddressSigner(config.jwtSecret),
    pictures,
    renditions: createRenditionStore(files, pictures, createGate(twoAtOnce), { metrics, log }),
    uploadRoom: createUploadRoom(uploadsInMemory),
    takeDecodingTurn: createDecodingTurns(waiting),
    claimBody: createBodyRooms(slowDown),
    takeBodyTurn: createBodyTurns(slowDown),
  };
}

function createRoutes(parts: StorageParts): Hono {
  const app = new Hono();
  app.onError(renderStorageError(parts.log));
  app.get("/object/public/*", servePublicObject(parts));
  app.get("/object/sign/*", serveSignedObject(parts));
  app.get("/render/image/public/*", renderImage(parts));
  app.get("/render/image/sign/*", renderSignedImage(parts));
  app.get("/render/image/authenticated/*", renderOwnImage(parts));
  app.get("/object/info/public/*", publicObjectInfo(parts));
  app.get("/object/info/authenticated/*", objectInfo(parts, "/object/info/authenticated"));
  app.get("/object/info/*", objectInfo(parts, "/object/info"));
  app.get("/object/authenticated/*", serveOwnObject(parts, "/object/authenticated"));
  app.get("/object/*", serveOwnObject(parts, "/object"));
  app.post("/object/list/:bucket", listObjects(parts));
  app.post("/object/list-v2/:bucket", listObjectsByCursor(parts));
  app.post("/object/move", moveObject(parts));
  app.post("/object/copy", copyObject(parts));
  app.post("/object/sign/:bucket", signAddresses(parts));
  app.post("/object/sign/*", signAddress(parts));
  app.post("/object/upload/sign/*", signUploadAddress(parts));
  app.put("/object/upload/sign/*", uploadToSignedAddress(parts));
  app.post("/object/*", uploadObject(parts, "by header"));
  app.put("/object/*", uploadObject(parts, "upsert"));
  app.delete("/object/:bucket", removeObjects(parts));
  app.delete("/object/*", removeObject(parts));
  app.get("/bucket", listBuckets(parts));
  app.post("/bucket", createBucket(parts));
  app.get("/bucket/:bucket", getBucket(parts));
  app.put("/bucket/:bucket", updateBucket(parts));
  app.delete("/bucket/:bucket", deleteBucket(parts));
  app.post("/bucket/:bucket/empty", emptyBucket(parts));
  app.all("*", () => {
    throw storageError("NoSuchRoute", "Route not found");
  });
  return app;
}
