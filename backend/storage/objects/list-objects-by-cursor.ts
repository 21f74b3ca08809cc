import { z } from "zod";
import type { Sql } from "#backend/postgres/sql.ts";
import { findBucket } from "../buckets/buckets.ts";
import { readJson } from "../read-json.ts";
import type { StorageRequest } from "../storage-deps.ts";
import { storageError } from "../storage-error.ts";

const ListInput = z.object({
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
type ListInput = z.output<typeof ListInput>;

/** Where the next page begins: behind the entry that sorts by this key and has this name. */
const Cursor = z.object({ key: z.string(), name: z.string() });
type Cursor = z.infer<typeof Cursor>;

type Entry = { id: string | null; name: string; sort_key: string } & Record<string, unknown>;

const mostEntries = 1000;

/**
 * POST object/list-v2/{bucket}: objects below a prefix in pages, as far as row security lets the
 * caller see. With a delimiter what lies deeper is told as folders.
 */
export async function listObjectsByCursor({
  parts: { database },
  context,
  caller,
}: StorageRequest): Promise<Response> {
  const bucket = await findBucket(database, context.req.param("bucket") ?? "");
  const input = await readJson(context, ListInput);
  const limit = Math.min(input.limit, mostEntries);
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor);
  const found = await database.asCaller(caller, (sql) =>
    list(sql, bucket.id, { ...input, limit: limit + 1 }, after),
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

function list(
  sql: Sql,
  bucket: string,
  { prefix, limit, with_delimiter, sortBy }: ListInput,
  after: Cursor | null,
) {
  const below = prefix.replaceAll("\0", "");
  const direction = sortBy.order === "asc" ? sql`asc` : sql`desc`;
  const isBehind = sortBy.order === "asc" ? sql`>` : sql`<`;
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
    where ${after === null ? sql`true` : sql`(sort_key collate "C", name collate "C") ${isBehind} (${after.key}, ${after.name})`}
    order by sort_key collate "C" ${direction}, name collate "C" ${direction}
    limit ${limit}`;
}

/** `photos/` is the folder whose key is `photos`. */
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
