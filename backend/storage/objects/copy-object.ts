import { z } from "zod";
import { findBucket } from "../buckets/buckets.ts";
import { readJson } from "../read-json.ts";
import type { StorageRequest } from "../storage-deps.ts";
import { Relocation, readRelocation, requireAccepted } from "./move-object.ts";
import { decodeUserMetadata, describeObject, type ObjectMetadata } from "./object-metadata.ts";
import { findReadableObject, type ObjectRow } from "./object-rows.ts";
import { openObject } from "./open-object.ts";
import { noSuchObject } from "./serve-object.ts";
import { askRowSecurity, newWrite, storeObject } from "./upload-object.ts";

const CopyInput = Relocation.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({ cacheControl: z.string().regex(/^max-age=\d{1,10}$/) })
    .partial()
    .default({}),
});
type CopyInput = z.output<typeof CopyInput>;

/**
 * POST object/copy: the bytes of an object that the caller may read, as an object that the caller
 * may write.
 */
export async function copyObject({ parts, context, caller }: StorageRequest): Promise<Response> {
  const { database, backend, admission } = parts;
  const input = await readJson(context, CopyInput);
  const { source, destination } = readRelocation(input);
  const mode = context.req.header("x-upsert") === "true" ? "upsert" : "insert";
  await findBucket(database, source.bucket);
  const row = await database.asCaller(caller, (sql) => findReadableObject(sql, source));
  if (!row) throw noSuchObject();
  await requireAccepted(parts, source, destination, row);
  await askRowSecurity(parts, caller, destination, mode);
  const given = decodeUserMetadata(context.req.header("x-metadata"));
  admission.hold(context, row.metadata.size);
  const file = await openObject(backend, row);
  if (!file) throw noSuchObject();
  const bytes = await file.bytes();
  const write = {
    ...newWrite(caller, destination),
    metadata: metadataOf(bytes, row, input),
    userMetadata: input.copyMetadata ? row.user_metadata : given,
  };
  const id = await storeObject(parts, caller, write, mode, bytes);
  return context.json({ Id: id, Key: `${destination.bucket}/${destination.name}` });
}

/**
 * The copy's type is the original's, whatever is said: it was found out, or declared, when the
 * bytes came.
 */
function metadataOf(bytes: Buffer, { metadata }: ObjectRow, input: CopyInput): ObjectMetadata {
  const cacheControl = input.copyMetadata ? undefined : input.metadata.cacheControl;
  return describeObject(bytes, metadata.mimetype, cacheControl ?? metadata.cacheControl);
}
