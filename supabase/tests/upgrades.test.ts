import { afterAll, beforeAll, expect, test } from "vitest";
import { installQueue } from "#backend/mail/queue.ts";
import { applyMigrations } from "#backend/postgres/migrations.ts";
import { openPool, type SqlPool } from "#backend/postgres/pool.ts";
import { createTestDatabase } from "#backend-tests/support/database.ts";
import { databaseSchema } from "#composition/database-schema.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { startExternalPostgres } from "#tests/support/external-postgres.ts";
import {
  applyReleasedState,
  fillReleasedState,
  replacedMigrations,
} from "#tests/support/released-state.ts";
import { readCatalogue } from "./support/catalogue.ts";

/** Own cluster: migrations change roles, which are shared by all databases of a server. */
let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster.stop());

test("a database of 1fc14bd upgrades with all rows to a fresh one's catalogue", async () => {
  const { sql, ownerUrl, drop } = await openReleasedDatabase();
  await sql.unsafe(foreignTables);
  const before = await readRows(sql);

  const starts = [1, 2].map(() => applyMigrations(ownerUrl, databaseSchema));
  const applied = (await Promise.all(starts)).map((names) => names.length);
  expect(applied.sort((one, other) => one - other)).toEqual([0, expect.any(Number)]);
  expect(applied[1]).toBeGreaterThan(0);

  expect(compareRows(before, await readRows(sql))).toEqual([]);
  await expect(sql`insert into public.news values (gen_random_uuid())`).rejects.toThrow(
    "news_author_fkey",
  );
  await sql`drop publication copies`;
  await sql`drop table public.news`;
  const fresh = await createTestDatabase(cluster.url);
  expect(await readCatalogue(sql)).toEqual(await readCatalogue(fresh.sql));
  await Promise.all([fresh.drop(), drop()]);
});

test("an owner without superuser upgrades, too", async () => {
  const { ownerUrl, stop } = await startExternalPostgres();
  const sql = openPool(ownerUrl, { max: 1 });
  await installQueue(ownerUrl);
  await applyReleasedState(ownerUrl);
  await fillReleasedState(sql);
  const before = await readRows(sql);
  expect((await applyMigrations(ownerUrl, databaseSchema)).length).toBeGreaterThan(0);
  expect(compareRows(before, await readRows(sql))).toEqual([]);
  await sql.end();
  await stop();
});

test.each([
  ["older than the first migrations", ["20261120090000"]],
  ["missing the last migration of 1fc14bd", replacedMigrations.slice(0, -1)],
  ["missing one in the middle", replacedMigrations.toSpliced(20, 1)],
])(
  "an operator whose database is %s gets an error that names the upgrade path",
  async (_, applied) => {
    const { sql, ownerUrl, drop } = await createTestDatabase(cluster.url, "template1");
    await sql`create schema supabase_migrations`;
    await sql`create table supabase_migrations.schema_migrations
    (version text primary key, statements text[], name text)`;
    await sql`insert into supabase_migrations.schema_migrations
    select unnest(${applied}::text[])`;
    await expect(applyMigrations(ownerUrl, databaseSchema)).rejects.toThrow(
      "The database is older than this version can upgrade. Start commit 1fc14bd with it once",
    );
    expect(await sql`select version from supabase_migrations.schema_migrations`).toHaveLength(
      applied.length,
    );
    expect(await sql`select where to_regclass('public.profiles') is not null`).toHaveLength(0);
    await drop();
  },
);

async function openReleasedDatabase() {
  const database = await createTestDatabase(cluster.url, "template1");
  await installQueue(database.ownerUrl);
  await applyReleasedState(database.ownerUrl);
  await fillReleasedState(database.sql);
  return database;
}

/** The operator's own table and publication must survive, with what they refer to. */
const foreignTables = `
  create table public.news (author uuid references public.profiles (id));
  insert into public.news select id from public.profiles;
  create publication copies for table public.vehicles (id, brand)`;

type Rows = Map<string, Record<string, unknown>[]>;

async function readRows(sql: SqlPool): Promise<Rows> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('auth', 'storage', 'private', 'public') and tablename <> 'attempts'`;
  const rows: Rows = new Map();
  for (const { name } of tables) {
    const found = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) as row from ${name} as t order by t::text`,
    );
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

/** Columns of old tables with changed values, and tables that lost or gained rows. */
function compareRows(before: Rows, after: Rows): string[] {
  const changed = new Set<string>();
  for (const [table, rows] of before) {
    const found = after.get(table) ?? [];
    const columns = found.length === rows.length ? Object.keys(rows[0] ?? {}) : [];
    if (found.length !== rows.length) changed.add(table);
    for (const column of columns) {
      const values = (of: typeof rows) => of.map((row) => JSON.stringify(row[column])).sort();
      if (String(values(rows)) !== String(values(found))) changed.add(`${table}.${column}`);
    }
  }
  return [...changed];
}
