import { z } from "zod";
import { requireBucket, keepsPicturesOnly, requireFitting } from "../buckets.ts";
import { readJson, type StorageParts, type StorageRequest } from "../storage-deps.ts";
import { storageError } from "../storage-error.ts";
import { openObject } from "../stores/storage-backend.ts";
import { type ObjectAddress, requireValidName } from "./object-address.ts";
import {
  decodeUserMetadata,
  describeObject,
  getReadableObject,
  modeOf,
  noSuchObject,
  type ObjectMetadata,
  type ObjectRow,
} from "./object-rows.ts";
import { checkRowSecurity, newWrite, storeObject } from "./upload-object.ts";

/** Source and destination; the bucket stays the same unless another is given. */
const Relocation = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
});

/** POST object/move. Row security must allow the caller to change both source and destination. */
export async function moveObject({ database, context, caller }: StorageRequest) {
  const { source, destination } = readRelocation(await readJson(context, Relocation));
  await requireBucket(database, source.bucket);
  const id = await database.asCaller(caller, async (sql) => {
    const row = await getReadableObject(sql, source);
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

function readRelocation(input: z.infer<typeof Relocation>) {
  requireValidName(input.sourceKey);
  requireValidName(input.destinationKey);
  return {
    source: { bucket: input.bucketId, name: input.sourceKey },
    destination: { bucket: input.destinationBucket ?? input.bucketId, name: input.destinationKey },
  };
}

/** Throws unless the destination bucket would have accepted the object as an upload. */
async function requireAccepted(
  { database }: Pick<StorageParts, "database">,
  source: ObjectAddress,
  destination: ObjectAddress,
  { metadata }: ObjectRow,
) {
  const into = await requireBucket(database, destination.bucket);
  requireFitting(into, { type: metadata.mimetype, size: metadata.size });
  if (source.bucket === into.id || !keepsPicturesOnly(into)) return;
  if (keepsPicturesOnly(await requireBucket(database, source.bucket))) return;
  throw storageError("InvalidRequest", "Only pictures that were uploaded as such go there");
}

const CopyInput = Relocation.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .object({ cacheControl: z.string().regex(/^max-age=\d{1,10}$/) })
    .partial()
    .default({}),
});
type CopyInput = z.output<typeof CopyInput>;

/** POST object/copy, from an object that the caller may read to one that the caller may write. */
export async function copyObject(request: StorageRequest) {
  const { database, backend, admission, context, caller } = request;
  const input = await readJson(context, CopyInput);
  const { source, destination } = readRelocation(input);
  const mode = modeOf(context);
  await requireBucket(database, source.bucket);
  const row = await database.asCaller(caller, (sql) => getReadableObject(sql, source));
  await requireAccepted(request, source, destination, row);
  await checkRowSecurity(request, caller, destination, mode);
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
  const id = await storeObject(request, caller, write, mode, bytes);
  return context.json({ Id: id, Key: `${destination.bucket}/${destination.name}` });
}

/** The media type is the original's, as detected or declared at its upload. */
function metadataOf(bytes: Buffer, { metadata }: ObjectRow, input: CopyInput): ObjectMetadata {
  const cacheControl = input.copyMetadata ? undefined : input.metadata.cacheControl;
  return describeObject(bytes, metadata.mimetype, cacheControl ?? metadata.cacheControl);
}
