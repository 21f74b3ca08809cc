import type { Context } from "hono";
import type { StorageParts } from "../storage-deps.ts";
import { storageError } from "../storage-error.ts";
import type { OpenFile, StorageBackend } from "../stores/storage-backend.ts";
import type { ObjectRow } from "./object-rows.ts";
import { openObject } from "./open-object.ts";
import type { Sought } from "./seek-object.ts";
import { type Presentation, sendFile } from "./send-file.ts";

/** GET and HEAD object/…: an object's bytes. */
export async function serveObject(
  { backend }: StorageParts,
  context: Context,
  { find, cacheControl }: Sought,
): Promise<Response> {
  const { row, file } = await openCurrent(backend, find);
  return sendFile(context, file, present(row, cacheControl(row)));
}

/** GET object/info/…: what is known about an object. */
export async function serveInfo(
  _parts: StorageParts,
  context: Context,
  { find }: Sought,
): Promise<Response> {
  const row = await find();
  if (!row) throw noSuchObject();
  context.header("ETag", row.metadata.eTag);
  return context.json({
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: row.metadata.size,
    content_type: row.metadata.mimetype,
    cache_control: row.metadata.cacheControl,
    metadata: row.user_metadata ?? {},
    etag: row.metadata.eTag,
    last_modified: row.metadata.lastModified,
    created_at: row.created_at,
  });
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
