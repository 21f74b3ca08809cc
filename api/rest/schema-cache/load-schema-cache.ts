import type postgres from "postgres";
import { z } from "zod";
import { buildRelationships } from "./build-relationships.ts";
import { catalogQuery } from "./catalog-query.ts";
import type { Column, Routine, SchemaCache, Table } from "./schema-cache.ts";

/** Reads the schema from PostgreSQL's catalog in one statement. Throws what the query throws. */
export async function loadSchemaCache(sql: postgres.Sql, version: number): Promise<SchemaCache> {
  const [row] = await sql.unsafe(catalogQuery);
  const catalog = Catalog.parse(row);
  const tables = new Map(catalog.tables.map((table) => [table.name, toTable(table)]));
  return {
    version,
    tables,
    relationships: buildRelationships(tables, catalog.foreign_keys),
    routines: Map.groupBy(catalog.routines.map(toRoutine), ({ name }) => name),
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
});

const Catalog = z.object({
  tables: z.array(CatalogTable),
  foreign_keys: z.array(CatalogForeignKey),
  routines: z.array(CatalogRoutine),
});

function toTable({ name, columns, primaryKey }: z.infer<typeof CatalogTable>): Table {
  return { name, columns: toColumns(columns), primaryKey };
}

function toColumns(columns: z.infer<typeof CatalogColumn>[]): Map<string, Column> {
  return new Map(
    columns.map((column) => [column.name, { ...column, readers: new Set(column.readers) }]),
  );
}

function toRoutine(routine: z.infer<typeof CatalogRoutine>): Routine {
  const { name, args, isSet } = routine;
  if (routine.isVoid) return { name, args, isSet, result: { kind: "void" } };
  if (!routine.isComposite) return { name, args, isSet, result: { kind: "scalar" } };
  const columns = toColumns(routine.columns);
  return { name, args, isSet, result: { kind: "rows", table: routine.table, columns } };
}
