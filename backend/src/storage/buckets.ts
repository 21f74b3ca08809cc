import { z } from "zod";
import type { Database } from "../postgres/database.ts";
import type { Sql } from "../postgres/sql.ts";
import { tooLarge } from "./objects/read-upload.ts";
import { readJson, type StorageRequest } from "./storage-deps.ts";
import { storageError } from "./storage-error.ts";

/** A bucket's rules from storage.buckets. */
export type Bucket = {
  id: string;
  public: boolean;
  sizeLimit: number | null;
  types: string[] | null;
};

/** Returns a bucket. Throws NoSuchBucket. */
export async function requireBucket({ storageOwner }: Database, id: string): Promise<Bucket> {
  const [row] = await storageOwner<Bucket[]>`
    select id, public, file_size_limit::float8 as "sizeLimit", allowed_mime_types as types
    from storage.buckets where id = ${id}`;
  if (!row) throw noSuchBucket();
  return row;
}

/** For a bucket that does not exist or that the caller may not see. */
function noSuchBucket() {
  return storageError("NoSuchBucket", "Bucket not found");
}

/** Only picture buckets check the content and re-encode it; others store the bytes as received. */
export function keepsPicturesOnly({ types }: Bucket): boolean {
  return types !== null && types.length > 0 && types.every((type) => type.startsWith("image/"));
}

/** Checks a file against the bucket's rules. Throws EntityTooLarge or InvalidMimeType. */
export function requireFitting(
  { sizeLimit, types }: Bucket,
  { type, size }: { type: string; size: number },
): void {
  if (sizeLimit !== null && size > sizeLimit) throw tooLarge();
  const [plain = ""] = type.toLowerCase().split(";");
  if (types && types.length > 0 && !types.some((allowed) => covers(allowed, plain.trim()))) {
    throw storageError("InvalidMimeType", `mime type ${plain.trim()} is not supported`);
  }
}

function covers(allowed: string, type: string): boolean {
  if (allowed === "*" || allowed === "*/*") return true;
  return allowed.endsWith("/*") ? type.startsWith(allowed.slice(0, -1)) : allowed === type;
}

const ListInput = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().max(200).default(""),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
});

/** GET bucket: all buckets for the service key, and for others those that row security shows. */
export async function listBuckets({ database, context, caller }: StorageRequest) {
  const input = ListInput.safeParse(context.req.query());
  if (!input.success) throw storageError("InvalidRequest", "Invalid query");
  const { limit, offset, search, sortColumn, sortOrder } = input.data;
  const rows = await database.asCaller(
    caller,
    (sql) => sql`
      select ${bucketColumns(sql)} from storage.buckets
      where position(lower(${search}) in lower(name)) > 0
      order by ${sql(sortColumn)} ${sortOrder === "asc" ? sql`asc` : sql`desc`}, id
      limit ${limit} offset ${offset}`,
  );
  return context.json(rows);
}

/** GET bucket/{id}. Throws NoSuchBucket, also for a bucket that the caller may not see. */
export async function getBucket({ database, context, caller, bucket: id }: StorageRequest) {
  const [row] = await database.asCaller(
    caller,
    (sql) => sql`select ${bucketColumns(sql)} from storage.buckets where id = ${id}`,
  );
  if (!row) throw noSuchBucket();
  return context.json(row);
}

function bucketColumns(sql: Sql) {
  return sql`id, name, coalesce(owner::text, owner_id, '') as owner, public,
    file_size_limit::float8 as file_size_limit, allowed_mime_types, created_at, updated_at`;
}

const units: Record<string, number> = { "": 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

const SizeLimit = z
  .union([z.number().int().min(0), z.string().regex(/^\d{1,12}\s*(b|kb|mb|gb)?$/i)])
  .transform((size) => {
    const [, digits, unit = ""] = /^(\d+)\s*(\w*)$/.exec(String(size)) ?? [];
    return Number(digits) * (units[unit.toLowerCase()] ?? 1);
  });

const Rules = z.object({
  public: z.boolean().optional(),
  file_size_limit: SizeLimit.nullish(),
  allowed_mime_types: z.array(z.string().max(200)).max(100).nullish(),
});
const NewBucket = Rules.extend({ id: z.string().optional(), name: z.string() });

/** POST bucket. Row security only allows the service key. */
export async function createBucket({ database, context, caller }: StorageRequest) {
  const input = await readJson(context, NewBucket);
  const id = input.id ?? input.name;
  if (![id, input.name].every(isName)) {
    throw storageError("InvalidBucketName", "Bucket name invalid");
  }
  const owner = caller.identity.claims.sub ?? null;
  await database.asCaller(
    caller,
    (sql) => sql`
      insert into storage.buckets (id, name, owner_id, public, file_size_limit, allowed_mime_types)
      values (${id}, ${input.name}, ${owner}, ${input.public ?? false},
        ${input.file_size_limit ?? null}, ${input.allowed_mime_types ?? null})`,
  );
  return context.json({ name: id });
}

/** PUT bucket/{id}: only changes the given fields. */
export async function updateBucket({ database, context, caller, bucket: id }: StorageRequest) {
  const rules = await readJson(context, Rules);
  const changes = Object.fromEntries(
    Object.entries(rules).filter(([, value]) => value !== undefined),
  );
  const changed = await database.asCaller(
    caller,
    (sql) => sql`
      update storage.buckets set ${sql.set({ ...changes, updated_at: new Date() })}
      where id = ${id} returning id`,
  );
  if (changed.length === 0) throw noSuchBucket();
  return context.json({ message: "Successfully updated" });
}

/** POST bucket/{id}/empty: deletes the rows; the sweep deletes the files later. */
export async function emptyBucket({ database, context, caller, bucket: id }: StorageRequest) {
  await database.asCaller(caller, async (sql) => {
    const [known] = await sql`select from storage.buckets where id = ${id}`;
    if (!known) throw noSuchBucket();
    await sql`delete from storage.objects where bucket_id = ${id}`;
  });
  const message = "Empty bucket has been queued. Completion may take up to an hour.";
  return context.json({ message });
}

/** DELETE bucket/{id}. Throws BucketNotEmpty. */
export async function deleteBucket({ database, context, caller, bucket: id }: StorageRequest) {
  await database.asCaller(caller, async (sql) => {
    const [known] = await sql`select from storage.buckets where id = ${id} for update`;
    if (!known) throw noSuchBucket();
    const [held] = await sql`select from storage.objects where bucket_id = ${id} limit 1`;
    if (held) {
      throw storageError("BucketNotEmpty", "The bucket you tried to delete is not empty");
    }
    await sql`delete from storage.buckets where id = ${id}`;
  });
  return context.json({ message: "Successfully deleted" });
}

function isName(name: string): boolean {
  return (
    /^[\w!\-.*'() &$@=;:+,?]{1,100}$/.test(name) && name.trim() === name && !/^\.+$/.test(name)
  );
}
