import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installQueue } from "#backend/mail/queue.ts";
import { applyMigrations } from "#backend/postgres/migrations.ts";
import { createTestDatabase } from "#backend-tests/support/database.ts";
import { databaseSchema } from "#composition/database-schema.ts";
import { cleanLine, cleanText } from "#contract/text/clean-line.ts";
import { applyReleasedState } from "#tests/support/released-state.ts";
import { createPerson, createVehicle, type Person } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

/** "Ñandú" with combining marks, a zero-width space, a direction override and a no-break space. */
const dirty = "\u202eN\u0303an\u200bdu\u0301\ufeff\u00a0\u2066";
const clean = "Ñandú";

let world: World;
let dealer: Person;

beforeAll(async () => {
  world = await openWorld();
  dealer = await createPerson(world, "concesionario");
});
afterAll(() => world.close());

test.each([
  ["clean_line", cleanLine],
  ["clean_text", cleanText],
])("private.%s matches the contract's function for every character", async (name, copy) => {
  const rows = await world.sql.unsafe(`
    select code from (select generate_series(160, 131071) union all
      select generate_series(917504, 921600)) as codes (code)
    where code not between 55296 and 57343
      and private.${name}('a' || chr(code) || 'b') <> 'a' || chr(code) || 'b'`);
  const codes = [...rows.map(({ code }) => Number(code))].sort((a, b) => a - b);
  const changed = [...range(160, 131071), ...range(917504, 921600)].filter((code) => {
    if (code >= 0xd800 && code <= 0xdfff) return false;
    const text = `a${String.fromCodePoint(code)}b`;
    return copy(text) !== text;
  });
  expect(codes).toEqual(changed);
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

describe("writes by any client are cleaned", () => {
  const lines = [
    "brand",
    "model",
    "vin",
    "price",
    "transmission",
    "color",
    "fuel_type",
    "engine",
    "trim",
    "body_style",
    "drivetrain",
    "interior_color",
    "title_status",
    "stock_number",
  ];

  test.each(lines)("in a vehicle's %s", async (column) => {
    const id = await createVehicle(world, dealer);
    const [row] = await world.as(
      dealer,
      (sql) => sql`update public.vehicles set ${sql(column)} = ${dirty} where id = ${id}
        returning ${sql(column)} as kept`,
    );
    const isUpper = column === "vin" || column === "stock_number";
    expect(row?.kept).toBe(isUpper ? clean.toUpperCase() : clean);
  });

  test("in a vehicle's equipment and description, except for emoji joiners", async () => {
    const id = await createVehicle(world, dealer);
    const [row] = await world.as(
      dealer,
      (sql) => sql`update public.vehicles
        set equipment = ${[dirty, clean]}, description = ${"👨\u200d👩 ❤\ufe0f\u202e\u200b"}
        where id = ${id} returning equipment, description`,
    );
    expect(row).toEqual({ equipment: [clean], description: "👨\u200d👩 ❤\ufe0f" });
  });

  test("except a brand with nothing left, which is rejected", async () => {
    const write = world.as(
      dealer,
      (sql) => sql`insert into public.vehicles (user_id, brand, model, year)
        values (${dealer.id}, ${"\u200b"}, 'Rio', 2020)`,
    );
    await expect(write).rejects.toMatchObject({ code: "23514" });
  });

  test("in a profile's names, but not in a page's address", async () => {
    const url = "https://a.example/\u200b";
    const profile = {
      name: dirty,
      location: dirty,
      slogan: dirty,
      tagline: dirty,
      offers: `${dirty}👨\u200d👩`,
      phone: "\u202a+1 305 555 0123\u202c",
      location_url: url,
      custom_button: { enabled: false, text: dirty, url },
    };
    const config = JSON.stringify({ profile });
    const [row] = await world.as(
      dealer,
      (sql) => sql`update public.profiles set full_name = ${dirty}, config = ${config}::text::jsonb
        where id = ${dealer.id} returning full_name, config -> 'profile' as profile`,
    );
    expect(row).toMatchObject({
      full_name: clean,
      profile: {
        name: clean,
        location: clean,
        slogan: clean,
        tagline: clean,
        offers: `${clean}\u00a0👨\u200d👩`,
        phone: "+1 305 555 0123",
        location_url: url,
        custom_button: { enabled: false, text: clean, url },
      },
    });
  });

  test("in a buyer, an expense and a next step", async () => {
    const id = await createVehicle(world, dealer);
    const [cost] = await world.as(
      dealer,
      (sql) => sql`insert into public.vehicle_costs (vehicle_id, label, amount)
        values (${id}, ${dirty}, 5) returning label`,
    );
    expect(cost?.label).toBe(clean);
    await world.sql`insert into public.leads (kind, recipient_id, dealership_id, recipient_name,
        name, email, phone, message)
      values ('general_inquiry', ${dealer.id}, ${dealer.id}, 'a', ${dirty}, 'c@example.com',
        ${"\u202a305 555 0123\u202c"}, ${"Hola\u202e 👨\u200d👩"})`;
    const [lead] = await world.as(
      dealer,
      (sql) => sql`update public.leads set next_step = ${dirty}, next_step_on = '2026-12-01'
        where recipient_id = ${dealer.id} returning name, phone, message, next_step`,
    );
    expect(lead).toEqual({
      name: clean,
      phone: "305 555 0123",
      message: "Hola 👨\u200d👩",
      next_step: clean,
    });
    await world.as(dealer, (sql) => sql`select public.sell_vehicle(${id})`);
    const [deal] = await world.as(
      dealer,
      (sql) => sql`update public.deals set buyer_name = ${dirty}
        where vehicle_id = ${id} returning buyer_name`,
    );
    expect(deal?.buyer_name).toBe(clean);
  });

  test("in an applicant's name", async () => {
    const service = (text: string) => world.sql`select public.submit_access_request(
      ${text}, '13055550188', 'nandu@example.com', 'vendedor', ${`${text}.`}, 'secreta')`;
    await service(dirty);
    const [row] = await world.sql`select r.name, r.message, p.full_name
      from public.access_requests r join public.profiles p on p.id = r.user_id
      where r.email = 'nandu@example.com'`;
    expect(row).toEqual({ name: clean, message: `${clean}\u00a0.`, full_name: clean });
  });
});

test("a migration cleans old rows and fails on none", async () => {
  const old = await createTestDatabase(undefined, "template1");
  await installQueue(old.ownerUrl);
  await applyReleasedState(old.ownerUrl);
  const id = "00000000-0000-4000-8000-000000000001";
  await old.sql`insert into auth.users (id, email) values (${id}, 'a@example.com')`;
  const config = JSON.stringify({ profile: { name: dirty, country: "México" } });
  await old.sql`update public.profiles set role = 'concesionario', is_active = true,
    full_name = ${dirty}, config = ${config}::text::jsonb where id = ${id}`;
  await old.sql`insert into public.vehicles (user_id, brand, model, year, stock_number, color)
    values (${id}, ${dirty}, 'Rio', 2020, 'A-1', null),
      (${id}, ${"\u200b"}, 'Rio', 2021, ${"A-\u200b1"}, ${"Ro\u200bjo"}),
      (${id}, 'Kia', 'Rio', 2022, ${"A-\u200b2"}, null)`;
  await old.sql`insert into public.leads (kind, recipient_id, dealership_id, recipient_name, name,
      email, message)
    values ('general_inquiry', ${id}, ${id}, 'a', ${dirty}, 'c@example.com', ${dirty})`;
  await applyMigrations(old.ownerUrl, databaseSchema);
  expect([
    ...(await old.sql`select brand, color, stock_number from public.vehicles order by year`),
  ]).toEqual([
    { brand: clean, color: null, stock_number: "A-1" },
    { brand: "?", color: "Rojo", stock_number: expect.stringMatching(/^A-1-[0-9A-F]{4}$/) },
    { brand: "Kia", color: null, stock_number: "A-2" },
  ]);
  const [profile] = await old.sql`select full_name, config -> 'profile' as profile
    from public.profiles where id = ${id}`;
  expect(profile).toEqual({ full_name: clean, profile: { name: clean } });
  expect([...(await old.sql`select name from public.leads`)]).toEqual([{ name: clean }]);
  await old.drop();
});

test("a migration accepts texts that NFC lengthens beyond their limit", async () => {
  const old = await createTestDatabase(undefined, "template1");
  await installQueue(old.ownerUrl);
  await applyReleasedState(old.ownerUrl);
  const id = "00000000-0000-4000-8000-000000000001";
  const wide = (length: number) => "\u0958".repeat(length);
  const config = JSON.stringify({
    profile: { offers: wide(5000), name: wide(120), custom_button: { text: wide(80) } },
  });
  await old.sql`insert into auth.users (id, email) values (${id}, 'a@example.com')`;
  await old.sql`update public.profiles set role = 'concesionario', is_active = true,
    full_name = ${wide(120)}, config = ${config}::text::jsonb where id = ${id}`;
  const full = "00000000-0000-4000-8000-000000000002";
  const fullConfig = JSON.stringify({
    profile: { offers: wide(2500), slogan: wide(20), name: "Autos", other: "x".repeat(30_000) },
  });
  await old.sql`insert into auth.users (id, email) values (${full}, 'b@example.com')`;
  await old.sql`update public.profiles set config = ${fullConfig}::text::jsonb where id = ${full}`;
  await old.sql`insert into public.vehicles (user_id, brand, model, year, equipment, description)
    values (${id}, ${wide(80)}, ${wide(80)}, 2020, ${[wide(60)]}, ${wide(10000)})`;
  await old.sql`insert into public.leads (kind, recipient_id, dealership_id, recipient_name, name,
      email, message)
    values ('general_inquiry', ${id}, ${id}, 'a', ${wide(120)}, 'c@example.com', ${wide(2000)})`;
  await old.sql`insert into public.deals (dealership_id, vehicle_title, kind, day, buyer_name)
    values (${id}, 'a', 'Venta', '2026-01-01', ${wide(200)})`;
  await applyMigrations(old.ownerUrl, databaseSchema);
  const composed = (length: number) => wide(length).normalize("NFC").slice(0, length);
  const [row] = await old.sql`select brand, equipment, leads.name, buyer_name,
      config #>> '{profile,offers}' as offers
    from public.vehicles, public.leads, public.deals, public.profiles
    where profiles.id = ${id}`;
  expect(row).toEqual({
    brand: composed(80),
    equipment: [composed(60)],
    name: composed(120),
    buyer_name: composed(200),
    offers: composed(5000),
  });
  const [kept] = await old.sql`select config #- '{profile,other}' as config from public.profiles
    where id = ${full}`;
  expect(kept?.config).toEqual({ profile: { slogan: composed(40), name: "Autos" } });
  await old.drop();
});
