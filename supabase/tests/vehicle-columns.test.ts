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
    [{ cylinders: 6 }, { cylinders: 0 }],
    [{ owners: 0 }, { owners: -1 }],
    [{ history_url: "https://www.carfax.com/v/1" }, { history_url: "http://www.carfax.com/v/1" }],
    [{ history_url: "https://a.example/?a=1&b" }, { history_url: "javascript:alert(1)//https://" }],
    [{ equipment: ["Bluetooth", "ABS"] }, { equipment: ["x".repeat(61)] }],
    [{ equipment: [] }, { equipment: Array.from({ length: 61 }, (_, n) => `${n}`) }],
    [{ stock_number: "T-77" }, { stock_number: "x".repeat(21) }],
    [{ vin: "KM8K2CAB4PU001140" }, { vin: "KM8K2CAB4PU0011401" }],
    [{ status: "En revisión" }, { status: "Reservado" }],
    [{ brand: "Kia" }, { brand: "  " }],
    [{ images: ["https://a.example/1.jpg"] }, { images: ["javascript:alert(1)"] }],
    [{ images: ["http://localhost:3000/1.jpg"] }, { images: ["data:image/svg+xml,<svg/>"] }],
  ])("%j is accepted and %j is rejected", async (right, wrong) => {
    expect(await insert(right)).toMatchObject(right);
    await expect(insert(wrong)).rejects.toMatchObject({ code: "23514" });
  });

  test.each([
    "brand",
    "model",
    "vin",
    "price",
    "transmission",
    "color",
    "fuel_type",
    "engine",
    "stock_number",
    "trim",
    "body_style",
    "drivetrain",
    "interior_color",
    "title_status",
    "history_url",
  ])("a dealer cannot write control characters to %s", async (column) => {
    for (const character of ["\n", "\r\n", "\t", "\u0001", "\u001b", "\u001f", "\u007f"]) {
      const told = { [column]: `https://A${character}B` };
      await expect(insert(told)).rejects.toMatchObject({
        code: "23514",
        constraint: `vehicles_${column}_check`,
      });
    }
    await expect(insert({ [column]: "A\0B" })).rejects.toMatchObject({ code: "22021" });
  });

  test.each(["brand", "model", "year"])("a vehicle without %s is rejected", async (column) => {
    await expect(insert({ [column]: null })).rejects.toMatchObject({ code: "23502" });
  });

  test("VIN and status are normalized, and blanks become null", async () => {
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

test("every field of the form is readable for visitors and writable for dealers", async () => {
  const rows = await world.sql<{ name: string }[]>`
    select attname::text as name from pg_attribute
    where attrelid = 'public.vehicles'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and has_column_privilege('anon', attrelid, attnum, 'select')
      and has_column_privilege('authenticated', attrelid, attnum, 'update')`;
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(vehicleFieldNames));
});

describe("columns that the database sets", () => {
  test("views and created_at that a dealership sends are ignored on insert and update", async () => {
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

  test("an edit sets updated_at; a status change sets only its own columns", async () => {
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

describe("the stock number", () => {
  const numbersOf = async (owner: Person) => {
    const rows = await world.sql<{ stock_number: string }[]>`
      select stock_number from public.vehicles where user_id = ${owner.id} order by 1`;
    return rows.map(({ stock_number }) => stock_number);
  };
  const numbered = (owner: Person, stock_number: string | null) =>
    world.sql`insert into public.vehicles (user_id, brand, model, year, stock_number)
      values (${owner.id}, 'Kia', 'Rio', 2020, ${stock_number})`;

  test("is generated for twenty concurrent vehicles, skipping one in use", async () => {
    const owner = await createPerson(world, "concesionario");
    await numbered(owner, " a-0003 ");
    await Promise.all(Array.from({ length: 20 }, () => createVehicle(world, owner)));
    const given = Array.from({ length: 21 }, (_, n) => `A-${String(n + 1).padStart(4, "0")}`);
    expect(await numbersOf(owner)).toEqual(given);
  });

  test("is unique per dealership regardless of case", async () => {
    const [owner, other] = [
      await createPerson(world, "concesionario"),
      await createPerson(world, "concesionario"),
    ];
    await numbered(owner, "T-77");
    await expect(numbered(owner, "t-77")).rejects.toMatchObject({ code: "23505" });
    await numbered(other, "t-77");
    expect([await numbersOf(owner), await numbersOf(other)]).toEqual([["T-77"], ["T-77"]]);
  });

  test("cannot be emptied, is never reused, and stays unique after a move", async () => {
    const [from, to] = [
      await createPerson(world, "concesionario"),
      await createPerson(world, "concesionario"),
    ];
    const [first, second] = [await createVehicle(world, from), await createVehicle(world, from)];
    await createVehicle(world, to);
    await world.sql`update public.vehicles set stock_number = '' where id = ${second}`;
    await world.sql`update public.vehicles set user_id = ${to.id}
      where id in (${first}, ${second})`;
    expect(await numbersOf(to)).toEqual(["A-0001", "A-0002", "A-0003"]);
    await createVehicle(world, from);
    expect(await numbersOf(from)).toEqual(["A-0003"]);
  });

  test("costs no more per vehicle for 4,000 vehicles than for 500", async () => {
    const { id } = await createPerson(world, "concesionario");
    const buffersPerVehicle = async (count: number) => {
      const [row] = await world.sql.unsafe(`explain (analyze, buffers, format json)
        insert into public.vehicles (user_id, brand, model, year)
        select '${id}', 'Kia', 'Rio', 2020 from generate_series(1, ${count})`);
      return row?.["QUERY PLAN"][0].Plan["Shared Hit Blocks"] / count;
    };
    const few = await buffersPerVehicle(500);
    expect(await buffersPerVehicle(4000)).toBeLessThan(few * 1.5);
    const [last] = await world.sql`select max(stock_number) as number from public.vehicles
      where user_id = ${id}`;
    expect(last?.number).toBe("A-4500");
  });

  test("of another dealership cannot be found out by trying to insert it there", async () => {
    const owner = await createPerson(world, "concesionario");
    await numbered(owner, "T-77");
    await expect(insert({ user_id: owner.id, stock_number: "T-77" })).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("vehicle_count", () => {
  const countOf = async (owner: Person) => {
    const [row] = await world.sql`select vehicle_count from public.profiles where id = ${owner.id}`;
    return row?.vehicle_count;
  };

  test("is correct after bulk inserts, moves and deletes", async () => {
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

  test("does not block deleting a dealership, which deletes its vehicles", async () => {
    const owner = await createPerson(world, "concesionario");
    const id = await createVehicle(world, owner);
    await world.sql`delete from auth.users where id = ${owner.id}`;
    expect(await world.sql`select id from public.vehicles where id = ${id}`).toHaveLength(0);
  });
});
