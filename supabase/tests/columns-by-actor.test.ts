import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { vehicleFieldNames } from "#contract/vehicle-fields.ts";
import { createPeople, createPerson, createVehicle, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

/** Checks every column in the catalogue, so that new columns are covered too. */
let world: World;
let people: People;
/** A published vehicle with all private details, and a hidden one. */
let shown: string;
let hidden: string;

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
  const trusted = await createPerson(world, "vendedor", { dealership: people.dealer });
  shown = await createVehicle(world, people.dealer, { published: true });
  hidden = await createVehicle(world, people.dealer);
  await world.sql`update public.vehicles set
      (vin, price, mileage, transmission, color, fuel_type, doors, description, engine, trim,
        body_style, drivetrain, cylinders, interior_color, title_status, owners, history_url,
        equipment, images)
      = ('KM8K2CAB4PU001140', '15000', 1, 'Manual', 'Rojo', 'Gasolina', 4, 'x', '2.0 L', 'SE',
        'SUV', '4x4', 4, 'Negro', 'Limpio', 1, 'https://www.carfax.com/v',
        '{ABS}', '{https://a.example/1.jpg}')
    where user_id = ${people.dealer.id}`;
  await world.as(people.dealer, async (sql) => {
    await sql`select public.sell_vehicle(${hidden}, '2026-11-01', 15000, 'Carla', '+13055550100',
      null, 300)`;
    await sql`select public.reserve_vehicle(${shown}, current_date + 1, now() + interval '1 day')`;
    await sql`insert into public.vehicle_figures (id, cost) values (${shown}, 9000)`;
    await sql`insert into public.vehicle_costs (vehicle_id, label, amount)
      values (${shown}, 'Llantas', 400)`;
    await sql`insert into public.figure_viewers (id, dealership_id)
      values (${trusted.id}, ${people.dealer.id})`;
    const [made] = await sql<{ id: string }[]>`insert into public.vehicle_imports
      (dealership_id, created_by) values (${people.dealer.id}, ${people.dealer.id}) returning id`;
    await sql`insert into public.vehicle_import_rows (import_id, n, columns)
      values (${made?.id ?? ""}, 1, '{"cost": 1}')`;
    await sql`insert into public.photo_imports (id, dealership_id, created_by, photos, photo_count,
      vehicle_count) values (${randomUUID()}, ${people.dealer.id}, ${people.dealer.id}, '{}', 0, 0)`;
  });
});
afterAll(() => world.close());

const columnsOf = async (table: string) => {
  const rows = await world.sql<{ name: string }[]>`
    select attname::text as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped`;
  return rows.map(({ name }) => name);
};

/** The number of rows that an actor's statement reads or writes, or the error code. */
const attempt = (actor: Actor, text: string, values: string[] = []) =>
  world
    .as(actor, async (sql) => (await sql.unsafe(text, values)).count)
    .catch((error: { code: string }) => error.code);

const everything = (table: string) =>
  world.sql.unsafe(`select to_jsonb(t)::text as row from public.${table} as t order by 1`);

type Role = keyof People;
const roles = ["dealer", "vendedor", "admin", "otherDealer", "otherVendedor"] as const;

/** Tables of a dealership's own data, with the roles that read them. */
const privateTables: [table: string, readers: Role[]][] = [
  ["deals", ["dealer"]],
  ["vehicle_figures", ["dealer"]],
  ["vehicle_costs", ["dealer"]],
  ["figure_viewers", ["dealer", "admin"]],
  ["price_changes", ["dealer", "vendedor", "admin"]],
  ["vehicle_imports", ["dealer"]],
  ["vehicle_import_rows", ["dealer"]],
  ["photo_imports", ["dealer"]],
];
const privateViews: typeof privateTables = [
  ["sales", ["dealer"]],
  ["sales_by_month", ["dealer"]],
];

