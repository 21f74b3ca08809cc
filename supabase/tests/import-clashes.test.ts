import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createVehicle, type People, type Person } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
});
afterAll(() => world.close());

type Columns = Record<string, unknown>;
type Line = { id?: string; columns: Columns };

const kona = { brand: "Hyundai", model: "Kona", year: 2023 };
const added = "Alguien añadió entretanto uno de estos vehículos. Revisa los datos otra vez.";
const over = "Esta importación ya no se puede deshacer.";

/** Uploads and applies rows; those with an id change that vehicle as it is now. */
async function bringIn(actor: Actor, lines: Line[]): Promise<string> {
  const by = typeof actor === "string" ? people.dealer.id : actor.id;
  const seen = await world.sql<{ id: string; at: string }[]>`
    select id, to_jsonb(updated_at) #>> '{}' as at from public.vehicles`;
  return world.as(actor, async (sql) => {
    const [made] = await sql<{ id: string }[]>`insert into public.vehicle_imports
      (dealership_id, created_by) values (${people.dealer.id}, ${by}) returning id`;
    const id = made?.id ?? "";
    for (const [index, line] of lines.entries()) {
      await sql`insert into public.vehicle_import_rows (import_id, n, vehicle_id, seen_at, columns)
        values (${id}, ${index + 1}, ${line.id ?? randomUUID()},
          ${seen.find((vehicle) => vehicle.id === line.id)?.at ?? null}, ${sql.json(line.columns)})`;
    }
    await sql`select public.import_vehicles(${id})`;
    return id;
  });
}

async function undo(actor: Actor, id: string) {
  const [row] = await world.as(
    actor,
    (sql) => sql<{ told: unknown }[]>`select public.undo_vehicle_import(${id}) as told`,
  );
  return row?.told;
}

/** An existing vehicle with this stock number. */
async function numbered(number: string, owner: Person = people.dealer): Promise<string> {
  const id = await createVehicle(world, owner);
  await world.sql`update public.vehicles set stock_number = ${number} where id = ${id}`;
  return id;
}

const inventory = () =>
  world.sql`select stock_number, brand, price from public.vehicles
    where user_id = ${people.dealer.id} order by stock_number`;

const rowOf = async (id: string) => {
  const [row] = await world.sql`select stock_number, price, color, status from public.vehicles
    where id = ${id}`;
  return row;
};

describe("a stock number on two vehicles", () => {
  test.each(["dealer", "vendedor", "admin"] as const)(
    "in one file of a %s, in any spelling, gets the import rejected",
    async (role) => {
      const lines = ["T-9", " t-9 "].map((stock_number) => ({
        columns: { ...kona, stock_number },
      }));
      await expect(bringIn(people[role], lines)).rejects.toMatchObject({
        code: "23505",
        constraint: "vehicles_stock_number_key",
      });
      expect(await inventory()).toEqual([]);
    },
  );

  test.each(["dealer", "vendedor", "admin"] as const)(
    "gets a %s's import rejected if one is an existing vehicle",
    async (role) => {
      await numbered("T-9");
      const changing = await numbered("T-10");
      const before = await inventory();
      const clash = { ...kona, stock_number: " t-9 " };
      await expect(bringIn(people[role], [{ columns: clash }])).rejects.toThrow(added);
      await expect(
        bringIn(people[role], [
          { columns: { ...kona, price: "1" } },
          { id: changing, columns: { stock_number: "T-9" } },
        ]),
      ).rejects.toThrow(added);
      expect(await inventory()).toEqual(before);
    },
  );

  test.each(["dealer", "vendedor", "admin"] as const)(
    "is allowed when cars in a %s's file swap numbers or pass one on",
    async (role) => {
      const [one, other, third] = [
        await numbered("T-1"),
        await numbered("T-2"),
        await numbered("T-3"),
      ];
      const numbersOf = () =>
        Promise.all([one, other, third].map(async (id) => (await rowOf(id))?.stock_number));
      const id = await bringIn(people[role], [
        { id: one, columns: { stock_number: "T-2" } },
        { id: other, columns: { stock_number: "t-3", price: "1" } },
        { id: third, columns: { stock_number: "T-1" } },
      ]);
      expect(await numbersOf()).toEqual(["T-2", "T-3", "T-1"]);
      expect(await undo(people[role], id)).toMatchObject({ undone: 3, kept: 0 });
      expect(await numbersOf()).toEqual(["T-1", "T-2", "T-3"]);
      await bringIn(people[role], [
        { columns: { ...kona, stock_number: "T-3" } },
        { id: third, columns: { stock_number: "T-4" } },
      ]);
      expect((await rowOf(third))?.stock_number).toBe("T-4");
    },
  );

  test("is allowed across dealerships", async () => {
    await numbered("T-9", people.otherDealer);
    await bringIn(people.dealer, [{ columns: { ...kona, stock_number: "T-9" } }]);
    expect(await inventory()).toMatchObject([{ stock_number: "T-9" }]);
  });

  test("does not arise from generated numbers, which skip a dealer's own", async () => {
    await bringIn(people.dealer, [
      { columns: { ...kona, brand: "Audi" } },
      { columns: { ...kona, stock_number: "A-0001" } },
    ]);
    expect(await inventory()).toMatchObject([
      { stock_number: "A-0001", brand: "Hyundai" },
      { stock_number: "A-0002", brand: "Audi" },
    ]);
  });
});

