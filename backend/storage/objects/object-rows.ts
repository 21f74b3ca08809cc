import type { Database } from "#backend/postgres/database.ts";
import type { Sql } from "#backend/postgres/sql.ts";
import type { ObjectAddress } from "./object-address.ts";
import type { ObjectMetadata, UserMetadata } from "./object-metadata.ts";

/** The row that makes stored bytes an object: `version` says which bytes. */
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

/** Where to look for what anybody may be served. */
type Served = { database: Database; servedObjects: string };

/**
 * The object of a public bucket, or null. Anyone may read what is served at all, so row security is
 * not asked.
 */
export async function findPublicObject(
  { database: { storageOwner: sql }, servedObjects }: Served,
  { bucket, name }: ObjectAddress,
): Promise<ObjectRow | null> {
  const [row] = await sql<ObjectRow[]>`
    select o.* from ${sql(servedObjects)} o join storage.buckets b on b.id = o.bucket_id
    where b.public and o.bucket_id = ${bucket} and o.name = ${name} and o.version is not null`;
  return row ?? null;
}

/**
 * The object that a signed address names, or null. Whoever signed it was allowed to read it; it may
 * be served no more.
 */
export async function findSignedObject(
  { database: { storageOwner: sql }, servedObjects }: Served,
  { bucket, name }: ObjectAddress,
): Promise<ObjectRow | null> {
  const [row] = await sql<ObjectRow[]>`
    select * from ${sql(servedObjects)}
    where bucket_id = ${bucket} and name = ${name} and version is not null`;
  return row ?? null;
}

/** The object if row security lets this caller read it, or null. */
export async function findReadableObject(
  sql: Sql,
  { bucket, name }: ObjectAddress,
): Promise<ObjectRow | null> {
  const [row] = await sql<ObjectRow[]>`
    select * from storage.objects
    where bucket_id = ${bucket} and name = ${name} and version is not null`;
  return row ?? null;
}

/** What an upload writes: where, whose, which bytes. */
export type ObjectWrite = ObjectAddress & {
  ownerId: string | null;
  version: string;
  metadata: ObjectMetadata | null;
  userMetadata: UserMetadata | null;
};

/** Whether bytes may take the place of an object that exists. */
export type Mode = "insert" | "upsert";

/**
 * Makes the row of an object, or points the existing one at new bytes; row security and the unique
 * key decide whether it may be. Gives its id and the version that it had before.
 */
export async function writeObject(
  sql: Sql,
  write: ObjectWrite,
  mode: Mode,
): Promise<{ id: string; replaced: string | null }> {
  const [before] =
    mode === "insert"
      ? []
      : await sql<{ version: string | null }[]>`
          select version from storage.objects
          where bucket_id = ${write.bucket} and name = ${write.name} for update`;
  const overwriting = sql`
    on conflict (bucket_id, name) do update set
      version = excluded.version, metadata = excluded.metadata, owner_id = excluded.owner_id,
      user_metadata = excluded.user_metadata, updated_at = now()`;
  const [row] = await sql<{ id: string }[]>`
    insert into storage.objects (bucket_id, name, owner_id, version, metadata, user_metadata)
    values (${write.bucket}, ${write.name}, ${write.ownerId}, ${write.version},
      ${json(sql, write.metadata)}, ${json(sql, write.userMetadata)})
    ${mode === "upsert" ? overwriting : sql``}
    returning id`;
  if (!row) throw new Error("storage.objects gave no row back");
  return { id: row.id, replaced: before?.version ?? null };
}

function json(sql: Sql, value: ObjectMetadata | UserMetadata | null) {
  return value === null ? null : sql`${JSON.stringify(value)}::text::jsonb`;
}
