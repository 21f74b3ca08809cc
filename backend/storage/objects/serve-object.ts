import type { Context } from "hono";
import type { StorageParts } from "../storage-deps.ts";
import { storageCaller } from "../storage-deps.ts";
import { storageError } from "../storage-error.ts";
import type { OpenFile, StorageBackend } from "../stores/storage-backend.ts";
import { readObjectAddress } from "./object-address.ts";
import {
  findPublicObject,
  findReadableObject,
  findSignedObject,
  type ObjectRow,
} from "./object-rows.ts";
import { openObject } from "./open-object.ts";
import { type Presentation, sendFile } from "./send-file.ts";

/** GET and HEAD object/public/{bucket}/{path}: an object of a public bucket, for anyone. */
export function servePublicObject(parts: StorageParts) {
  return async (context: Context): Promise<Response> => {
    const address = readObjectAddress(context, "/object/public");
    const { row, file } = await openCurrent(parts.backend, () => findPublicObject(parts, address));
    return sendFile(context, file, present(row, publicCacheControl(row)));
  };
}

/**
 * GET and HEAD object/{bucket}/{path} and object/authenticated/…: an object that row security lets
 * the caller read.
 */
export function serveOwnObject({ database, identity, backend }: StorageParts, route: string) {
  return async (context: Context): Promise<Response> => {
    const address = readObjectAddress(context, route);
    const caller = await storageCaller(context, identity);
    const find = () => database.asCaller(caller, (sql) => findReadableObject(sql, address));
    const { row, file } = await openCurrent(backend, find);
    return sendFile(context, file, present(row, "private, no-cache"));
  };
}

/**
 * GET and HEAD object/sign/{bucket}/{path}?token=…: an object for whoever holds the address that
 * somebody signed, until it expires.
 */
export function serveSignedObject(parts: StorageParts) {
  return async (context: Context): Promise<Response> => {
    const address = readObjectAddress(context, "/object/sign");
    await parts.signer.verifyDownload(context.req.query("token"), address);
    const { row, file } = await openCurrent(parts.backend, () => findSignedObject(parts, address));
    return sendFile(context, file, present(row, "private, no-cache"));
  };
}

/** A page would run in our name where sandboxing is not known; it is shown as its text. */
function present({ metadata, updated_at }: ObjectRow, cacheControl: string): Presentation {
  const isPage = /^(text\/html|application\/xhtml\+xml)\b/i.test(metadata.mimetype);
  const type = isPage ? "text/plain; charset=utf-8" : metadata.mimetype;
  return { type, eTag: metadata.eTag, modifiedAt: updated_at, cacheControl };
}

/** The refusal of an object that is not there, or that the caller may not know of. */
export function noSuchObject() {
  return storageError("NoSuchKey", "Object not found");
}

/**
 * A name with a time in it (product section 7: `{timestamp}-{filename}`) never gets other bytes, so
 * it may be kept for good.
 */
export function publicCacheControl({ name, metadata }: ObjectRow): string {
  if (/\d{10}/.test(name.slice(name.lastIndexOf("/")))) return forGood;
  const seconds = /^max-age=(\d{1,8})$/.exec(metadata.cacheControl)?.[1] ?? "3600";
  return `public, max-age=${seconds}, must-revalidate`;
}

const forGood = "public, max-age=31536000, immutable";

/**
 * Finds the row and opens its bytes; once more when an overwrite took the bytes away in between.
 * Throws NoSuchKey.
 */
async function openCurrent(
  backend: StorageBackend,
  find: () => Promise<ObjectRow | null>,
): Promise<{ row: ObjectRow; file: OpenFile }> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const row = await find();
    if (!row) break;
    const file = await openObject(backend, row);
    if (file) return { row, file };
  }
  throw noSuchObject();
}
