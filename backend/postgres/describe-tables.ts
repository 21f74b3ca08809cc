import { type Client, escapeIdentifier } from "pg";

/**
 * What belongs to an installation. The mail queue's own schema does not: the outbox queues its
 * mails again by itself.
 */
export const ourSchemas = ["auth", "storage", "private", "public"];

export type Table = { schema: string; name: string; columns: string[] };
export type Sequence = { schema: string; name: string; lastValue: string };

type CatalogRow = Table & { id: string; needs: string[] };

/**
 * The tables of an installation, each after those that it refers to, with the columns that can be
 * written. Left out are what extensions brought, and unlogged tables, whose rows a crash would have
 * taken as well.
 */
export async function describeTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<CatalogRow>(tablesQuery, [ourSchemas]);
  return inOrder(rows).map(({ schema, name, columns }) => ({ schema, name, columns }));
}

const tablesQuery = `
  select c.oid::text as id, n.nspname as schema, c.relname as name,
    array(
      select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum
    ) as columns,
    array(
      select distinct f.confrelid::text from pg_catalog.pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
    ) as needs
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
    and not exists (
      select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )
  order by n.nspname, c.relname`;

function inOrder(tables: CatalogRow[]): CatalogRow[] {
  const placed: CatalogRow[] = [];
  const known = new Set(tables.map(({ id }) => id));
  let waiting = tables;
  while (waiting.length > 0) {
    const missing = new Set(waiting.map(({ id }) => id));
    const ready = waiting.filter(
      ({ needs }) => !needs.some((id) => known.has(id) && missing.has(id)),
    );
    if (ready.length === 0) {
      throw new Error(`These tables refer to each other in a circle: ${names(waiting)}`);
    }
    placed.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return placed;
}

function names(tables: Table[]): string {
  return tables.map(tableName).join(", ");
}

/**
 * The sequences of an installation that have been used. They stand outside of transactions, so they
 * are at least as far as any snapshot's rows.
 */
export async function describeSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text as "lastValue"
     from pg_catalog.pg_sequences where schemaname = any($1) and last_value is not null
     order by 1, 2`,
    [ourSchemas],
  );
  return rows;
}

/** How a table is called in an archive and in messages. */
export function tableName({ schema, name }: { schema: string; name: string }): string {
  return `${schema}.${name}`;
}

/** A table's name in a statement. */
export function quoteTable({ schema, name }: { schema: string; name: string }): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}
