import type { Context } from "hono";
import { readObjectAddress } from "./object-address.ts";
import { findReadableObject } from "./object-rows.ts";
import { noSuchObject } from "./serve-object.ts";
import { storageCaller } from "./storage-caller.ts";
import type { StorageParts } from "./storage-deps.ts";

/** GET object/info/{bucket}/{path}: what is known about an object that row security lets the caller read. */
export function objectInfo({ database, identity }: StorageParts) {
  return async (context: Context): Promise<Response> => {
    const address = readObjectAddress(context, "/object/info");
    const caller = await storageCaller(context, identity);
    const row = await database.asCaller(caller, (sql) => findReadableObject(sql, address));
    if (!row) throw noSuchObject();
    return context.json({
      id: row.id,
      name: row.name,
      version: row.version,
      bucket_id: address.bucket,
      size: row.metadata.size,
      content_type: row.metadata.mimetype,
      cache_control: row.metadata.cacheControl,
      etag: row.metadata.eTag,
      last_modified: row.metadata.lastModified,
      created_at: row.created_at,
    });
  };
}
