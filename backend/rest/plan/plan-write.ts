import type { ApiError } from "#backend/http/api-error.ts";
import type { Role } from "#backend/postgres/identity.ts";
import type { Payload } from "../parse/parse-payload.ts";
import type { RestRequest } from "../parse/parse-request.ts";
import type { Query, SelectItem } from "../parse/syntax.ts";
import { restError, unknownColumn } from "../rest-error.ts";
import type { Column, SchemaCache, Table } from "../schema-cache/schema-cache.ts";
import { planOwnLogic } from "./apply-query.ts";
import { planRead } from "./plan-read.ts";
import type { Embed, PlannedLogic, ReadPlan } from "./read-plan.ts";
import type { Conflict, Returning, WritePlan } from "./request-plan.ts";
import { tableSource } from "./table-source.ts";

/** As much of a table as a write has to know. */
type WrittenTable = Pick<Table, "name" | "columns" | "primaryKey">;

type WriteRequest = Extract<RestRequest, { kind: "insert" | "update" | "delete" }>;

/**
 * Plans an insert, update or delete and what it gives back (mutateReadPlan). Throws PGRST102,
 * PGRST204, PGRST205, 21000 and what reading throws.
 */
export function planWrite(cache: SchemaCache, role: Role, request: WriteRequest): WritePlan {
  const source = tableSource(cache, request.name, role);
  const table: WrittenTable = source;
  const query = { ...request.query, select: selectOf(request, table) };
  const rows = { ...source, from: { kind: "rows" } as const };
  const read = planRead({ cache, role, source: rows, query, ownLogic: false });
  const common = {
    table: table.name,
    read,
    output: request.preferences.return === "minimal" ? "none" : "rows",
    returning: columnsToReturn(read, table),
  } as const;
  const useDefaults = request.preferences.missing === "default";
  switch (request.kind) {
    case "insert":
      return {
        ...common,
        kind: "insert",
        columns: payloadColumns(table, request.payload),
        useDefaults,
        conflict: planConflict(table, request),
        json: request.payload.json,
      };
    case "update":
      if (request.payload.rows !== 1) {
        throw restError("PGRST102", { message: "An update takes one object" });
      }
      return {
        ...common,
        kind: "update",
        columns: payloadColumns(table, request.payload),
        useDefaults,
        where: requiredLogic("UPDATE", planOwnLogic(source, query)),
        json: request.payload.json,
      };
    case "delete":
      return {
        ...common,
        kind: "delete",
        where: requiredLogic("DELETE", planOwnLogic(source, query)),
      };
  }
}

/** `return=headers-only` needs the primary key, for the Location header. */
function selectOf({ preferences, query }: WriteRequest, table: WrittenTable): Query["select"] {
  if (preferences.return !== "headers-only") return query.select;
  return table.primaryKey.map((name): SelectItem => ({ kind: "field", field: { name, path: [] } }));
}

function payloadColumns(table: WrittenTable, { keys }: Payload): Column[] {
  return keys.map((key) => {
    const column = table.columns.get(key);
    if (column?.computedFrom === null) return column;
    throw restError("PGRST204", {
      message: `Could not find the '${key}' column of '${table.name}' in the schema cache`,
    });
  });
}

function planConflict(
  table: WrittenTable,
  { preferences, query }: Extract<WriteRequest, { kind: "insert" }>,
): Conflict | null {
  const columns = (query.onConflict ?? table.primaryKey).map((name) => columnOf(table, name));
  if (preferences.resolution === null || columns.length === 0) return null;
  return { columns, action: preferences.resolution === "merge-duplicates" ? "merge" : "ignore" };
}

/** The columns that the representation shows, orders by or joins with. */
function columnsToReturn(read: ReadPlan, table: WrittenTable): Returning {
  if (read.columns.some(({ field }) => field === null)) return "all";
  const columns = new Set<Column>();
  for (const { field } of [...read.columns, ...read.order.filter(({ embed }) => !embed)]) {
    if (field) columns.add(columnOf(table, field.column.name));
  }
  for (const name of read.embeds.flatMap(joinColumns)) columns.add(columnOf(table, name));
  return [...columns];
}

function joinColumns({ join }: Embed): string[] {
  if (join.kind === "routine") return [];
  const pairs = join.kind === "direct" ? join.columns : join.fromColumns;
  return pairs.map(([own]) => own);
}

function columnOf(table: WrittenTable, name: string): Column {
  const column = table.columns.get(name);
  if (!column) throw unknownColumn(table.name, name);
  return column;
}

/** A write to every row is a mistake in all our clients: refused, in the words of pg-safeupdate. */
function requiredLogic(verb: "UPDATE" | "DELETE", logic: PlannedLogic[]): PlannedLogic[] {
  if (logic.length === 0) throw missingFilter(verb);
  return logic;
}

function missingFilter(verb: string): ApiError {
  return restError("21000", { message: `${verb} requires a WHERE clause` });
}
