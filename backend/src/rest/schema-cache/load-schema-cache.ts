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
  /** The type of its result. */
  type: string;
  isJson: boolean;
};

/** What `catalogQuery` gives. */
type Catalog = { tables: CatalogTable[]; foreign_keys: ForeignKey[]; routines: CatalogRoutine[] };

/** With its own columns and those that functions of one value make of its row. */
function toTable(table: CatalogTable, routines: CatalogRoutine[]): Table {
  const columns = toColumns(table.columns);
  for (const { name, type, isJson, rowOf, isSet, gives } of routines) {
    if (rowOf !== table.name || isSet || gives !== "values" || columns.has(name)) continue;
    // Nobody reads it with `*`; whether a caller may call the function is PostgreSQL's to say.
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
