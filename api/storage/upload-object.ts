import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type postgres from "postgres";
import type { Caller } from "#api/postgres/database.ts";
import { classifyFailure } from "#api/postgres/failures.ts";
import { objectFile, renditionFolder } from "./backend/file-names.ts";
import { type Bucket, findBucket } from "./buckets.ts";
import { type CleanImage, cleanUpload } from "./images/clean-upload.ts";
import { unsupported } from "./images/inspect-image.ts";
import { readObjectAddress } from "./object-address.ts";
import { describeObject } from "./object-metadata.ts";
import { insertObject, type ObjectWrite, upsertObject } from "./object-rows.ts";
import { announcedSize, extractFile, receiveBody, tooLarge } from "./read-upload.ts";
import { storageCaller } from "./storage-caller.ts";
import type { StorageParts } from "./storage-deps.ts";

/** Whether bytes may take the place of an object that exists. */
type Mode = "insert" | "upsert";

/**
 * POST and PUT object/{bucket}/{path} (contract.md). The order keeps every failure harmless: row security is asked first with a write that
 * is rolled back, then the bytes are read, cleaned and stored under a new version, and last the row is written, which alone makes
 * them an object. An overwrite serves the old bytes until that moment.
 */
export function uploadObject(parts: StorageParts, mode: "by header" | "upsert") {
  return async (context: Context): Promise<Response> => {
    const address = readObjectAddress(context, "/object");
    const caller = await storageCaller(context, parts.identity);
    const bucket = await findBucket(parts.database, address.bucket);
    const overwrite = mode === "upsert" || context.req.header("x-upsert") === "true";
    const write = { ...address, ...ownership(caller), version: randomUUID(), metadata: null };
    const rowMode = overwrite ? "upsert" : "insert";
    await askRowSecurity(parts, caller, write, rowMode);

    const image = await receiveImage(parts, context, bucket);
    const id = await store(
      parts,
      caller,
      { ...write, metadata: describeObject(image.bytes, image.type, image.cacheControl) },
      rowMode,
      image,
    );
    return context.json({ Id: id, Key: `${address.bucket}/${address.name}` });
  };
}

function ownership(caller: Caller): { ownerId: string | null } {
  return { ownerId: caller.identity.claims.sub ?? null };
}

/** Memory is claimed before a body is read, and only one photo at a time is decoded. */
function receiveImage(
  { uploadMemory, decoding, pictures }: StorageParts,
  context: Context,
  bucket: Bucket,
): Promise<CleanImage & { cacheControl: string }> {
  return uploadMemory.run(async () => {
    const body = await receiveBody(context);
    return decoding.run(async () => {
      const { bytes, cacheControl } = await extractFile(context, body);
      if (bucket.sizeLimit !== null && bytes.length > bucket.sizeLimit) throw tooLarge();
      const image = await cleanUpload(pictures, bytes);
      requireAllowedType(bucket, image);
      return { ...image, cacheControl };
    });
  }, announcedSize(context));
}

function requireAllowedType({ types }: Bucket, { type }: CleanImage): void {
  if (types && !types.some((allowed) => allowed === type || allowed === "image/*")) {
    throw unsupported(type);
  }
}

/** Stands for "it would have been allowed" and makes the transaction roll back. */
class Allowed extends Error {}

async function askRowSecurity(
  { database }: StorageParts,
  caller: Caller,
  write: ObjectWrite,
  mode: Mode,
): Promise<void> {
  try {
    await database.asCaller(caller, async (sql) => {
      await writeRow(sql, write, mode);
      throw new Allowed();
    });
  } catch (error) {
    if (!(error instanceof Allowed)) throw error;
  }
}

async function store(
  { database, backend, log }: StorageParts,
  caller: Caller,
  write: ObjectWrite,
  mode: Mode,
  image: CleanImage,
): Promise<string> {
  const file = objectFile(write.version);
  await backend.write(file, image.bytes);
  try {
    const { id, replaced } = await database.asCaller(caller, (sql) => writeRow(sql, write, mode));
    if (replaced) await forget(replaced);
    return id;
  } catch (error) {
    if (classifyFailure(error).kind !== "unreachable") await removeQuietly(file);
    throw error;
  }

  /** The row no longer names these bytes; should removing fail, the sweeper finds them. */
  async function forget(version: string): Promise<void> {
    await removeQuietly(objectFile(version));
    await removeQuietly(renditionFolder(version));
  }

  async function removeQuietly(name: string): Promise<void> {
    try {
      await backend.remove(name);
    } catch (error) {
      log.warn({ err: error, name }, "a file stays for the sweeper");
    }
  }
}

async function writeRow(
  sql: postgres.TransactionSql,
  write: ObjectWrite,
  mode: Mode,
): Promise<{ id: string; replaced: string | null }> {
  if (mode === "upsert") return upsertObject(sql, write);
  return { id: await insertObject(sql, write), replaced: null };
}
