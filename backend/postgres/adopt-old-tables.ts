import { type Client, escapeIdentifier } from "pg";
import { describeTables, ourSchemas, quoteTable, type Table } from "./describe-tables.ts";

/** Statements over the old tables (old_public and so on), and over the new ones when filled. */
export type OldRows = { beforeCopy: string; afterCopy: string };

/**
 * Gives a database that is older than the baselines new tables with its old rows, in the caller's
 * transaction: what stands in our schemas is set aside, `layTables` lays ours anew, the rows are
 * copied over the columns that both have. So whatever the old state was, the catalogue is that of a
 * fresh database. `texts` are the migrations, which name what is ours in the schema public: what
 * else is there stays. Throws one clear line when something foreign rests on the old tables.
 */
export async function adoptOldTables(
  client: Client,
  texts: string,
  oldRows: OldRows,
  layTables: () => Promise<void>,
): Promise<void> {
  const ours = [...texts.matchAll(/^create (?:table|function) public\.(\w+)/gm)].map(
    ([, name]) => name,
  );
  await runEach(client, lockStatements, [ours]);
  const references = await findStatements(client, foreignReferences, [ours]);
  await runEach(client, dropStatements, [ours]);
  await runEach(client, asideStatements, [ours]);
  await layTables();
  await copyOldRows(client, oldRows);
  for (const statement of references) await client.query(statement);
}

/** Makes tables in old_public and so on for the rows of `tables`, and gives them. */
export async function stageOldTables(client: Client, tables: readonly Table[]): Promise<Table[]> {
  const staged = tables.map((table) => ({ ...table, schema: `old_${table.schema}` }));
  for (const schema of new Set(staged.map(({ schema }) => schema))) {
    await client.query(`create schema ${schema}`);
  }
  for (const [index, table] of tables.entries()) {
    const columns = table.columns.map(escapeIdentifier).join(", ");
    await client.query(
      `create table ${quoteTable(staged[index] ?? table)} as
       select ${columns} from ${quoteTable(table)} with no data`,
    );
  }
  return staged;
}

/** Fills our tables with the rows of the old ones, which are gone afterwards. */
export async function copyOldRows(client: Client, oldRows: OldRows): Promise<void> {
  await client.query(oldRows.beforeCopy);
  const tables = await describeTables(client);
  for (const table of tables)
    await client.query(`alter table ${quoteTable(table)} disable trigger user`);
  const copies = new Map<string, string>();
  for (const table of tables) {
    const [copy] = await findStatements(client, copyStatement, [table.schema, table.name]);
    if (copy !== undefined) copies.set(quoteTable(table), copy);
  }
  for (const table of tables.toReversed().filter((table) => copies.has(quoteTable(table)))) {
    const old = quoteTable({ ...table, schema: `old_${table.schema}` });
    await client.query(`delete from ${quoteTable(table)} where exists (select from ${old})`);
  }
  for (const copy of copies.values()) await client.query(copy);
  await client.query(oldRows.afterCopy);
  await runEach(client, sequenceStatements, [ourSchemas]);
  for (const table of tables)
    await client.query(`alter table ${quoteTable(table)} enable trigger user`);
  await refuseForeignObjects(client);
  await client.query(`drop schema if exists ${oldSchemas.join(", ")} cascade`);
}

const oldSchemas = ourSchemas.map((schema) => `old_${schema}`);

async function refuseForeignObjects(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(foreignObjects, [oldSchemas]);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(", ");
  throw new Error(
    `These rest on tables that are replaced, or stand among them: ${names.replaceAll("old_", "")}. Drop them or move them into a schema of their own, start again, and make anew what was dropped.`,
  );
}

async function runEach(client: Client, query: string, values: unknown[]): Promise<void> {
  for (const statement of await findStatements(client, query, values))
    await client.query(statement);
}

async function findStatements(client: Client, query: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(query, values);
  return rows.map(({ statement }) => statement);
}

/** Tables of ours, of which those in the schema public are named by $1. */
const ourTables = `
  select c.oid, n.nspname, c.relname from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r'
    and (n.nspname in ('auth', 'storage', 'private') or n.nspname = 'public' and c.relname = any ($1))`;

/** Who writes meanwhile is done first, and who comes waits for the new tables. */
const lockStatements = `
  select format('lock table %I.%I in access exclusive mode', nspname, relname) as statement
  from (${ourTables}) as ours order by oid`;

const foreignKeys = `
  select f.conname, f.oid, n.nspname, c.relname from pg_catalog.pg_constraint f
  join pg_catalog.pg_class c on c.oid = f.conrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where f.contype = 'f' and f.confrelid in (select oid from (${ourTables}) as ours)
    and f.conrelid not in (select oid from (${ourTables}) as ours)`;