test.each([...privateTables, ...privateViews])(
  "each column of %s can be read, filtered and sorted only by %j",
  async (table, readers) => {
    for (const column of await columnsOf(table)) {
      const text = `select "${column}" from public.${table}
        where "${column}" is null or "${column}" is not null order by "${column}"`;
      expect(await attempt("anonymous", text), column).toBe("42501");
      expect(await attempt(people.inactiveDealer, text), column).toBe(0);
      for (const role of roles) {
        const read = await attempt(people[role], text);
        if (readers.includes(role)) expect(read, `${role}: ${column}`).toBeGreaterThan(0);
        else expect(read, `${role}: ${column}`).toBe(0);
      }
    }
  },
);

test.each(privateTables)(
  "each column of %s can be written only by roles that can read it",
  async (table, readers) => {
    const before = await everything(table);
    for (const column of await columnsOf(table)) {
      const change = `update public.${table} set "${column}" = default`;
      const add = `insert into public.${table} ("${column}") values (default)`;
      expect(await attempt("anonymous", change), column).toBe("42501");
      expect(await attempt("anonymous", add), column).toBe("42501");
      for (const role of ["inactiveDealer", ...roles] as const) {
        if (readers.includes(role)) continue;
        // Either row security leaves no row, or no one may write the column.
        expect([0, "42501"], `${role}: ${column}`).toContain(await attempt(people[role], change));
      }
    }
    expect(await everything(table)).toEqual(before);
  },
);

describe("each column of vehicles", () => {
  /** Columns that visitors cannot read. */
  const kept = ["views", "updated_at"];

  test("is readable for visitors if the vehicle is published, except private ones", async () => {
    const columns = await columnsOf("vehicles");
    expect(columns).toEqual(expect.arrayContaining([...vehicleFieldNames, ...kept]));
    for (const column of columns) {
      const text = `select "${column}" from public.vehicles where id = $1`;
      const [seen, unseen] = kept.includes(column) ? ["42501", "42501"] : [1, 0];
      expect(await attempt("anonymous", text, [shown]), column).toBe(seen);
      expect(await attempt("anonymous", text, [hidden]), column).toBe(unseen);
      for (const role of ["otherDealer", "otherVendedor", "inactiveDealer"] as const) {
        expect(await attempt(people[role], text, [shown]), `${role}: ${column}`).toBe(0);
      }
    }
  });

  test("shows another dealership what visitors see", async () => {
    for (const role of ["otherDealer", "otherVendedor"] as const) {
      const rows = await world.as(
        people[role],
        (sql) => sql`select * from private.readable_vehicles where id in (${shown}, ${hidden})`,
      );
      const [own] = await world.sql`select * from public.vehicles where id = ${shown}`;
      expect(own).toMatchObject({ title_status: "Limpio", updated_at: expect.any(Date) });
      expect(rows).toEqual([{ ...own, views: null, updated_at: null }]);
    }
  });

  test("is not writable for visitors and other dealerships", async () => {
    const before = await everything("vehicles");
    for (const column of await columnsOf("vehicles")) {
      const change = `update public.vehicles set "${column}" = default`;
      const add = `insert into public.vehicles ("${column}") values (default)`;
      expect(await attempt("anonymous", change), column).toBe("42501");
      expect(await attempt("anonymous", add), column).toBe("42501");
      expect(await attempt(people.inactiveDealer, change), column).toBe("42501");
      for (const role of ["otherDealer", "otherVendedor"] as const) {
        expect(await attempt(people[role], change), `${role}: ${column}`).toBe(0);
      }
    }
    expect(await everything("vehicles")).toEqual(before);
  });

  test("is not writable if computed, not even for its dealer", async () => {
    for (const column of ["price_amount", "brand_folded", "model_folded", "search_text"]) {
      const text = `update public.vehicles set "${column}" = null where id = $1`;
      expect(await attempt(people.dealer, text, [shown]), column).toBe("428C9");
    }
  });
});
