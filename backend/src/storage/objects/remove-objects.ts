import { z } from "zod";
import { requireBucket } from "../buckets.ts";
import { readJson, type StorageParts, type StorageRequest } from "../storage-deps.ts";
import { objectFile, renditionFolder } from "../stores/storage-backend.ts";
import { readObjectAddress, requireValidName } from "./object-address.ts";
import { noSuchObject } from "./object-rows.ts";

const RemoveInput = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/**
 * DELETE object/{bucket} `{prefixes}`: exact names. Deletes the rows first; the sweep removes
 * leftover files.
 */
export async function removeObjects(request: StorageRequest) {
  const { prefixes } = await readJson(request.context, RemoveInput);
  return request.context.json(await remove(request, request.bucket, prefixes));
}

/** DELETE object/{bucket}/{path}. Throws NoSuchKey if row security allows no deletion. */
export async function removeObject(request: StorageRequest) {
  const { bucket, name } = readObjectAddress(request.context, "/object");
  const removed = await remove(request, bucket, [name]);
  if (removed.length === 0) throw noSuchObject();
  return request.context.json({ message: "Successfully deleted" });
}

async function remove(request: StorageRequest, bucketId: string, names: string[]) {
  const { database, caller } = request;
  const bucket = await requireBucket(database, bucketId);
  for (const name of names) requireValidName(name);
  const removed = await database.asCaller(
    caller,
    (sql) => sql<{ name: string; version: string | null }[]>`
      delete from storage.objects where bucket_id = ${bucket.id} and name = any(${names}::text[])
      returning id, name, bucket_id, owner_id, version, metadata, created_at, updated_at`,
  );
  const versions = removed.flatMap(({ version }) => version ?? []);
  await removeBytes(request, versions);
  return removed;
}

/** Removes files that no row references; if that fails, the sweep does it. */
export async function removeBytes({ backend, log }: StorageParts, versions: string[]) {
  try {
    await backend.remove(...versions.map(objectFile), ...versions.map(renditionFolder));
  } catch (error) {
    log.warn({ err: error, versions }, "storage: removing files failed, left to the sweep");
  }
}
