import { join } from "node:path";
import { Hono, type MiddlewareHandler } from "hono";
import { admitRequests } from "../http/admission.ts";
import { limitBody } from "../http/limit-request.ts";
import { bodyLimits, workLimits } from "../limits.ts";
import type { Caller, Database } from "../postgres/database.ts";
import { createLimiter } from "../postgres/limiter.ts";
import {
  createBucket,
  deleteBucket,
  emptyBucket,
  getBucket,
  listBuckets,
  updateBucket,
} from "./buckets.ts";
import { createPictureWorker } from "./images/picture-worker.ts";
import { readRenditionRequest } from "./images/rendition-request.ts";
import { createRenditionStore } from "./images/rendition-store.ts";
import { createAddressSigner } from "./objects/address-signer.ts";
import { listObjects, listObjectsByCursor } from "./objects/list-objects.ts";
import { removeAbandonedUploads } from "./objects/read-upload.ts";
import { copyObject, moveObject } from "./objects/relocate-object.ts";
import { removeObject, removeObjects } from "./objects/remove-objects.ts";
import {
  type AccessRule,
  byPublicAddress,
  byRowSecurity,
  bySignature,
  renderImage,
  serveInfo,
  serveObject,
} from "./objects/serve-object.ts";
import {
  signAddress,
  signAddresses,
  signUploadAddress,
  uploadToSignedAddress,
} from "./objects/sign-addresses.ts";
import { uploadObject } from "./objects/upload-object.ts";
import {
  type StorageDeps,
  type StorageParts,
  type StorageRequest,
  storageCaller,
} from "./storage-deps.ts";
import { renderStorageError, storageError } from "./storage-error.ts";
import { openBackend, skipRemovalDuringBackup } from "./stores/open-backend.ts";
import { type StoredEntry, StoreUnreachable, versionOf } from "./stores/storage-backend.ts";

/** A younger file may belong to an upload that has not written its row yet. */
const graceMs = 15 * 60_000;

const batchSize = 500;

/**
 * Removes files, partial uploads and renditions without a row. Counts rows without a file, which
 * are kept.
 */
