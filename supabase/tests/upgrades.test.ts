import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installQueue } from "#backend/mail/queue.ts";
import { applyMigrations, listMigrations } from "#backend/postgres/migrations.ts";
import { openPool, type SqlPool } from "#backend/postgres/pool.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { startExternalPostgres } from "#tests/support/external-postgres.ts";
import { applyOldState, fillOldState, oldCommits } from "#tests/support/old-states.ts";
import { databaseSchema } from "../database-schema.ts";
import { readCatalogue } from "./support/catalogue.ts";

const versions = await listMigrations(databaseSchema);

/** Old migrations change roles, which all databases of a server have in common. */
let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster.stop());

describe.each(oldCommits)("a database that %s made", (commit) => {
  test("starts on this version with everything in it, as a fresh one", async () => {
    const { sql, ownerUrl, drop } = await openOldDatabase(commit);
    await sql.unsafe(foreignTables);
    const before = await readRows(sql);
    const wasKept = "closed_by_admin" in (before.get("public.profiles")?.[0] ?? {});

    const starts = [1, 2].map(() => applyMigrations(ownerUrl, databaseSchema));
    expect((await Promise.all(starts)).map((names) => names.length).sort()).toEqual([
      0,
      versions.length,
    ]);

    const changed = compareRows(before, await readRows(sql));
    expect(changed.filter((column) => !mayChange.includes(column))).toEqual([]);
    expect([...(await sql.unsafe(stateOfPeople))]).toEqual([
      { name: "admin", slug: null, closed: false, phone: "13055550001", applied: false },
      { name: "closed", slug: null, closed: !wasKept, phone: "13055550004", applied: false },
      { name: "dealer", slug: "autos-nuevos", closed: false, phone: "13055550002", applied: false },
      { name: "pia", slug: null, closed: false, phone: null, applied: true },
      expect.objectContaining({ name: "seller", closed: false }),
    ]);
    expect([...(await sql`select color from public.vehicles`)]).toEqual([{ color: "Azul marino" }]);
    const [token] = await sql`insert into auth.refresh_tokens (token) values ('next') returning id`;
    expect(Number(token?.id)).toBe(43);
    await expect(sql`insert into public.news values (gen_random_uuid())`).rejects.toThrow(
      "news_author_fkey",
    );

    expect([
      ...(await sql`select tablename, attnames, rowfilter from pg_publication_tables`),
    ]).toEqual([
      { tablename: "vehicles", attnames: "{id,brand}", rowfilter: "(brand IS NOT NULL)" },
    ]);
    await sql`drop publication copies`;

    await sql`drop table public.news`;
    const fresh = await createTestDatabase(cluster.url);
    expect(await readCatalogue(sql)).toEqual(await readCatalogue(fresh.sql));
    await Promise.all([fresh.drop(), drop()]);
  }, 60_000);
});

test("an operator whose own view rests on an old table reads which, and nothing has changed", async () => {
  const { sql, ownerUrl, drop } = await openOldDatabase(oldCommits[0] ?? "");
  await sql`create view public.report as select id from public.vehicles`;
  await expect(applyMigrations(ownerUrl, databaseSchema)).rejects.toThrow(/_RETURN.+report/);
  expect(await sql`select from public.report`).toHaveLength(1);
  await sql`drop view public.report`;
  expect(await applyMigrations(ownerUrl, databaseSchema)).toHaveLength(versions.length);
  await drop();
}, 60_000);

test("an owner who is no superuser starts on this version, too", async () => {
  const { ownerUrl, stop } = await startExternalPostgres();
  const sql = openPool(ownerUrl, { max: 1 });
  await installQueue(ownerUrl);
  await applyOldState(ownerUrl, oldCommits[1] ?? "");
  await fillOldState(sql);
  const before = await readRows(sql);
  expect(await applyMigrations(ownerUrl, databaseSchema)).toHaveLength(versions.length);
  const changed = compareRows(before, await readRows(sql));
  expect(changed.filter((column) => !mayChange.includes(column))).toEqual([]);
  await sql.end();
  await stop();
}, 60_000);

async function openOldDatabase(commit: string) {
  const database = await createTestDatabase(cluster.url, "template1");
  await installQueue(database.ownerUrl);
  await applyOldState(database.ownerUrl, commit);
  await fillOldState(database.sql);
  return database;
}

/** A table of the operator's own stays, and so do what it refers to and what is published. */
const foreignTables = `
  create table public.news (author uuid references public.profiles (id));
  insert into public.news select id from public.profiles;
  create publication copies for table public.vehicles (id, brand) where (brand is not null)`;

/** What is kept in another way than it was: see supabase/old-rows. */
const mayChange = [
  "auth.identities",
  "auth.users.phone",
  "auth.users.raw_app_meta_data",
  "auth.users.updated_at",
  "public.profiles.public_slug",
  "public.vehicles.color",
  "public.vehicles.price_amount",
];

const stateOfPeople = `
  select split_part(p.email, '@', 1) as name, public_slug as slug, closed_by_admin as closed,
    u.phone, exists (select from private.sign_ups where user_id = p.id) as applied
  from public.profiles p join auth.users u using (id) order by 1`;

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

/** The columns of old tables whose values differ, and the tables that have lost or got rows. */
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
