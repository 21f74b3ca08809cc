import type { Sql } from "../../postgres/sql.ts";
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

/** Reads the schema from PostgreSQL's catalog in one statement. Throws what the query throws. */
export async function loadSchemaCache(sql: Sql, version: number): Promise<SchemaCache> {
  const [catalog] = await sql.unsafe<[Catalog]>(catalogQuery);
  const tables = new Map(
    catalog.tables.map((table) => [table.name, toTable(table, catalog.routines)]),
  );
  const routines = catalog.routines.map((each) => ({ ...each, columns: toColumns(each.columns) }));
  return {
    version,
    tables,
    relationships: buildRelationships(tables, catalog.foreign_keys, routines),
    routines: Map.groupBy(routines.filter(isCallable), ({ name }) => name),
  };
}

type CatalogColumn = Omit<Column, "readers" | "computedFrom"> & { readers: string[] };
type CatalogTable = Omit<Table, "columns"> & { columns: CatalogColumn[] };
type CatalogRoutine = Omit<Routine, "columns"> & {
  columns: CatalogColumn[];
  /** The type of the result. */
  type: string;
  isJson: boolean;
};

/** The result of `catalogQuery`. */
type Catalog = { tables: CatalogTable[]; foreign_keys: ForeignKey[]; routines: CatalogRoutine[] };

/** Adds computed columns: functions of a single row that return one value. */
function toTable(table: CatalogTable, routines: CatalogRoutine[]): Table {
  const columns = toColumns(table.columns);
  for (const { name, type, isJson, rowOf, isSet, gives } of routines) {
    if (rowOf !== table.name || isSet || gives !== "values" || columns.has(name)) continue;
    // Computed columns are never part of `*`. PostgreSQL checks the right to execute the function.
    const readers = new Set<string>();
    columns.set(name, { name, type, isJson, fallback: null, readers, computedFrom: rowOf });
  }
  return { ...table, columns };
}

function toColumns(columns: CatalogColumn[]): Map<string, Column> {
  return new Map(
    columns.map((column) => [
      column.name,
      { ...column, readers: new Set(column.readers), computedFrom: null },
    ]),
  );
}

/**
 * Arguments are passed by name. A single unnamed argument receives the whole body, if its type
 * permits.
 */
function isCallable({ args }: Routine): boolean {
  if (args.every(({ name }) => name !== "")) return true;
  return args.length === 1 && ["json", "jsonb", "text"].includes(args[0]?.type ?? "");
}

/**
 * All relationships between tables, by the table that they start from: foreign keys in both
 * directions, many-to-many over junction tables, and functions that return rows of one table for a
 * row of another.
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

function byRoutine({ name, rowOf, isOne, gives, table: to }: Routine): Relationship[] {
  if (rowOf === null || gives !== "rows" || to === null) return [];
  return [{ kind: "computed", from: rowOf, to, routine: name, isToOne: isOne }];
}

function bothWays({ from, to, constraint, columns, isUnique }: ForeignKey): Relationship[] {
  const [there, back] = isUnique
    ? (["one-to-one", "one-to-one"] as const)
    : (["many-to-one", "one-to-many"] as const);
  return [
    { kind: there, from, to, constraint, columns },
    { kind: back, from: to, to: from, constraint, columns: columns.map(swap) },
  ];
}

/** The primary key of a junction table contains the columns of both foreign keys. */
function isJunction(table: Table | undefined, near: ForeignKey, far: ForeignKey): boolean {
  const columns = [...near.columns, ...far.columns].map(([own]) => own);
  return columns.every((column) => table?.primaryKey.includes(column));
}

function overJunction(near: ForeignKey, far: ForeignKey): Relationship {
  return {
    kind: "many-to-many",
    from: near.to,
    to: far.to,
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
