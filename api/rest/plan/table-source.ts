import type { ApiError } from "#api/http/api-error.ts";
import type { Role } from "#contract/identity.ts";
import { restError } from "../rest-error.ts";
import type { Column, SchemaCache } from "../schema-cache/schema-cache.ts";
import type { PlannedSource } from "./plan-node.ts";

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
  return { name, from: { kind: "table", name }, columns, all, primaryKey };
}

/** The columns that a table has and does not compute. */
export function ownColumns(columns: PlannedSource["columns"]): Column[] {
  return [...columns.values()].filter(({ isComputed }) => !isComputed);
}

function unknownTable(name: string): ApiError {
  return restError("PGRST205", {
    message: `Could not find the table 'public.${name}' in the schema cache`,
  });
}