describe("undoing an import", () => {
  test("keeps the new stock number of a car if a dealer reused its old one", async () => {
    const [taken, free] = [await numbered("T-1"), await numbered("T-2")];
    const id = await bringIn(people.dealer, [
      { id: taken, columns: { stock_number: "N-1", price: "1" } },
      { id: free, columns: { stock_number: "N-2", price: "2" } },
    ]);
    await numbered("T-1");
    expect(await undo(people.dealer, id)).toEqual({
      undone: 1,
      kept: 1,
      named: ["Hyundai Kona 2023"],
    });
    expect(await rowOf(taken)).toMatchObject({ stock_number: "N-1", price: "1" });
    expect(await rowOf(free)).toMatchObject({ stock_number: "T-2", price: null });
  });

  test("keeps swapped stock numbers if one of the cars was changed since", async () => {
    const cars = [await numbered("T-1"), await numbered("T-2"), await numbered("T-3")];
    const numbers = ["T-2", "T-3", "T-1"];
    const id = await bringIn(
      people.dealer,
      cars.map((car, index) => ({ id: car, columns: { stock_number: numbers[index] } })),
    );
    await world.sql`update public.vehicles set color = 'Rojo' where id = ${cars[2] ?? ""}`;
    expect(await undo(people.dealer, id)).toMatchObject({ undone: 0, kept: 3 });
    expect(await Promise.all(cars.map(async (car) => (await rowOf(car))?.stock_number))).toEqual(
      numbers,
    );
  });

  test("restores a stock number even if another dealership uses it", async () => {
    const car = await numbered("T-1");
    const id = await bringIn(people.dealer, [{ id: car, columns: { stock_number: "N-1" } }]);
    await numbered("T-1", people.otherDealer);
    expect(await undo(people.dealer, id)).toMatchObject({ undone: 1, kept: 0 });
    expect(await rowOf(car)).toMatchObject({ stock_number: "T-1" });
  });

  type Edit = [what: string, edit: (car: string) => Promise<unknown>];
  const edits: Edit[] = [
    [
      "another column by hand",
      (car) =>
        world.as(
          people.vendedor,
          (sql) => sql`update public.vehicles set color = 'Rojo' where id = ${car}`,
        ),
    ],
    [
      "the same column by hand",
      (car) =>
        world.as(
          people.vendedor,
          (sql) => sql`update public.vehicles set price = '7' where id = ${car}`,
        ),
    ],
    [
      "its cost",
      (car) =>
        world.as(
          people.dealer,
          (sql) => sql`insert into public.vehicle_figures (id, cost) values (${car}, 7)
            on conflict (id) do update set cost = excluded.cost`,
        ),
    ],
    [
      "its sale, which a dealer made since",
      (car) => world.as(people.dealer, (sql) => sql`select public.sell_vehicle(${car})`),
    ],
    [
      "the details of a sale that the import made",
      (car) =>
        world.as(
          people.vendedor,
          (sql) =>
            sql`select public.sell_vehicle(${car}, p_price => 9000, p_buyer_name => 'Carla')`,
        ),
    ],
  ];
  test.each(edits)("does not delete an added car after someone changed %s", async (what, edit) => {
    const [edited, other] = [await numbered("T-1"), await numbered("T-2")];
    const sold = what.startsWith("the details") ? { status: "Vendido" } : {};
    const lines = [edited, other].map((id) => ({ id, columns: { price: "1", cost: 5, ...sold } }));
    const id = await bringIn(people.dealer, [...lines, { columns: { ...kona, ...sold } }]);
    await edit(edited);
    const before = await rowOf(edited);
    expect(await undo(people.dealer, id)).toMatchObject({ undone: 2, kept: 1 });
    expect(await rowOf(edited)).toEqual(before);
    expect(await rowOf(other)).toMatchObject({ price: null, status: "Disponible" });
    expect(await inventory()).toHaveLength(2);
  });

  test("does not delete an added sold car once its buyer was entered", async () => {
    const car = randomUUID();
    const id = await bringIn(people.dealer, [
      { columns: { ...kona, status: "Vendido" } },
      { columns: { ...kona, brand: "Audi", status: "Vendido", stock_number: "T-1" } },
    ]);
    const [row] = await world.sql<{ id: string }[]>`select id from public.vehicles
      where user_id = ${people.dealer.id} and stock_number = 'T-1'`;
    await world.as(
      people.dealer,
      (sql) => sql`select public.sell_vehicle(${row?.id ?? car}, p_price => 9000)`,
    );
    expect(await undo(people.dealer, id)).toEqual({
      undone: 1,
      kept: 1,
      named: ["Audi Kona 2023"],
    });
    const sales = await world.as(people.dealer, (sql) => sql`select price from public.sales`);
    expect(sales).toEqual([{ price: "9000.00" }]);
  });

  test("is allowed only for the salesperson who made the import", async () => {
    const id = await bringIn(people.vendedor, [{ columns: kona }]);
    const { dealer, admin, otherDealer, otherVendedor, inactiveDealer } = people;
    for (const actor of [dealer, admin, otherDealer, otherVendedor]) {
      await expect(undo(actor, id)).rejects.toThrow(over);
    }
    for (const actor of ["anonymous", inactiveDealer] as const) {
      await expect(undo(actor, id)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await inventory()).toHaveLength(1);
    expect(await undo(people.vendedor, id)).toMatchObject({ undone: 1 });
    expect(await inventory()).toEqual([]);
  });

  test("is rejected for a salesperson who has moved to another dealership", async () => {
    const car = await numbered("T-1");
    const id = await bringIn(people.vendedor, [
      { columns: kona },
      { id: car, columns: { price: "1" } },
    ]);
    await world.sql`update public.profiles set dealership_id = ${people.otherDealer.id}
      where id = ${people.vendedor.id}`;
    await expect(undo(people.vendedor, id)).rejects.toThrow(over);
    expect(await rowOf(car)).toMatchObject({ price: "1" });
    expect(await inventory()).toHaveLength(2);
  });
});
