import { z } from "zod";
import type { Sql } from "#backend/postgres/sql.ts";
import type { StorageRequest } from "../storage-deps.ts";
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
