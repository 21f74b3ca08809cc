import { type Client, escapeIdentifier } from "pg";

/** The schemas of an installation. The mail queue's is omitted: the outbox fills it again. */
const ourSchemas = ["auth", "storage", "private", "public"];

type Table = { schema: string; name: string; columns: string[] };
export type Sequence = { schema: string; name: string; lastValue: string };

/**
 * Lists the tables of an installation with their writable columns, each after the tables that it
 * references. Omits tables of extensions, and unlogged tables, which a crash empties anyway. Throws
 * if tables reference each other in a cycle.
 */
export async function describeTables(client: Client): Promise<Table[]> {
  type Found = Table & { level: number };
  const { rows } = await client.query<Found>(tablesQuery, [ourSchemas]);
  const circle = rows.filter(({ level }) => level > deepest).map(tableName);
  if (circle.length > 0) {
    throw new Error(`These tables reference each other in a cycle: ${circle.join(", ")}`);
  }
  return rows.map(({ schema, name, columns }) => ({ schema, name, columns }));
}

/** Longer than any chain of references; a longer one is a cycle. */
const deepest = 50;

const tablesQuery = `
  with recursive tables as (
    select c.oid, n.nspname as schema, c.relname as name,
      array(
        select a.attname::text from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
      and not exists (
        select from pg_catalog.pg_depend d
        where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      )
  ),
  chains (oid, level) as (
    select oid, 0 from tables
    union
    select f.conrelid, level + 1 from chains
    join pg_catalog.pg_constraint f on f.confrelid = chains.oid and f.contype = 'f'
    where f.conrelid <> f.confrelid and level <= ${deepest}
  )
  select schema, name, columns, max(level) as level from tables join chains using (oid)
  group by schema, name, columns
  order by level, schema, name`;

/**
 * Lists the sequences that have been used. Sequences ignore transactions, so they are never behind
 * the rows of a snapshot.
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

/** The name of a table in archives and messages. */
export function tableName({ schema, name }: { schema: string; name: string }): string {
  return `${schema}.${name}`;
}

/** The quoted name of a table for SQL. */
export function quoteTable({ schema, name }: { schema: string; name: string }): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}
