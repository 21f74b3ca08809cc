import { afterAll, beforeAll, expect, test } from "vitest";
import { installQueue } from "#backend/mail/queue.ts";
import { applyMigrations, listMigrations } from "#backend/postgres/migrations.ts";
import { createTestDatabase } from "#backend-tests/support/database.ts";
import { databaseSchema } from "#composition/database-schema.ts";
import { startTestCluster } from "#tests/support/cluster.ts";

/** The last migration before the first whose rows are looked at. */
const lastBefore = "20261125065258";

const dealer = "00000000-0000-4000-8000-000000000001";
const car = "00000000-0000-4000-8000-0000000000aa";

/** Migrations change roles, which all databases of a server have in common. */
let cluster: Awaited<ReturnType<typeof startTestCluster>>;
let old: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  cluster = await startTestCluster();
  old = await createTestDatabase(cluster.url, "template1");
  await installQueue(old.ownerUrl);
  const versions = await listMigrations(databaseSchema);
  const before = versions.filter((version) => version <= lastBefore);
  await applyMigrations(old.ownerUrl, databaseSchema, { versions: before });
  await old.sql.unsafe(rowsOfThen);
  await applyMigrations(old.ownerUrl, databaseSchema);
});
afterAll(async () => {
  await old.drop();
  await cluster.stop();
});

/** What could be written then, and cannot any more. */
const rowsOfThen = `
  insert into auth.users (id, email) values ('${dealer}', 'a@example.com');
  update public.profiles set role = 'concesionario', is_active = true, config = jsonb_build_object(
    'profile', jsonb_build_object('name', E'Autos\\u0007Sol', 'slogan', 'Como siempre',
      'offers', E'Uno\\n\\u0007dos', 'custom_button', '{"text": "Ver\\nmás"}'::jsonb))
  where id = '${dealer}';

  insert into public.vehicles (id, user_id, brand, model, year, published, price, body_style,
    stock_number, created_at, updated_at)
  values ('${car}', '${dealer}', 'Honda', 'Odyssey', 2019, true, '15 000 €', 'Minivan', 'T-1',
      '2026-01-01', '2026-01-02'),
    (default, '${dealer}', 'Ford', 'Transit', 2020, true, 'A consultar', 'Van', 'T-2',
      '2026-01-01', 'infinity'),
    (default, '${dealer}', 'Ram', 'ProMaster Van', 2021, true, null, null, 'T-3', '2026-01-01',
      '2026-01-02'),
    (default, '${dealer}', 'Kia', 'Rio', 2021, true, '12990,50', null, 'T-4', '2026-01-01',
      '2026-01-02');
  alter table public.vehicles disable trigger user;
  update public.vehicles set vin = '5FNRL6H70JB000001', color = 'Rojo vino', trim = 'EX-L',
    fuel_type = 'Híbrido', transmission = 'Automático', drivetrain = 'Integral (AWD)',
    engine = '2.0L V-6', interior_color = 'Negro, piel', equipment = '{Bluetooth,Quemacocos}',
    description = 'Control de tracción, cámara trasera.'
  where id = '${car}';
  alter table public.vehicles enable trigger user;

  insert into public.deals (dealership_id, vehicle_title, kind, day, price, deposit, commission,
    cost, created_at)
  values ('${dealer}', 'whole', 'Venta', '2026-01-03', 9000, 1, 2, 3, '2026-01-04'),
    ('${dealer}', 'odd', 'Venta', 'infinity', 'NaN', 'NaN', 'NaN', 'NaN', '2026-01-04'),
    ('${dealer}', 'early', 'Venta', '0202-11-25', 9000, null, null, null, '2026-01-04');
  insert into public.vehicle_figures (id, dealership_id, cost)
  values ('${car}', '${dealer}', 'NaN');
  insert into public.vehicle_costs (vehicle_id, dealership_id, label, amount)
  values ('${car}', '${dealer}', 'Llantas', 'NaN'), ('${car}', '${dealer}', 'Pintura', 400);
  insert into public.leads (kind, recipient_id, dealership_id, recipient_name, name, email,
    next_step, next_step_on)
  select 'general_inquiry', '${dealer}', '${dealer}', 'a', 'Carla', 'c@example.com', 'Llamar', day
  from unnest('{infinity,1000-01-01,2026-01-05}'::date[]) as day;
  insert into public.contact_taps (dealership_id, channel, codes, visitor)
  values ('${dealer}', 'call', '{K7Q2MX,ABCDEF}', 'one'),
    ('${dealer}', 'whatsapp', '{K7Q2MXABCDEF,HJKMNP}', 'two');
  insert into public.vehicle_imports (dealership_id, created_by, applied_at)
  values ('${dealer}', '${dealer}', 'infinity');`;

