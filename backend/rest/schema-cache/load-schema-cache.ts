import { z } from "zod";
import type { Sql } from "#backend/postgres/sql.ts";
import { catalogQuery } from "./catalog-query.ts";
import type {
  Column,
  ColumnPair,
  ForeignKey,
  Relationship,
  Routine,
  SchemaCache,
  Table,
} from "./schema-cache.ts";
import { throughViews } from "./through-views.ts";

/** Reads the schema from PostgreSQL's catalog in one statement. Throws what the query throws. */
export async function loadSchemaCache(sql: Sql, version: number): Promise<SchemaCache> {
  const [row] = await sql.unsafe(catalogQuery);
  const catalog = Catalog.parse(row);
  const tables = new Map(
    catalog.tables.map((table) => [table.name, toTable(table, catalog.routines)]),
  );
  const routines = catalog.routines.map(toRoutine);
  const foreignKeys = throughViews(catalog.foreign_keys, catalog.view_columns);
  return {
    version,
    tables,
    relationships: buildRelationships(tables, foreignKeys, routines),
    routines: Map.groupBy(routines.filter(isCallable), ({ name }) => name),
  };
}

const CatalogColumn = z.object({
  name: z.string(),
  type: z.string(),
  isJson: z.boolean(),
  fallback: z.string().nullable(),
  readers: z.array(z.string()),
});

const CatalogTable = z.object({
  name: z.string(),
  isView: z.boolean(),
  readableView: z.string().nullable(),
  columns: z.array(CatalogColumn),
  primaryKey: z.array(z.string()),
});

const CatalogForeignKey = z.object({
  constraint: z.string(),
  from: z.string(),
  to: z.string(),
  columns: z.array(z.tuple([z.string(), z.string()])),
  isUnique: z.boolean(),
});

const CatalogRoutine = z.object({
  name: z.string(),
  isSet: z.boolean(),
  isVoid: z.boolean(),
  isComposite: z.boolean(),
  table: z.string().nullable(),
  columns: z.array(CatalogColumn),
  args: z.array(
    z.object({ name: z.string(), type: z.string(), variadic: z.boolean(), required: z.boolean() }),
  ),
  isOne: z.boolean(),
  rowOf: z.string().nullable(),
  type: z.string(),
  isJson: z.boolean(),
});

const CatalogViewColumn = z.object({
  view: z.string(),
  column: z.string(),
  table: z.string(),
  tableColumn: z.string(),
});

const Catalog = z.object({
  tables: z.array(CatalogTable),
  foreign_keys: z.array(CatalogForeignKey),
  view_columns: z.array(CatalogViewColumn),
  routines: z.array(CatalogRoutine),
});

function toTable(
  { name, isView, readableView, columns, primaryKey }: z.infer<typeof CatalogTable>,
  routines: z.infer<typeof CatalogRoutine>[],
): Table {
  const own = toColumns(columns);
  const computed = routines
    .filter((routine) => routine.rowOf === name && isScalar(routine) && !own.has(routine.name))
    .map((routine) => [routine.name, computedColumn(routine)] as const);
  return { name, isView, readableView, columns: new Map([...own, ...computed]), primaryKey };
}

function isScalar({ isSet, isVoid, isComposite }: z.infer<typeof CatalogRoutine>): boolean {
  return !isSet && !isVoid && !isComposite;
}

/** Nobody reads it with `*`; whether a caller may call the function is PostgreSQL's to say. */
function computedColumn({ name, type, isJson, rowOf }: z.infer<typeof CatalogRoutine>): Column {
  return { name, type, isJson, fallback: null, readers: new Set(), computedFrom: rowOf };
}

function toColumns(columns: z.infer<typeof CatalogColumn>[]): Map<string, Column> {
  return new Map(
    columns.map((column) => [
      column.name,
      { ...column, readers: new Set(column.readers), computedFrom: null },
    ]),
  );
}

function toRoutine(routine: z.infer<typeof CatalogRoutine>): Routine {
  const { name, args, isSet, isOne, rowOf } = routine;
  const common = { name, args, isSet, isOne, rowOf };
  if (routine.isVoid) return { ...common, result: { kind: "void" } };
  if (!routine.isComposite) return { ...common, result: { kind: "scalar" } };
  const columns = toColumns(routine.columns);
  return { ...common, result: { kind: "rows", table: routine.table, columns } };
}

/**
 * Arguments are given by name. A single one without a name takes the whole body, if it is of a type
 * that a body can be.
 */
function isCallable({ args }: Routine): boolean {
  if (args.every(({ name }) => name !== "")) return true;
  return args.length === 1 && ["json", "jsonb", "text"].includes(args[0]?.type ?? "");
}

/**
 * Every way between two tables, by the table it starts from: what foreign keys give, in both
 * directions and over junction tables, and functions that make rows of one table out of a row of
 * another.
 */
export function buildRelationships(
  tables: ReadonlyMap<string, Table>,
  foreignKeys: ForeignKey[],
  routines: Routine[],
): Map<string, Relationship[]> {
  const direct = foreignKeys.flatMap(bothWays);
  const junctions = foreignKeys.flatMap((near) =>
    foreignKeys
      .filter((far) => far.from === near.from && far.constraint !== near.constraint)
      .filter((far) => isJunction(tables.get(near.from), near, far))
      .map((far) => overJunction(near, far)),
  );
  const computed = routines.flatMap(byRoutine);
  return Map.groupBy([...direct, ...junctions, ...computed], ({ from }) => from);
}

function byRoutine({ name, rowOf, isOne, result }: Routine): Relationship[] {
  if (rowOf === null || result.kind !== "rows" || result.table === null) return [];
  const to = result.table;
  return [{ kind: "computed", from: rowOf, to, isSelf: false, routine: name, isToOne: isOne }];
}

function bothWays({ from, to, constraint, columns, isUnique }: ForeignKey): Relationship[] {
  const isSelf = from === to;
  return [
    { from, to, isSelf, constraint, columns, kind: isUnique ? "one-to-one" : "many-to-one" },
    {
      from: to,
      to: from,
      isSelf,
      constraint,
      columns: columns.map(swap),
      kind: isUnique ? "one-to-one" : "one-to-many",
    },
  ];
}

/** A junction's primary key holds the columns of both its foreign keys. */
function isJunction(table: Table | undefined, near: ForeignKey, far: ForeignKey): boolean {
  const columns = [...near.columns, ...far.columns].map(([own]) => own);
  return columns.every((column) => table?.primaryKey.includes(column));
}

function overJunction(near: ForeignKey, far: ForeignKey): Relationship {
  return {
    kind: "many-to-many",
    from: near.to,
    to: far.to,
    isSelf: near.to === far.to,
    junction: {
      table: near.from,
      constraints: [near.constraint, far.constraint],
      fromColumns: near.columns.map(swap),
      toColumns: far.columns,
    },
  };
}

function swap([own, other]: ColumnPair): ColumnPair {
  return [other, own];
}
