import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Caller } from "../../postgres/database.ts";
import { classifyFailure } from "../../postgres/failures.ts";
import { type Bucket, requireBucket, keepsPicturesOnly, requireFitting } from "../buckets.ts";
import { isBrokenPicture } from "../images/picture-jobs.ts";
import type { PictureWorker } from "../images/picture-worker.ts";
import type { RenditionRequest } from "../images/rendition-request.ts";
import { type StorageParts, storageCaller } from "../storage-deps.ts";
import { storageError } from "../storage-error.ts";
import { objectFile } from "../stores/storage-backend.ts";
import { type ObjectAddress, readObjectAddress } from "./object-address.ts";
import { describeObject, type Mode, modeOf, type ObjectWrite, writeObject } from "./object-rows.ts";
import { receiveUpload, tooLarge, type Upload } from "./read-upload.ts";
import { removeBytes } from "./remove-objects.ts";

/** POST and PUT object/{bucket}/{path}. */
export async function uploadObject(parts: StorageParts, context: Context) {
  const address = readObjectAddress(context, "/object");
  const caller = await storageCaller(context, parts.identity);
  const rowMode = modeOf(context);
  return context.json(await storeUpload(parts, context, { address, caller, rowMode }));
}

/**
 * First checks row security with a write that is rolled back. Then receives the bytes into a
 * temporary file, cleans and stores them. Writes the row last: it makes the bytes an object, so any
 * earlier failure is harmless.
 */
export async function storeUpload(
  parts: StorageParts,
  context: Context,
  { address, caller, rowMode }: { address: ObjectAddress; caller: Caller; rowMode: Mode },
) {
  const bucket = await parts.admission.admit(context, async () => {
    const found = await requireBucket(parts.database, address.bucket);
    await checkRowSecurity(parts, caller, address, rowMode);
    return found;
  });
  const upload = await receiveUpload(context, parts.uploadFolder);
  try {
    if (!keepsPicturesOnly(bucket)) parts.admission.hold(context, upload.size);
    const { bytes, type, rendition } = await readContent(parts, upload, { bucket, address });
    const metadata = describeObject(bytes, type, upload.cacheControl);
    const write = { ...newWrite(caller, address), metadata, userMetadata: upload.userMetadata };
    const store = () => storeObject(parts, caller, write, rowMode, bytes);
    const id = await parts.admission.admit(context, store);
    if (rendition && parts.firstRendition) {
      await parts.renditions.keep(write.version, parts.firstRendition, rendition);
    }
    return { Id: id, Key: `${address.bucket}/${address.name}` };
  } finally {
    await upload.discard();
  }
}

/** A row with a new version, before its bytes are known. */
export function newWrite(caller: Caller, address: ObjectAddress): ObjectWrite {
  const ownerId = caller.identity.claims.sub ?? null;
  return { ...address, ownerId, version: randomUUID(), metadata: null, userMetadata: null };
}

/** Returns the file's bytes, or the cleaned picture. Folders take turns. */
async function readContent(
  { photos, pictures, firstRendition }: StorageParts,
  upload: Upload,
  { bucket, address }: { bucket: Bucket; address: ObjectAddress },
): Promise<{ bytes: Buffer; type: string; rendition?: Buffer }> {
  if (bucket.sizeLimit !== null && upload.size > bucket.sizeLimit) throw tooLarge();
  const [folder = ""] = address.name.split("/");
  const kept = keepsPicturesOnly(bucket)
    ? await photos.run(folder, () => cleanUpload(pictures, upload.path, firstRendition))
    : { bytes: await upload.bytes(), type: upload.type };
  requireFitting(bucket, { type: kept.type, size: kept.bytes.length });
  return kept;
}

/** Thrown to roll back a write that would have been allowed. */
class Allowed extends Error {}

/** Throws the error of row security or the unique key for this write, without writing. */
export async function checkRowSecurity(
  { database }: StorageParts,
  caller: Caller,
  address: ObjectAddress,
  mode: Mode,
) {
  try {
    await database.asCaller(caller, async (sql) => {
      await writeObject(sql, newWrite(caller, address), mode);
      throw new Allowed();
    });
  } catch (error) {
    if (!(error instanceof Allowed)) throw error;
  }
}

/** Stores bytes, then the row that makes them an object. Returns its id. */
export async function storeObject(
  parts: StorageParts,
  caller: Caller,
  write: ObjectWrite,
  mode: Mode,
  bytes: Uint8Array,
) {
  const { database, backend } = parts;
  await backend.write(objectFile(write.version), bytes);
  try {
    const written = await database.asCaller(caller, (sql) => writeObject(sql, write, mode));
    if (written.replaced) await removeBytes(parts, [written.replaced]);
    return written.id;
  } catch (error) {
    if (classifyFailure(error).kind !== "unreachable") await removeBytes(parts, [write.version]);
    throw error;
  }
}

/**
 * Throws InvalidMimeType for undecodable pixels, PictureRefusal, or PictureError if processing
 * failed.
 */
async function cleanUpload(
  worker: PictureWorker,
  path: string,
  rendition: RenditionRequest | null,
) {
  try {
    return await worker.run({ kind: "clean", path, rendition });
  } catch (error) {
    if (!isBrokenPicture(error)) throw error;
    throw storageError("InvalidMimeType", "mime type of a broken image is not supported", error);
  }
}
