import { z } from "zod";
import type { Sql } from "#backend/postgres/sql.ts";
import { readJson, type StorageRequest } from "../storage-deps.ts";
import { storageError } from "../storage-error.ts";
import { noSuchBucket } from "./buckets.ts";

const ListInput = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().max(200).default(""),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
});

/**
 * GET bucket: the buckets that row security lets the caller see, which is all of them for the
 * service and none for anybody else.
 */
export async function listBuckets({
  parts: { database },
  context,
  caller,
}: StorageRequest): Promise<Response> {
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

/** GET bucket/{id}. Throws NoSuchBucket for one that the caller may not see, too. */
export async function getBucket({
  parts: { database },
  context,
  caller,
}: StorageRequest): Promise<Response> {
  const id = context.req.param("bucket") ?? "";
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

/** A number of bytes, or words such as "20mb". */
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

/**
 * POST bucket `{id,name,public,file_size_limit,allowed_mime_types}`. Row security lets only the
 * service make one.
 */
export async function createBucket({
  parts: { database },
  context,
  caller,
}: StorageRequest): Promise<Response> {
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

/** PUT bucket/{id}: what is not said stays. */
export async function updateBucket({
  parts: { database },
  context,
  caller,
}: StorageRequest): Promise<Response> {
  const rules = await readJson(context, Rules);
  const changes = Object.fromEntries(
    Object.entries(rules).filter(([, value]) => value !== undefined),
  );
  const id = context.req.param("bucket") ?? "";
  const changed = await database.asCaller(
    caller,
    (sql) => sql`
      update storage.buckets set ${sql.set({ ...changes, updated_at: new Date() })}
      where id = ${id} returning id`,
  );
  if (changed.length === 0) throw noSuchBucket();
  return context.json({ message: "Successfully updated" });
}

/**
 * POST bucket/{id}/empty: the rows go now, and with them the objects; the sweeper takes the bytes
 * within the hour.
 */
export async function emptyBucket({
  parts: { database },
  context,
  caller,
}: StorageRequest): Promise<Response> {
  const id = context.req.param("bucket") ?? "";
  await database.asCaller(caller, async (sql) => {
    const [known] = await sql`select from storage.buckets where id = ${id}`;
    if (!known) throw noSuchBucket();
    await sql`delete from storage.objects where bucket_id = ${id}`;
  });
  const message = "Empty bucket has been queued. Completion may take up to an hour.";
  return context.json({ message });
}

/** DELETE bucket/{id}. Throws BucketNotEmpty. */
export async function deleteBucket({
  parts: { database },
  context,
  caller,
}: StorageRequest): Promise<Response> {
  const id = context.req.param("bucket") ?? "";
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
