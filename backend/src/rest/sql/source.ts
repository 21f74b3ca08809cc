import type { Role } from "../../postgres/caller-statement.ts";
import type { Field } from "../parse/scanner.ts";
import { refuseAggregates, restError, unknownColumn } from "../rest-error.ts";
import type { Column, SchemaCache } from "../schema-cache/schema-cache.ts";

/** A statement while it is written: for whom, over which schema, and what it holds so far. */
export type Draft = {
  cache: SchemaCache;
  role: Role;
  /** What a caller sent, for which `parameter` leaves marks in the text. */
  values: string[];
  /** How many sources were selected from, and how many lists are being selected in one another. */
  sources: number;
  lists: number;
  /** How often something embedded was asked for beside its place in the rows. */
  tests: number;
};

/**
 * Adds a value to a statement, and gives its mark, which becomes `$n` once all is written: what it
 * stands in may be left out, or come twice. No name that PostgreSQL knows holds NUL.
 */
export function parameter({ values }: Draft, value: string): string {
  return `\0${values.push(value)}\0`;
}

/** A text with `$n` for its marks, and the values of those. */
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

/** What rows are read from. */
export type Source = {
  /** The name that errors call it by, and the table that its relationships start from. */
  name: string;
  /** What stands in `from`. */
  from: string;
  /** Rows that the statement has written: what functions compute from them stands in them. */
  isGiven: boolean;
  columns: ReadonlyMap<string, Column>;
  /** What `*` means for the role. */
  all: Column[];
};

/** The common table expression that holds what a write or a function gave. */
export const givenRows = "given_rows";

/**
 * A table of public, with its primary key. People read some tables through a view of private, which
 * also shows strangers' public rows (docs/decisions/076). Throws PGRST205.
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

/** The columns that a table has and does not compute. */
export function ownColumns(columns: Source["columns"]): Column[] {
  return [...columns.values()].filter(({ computedFrom }) => computedFrom === null);
}

/** A column of a source by its name. Throws 42703, and PGRST123 for `count`. */
export function findColumn({ columns, name: source }: Omit<Source, "from">, name: string): Column {
  const column = columns.get(name);
  if (column) return column;
  throw name === "count" ? refuseAggregates() : unknownColumn(source, name);
}

/**
 * A column of the rows of `alias`, or what is found in it along a JSON path; the keys of the path
 * are parameters (pgFmtField).
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

/** The value of a column, or of the function that computes it, in a row of `alias`. */
export function writeColumn(alias: string, { name, computedFrom }: Column): string {
  if (computedFrom === null) return `${alias}.${quoteName(name)}`;
  return `public.${quoteName(name)}(${writeRowOf(alias, computedFrom)})`;
}

/** The row of `alias` as a function of the table takes it: it may be one of the table's view. */
export function writeRowOf(alias: string, table: string): string {
  return `row(${alias}.*)::public.${quoteName(table)}`;
}

/** Quotes a name of the schema cache, or an alias that was checked, as an SQL identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
