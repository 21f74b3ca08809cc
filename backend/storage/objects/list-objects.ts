import { z } from "zod";
import type { Sql } from "#backend/postgres/sql.ts";
import { findBucket } from "../buckets/buckets.ts";
import { readJson } from "../read-json.ts";
import type { StorageRequest } from "../storage-deps.ts";

const sortColumns = ["name", "updated_at", "created_at", "last_accessed_at"] as const;

const ListInput = z.object({
  prefix: z.string().max(1024).default(""),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().max(200).default(""),
  sortBy: z
    .object({
      column: z.enum(sortColumns).default("name"),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .default({ column: "name", order: "asc" }),
});
type ListInput = z.output<typeof ListInput>;

/**
 * POST object/list/{bucket}: what lies directly in a folder, as far as row security lets the caller
 * see; folders have no id.
 */
export async function listObjects({
  parts: { database },
  context,
  caller,
}: StorageRequest): Promise<Response> {
  const bucket = await findBucket(database, context.req.param("bucket") ?? "");
  const input = await readJson(context, ListInput);
  return context.json(await database.asCaller(caller, (sql) => list(sql, bucket.id, input)));
}

function list(sql: Sql, bucket: string, input: ListInput) {
  const folder = input.prefix.replace(/^\/+|\/+$/g, "").replaceAll("\0", "");
  const prefix = folder === "" ? "" : `${folder}/`;
  const { column, order } = input.sortBy;
  return sql`
    with visible as (
      select *, substr(name, length(${prefix}) + 1) as rest from storage.objects
      where bucket_id = ${bucket} and starts_with(name, ${prefix})
    ), entries as (
      select rest as name, id, created_at, updated_at, last_accessed_at, metadata
      from visible where position('/' in rest) = 0
      union all
      select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz,
        null::timestamptz, null::jsonb
      from visible where position('/' in rest) > 0
    )
    select name, id, updated_at, created_at, last_accessed_at, metadata from entries
    where position(lower(${input.search}) in lower(name)) > 0
    order by (id is not null), ${sql(column)} ${order === "asc" ? sql`asc` : sql`desc`}, name
    limit ${input.limit} offset ${input.offset}`;
}
