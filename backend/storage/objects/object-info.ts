import type { Context } from "hono";
import type { StorageParts } from "../storage-deps.ts";
import { storageCaller } from "../storage-deps.ts";
import { type ObjectAddress, readObjectAddress } from "./object-address.ts";
import { findPublicObject, findReadableObject, type ObjectRow } from "./object-rows.ts";
import { noSuchObject } from "./serve-object.ts";

/**
 * GET object/info/{bucket}/{path} and object/info/authenticated/…: what is known about an object
 * that row security lets the caller read.
 */
export function objectInfo({ database, identity }: StorageParts, route: string) {
  return async (context: Context): Promise<Response> => {
    const address = readObjectAddress(context, route);
    const caller = await storageCaller(context, identity);
    const row = await database.asCaller(caller, (sql) => findReadableObject(sql, address));
    return presentInfo(context, address, row);
  };
}

/** GET object/info/public/{bucket}/{path}: the same of an object of a public bucket, for anyone. */
export function publicObjectInfo(parts: StorageParts) {
  return async (context: Context): Promise<Response> => {
    const address = readObjectAddress(context, "/object/info/public");
    return presentInfo(context, address, await findPublicObject(parts, address));
  };
}

function presentInfo(context: Context, { bucket }: ObjectAddress, row: ObjectRow | null): Response {
  if (!row) throw noSuchObject();
  context.header("ETag", row.metadata.eTag);
  return context.json({
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: bucket,
    size: row.metadata.size,
    content_type: row.metadata.mimetype,
    cache_control: row.metadata.cacheControl,
    metadata: row.user_metadata ?? {},
    etag: row.metadata.eTag,
    last_modified: row.metadata.lastModified,
    created_at: row.created_at,
  });
}
