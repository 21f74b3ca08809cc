import type { BodyRequest, ChangeRequest } from "../parse/parse-request.ts";
import type { SelectItem } from "../parse/parse-select.ts";
import { restError, unknownColumn } from "../rest-error.ts";
import type { Column } from "../schema-cache/schema-cache.ts";
import {
  type Draft,
  findColumn,
  givenRows,
  parameter,
  quoteName,
  type Source,
  tableSource,
  writeColumn,
} from "./source.ts";
import { applyQuery } from "./write-filter.ts";
import { type Selection, selectFrom, wholeRow } from "./write-select.ts";

/** A table to change, with the alias `t0`, and its returning list. */
type Target = { draft: Draft; table: Source & { primaryKey: string[] }; returning: string };

/** The SQL of a change, the selection of the rows that it returns, and the count of new rows. */
type Change = { rows: string; selection: Selection; inserted: string };

/**
 * Writes the insert, update or delete, returning what the representation needs (mutatePlanToQuery).
 * Throws PGRST102, PGRST204, PGRST205, 21000 and what reading throws.
 */
export function writeChange(draft: Draft, request: ChangeRequest): Change {
  const table = tableSource(draft, request.name);
  const { preferences, query } = request;
  // The Location header only needs the primary key.
  const select =
    preferences.return === "headers-only" ? table.primaryKey.map(itemOf) : query.select;
  const selection = selectFrom(draft, { ...table, from: givenRows, isGiven: true }, select);
  applyQuery(draft, selection, { ...query, logic: [] });
  const returning = preferences.return === "minimal" ? "1" : writeReturning(table, selection);
  const target = { draft, table: { ...table, from: `public.${quoteName(table.name)}` }, returning };
  switch (request.kind) {
    case "insert":
      return { ...writeInsert(target, request), selection };
    case "update":
      return { rows: writeUpdate(target, request), selection, inserted: "null" };
    case "delete": {
      const where = writeWhere(target, request);
      const rows = `delete from ${target.table.from} as t0${where} returning ${returning}`;
      return { rows, selection, inserted: "null" };
    }
  }
}

function itemOf(name: string): SelectItem {
  return { kind: "field", field: { name, path: [] } };
}

/** The columns that the representation shows, orders by or joins on. */
function writeReturning(table: Source, { used, embeds }: Selection): string {
  const row = embeds.some(({ isComputed }) => isComputed) ? [`t0 as ${wholeRow}`] : [];
  // If the role may read no column, PostgreSQL reports that itself.
  if (used.has("*")) return ["t0.*", ...row].join(", ");
  const columns = [...used].map(
    (name) => `${writeColumn("t0", findColumn(table, name))} as ${quoteName(name)}`,
  );
  return [...columns, ...row].join(", ") || "1";
}

function writeInsert(target: Target, request: BodyRequest): Omit<Change, "selection"> {
  const { draft, table, returning } = target;
  const { json } = request.payload;
  const columns = payloadColumns(target, request);
  const { onConflict, isMerge } = writeConflict(table, request, columns);
  const into = `insert into ${table.from} as t0`;
  const inserted = isMerge ? "nullif(current_setting('pgrst.inserted', true), '')" : "null";
  if (columns.length === 0) {
    const from = `json_array_elements(${parameter(draft, json)}::json)`;
    const rows = `${into} select from ${from}${onConflict} returning ${returning}`;
    return { rows, inserted };
  }
  const names = columns.map(({ name }) => quoteName(name)).join(", ");
  const values = columns.map(({ name }) => `body.${quoteName(name)}`).join(", ");
  const counted = isMerge ? ` where ${countInserted("+", "0")}` : "";
  const from = `${writeBody(draft, columns, request)}${counted}${onConflict}`;
  const rows = `${into} (${names}) select ${values} from ${from} returning ${returning}`;
  return { rows, inserted };
}

function writeConflict(
  { name, columns: known, primaryKey }: Target["table"],
  { preferences: { resolution }, query }: BodyRequest,
  columns: Column[],
): { onConflict: string; isMerge: boolean } {
  const keys = query.onConflict ?? primaryKey;
  for (const key of keys) if (!known.has(key)) throw unknownColumn(name, key);
  if (resolution === null || keys.length === 0) return { onConflict: "", isMerge: false };
  const onConflict = ` on conflict (${keys.map(quoteName).join(", ")}) do`;
  const isMerge = resolution === "merge-duplicates";
  if (!isMerge || columns.length === 0) return { onConflict: `${onConflict} nothing`, isMerge };
  const set = `update set ${writeAssignments(columns, "excluded")}`;
  return { onConflict: `${onConflict} ${set} where ${countInserted("-", "-1")}`, isMerge };
}

/**
 * Counts each row up before the insert, and down again if it becomes an update; always true.
 * PostgREST's way to distinguish 201 from 200 without the right to read the table.
 */
function countInserted(sign: "+" | "-", never: string): string {
  return `set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) ${sign} 1)::text, true) <> '${never}'`;
}

function writeUpdate(target: Target, request: BodyRequest): string {
  const { draft, table, returning } = target;
  if (request.payload.rows !== 1) {
    throw restError("PGRST102", { message: "An update takes one object" });
  }
  const columns = payloadColumns(target, request);
  const where = writeWhere(target, request);
  if (columns.length === 0) return `select ${returning} from ${table.from} as t0 where false`;
  const set = writeAssignments(columns, "body");
  const body = writeBody(draft, columns, request);
  return `update ${table.from} as t0 set ${set} from ${body}${where} returning ${returning}`;
}

/**
 * A write without a filter is always a mistake in our clients, so it is rejected with the message
 * of pg-safeupdate.
 */
function writeWhere({ draft, table }: Target, { kind, query }: ChangeRequest): string {
  const found = selectFrom({ ...draft, sources: 0 }, table, []);
  applyQuery(draft, found, { ...query, order: [] });
  if (found.where.length > 0) return ` where ${found.where.join(" and ")}`;
  throw restError("21000", { message: `${kind.toUpperCase()} requires a WHERE clause` });
}

function payloadColumns({ table }: Target, { payload }: BodyRequest): Column[] {
  return payload.keys.map((key) => {
    const column = table.columns.get(key);
    if (column?.computedFrom === null) return column;
    throw restError("PGRST204", {
      message: `Could not find the '${key}' column of '${table.name}' in the schema cache`,
    });
  });
}

/** The JSON body as rows of the table's types, in one statement for any number of rows. */
function writeBody(draft: Draft, columns: Column[], { payload, preferences }: BodyRequest): string {
  const types = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
  const json = parameter(draft, payload.json);
  if (preferences.missing === "null") return `json_to_recordset(${json}::json) as body (${types})`;
  const defaults = columns.flatMap(({ name, fallback }) =>
    fallback === null ? [] : [`${parameter(draft, name)}::text, ${fallback}`],
  );
  const filled = `jsonb_build_object(${defaults.join(", ")}) || sent.value`;
  return `jsonb_array_elements(${json}::jsonb) as sent (value), lateral jsonb_to_record(${filled}) as body (${types})`;
}

function writeAssignments(columns: Column[], from: "body" | "excluded"): string {
  return columns.map(({ name }) => `${quoteName(name)} = ${from}.${quoteName(name)}`).join(", ");
}
