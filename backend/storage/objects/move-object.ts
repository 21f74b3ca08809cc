import { z } from "zod";
import { findBucket, keepsPicturesOnly, requireFitting } from "../buckets/buckets.ts";
import { readJson } from "../read-json.ts";
import type { StorageParts, StorageRequest } from "../storage-deps.ts";
import { storageError } from "../storage-error.ts";
import { type ObjectAddress, requireValidName } from "./object-address.ts";
import { findReadableObject, type ObjectRow } from "./object-rows.ts";
import { noSuchObject } from "./serve-object.ts";

/** Where an object is and where it shall be; the same bucket unless another is named. */
export const Relocation = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
});

/**
 * POST object/move: gives an object another name, or another bucket; row security must let the
 * caller change both its old place and its new.
 */
export async function moveObject({
  parts: { database },
  context,
  caller,
}: StorageRequest): Promise<Response> {
  const { source, destination } = readRelocation(await readJson(context, Relocation));
  await findBucket(database, source.bucket);
  const id = await database.asCaller(caller, async (sql) => {
    const row = await findReadableObject(sql, source);
    if (!row) throw noSuchObject();
    await requireAccepted({ database }, source, destination, row);
    const [moved] = await sql<{ id: string }[]>`
      update storage.objects
      set bucket_id = ${destination.bucket}, name = ${destination.name}, updated_at = now()
      where id = ${row.id} returning id`;
    return moved?.id;
  });
  if (!id) throw storageError("AccessDenied", "new row violates row-level security policy");
  return context.json({ message: "Successfully moved", Id: id, Key: destination.name });
}

/** Both ends of a relocation. Throws InvalidKey. */
export function readRelocation(input: z.infer<typeof Relocation>): {
  source: ObjectAddress;
  destination: ObjectAddress;
} {
  requireValidName(input.sourceKey);
  requireValidName(input.destinationKey);
  return {
    source: { bucket: input.bucketId, name: input.sourceKey },
    destination: { bucket: input.destinationBucket ?? input.bucketId, name: input.destinationKey },
  };
}

/**
 * Throws unless the destination's bucket would have accepted the object as an upload: one of
 * pictures takes only what was cleaned as one.
 */
export async function requireAccepted(
  { database }: Pick<StorageParts, "database">,
  source: ObjectAddress,
  destination: ObjectAddress,
  { metadata }: ObjectRow,
): Promise<void> {
  const into = await findBucket(database, destination.bucket);
  requireFitting(into, { type: metadata.mimetype, size: metadata.size });
  if (source.bucket === into.id || !keepsPicturesOnly(into)) return;
  if (keepsPicturesOnly(await findBucket(database, source.bucket))) return;
  throw storageError("InvalidRequest", "Only pictures that were uploaded as such go there");
}
