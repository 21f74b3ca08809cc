import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#backend/postgres/database.ts";
import type { Sql } from "#backend/postgres/sql.ts";
import { createTestDatabase, type TestDatabase } from "#backend-tests/support/database.ts";

let world: TestDatabase;
let database: Database;
beforeAll(async () => {
  world = await createTestDatabase();
  database = openDatabase(world);
});
afterAll(async () => {
  await database.close();
  await world.drop();
});

const visitor = { identity: { role: "anon", claims: {} }, headers: {}, client: null } as const;

const doors: [string, (work: (sql: Sql) => Promise<unknown>) => Promise<unknown>][] = [
  ["a visitor", (work) => database.asCaller({ ...visitor, isVisitor: true }, work)],
  ["the platform", (work) => database.asOwner(null, work)],
  ["the storage", (work) => database.asStorageOwner(work)],
];

test.each(doors)(
  "a transaction of %s ends even if another resource it used failed",
  async (_who, within) => {
    const elsewhere = Object.assign(new Error("elsewhere"), { code: "ECONNREFUSED" });
    await expect(
      within(async (sql) => {
        await sql`select 1`;
        throw elsewhere;
      }),
    ).rejects.toBe(elsewhere);
    const open = await world.sql`
      select pid from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    expect(open).toHaveLength(0);
  },
);

test.each(doors)("PostgreSQL ends an idle transaction that %s left open", async (_who, within) => {
  let seconds = 0;
  await within(async (sql) => {
    const [row] = await sql`
        select extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::int as seconds`;
    seconds = row?.seconds;
  });
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(120);
});