const publishedTables = `
  select p.pubname, r.*, ours.nspname, ours.relname from pg_catalog.pg_publication_rel r
  join pg_catalog.pg_publication p on p.oid = prpubid
  join (${ourTables}) as ours on ours.oid = prrelid`;

/** Tables that are not ours refer to the new ones afterwards, and publications hold them. */
const foreignReferences = `
  select format('alter table %I.%I add constraint %I %s', nspname, relname, conname,
    pg_catalog.pg_get_constraintdef(oid)) as statement
  from (${foreignKeys}) as foreign_key
  union all
  select format('alter publication %I add table %I.%I%s%s', pubname, nspname, relname,
    (select format(' (%s)', string_agg(quote_ident(attname), ', ')) from pg_catalog.pg_attribute
      where attrelid = prrelid and attnum = any (prattrs) having count(*) > 0),
    ' where (' || pg_catalog.pg_get_expr(prqual, prrelid) || ')')
  from (${publishedTables}) as published`;

const dropStatements = `
  select format('alter table %I.%I drop constraint %I', nspname, relname, conname) as statement
  from (${foreignKeys}) as foreign_key
  union all
  select format('alter publication %I drop table %I.%I', pubname, nspname, relname)
  from (${publishedTables}) as published
  union all
  select format('drop event trigger %I', evtname) from pg_catalog.pg_event_trigger
  join pg_catalog.pg_proc p on p.oid = evtfoid
  where p.pronamespace = to_regnamespace('private')`;

/** Functions first, while their parameters' types have the names that the statements say. */
const asideStatements = `
  select 1 as place, 'create schema old_public' as statement
  union all select 2, format('alter function %s set schema old_public', p.oid::regprocedure)
    from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = any ($1) and not exists (
      select from pg_catalog.pg_depend where objid = p.oid and deptype = 'e')
  union all select 3, format('alter table public.%I set schema old_public', relname)
    from (${ourTables}) as ours where nspname = 'public'
  union all select 4, format('alter schema %I rename to %I', nspname, 'old_' || nspname)
    from pg_catalog.pg_namespace where nspname in ('auth', 'storage', 'private')
  order by 1`;

/** A type of ours has an old namesake, which is read as text. */
const copyStatement = `
  select format('insert into %I.%I (%s) overriding system value select %s from %I.%I', $1::text,
    $2::text, string_agg(quote_ident(new.attname), ', '),
    string_agg(quote_ident(new.attname) || case when old.atttypid <> new.atttypid
      then '::text::' || pg_catalog.format_type(new.atttypid, new.atttypmod) else '' end, ', '),
    'old_' || $1, $2) as statement
  from pg_catalog.pg_attribute new
  join pg_catalog.pg_attribute old on old.attname = new.attname and not old.attisdropped
  where new.attrelid = to_regclass(format('%I.%I', $1, $2)) and new.attnum > 0
    and not new.attisdropped and new.attgenerated = ''
    and old.attrelid = to_regclass(format('%I.%I', 'old_' || $1, $2)) and old.attnum > 0
  having count(*) > 0`;

const sequenceStatements = `
  select format('select setval(%L, max(%I)) from %I.%I having max(%I) is not null',
    d.objid::regclass, a.attname, n.nspname, c.relname, a.attname) as statement
  from pg_catalog.pg_depend d
  join pg_catalog.pg_class s on s.oid = d.objid and s.relkind = 'S'
  join pg_catalog.pg_class c on c.oid = d.refobjid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
  where d.deptype in ('a', 'i') and n.nspname = any ($1)`;

/** What stands outside and needs something old, and tables among the old that are not ours. */
const foreignObjects = `
  with old as (
    select oid, nspname from pg_catalog.pg_namespace where nspname = any ($1)
  ),
  object (class, id) as (
    select 'pg_class'::regclass, c.oid from pg_catalog.pg_class c join old on old.oid = relnamespace
    union all
    select 'pg_proc'::regclass, p.oid from pg_catalog.pg_proc p join old on old.oid = pronamespace
    union all
    select 'pg_type'::regclass, t.oid from pg_catalog.pg_type t join old on old.oid = typnamespace
  )
  select distinct found.identity as name
  from object
  join pg_catalog.pg_depend d on d.refclassid = class and d.refobjid = id and d.deptype in ('n', 'a')
  cross join lateral pg_catalog.pg_identify_object(d.classid, d.objid, d.objsubid) as found
  where coalesce(found.schema, substring(found.identity from '(?: on|^for) ([^.]+)\\.'), '') !~ '^old_'
  union all
  select format('%I.%I', old.nspname, c.relname) from pg_catalog.pg_class c
  join old on old.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
    and to_regclass(format('%I.%I', substr(old.nspname, 5), c.relname)) is null
  order by 1`;