test("a dealer's days and amounts that are none are put right, and the others stay", async () => {
  const { sql } = old;
  expect([
    ...(await sql`select vehicle_title, day::text, price, deposit, commission, cost
      from public.deals order by vehicle_title desc`),
  ]).toEqual([
    {
      vehicle_title: "whole",
      day: "2026-01-03",
      price: "9000.00",
      deposit: "1.00",
      commission: "2.00",
      cost: "3.00",
    },
    ...[
      { vehicle_title: "odd", price: null },
      { vehicle_title: "early", price: "9000.00" },
    ].map((deal) => ({ ...deal, day: "2026-01-04", deposit: null, commission: null, cost: null })),
  ]);
  expect([...(await sql`select cost from public.vehicle_figures`)]).toEqual([{ cost: null }]);
  expect([...(await sql`select label, amount from public.vehicle_costs`)]).toEqual([
    { label: "Pintura", amount: "400.00" },
  ]);
  expect([
    ...(await sql`select next_step_on::text as day from public.leads order by next_step_on`),
  ]).toEqual([{ day: "1950-01-01" }, { day: "2026-01-05" }, { day: "2100-01-01" }]);
  expect([
    ...(await sql`select stock_number, price_amount, updated_at = '2026-01-02' as unchanged,
      updated_at <= now() as past from public.vehicles order by stock_number`),
  ]).toEqual([
    { stock_number: "T-1", price_amount: "15000", unchanged: true, past: true },
    { stock_number: "T-2", price_amount: null, unchanged: false, past: true },
    { stock_number: "T-3", price_amount: null, unchanged: true, past: true },
    { stock_number: "T-4", price_amount: "12990.50", unchanged: true, past: true },
  ]);
  expect([...(await sql`select applied_at <= now() as past from public.vehicle_imports`)]).toEqual([
    { past: true },
  ]);
});

test("a dealer's lines have no control characters, and visitors read the same", async () => {
  const [row] =
    await old.sql`select config -> 'profile' as kept, public_config -> 'profile' as shown
    from public.profiles`;
  const profile = {
    name: "Autos Sol",
    slogan: "Como siempre",
    offers: "Uno\n dos",
    custom_button: { text: "Ver más" },
  };
  expect(row).toEqual({ kept: profile, shown: profile });
});

test("visitors find what a dealership had before a migration by the words of after it", async () => {
  const { sql } = old;
  const find = async (text: string) => {
    const rows = await sql<{ model: string }[]>`
      select model from public.search_listing(${dealer}, ${text})`;
    return rows.map(({ model }) => model).sort();
  };
  expect(await find("furgonetas")).toEqual(["Odyssey", "ProMaster Van", "Transit"]);
  expect(await find("furgón")).toEqual(["ProMaster Van", "Transit"]);
  const forgotten = await sql.begin(async (session) => {
    await session`set local enable_seqscan = off`;
    return session`select v.model, word.lexeme
      from private.listed_vehicles as v, unnest(v.words) as word
      where v.id <> all (array(select indexed.id from private.listed_vehicles as indexed
        where indexed.words @@ quote_literal(word.lexeme)::tsquery))`;
  });
  expect([...forgotten], "words that vehicles_words_idx does not know").toEqual([]);
});

test("a code of a tap that was too long is cut into codes, and the others stay", async () => {
  expect([...(await old.sql`select codes from public.contact_taps order by channel`)]).toEqual([
    { codes: ["K7Q2MX", "ABCDEF"] },
    { codes: ["K7Q2MX", "ABCDEF", "HJKMNP"] },
  ]);
});
