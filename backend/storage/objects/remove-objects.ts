import { z } from "zod";
import type { Caller } from "#backend/postgres/database.ts";
import { findBucket } from "../buckets/buckets.ts";
import { readJson, type StorageParts, type StorageRequest } from "../storage-deps.ts";
import { objectFile, renditionFolder } from "../stores/storage-backend.ts";
import { readObjectAddress, requireValidName } from "./object-address.ts";
import { noSuchObject } from "./serve-object.ts";

const RemoveInput = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/**
 * DELETE object/{bucket} `{prefixes}`: removes the objects of exactly these names, as far as row
 * security lets the caller, and answers with those that were. The rows go first; bytes that a crash
 * leaves behind are the sweeper's.
 */
export async function removeObjects({ parts, context, caller }: StorageRequest): Promise<Response> {
  const { prefixes } = await readJson(context, RemoveInput);
  const bucket = context.req.param("bucket") ?? "";
  return context.json(await remove(parts, caller, bucket, prefixes));
}

/**
 * DELETE object/{bucket}/{path}: removes one object. Throws NoSuchKey when row security lets the
 * caller remove none.
 */
export async function removeObject({ parts, context, caller }: StorageRequest): Promise<Response> {
  const { bucket, name } = readObjectAddress(context, "/object");
  const removed = await remove(parts, caller, bucket, [name]);
  if (removed.length === 0) throw noSuchObject();
  return context.json({ message: "Successfully deleted" });
}

async function remove(parts: StorageParts, caller: Caller, bucketId: string, names: string[]) {
  const bucket = await findBucket(parts.database, bucketId);
  for (const name of names) requireValidName(name);
  const removed = await parts.database.asCaller(
    caller,
    (sql) => sql<{ name: string; version: string | null }[]>`
      delete from storage.objects where bucket_id = ${bucket.id} and name = any(${names}::text[])
      returning id, name, bucket_id, owner_id, version, metadata, created_at, updated_at`,
  );
  await removeBytes(
    parts,
    removed.flatMap(({ version }) => version ?? []),
  );
  return removed;
}

/** Removes what no row names any more; should it fail, the sweeper finds it. */
export async function removeBytes(
  { backend, log }: StorageParts,
  versions: string[],
): Promise<void> {
  try {
    await backend.remove(...versions.map(objectFile), ...versions.map(renditionFolder));
  } catch (error) {
    log.warn({ err: error, versions }, "bytes of removed objects stay for the sweeper");
  }
}
