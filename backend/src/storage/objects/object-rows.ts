import { createHash } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { Database } from "../../postgres/database.ts";
import { isStorableJson, type Sql } from "../../postgres/sql.ts";
import { storageError } from "../storage-error.ts";
import type { ObjectAddress } from "./object-address.ts";

/** The row of an object. `version` identifies its bytes. */
export type ObjectRow = {
  id: string;
  bucket_id: string;
  name: string;
  version: string;
  metadata: ObjectMetadata;
  user_metadata: UserMetadata | null;
  created_at: Date;
  updated_at: Date;
};

type Served = { database: Database; servedTable: string };

/** Gets an object in a public bucket, if `servedTable` includes it. Throws NoSuchKey. */
export function getPublicObject(
  { database, servedTable }: Served,
  { bucket, name }: ObjectAddress,
): Promise<ObjectRow> {
  const sql = database.storageOwner;
  const isPublic = sql`exists (select from storage.buckets where id = ${bucket} and public)`;
  return getObject(sql, servedTable, { bucket, name }, isPublic);
}

/**
 * Gets the object of a signed URL. Its signer could read it, so only `servedTable` is checked.
 * Throws NoSuchKey.
 */
export function getSignedObject(
  { database, servedTable }: Served,
  address: ObjectAddress,
): Promise<ObjectRow> {
  return getObject(database.storageOwner, servedTable, address);
}

/** Gets an object as the caller, under row security. Throws NoSuchKey. */
export function getReadableObject(sql: Sql, address: ObjectAddress): Promise<ObjectRow> {
  return getObject(sql, "storage.objects", address);
}

/** Throws NoSuchKey, also for an object that the caller may not see. */
async function getObject(
  sql: Sql,
  table: string,
  { bucket, name }: ObjectAddress,
  condition = sql`true`,
): Promise<ObjectRow> {
  const [row] = await sql<ObjectRow[]>`
    select * from ${sql(table)}
    where bucket_id = ${bucket} and name = ${name} and version is not null and ${condition}`;
  if (!row) throw noSuchObject();
  return row;
}

export function noSuchObject() {
  return storageError("NoSuchKey", "Object not found");
}

/** What an upload writes: address, owner, and version of the bytes. */
export type ObjectWrite = ObjectAddress & {
  ownerId: string | null;
  version: string;
  metadata: ObjectMetadata | null;
  userMetadata: UserMetadata | null;
};

/** Whether an existing object may be overwritten. */
export type Mode = "insert" | "upsert";

export function modeOf({ req }: Context): Mode {
  return req.method === "PUT" || req.header("x-upsert") === "true" ? "upsert" : "insert";
}

/** The cache lifetime that the uploader set, in seconds. */
export function cacheSeconds({ cacheControl }: Pick<ObjectMetadata, "cacheControl">): number {
  return Number(/^max-age=(\d{1,8})$/.exec(cacheControl)?.[1] ?? DEFAULT_SECONDS);
}

/** The default cache lifetime, and the maximum for an object that may be overwritten. */
export const DEFAULT_SECONDS = 3600;

/** From one year on, an object counts as immutable and cannot be overwritten. */
export const IMMUTABLE_SECONDS = 31_536_000;

/**
 * Inserts an object's row, or points it to new bytes, under row security. Returns the version that
 * it replaced. Throws for an immutable object.
 */
export async function writeObject(sql: Sql, write: ObjectWrite, mode: Mode) {
  const [before] =
    mode === "insert"
      ? []
      : await sql<{ version: string | null; metadata: ObjectMetadata | null }[]>`
          select version, metadata from storage.objects
          where bucket_id = ${write.bucket} and name = ${write.name} for update`;
  if (before?.metadata && cacheSeconds(before.metadata) >= IMMUTABLE_SECONDS) {
    throw storageError("KeyAlreadyExists", "The resource is cached for good: use another name");
  }
  const metadata = mode === "insert" ? write.metadata : overwritable(write.metadata);
  const overwriting = sql`
    on conflict (bucket_id, name) do update set
      version = excluded.version, metadata = excluded.metadata, owner_id = excluded.owner_id,
      user_metadata = excluded.user_metadata, updated_at = now()`;
  const [row] = await sql<{ id: string }[]>`
    insert into storage.objects (bucket_id, name, owner_id, version, metadata, user_metadata)
    values (${write.bucket}, ${write.name}, ${write.ownerId}, ${write.version},
      ${json(sql, metadata)}, ${json(sql, write.userMetadata)})
    ${mode === "upsert" ? overwriting : sql``}
    returning id`;
  if (!row) throw new Error("storage.objects returned no row");
  return { id: row.id, replaced: before?.version ?? null };
}

/** An upload with upsert creates an object that can be overwritten again. */
function overwritable(metadata: ObjectMetadata | null): ObjectMetadata | null {
  if (!metadata || cacheSeconds(metadata) < IMMUTABLE_SECONDS) return metadata;
  return { ...metadata, cacheControl: `max-age=${DEFAULT_SECONDS}` };
}

function json(sql: Sql, value: ObjectMetadata | UserMetadata | null) {
  return value === null ? null : sql`${JSON.stringify(value)}::text::jsonb`;
}

/** Metadata that the uploader sets for its own use. */
export type UserMetadata = Record<string, unknown>;

/** Small enough for an object's row. */
const longest = 8_000;

/** Parsed JSON is always valid; only its shape and depth are checked. */
const Metadata = z.record(z.string(), z.unknown()).refine((data) => isStorableJson(data));

/** Parses the `metadata` of a multipart upload: a JSON object that jsonb can store. */
export function parseUserMetadata(text: string): UserMetadata {
  const parsed = text.length <= longest ? Metadata.safeParse(parseJson(text)) : null;
  if (parsed?.success) return parsed.data;
  throw storageError(
    "InvalidRequest",
    `Metadata is a JSON object of at most ${longest} characters that does not nest deep`,
  );
}

/** Parses the `x-metadata` header of a raw upload or a copy: the same in base64. */
export function decodeUserMetadata(header: string | undefined): UserMetadata | null {
  return header ? parseUserMetadata(Buffer.from(header, "base64").toString()) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The metadata of stored bytes, in Supabase's format. The ETag only depends on the bytes. */
export function describeObject(bytes: Uint8Array, mimetype: string, cacheControl: string) {
  return {
    eTag: `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`,
    size: bytes.length,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: bytes.length,
    httpStatusCode: 200,
  };
}

export type ObjectMetadata = ReturnType<typeof describeObject>;
