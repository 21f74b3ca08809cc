import { afterAll, beforeAll, expect, test } from "vitest";
import { installQueue } from "#backend/mail/queue.ts";
import { applyMigrations } from "#backend/postgres/migrations.ts";
import { createTestDatabase } from "#backend-tests/support/database.ts";
import { databaseSchema } from "#composition/database-schema.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { applyReleasedState } from "#tests/support/released-state.ts";

const dealer = "00000000-0000-4000-8000-000000000001";

/** Own cluster: migrations change roles, which are shared by all databases of a server. */
let cluster: Awaited<ReturnType<typeof startTestCluster>>;
let old: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  cluster = await startTestCluster();
  old = await createTestDatabase(cluster.url, "template1");
  await installQueue(old.ownerUrl);
  await applyReleasedState(old.ownerUrl);
  await old.sql.unsafe(releasedRows);
  await applyMigrations(old.ownerUrl, databaseSchema);
});
afterAll(async () => {
  await old.drop();
  await cluster.stop();
});

/** Rows valid in 1fc14bd that later versions interpret differently. */
const releasedRows = `
  insert into auth.users (id, email) values ('${dealer}', 'a@example.com');
  update public.profiles set role = 'concesionario', is_active = true where id = '${dealer}';
  insert into public.vehicles (user_id, brand, model, year, published, price, body_style,
    stock_number, created_at, updated_at)
  values ('${dealer}', 'Honda', 'Odyssey', 2019, true, '15 000 €', 'Minivan', 'T-1',
      '2026-01-01', '2026-01-02'),
    ('${dealer}', 'Chevrolet', 'Express', 2020, true, 'A consultar', 'Van', 'T-2', '2026-01-01',
      '2026-01-02'),
    ('${dealer}', 'Kia', 'Rio', 2021, true, '12990,50', null, 'T-3', '2026-01-01', '2026-01-02');
  insert into public.contact_taps (dealership_id, channel, codes, visitor)
  values ('${dealer}', 'call', '{K7Q2MX,ABCDEF}', 'one'),
    ('${dealer}', 'whatsapp', '{K7Q2MXABCDEF,HJKMNP}', 'two');`;

test("prices with a decimal comma become amounts without touching updated_at", async () => {
  expect([
    ...(await old.sql`select stock_number, price_amount, updated_at = '2026-01-02' as unchanged
      from public.vehicles order by stock_number`),
  ]).toEqual([
    { stock_number: "T-1", price_amount: "15000", unchanged: true },
    { stock_number: "T-2", price_amount: null, unchanged: true },
    { stock_number: "T-3", price_amount: "12990.50", unchanged: true },
  ]);
});

test("visitors find old vehicles by words that a migration adds", async () => {
  const { sql } = old;
  const find = async (text: string) => {
    const rows = await sql<{ model: string }[]>`
      select model from public.search_listing(${dealer}, ${text})`;
    return rows.map(({ model }) => model).sort();
  };
  expect(await find("chevy")).toEqual(["Express"]);
  expect(await find("furgonetas")).toEqual(["Express", "Odyssey"]);
  const missing = await sql.begin(async (session) => {
    await session`set local enable_seqscan = off`;
    return session`select v.model, word.lexeme
      from private.listed_vehicles as v, unnest(v.words) as word
      where v.id <> all (array(select indexed.id from private.listed_vehicles as indexed
        where indexed.words @@ quote_literal(word.lexeme)::tsquery))`;
  });
  expect([...missing], "words that vehicles_words_idx does not have").toEqual([]);
});

test("a tap code that was too long is split into codes", async () => {
  expect([...(await old.sql`select codes from public.contact_taps order by channel`)]).toEqual([
    { codes: ["K7Q2MX", "ABCDEF"] },
    { codes: ["K7Q2MX", "ABCDEF", "HJKMNP"] },
  ]);
});