export async function sweepOrphans(
  { database, backend, log }: Pick<StorageParts, "database" | "backend" | "log">,
  now = Date.now(),
) {
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
  if (removed > 0) log.info({ removed }, "storage: removed orphaned files");
  if (missing > 0) log.error({ missing }, "storage: objects without bytes");
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

async function usedVersions({ storageOwner }: Database, batch: StoredEntry[]) {
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

const sweepEveryMs = 30 * 60_000;

/** The routes of /storage/v1, and the sweep that reconciles files with rows. */
export function createStorageApi(deps: StorageDeps) {
  const parts = createParts(deps);
  let lost = 0;
  deps.metrics.observe({
    name: "storage_missing_objects",
    help: "Objects without bytes in this process's last sweep.",
    read: async () => lost,
  });
  const sweep = async () => {
    await removeAbandonedUploads(parts.uploadFolder);
    await deps.hooks.sweepObjects(deps.database.storageOwner);
    lost = (await sweepOrphans(parts)).missing;
  };
  let timer: NodeJS.Timeout | undefined;
  let sweeping = Promise.resolve();
  const sweepNext = () => {
    sweeping = sweeping
      .then(sweep)
      .catch((error) => deps.log.warn({ err: error }, "storage: the sweep failed"));
  };
  return {
    app: createRoutes(parts),
    start: async () => {
      await checkBackend(parts);
      sweepNext();
      timer = setInterval(sweepNext, sweepEveryMs).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await sweeping;
      await parts.pictures.stop();
    },
  };
}

/** A wrong setting fails the start; an unreachable store may recover, so it is only logged. */
async function checkBackend({ backend, log }: StorageParts): Promise<void> {
  try {
    await backend.check();
  } catch (error) {
    if (!(error instanceof StoreUnreachable)) throw error;
    log.warn(
      { err: error },
      "storage: the store is unreachable, pictures cannot be stored or served",
    );
  }
}

function createParts(deps: StorageDeps): StorageParts {
  const { config, database, hooks, identity, log, metrics, admission } = deps;
  const files = skipRemovalDuringBackup(openBackend(config), database);
  const pictures = createPictureWorker();
  const limiter = createLimiter(workLimits.pictures);
  return {
    database,
    servedTable: hooks.servedTable,
    identity,
    log,
    backend: files,
    signer: createAddressSigner(config.jwtSecret),
    pictures,
    renditions: createRenditionStore(files, pictures, { limiter, metrics, log }),
    firstRendition:
      hooks.firstRendition && readRenditionRequest(hooks.firstRendition, "", "image/jpeg"),
    admission,
    photos: limiter,
    uploadFolder: join(config.dataDir, "uploads"),
  };
}

type Env = { Variables: { caller: Caller } };
type Verb = (request: StorageRequest) => Promise<Response>;

function createRoutes(parts: StorageParts): Hono<Env> {
  const app = new Hono<Env>();
  app.onError(renderStorageError(parts.log));
  const gate = admitRequests(parts.admission, bodyLimits.rows);
  const serve = (path: string, rule: AccessRule, work: typeof serveObject) =>
    app.get(`${path}/*`, gate, async (context) =>
      work(parts, context, await rule(parts, context, path)),
    );
  const identify: MiddlewareHandler<Env> = async (context, next) => {
    const caller = await storageCaller(context, parts.identity);
    context.set("caller", caller);
    const largest = caller.identity.role === "anon" ? bodyLimits.visitor : bodyLimits.rows;
    return limitBody(largest, refuseBody)(context, next);
  };
  const on = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, verb: Verb) =>
    app.on(method, path, gate, identify, (context) =>
      verb({
        ...parts,
        context,
        caller: context.get("caller"),
        bucket: context.req.param("bucket") ?? "",
      }),
    );

  serve("/object/public", byPublicAddress, serveObject);
  serve("/object/sign", bySignature, serveObject);
  serve("/render/image/public", byPublicAddress, renderImage);
  serve("/render/image/sign", bySignature, renderImage);
  serve("/render/image/authenticated", byRowSecurity, renderImage);
  serve("/object/info/public", byPublicAddress, serveInfo);
  serve("/object/info/authenticated", byRowSecurity, serveInfo);
  serve("/object/info", byRowSecurity, serveInfo);
  serve("/object/authenticated", byRowSecurity, serveObject);
  serve("/object", byRowSecurity, serveObject);
  on("POST", "/object/list/:bucket", listObjects);
  on("POST", "/object/list-v2/:bucket", listObjectsByCursor);
  on("POST", "/object/move", moveObject);
  on("POST", "/object/copy", copyObject);
  on("POST", "/object/sign/:bucket", signAddresses);
  on("POST", "/object/sign/*", signAddress);
  on("POST", "/object/upload/sign/*", signUploadAddress);
  // Uploads pass the gate themselves, so that one takes no slot while its body is being received.
  app.put("/object/upload/sign/*", (context) => uploadToSignedAddress(parts, context));
  app.on(["POST", "PUT"], "/object/*", (context) => uploadObject(parts, context));
  on("DELETE", "/object/:bucket", removeObjects);
  on("DELETE", "/object/*", removeObject);
  on("GET", "/bucket", listBuckets);
  on("POST", "/bucket", createBucket);
  on("GET", "/bucket/:bucket", getBucket);
  on("PUT", "/bucket/:bucket", updateBucket);
  on("DELETE", "/bucket/:bucket", deleteBucket);
  on("POST", "/bucket/:bucket/empty", emptyBucket);
  app.all("*", () => {
    throw storageError("NoSuchRoute", "Route not found");
  });
  return app;
}

function refuseBody(): never {
  throw storageError("EntityTooLarge", "The body is too large");
}
