import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Columns } from "#backend/postgres/sql.ts";
import { vehicleFieldNames } from "#contract/vehicle-fields.ts";
import { createPerson, createVehicle, type Person } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let dealer: Person;

beforeAll(async () => {
  world = await openWorld();
  dealer = await createPerson(world, "concesionario");
});
afterAll(() => world.close());

const insert = async (columns: Columns) => {
  const values = { user_id: dealer.id, brand: "Hyundai", model: "Kona", year: 2023, ...columns };
  const [row] = await world.as(
    dealer,
    (sql) => sql`insert into public.vehicles ${sql(values)} returning *`,
  );
  return row;
};

const nextYear = new Date().getFullYear() + 1;

describe("values", () => {
  test.each([
    [{ year: 1900 }, { year: 1899 }],
    [{ year: nextYear }, { year: nextYear + 1 }],
    [{ mileage: 0 }, { mileage: -1 }],
    [{ doors: 5 }, { doors: 7 }],
    [{ engine: "2.0 L, 4 cilindros" }, { engine: "x".repeat(61) }],
    [{ vin: "KM8K2CAB4PU001140" }, { vin: "KM8K2CAB4PU0011401" }],
    [{ status: "En revisión" }, { status: "Reservado" }],
    [{ brand: "Kia" }, { brand: "  " }],
    [{ images: ["https://a.example/1.jpg"] }, { images: ["javascript:alert(1)"] }],
    [{ images: ["http://localhost:3000/1.jpg"] }, { images: ["data:image/svg+xml,<svg/>"] }],
  ])("%j is accepted and %j is refused", async (right, wrong) => {
    expect(await insert(right)).toMatchObject(right);
    await expect(insert(wrong)).rejects.toMatchObject({ code: "23514" });
  });

  test.each(["brand", "model", "year"])("a vehicle without %s is refused", async (column) => {
    await expect(insert({ [column]: null })).rejects.toMatchObject({ code: "23502" });
  });

  test("a lower-case VIN and status word get their one spelling, and blanks become null", async () => {
    expect(
      await insert({
        vin: " km8k2cab4pu001140 ",
        status: "disponible",
        price: " ",
        color: "",
        engine: " ",
      }),
    ).toMatchObject({
      vin: "KM8K2CAB4PU001140",
      status: "Disponible",
      price: null,
      color: null,
      engine: null,
    });
  });
});

test("a visitor reads every field that the form asks for, and its column may be written", async () => {
  const rows = await world.sql<{ name: string }[]>`
    select attname::text as name from pg_attribute
    where attrelid = 'public.vehicles'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and has_column_privilege('anon', attrelid, attnum, 'select')
      and has_column_privilege('authenticated', attrelid, attnum, 'update')`;
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(vehicleFieldNames));
});

describe("columns that the database keeps", () => {
  test("a dealership sets neither the views nor the creation time", async () => {
    const row = await insert({ views: 1000, created_at: "2001-01-01" });
    expect(row?.views).toBe(0);
    expect(row?.created_at.getFullYear()).toBeGreaterThan(2001);
    const [after] = await world.as(
      dealer,
      (sql) => sql`update public.vehicles set views = 1000, created_at = '2001-01-01', price = '9'
        where id = ${row?.id} returning *`,
    );
    expect(after).toMatchObject({ views: 0, created_at: row?.created_at, price: "9" });
  });

  test("an edit stamps updated_at, a status toggle changes only what it names", async () => {
    const id = await createVehicle(world, dealer);
    await world.sql`update public.vehicles set price = '5000', updated_at = '2001-01-01' where id = ${id}`;
    const [row] = await world.as(
      dealer,
      (sql) => sql`update public.vehicles set status = 'Vendido' where id = ${id} returning *`,
    );
    expect(row).toMatchObject({ status: "Vendido", price: "5000" });
    expect(row?.updated_at.getFullYear()).toBeGreaterThan(2001);
  });
});

describe("vehicle_count", () => {
  const countOf = async (owner: Person) => {
    const [row] = await world.sql`select vehicle_count from public.profiles where id = ${owner.id}`;
    return row?.vehicle_count;
  };

  test("the counter follows inserts of many, moves and deletes", async () => {
    const from = await createPerson(world, "concesionario");
    const to = await createPerson(world, "concesionario");
    await world.sql`insert into public.vehicles (user_id, brand, model, year)
      select ${from.id}, 'Kia', 'Rio', 2020 from generate_series(1, 5)`;
    expect(await countOf(from)).toBe(5);
    await world.sql`update public.vehicles set user_id = ${to.id}
      where id in (select id from public.vehicles where user_id = ${from.id} limit 2)`;
    expect([await countOf(from), await countOf(to)]).toEqual([3, 2]);
    await world.sql`delete from public.vehicles where user_id = ${to.id}`;
    expect([await countOf(from), await countOf(to)]).toEqual([3, 0]);
  });

  test("a deleted dealership takes its vehicles along", async () => {
    const owner = await createPerson(world, "concesionario");
    const id = await createVehicle(world, owner);
    await world.sql`delete from auth.users where id = ${owner.id}`;
    expect(await world.sql`select id from public.vehicles where id = ${id}`).toHaveLength(0);
  });
});
