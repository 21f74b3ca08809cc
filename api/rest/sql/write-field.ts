import type { PlannedField } from "../plan/read-plan.ts";
import type { Parameters } from "./parameters.ts";
import { quoteName } from "./quote-name.ts";

/** A column, or what is found in it along a JSON path; the keys of the path are parameters (pgFmtField). */
export function writeField(
  alias: string,
  { column, path }: PlannedField,
  parameters: Parameters,
): string {
  const name = `${alias}.${quoteName(column.name)}`;
  if (path.length === 0) return name;
  const start = column.isJson ? name : `to_jsonb(${name})`;
  const steps = path.map(({ arrow, key }) =>
    typeof key === "number"
      ? `${arrow}${parameters.add(String(key))}::int`
      : `${arrow}${parameters.add(key)}::text`,
  );
  return `(${start}${steps.join("")})`;
}
