import { z } from "zod";
import type { Sql } from "../../postgres/sql.ts";
import { requireBucket } from "../buckets.ts";
import { readJson, type StorageRequest } from "../storage-deps.ts";
import { storageError } from "../storage-error.ts";

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

/** POST object/list/{bucket}: the direct entries of a folder. Folders have a null id. */
export async function listObjects(request: StorageRequest) {
  const { database, context, caller } = request;
  const bucket = await requireBucket(database, request.bucket);
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

const PageInput = z.object({
  prefix: z.string().max(1024).default(""),
  limit: z.number().int().min(1).default(1000),
  cursor: z.string().max(4_000).optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(["name", "created_at", "updated_at"]),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .default({ column: "name", order: "asc" }),
});
type PageInput = z.output<typeof PageInput>;

/** The position after the entry with this sort key and name. */
const Cursor = z.object({ key: z.string(), name: z.string() });
type Cursor = z.infer<typeof Cursor>;

type Entry = { id: string | null; name: string; sort_key: string } & Record<string, unknown>;

const maxEntries = 1000;

/**
 * POST object/list-v2/{bucket}: paginated; with a delimiter, deeper objects are grouped as folders.
 */
export async function listObjectsByCursor(request: StorageRequest) {
  const { database, context, caller } = request;
  const bucket = await requireBucket(database, request.bucket);
  const input = await readJson(context, PageInput);
  const limit = Math.min(input.limit, maxEntries);
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor);
  const found = await database.asCaller(caller, (sql) =>
    listPage(sql, bucket.id, { ...input, limit: limit + 1 }, after),
  );
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return context.json({
    hasNext: last !== undefined,
    ...(last && { nextCursor: encodeCursor(last), nextCursorKey: last.name }),
    folders: page.filter(({ id }) => id === null).map(({ name }) => presentFolder(name)),
    objects: page.filter(({ id }) => id !== null).map(({ sort_key, ...object }) => object),
  });
}

function listPage(
  sql: Sql,
  bucket: string,
  { prefix, limit, with_delimiter, sortBy }: PageInput,
  after: Cursor | null,
) {
  const below = prefix.replaceAll("\0", "");
  const direction = sortBy.order === "asc" ? sql`asc` : sql`desc`;
  const comesAfter = sortBy.order === "asc" ? sql`>` : sql`<`;
  const byName = sortBy.column === "name";
  const sortKey = byName
    ? sql`name`
    : sql`to_char(${sql(sortBy.column)} at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US')`;
  const deeper = sql`position('/' in substr(name, length(${below}) + 1))`;
  return sql<Entry[]>`
    with visible as (
      select *, ${sortKey} as sort_key,
        case when ${with_delimiter} and ${deeper} > 0 then left(name, length(${below}) + ${deeper}) end as folder
      from storage.objects
      where bucket_id = ${bucket} and starts_with(name, ${below})
    ), entries as (
      select id, name, updated_at, created_at, last_accessed_at, metadata, sort_key
      from visible where folder is null
      union all
      select null, folder, null, null, null, null, ${byName ? sql`folder` : sql`min(sort_key)`}
      from visible where folder is not null
      group by folder
    )
    select * from entries
    where ${after === null ? sql`true` : sql`(sort_key collate "C", name collate "C") ${comesAfter} (${after.key}, ${after.name})`}
    order by sort_key collate "C" ${direction}, name collate "C" ${direction}
    limit ${limit}`;
}

/** The folder `photos/` has the key `photos`. */
function presentFolder(name: string) {
  return { key: name.replace(/\/$/, ""), name };
}

function encodeCursor({ sort_key, name }: Entry): string {
  return Buffer.from(JSON.stringify({ key: sort_key, name })).toString("base64url");
}

function decodeCursor(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch (cause) {
    throw storageError("InvalidRequest", "Invalid cursor", cause);
  }
}
