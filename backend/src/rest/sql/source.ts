import type { Role } from "../../postgres/caller-statement.ts";
import type { Field } from "../parse/scanner.ts";
import { refuseAggregates, restError, unknownColumn } from "../rest-error.ts";
import type { Column, SchemaCache } from "../schema-cache/schema-cache.ts";

/** The state of a statement under construction: role, schema and what it contains so far. */
export type Draft = {
  cache: SchemaCache;
  role: Role;
  /** Values sent by the caller. `parameter` leaves placeholders for them in the text. */
  values: string[];
  /** The number of sources so far, and the current nesting of lists. */
  sources: number;
  lists: number;
  /** How many filters and orders depend on an embed. */
  tests: number;
};

/**
 * Adds a value and returns its placeholder, which becomes `$n` at the end: parts of the text may be
 * dropped or repeated. Placeholders use NUL, which no PostgreSQL name contains.
 */
export function parameter({ values }: Draft, value: string): string {
  return `\0${values.push(value)}\0`;
}

/** Replaces the placeholders by `$n` and returns the text with the values that it uses. */
export function numberParameters({ values }: Draft, marked: string) {
  const places = new Map<string, number>();
  const parts = marked.split("\0").map((part, index) => {
    if (index % 2 === 0) return part;
    const place = places.get(part) ?? places.size + 1;
    places.set(part, place);
    return `$${place}`;
  });
  return {
    text: parts.join(""),
    values: [...places.keys()].map((at) => values[Number(at) - 1] ?? ""),
  };
}

/** The source of a selection's rows. */
export type Source = {
  /** The name in errors, and the table that its relationships start from. */
  name: string;
  /** The SQL after `from`. */
  from: string;
  /**
   * Whether the rows come from the statement's CTE, where computed columns are already evaluated.
   */
  isGiven: boolean;
  columns: ReadonlyMap<string, Column>;
  /** The columns that `*` means for the role. */
  all: Column[];
};

/** The CTE that holds the rows returned by a write or a function. */
export const givenRows = "given_rows";

/**
 * Returns a table of schema public with its primary key. Signed-in users read some tables through a
 * view in schema private, which also shows other accounts' public rows (docs/decisions/076).
 * Throws PGRST205.
 */
export function tableSource({ cache, role }: Draft, name: string) {
  const table = cache.tables.get(name);
  if (!table) {
    throw restError("PGRST205", {
      message: `Could not find the table 'public.${name}' in the schema cache`,
    });
  }
  const { columns, primaryKey, readableView } = table;
  const view = role === "authenticated" ? readableView : null;
  const from = view === null ? `public.${quoteName(name)}` : `private.${quoteName(view)}`;
  const all = [...columns.values()].filter(({ readers }) => readers.has(role));
  return { name, from, isGiven: false, columns, all, primaryKey };
}

/** The columns that are not computed. */
export function ownColumns(columns: Source["columns"]): Column[] {
  return [...columns.values()].filter(({ computedFrom }) => computedFrom === null);
}

/** Finds a column of a source. Throws 42703, and PGRST123 for `count`. */
export function findColumn({ columns, name: source }: Omit<Source, "from">, name: string): Column {
  const column = columns.get(name);
  if (column) return column;
  throw name === "count" ? refuseAggregates() : unknownColumn(source, name);
}

/**
 * SQL for a column of `alias`, or a value at a JSON path in it. The keys of the path are parameters
 * (pgFmtField).
 */
export function writeField(
  draft: Draft,
  { source, alias }: { source: Source; alias: string },
  { name, path }: Field,
): string {
  const column = findColumn(source, name);
  const value = source.isGiven ? `${alias}.${quoteName(name)}` : writeColumn(alias, column);
  if (path.length === 0) return value;
  const steps = path.map(({ arrow, key }) => {
    const type = typeof key === "number" ? "int" : "text";
    return `${arrow}${parameter(draft, String(key))}::${type}`;
  });
  return `(${column.isJson ? value : `to_jsonb(${value})`}${steps.join("")})`;
}

/** SQL for a column of `alias`, or for the function that computes it. */
export function writeColumn(alias: string, { name, computedFrom }: Column): string {
  if (computedFrom === null) return `${alias}.${quoteName(name)}`;
  return `public.${quoteName(name)}(${writeRowOf(alias, computedFrom)})`;
}

/**
 * SQL for the row of `alias` as an argument of a function of the table. `alias` may be its view.
 */
export function writeRowOf(alias: string, table: string): string {
  return `row(${alias}.*)::public.${quoteName(table)}`;
}

/** Quotes a name from the schema cache, or a validated alias, as an SQL identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
