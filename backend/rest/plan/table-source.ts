import type { ApiError } from "#backend/http/api-error.ts";
import type { Role } from "#backend/postgres/identity.ts";
import { restError } from "../rest-error.ts";
import type { Column, SchemaCache, Table } from "../schema-cache/schema-cache.ts";
import type { PlannedSource } from "./plan-node.ts";
import type { ReadSource } from "./read-plan.ts";

/** A table of public as a source, with its primary key. Throws PGRST205. */
export function tableSource(
  cache: SchemaCache,
  name: string,
  role: Role,
): PlannedSource & { primaryKey: string[] } {
  const table = cache.tables.get(name);
  if (!table) throw unknownTable(name);
  const all = [...table.columns.values()].filter(({ readers }) => readers.has(role));
  const { columns, primaryKey } = table;
  return { name, from: readOf(table, role), columns, all, primaryKey };
}

/**
 * People read some tables through a view, which also shows strangers' public rows
 * (docs/decisions/076).
 */
function readOf({ name, readableView }: Table, role: Role): ReadSource {
  if (role !== "authenticated" || readableView === null) return { kind: "table", name };
  return { kind: "view", name: readableView };
}

/** The columns that a table has and does not compute. */
export function ownColumns(columns: PlannedSource["columns"]): Column[] {
  return [...columns.values()].filter(({ computedFrom }) => computedFrom === null);
}

function unknownTable(name: string): ApiError {
  return restError("PGRST205", {
    message: `Could not find the table 'public.${name}' in the schema cache`,
  });
}
