import type { PlannedField } from "../plan/read-plan.ts";
import type { Column } from "../schema-cache/schema-cache.ts";
import { quoteName } from "./names.ts";
import type { Parameters } from "./parameters.ts";

/**
 * A column, what a function computes from its row, or what is found in it along a JSON path; the
 * keys of the path are parameters (pgFmtField).
 */
export function writeField(
  alias: string,
  { column, path }: PlannedField,
  parameters: Parameters,
): string {
  const name = writeColumnOf(alias, column);
  if (path.length === 0) return name;
  const start = column.isJson ? name : `to_jsonb(${name})`;
  const steps = path.map(({ arrow, key }) =>
    typeof key === "number"
      ? `${arrow}${parameters.add(String(key))}::int`
      : `${arrow}${parameters.add(key)}::text`,
  );
  return `(${start}${steps.join("")})`;
}

/** The value of a column, or of the function that computes it, in a row of `alias`. */
export function writeColumnOf(alias: string, { name, computedFrom }: Column): string {
  if (computedFrom === null) return `${alias}.${quoteName(name)}`;
  return `public.${quoteName(name)}(${writeRowOf(alias, computedFrom)})`;
}

/** The row of `alias` as a function of the table takes it: it may be one of the table's view. */
export function writeRowOf(alias: string, table: string): string {
  return `row(${alias}.*)::public.${quoteName(table)}`;
}
