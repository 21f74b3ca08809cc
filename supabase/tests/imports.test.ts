import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createPeople,
  createPerson,
  createVehicle,
  type People,
  type Person,
  verifyFactor,
} from "./support/people.ts";
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

type Line = { id?: string; seen_at?: string; columns: Record<string, unknown> };

const kona = { brand: "Hyundai", model: "Kona", year: 2023 };

/** Uploads and applies rows as the page does; returns the import and its counts. */
async function importLines(actor: Actor, lines: Line[], owner: Person = people.dealer) {
  const by = typeof actor === "string" ? people.dealer.id : actor.id;
  const [made] = await world.as(
    actor,
    (sql) => sql<{ id: string }[]>`insert into public.vehicle_imports (dealership_id, created_by)
      values (${owner.id}, ${by}) returning id`,
  );
  const id = made?.id ?? "";
  await send(actor, id, lines);
  return { id, counts: await take(actor, id) };
}

const send = (actor: Actor, importId: string, lines: Line[], first = 1) =>
  world.as(actor, async (sql) => {
    for (const [index, { id = randomUUID(), seen_at = null, columns }] of lines.entries()) {
      await sql`insert into public.vehicle_import_rows (import_id, n, vehicle_id, seen_at, columns)
        values (${importId}, ${first + index}, ${id}, ${seen_at},
          ${JSON.stringify(columns)}::text::jsonb)`;
    }
  });

async function take(actor: Actor, id: string) {
  const [row] = await world.as(
    actor,
    (sql) => sql<{ counts: unknown }[]>`select public.import_vehicles(${id}) as counts`,
  );
  return row?.counts;
}

async function undo(actor: Actor, id: string) {
  const [row] = await world.as(
    actor,
    (sql) => sql<{ told: unknown }[]>`select public.undo_vehicle_import(${id}) as told`,
  );
  return row?.told;
}

const inventoryOf = (owner: Person) =>
  world.sql`select vehicle.id, brand, model, year, vin, price, status, published, figures.cost,
      figures.acquired_on::text
    from public.vehicles as vehicle left join public.vehicle_figures as figures using (id)
    where user_id = ${owner.id} order by brand, model, year, vin`;

/** A row that changes a vehicle, based on its current version. */
async function changing(id: string, columns: Record<string, unknown>): Promise<Line> {
  const [row] = await world.sql<{ seen_at: string }[]>`
    select to_jsonb(updated_at) #>> '{}' as seen_at from public.vehicles where id = ${id}`;
  return { id, seen_at: row?.seen_at ?? "", columns };
}

describe("an import", () => {
  test("by a dealer adds and changes vehicles and costs, and nothing else", async () => {
    const id = await createVehicle(world, people.dealer, { published: true });
    const other = await createVehicle(world, people.dealer);
    const { counts } = await importLines(people.dealer, [
      { columns: { ...kona, brand: "Audi", vin: "wauzzz8v0ka000001", status: "Vendido" } },
      await changing(id, { price: "15000", cost: 9000 }),
      { columns: { ...kona, brand: "BMW", cost: 100.5, acquired_on: "2026-01-31" } },
    ]);
    expect(counts).toEqual({ added: 2, changed: 1 });
    const rows = await inventoryOf(people.dealer);
    expect(rows).toMatchObject([
      { brand: "Audi", vin: "WAUZZZ8V0KA000001", status: "Vendido", published: false, cost: null },
      { brand: "BMW", status: "Disponible", cost: "100.50", acquired_on: "2026-01-31" },
      expect.objectContaining({ brand: "Hyundai" }),
      expect.objectContaining({ brand: "Hyundai" }),
    ]);
    expect(rows.find((row) => row.id === id)).toMatchObject({
      price: "15000",
      year: 2023,
      published: true,
      cost: "9000.00",
    });
    expect(rows.find((row) => row.id === other)).toMatchObject({ price: null, cost: null });
  });

  test("of sold cars records dated sales, and undated ones of existing cars", async () => {
    const [here, dated] = [
      await createVehicle(world, people.dealer),
      await createVehicle(world, people.dealer),
    ];
    const sold = { ...kona, status: "Vendido" };
    const lines = [
      { columns: { ...sold, brand: "Audi", sold_on: "2025-03-01" } },
      { columns: { ...sold, brand: "BMW", sold_on: "2025-03-31", acquired_on: "2025-03-01" } },
      { columns: { ...sold, brand: "Cadillac" } },
      await changing(here, { status: "Vendido" }),
      await changing(dated, { status: "Vendido", sold_on: "2026-02-01" }),
    ];
    const sales = (actor: Actor) =>
      world.as(
        actor,
        (
          sql,
        ) => sql`select vehicle_title, day = private.local_day(dealership_id) as today, day::text, days_to_sell,
            seller_id from public.sales order by vehicle_title, day`,
      );
    const { id } = await importLines(people.dealer, lines);
    expect(await sales(people.dealer)).toMatchObject([
      { vehicle_title: "Audi Kona 2023", day: "2025-03-01", days_to_sell: null, seller_id: null },
      { vehicle_title: "BMW Kona 2023", day: "2025-03-31", days_to_sell: 30 },
      { day: "2026-02-01", days_to_sell: null, seller_id: null },
      { today: true, days_to_sell: 0, seller_id: people.dealer.id },
    ]);
    expect(await sales(people.vendedor)).toEqual([]);
    expect(await undo(people.dealer, id)).toMatchObject({ undone: 5, kept: 0 });
    expect(await sales(people.dealer)).toEqual([]);
  });

  test("of sold cars stores price, buyer and seller; undo removes unchanged ones", async () => {
    const told = { sold_on: "2025-03-01", sale_price: 15500.5, seller_name: " Luis\tPaz\u200b " };
    const here = await createVehicle(world, people.dealer);
    const sold = { ...kona, ...told, status: "Vendido" };
    const { id } = await importLines(people.dealer, [
      { columns: { ...sold, brand: "Audi", buyer_name: "John Diaz" } },
      { columns: { ...sold, brand: "BMW" } },
      await changing(here, { ...told, status: "Vendido", buyer_name: "Ana\u00a0Ruiz\u200b" }),
      { columns: { ...kona, ...told, brand: "Fiat" } },
    ]);
    const sales = () =>
      world.as(
        people.dealer,
        (sql) => sql`select day::text, price, buyer_name, seller_name, seller_id
          from public.sales order by vehicle_title`,
      );
    const sale = {
      day: "2025-03-01",
      price: "15500.50",
      seller_name: "Luis Paz",
      seller_id: null,
    };
    expect(await sales()).toEqual([
      { ...sale, buyer_name: "John Diaz" },
      { ...sale, buyer_name: null },
      { ...sale, buyer_name: "Ana Ruiz" },
    ]);
    await world.as(
      people.dealer,
      (sql) => sql`update public.deals set buyer_name = 'Eva' where buyer_name = 'John Diaz'`,
    );
    expect(await undo(people.dealer, id)).toMatchObject({ undone: 3, kept: 1 });
    expect(await sales()).toEqual([{ ...sale, buyer_name: "Eva" }]);
  });

  test("by a salesperson does not change the dealer's sales", async () => {
    const sold = await createVehicle(world, people.dealer);
    await world.as(
      people.dealer,
      (sql) => sql`select public.sell_vehicle(${sold}, '2026-05-05', 9000)`,
    );
    const told = { sold_on: "2020-01-01", sale_price: 1, buyer_name: "Ana", seller_name: "Luis" };
    await importLines(people.vendedor, [await changing(sold, { color: "Rojo", ...told })]);
    const sales = await world.as(
      people.dealer,
      (sql) => sql`select day::text, price, buyer_name from public.sales`,
    );
    expect(sales).toEqual([{ day: "2026-05-05", price: "9000.00", buyer_name: null }]);
  });

  test("by a salesperson without figures changes no existing sale", async () => {
    const sold = await createVehicle(world, people.dealer);
    await world.as(
      people.dealer,
      (sql) => sql`select public.sell_vehicle(${sold}, '2026-05-05', 9000)`,
    );
    await importLines(people.vendedor, [
      await changing(sold, { color: "Rojo", sold_on: "2020-01-01" }),
      { columns: { ...kona, status: "Vendido", sold_on: "2025-01-01" } },
    ]);
    const sales = await world.as(
      people.dealer,
      (sql) => sql`select day::text from public.sales order by day`,
    );
    expect(sales).toEqual([{ day: "2025-01-01" }, { day: "2026-05-05" }]);
  });

  test("of a sold car without a date, by a salesperson, dates the sale today", async () => {
    const here = await createVehicle(world, people.dealer);
    await importLines(people.vendedor, [
      await changing(here, { status: "Vendido", sold_on: null }),
    ]);
    const sales = await world.as(
      people.dealer,
      (sql) =>
        sql`select vehicle_id, day = private.local_day(dealership_id) as today from public.sales`,
    );
    expect(sales).toEqual([{ vehicle_id: here, today: true }]);
  });

  test("with a row larger than a vehicle can be is rejected", async () => {
    const longest = { ...kona, description: "\u0001".repeat(10_000) };
    await importLines(people.dealer, [{ columns: longest }]);
    const longer = { ...kona, description: "x".repeat(100_000) };
    await expect(importLines(people.dealer, [{ columns: longer }])).rejects.toMatchObject({
      code: "23514",
      constraint: "vehicle_import_rows_size",
    });
    const unknown = { ...kona, more: "x".repeat(100_000) };
    await expect(importLines(people.dealer, [{ columns: unknown }])).rejects.toMatchObject({
      constraint: "vehicle_import_rows_size",
    });
  });

  test("with one invalid row changes nothing", async () => {
    const id = await createVehicle(world, people.dealer);
    const lines = [
      { columns: kona },
      await changing(id, { price: "1" }),
      { columns: { ...kona, year: 1700 } },
    ];
    await expect(importLines(people.dealer, lines)).rejects.toMatchObject({ code: "23514" });
    expect(await inventoryOf(people.dealer)).toMatchObject([{ id, price: null }]);
  });

  test("uploaded or applied twice is stored and applied once", async () => {
    const { id } = await importLines(people.dealer, [{ columns: kona }]);
    expect(await take(people.dealer, id)).toEqual({ added: 1, changed: 0 });
    expect(await inventoryOf(people.dealer)).toHaveLength(1);
    await expect(send(people.dealer, id, [{ columns: kona }], 2)).rejects.toMatchObject({
      code: "42501",
    });
  });

  test("of vehicles changed or added in the meantime is rejected", async () => {
    const id = await createVehicle(world, people.dealer);
    const stale = await changing(id, { price: "1" });
    await world.sql`update public.vehicles set color = 'Rojo' where id = ${id}`;
    await expect(importLines(people.dealer, [{ columns: kona }, stale])).rejects.toThrow(
      "Alguien cambió entretanto uno de estos vehículos.",
    );
    const vin = "KM8K2CAB4PU001140";
    await world.sql`update public.vehicles set vin = ${vin} where id = ${id}`;
    const again = [{ columns: { ...kona, vin } }];
    await expect(importLines(people.dealer, again)).rejects.toThrow(
      "Alguien añadió entretanto uno de estos vehículos.",
    );
    expect(await inventoryOf(people.dealer)).toMatchObject([{ id, price: null }]);
  });

  test("by a salesperson is applied if they may add vehicles", async () => {
    await importLines(people.vendedor, [{ columns: kona }]);
    expect(await inventoryOf(people.dealer)).toHaveLength(1);
  });

  test("by an administrator is applied for any dealership and logged", async () => {
    await importLines(people.admin, [{ columns: kona }, { columns: kona }]);
    expect(await inventoryOf(people.dealer)).toHaveLength(2);
    const lines = await world.sql`select action from public.audit_log
      where actor_id = ${people.admin.id} and table_name = 'vehicles'`;
    expect(lines).toHaveLength(2);
  });

  test("is rejected for visitors, outsiders and people who may not add vehicles", async () => {
    const noAdding = { features: { canAddVehicles: false } };
    const barred = await createPerson(world, "vendedor", {
      dealership: people.dealer,
      ...noAdding,
    });
    const weak = await createPerson(world, "vendedor", { dealership: people.dealer });
    await verifyFactor(world, weak);
    const id = await createVehicle(world, people.dealer);
    const lines = [{ columns: kona }, await changing(id, { price: "1" })];
    const { otherDealer, otherVendedor, inactiveDealer } = people;
    for (const actor of [
      "anonymous",
      barred,
      weak,
      otherDealer,
      otherVendedor,
      inactiveDealer,
    ] as const) {
      await expect(importLines(actor, lines)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await inventoryOf(people.dealer)).toMatchObject([{ id, price: null }]);
  });

  test("cannot change another dealership's vehicles", async () => {
    const id = await createVehicle(world, people.dealer, { published: true });
    const lines = [await changing(id, { price: "1" })];
    await expect(importLines(people.otherDealer, lines, people.otherDealer)).rejects.toThrow(
      "Alguien cambió entretanto",
    );
    expect(await inventoryOf(people.dealer)).toMatchObject([{ id, price: null }]);
  });

  test("of figures is applied only for people who see them", async () => {
    const lines = [{ columns: { ...kona, cost: 9000 } }];
    await expect(importLines(people.vendedor, lines)).rejects.toMatchObject({ code: "42501" });
    expect(await inventoryOf(people.dealer)).toEqual([]);
    await world.sql`insert into public.figure_viewers (id, dealership_id)
      values (${people.vendedor.id}, ${people.dealer.id})`;
    await importLines(people.vendedor, lines);
    expect(await inventoryOf(people.dealer)).toMatchObject([{ cost: "9000.00" }]);
  });
});

describe("an uploaded import", () => {
  const stage = (actor: Person, owner = people.dealer) =>
    world.as(
      actor,
      (sql) => sql<{ id: string }[]>`insert into public.vehicle_imports (dealership_id, created_by)
        values (${owner.id}, ${actor.id}) returning id`,
    );

  test("is deleted when its author uploads a third later one; a colleague's is kept", async () => {
    await stage(people.dealer);
    const { id } = await importLines(people.vendedor, [{ columns: kona }]);
    const later: string[] = [];
    for (let n = 0; n < 5; n += 1) later.push((await stage(people.vendedor))[0]?.id ?? "");
    const kept = await world.sql<{ id: string }[]>`select id from public.vehicle_imports
      where created_by = ${people.vendedor.id}`;
    expect(kept.map((row) => row.id).sort()).toEqual([id, ...later.slice(2)].sort());
    expect(
      await world.sql`select from public.vehicle_imports
      where created_by = ${people.dealer.id}`,
    ).toHaveLength(1);
  });

  test("is marked as applied only by applying it", async () => {
    const { id } = await importLines(people.vendedor, [{ columns: kona }]);
    const [staged] = await stage(people.vendedor);
    const write = (when: string | null) =>
      world.as(
        people.vendedor,
        (sql) => sql`update public.vehicle_imports set applied_at = ${when}
          returning applied_at <= now() as now, id = ${id} as taken`,
      );
    for (const when of ["infinity", "-infinity", "2099-01-01", null]) {
      expect(await write(when)).toEqual([
        { now: true, taken: true },
        { now: true, taken: false },
      ]);
    }
    const [row] = await world.sql`select applied_at < now() as before from public.vehicle_imports
      where id = ${staged?.id ?? ""}`;
    expect(row).toEqual({ before: true });
    expect(await undo(people.vendedor, id)).toMatchObject({ undone: 1 });
  });
});

describe("undoing an import", () => {
  test("deletes added vehicles and restores changed ones, with their sales", async () => {
    const id = await createVehicle(world, people.dealer, { published: true });
    await world.sql`insert into public.vehicle_figures (id, dealership_id, cost)
      values (${id}, ${people.dealer.id}, 8000)`;
    const before = await inventoryOf(people.dealer);
    const made = await importLines(people.dealer, [
      { columns: { ...kona, brand: "Audi", status: "Vendido", cost: 5 } },
      await changing(id, { price: "1", year: 2020, cost: 9000, status: "Vendido" }),
    ]);
    expect(await undo(people.dealer, made.id)).toEqual({ undone: 2, kept: 0, named: [] });
    expect(await inventoryOf(people.dealer)).toEqual(before);
    expect(
      await world.sql`select from public.sales where dealership_id = ${people.dealer.id}`,
    ).toEqual([]);
    await expect(undo(people.dealer, made.id)).rejects.toThrow("ya no se puede deshacer");
  });

  test("keeps and lists vehicles changed, reserved or given an expense since", async () => {
    const id = await createVehicle(world, people.dealer);
    const made = await importLines(people.dealer, [
      await changing(id, { price: "1" }),
      ...["Audi", "BMW", "Cupra", "Dacia"].map((brand) => ({ columns: { ...kona, brand } })),
    ]);
    const { dealer } = people;
    await world.sql`update public.vehicles set color = 'Rojo' where id = ${id}`;
    await world.sql`update public.vehicles set published = true
      where user_id = ${dealer.id} and brand = 'Audi'`;
    await world.sql`update public.vehicles set reserved_until = '2027-01-01'
      where user_id = ${dealer.id} and brand = 'BMW'`;
    await world.sql`insert into public.vehicle_costs (vehicle_id, dealership_id, label, amount)
      select id, user_id, 'Llantas', 1 from public.vehicles
      where user_id = ${dealer.id} and brand = 'Cupra'`;
    expect(await undo(people.dealer, made.id)).toEqual({
      undone: 1,
      kept: 4,
      named: ["Hyundai Kona 2023", "Audi Kona 2023", "BMW Kona 2023", "Cupra Kona 2023"],
    });
    expect(await inventoryOf(people.dealer)).toHaveLength(4);
  });

  test("by a salesperson keeps the dealer's later costs and sale details", async () => {
    const { dealer, vendedor } = people;
    const here = await createVehicle(world, dealer);
    const sold = { ...kona, status: "Vendido", sold_on: "2026-01-31" };
    const { id } = await importLines(vendedor, [
      await changing(here, { status: "Vendido", sold_on: "2026-01-31" }),
      ...["Audi", "BMW", "Cupra", "Dacia", "Fiat"].map((brand) => ({
        columns: { ...sold, brand },
      })),
    ]);
    await world.as(dealer, async (sql) => {
      const of = (brand: string) => sql`select id from public.vehicles where brand = ${brand}`;
      await sql`update public.deals set price = 15000 where vehicle_id = ${here}`;
      await sql`insert into public.vehicle_figures (id, dealership_id, cost)
        values ((${of("Audi")}), ${dealer.id}, 9000)`;
      await sql`insert into public.vehicle_costs (vehicle_id, dealership_id, label, amount)
        values ((${of("BMW")}), ${dealer.id}, 'Llantas', 1)`;
      await sql`update public.deals set note = 'En dos pagos' where vehicle_id in (${of("Cupra")})`;
      await sql`update public.deals set day = '2026-02-01' where vehicle_id in (${of("Dacia")})`;
    });
    expect(await undo(vendedor, id)).toEqual({
      undone: 1,
      kept: 5,
      named: [
        "Hyundai Kona 2023",
        ...["Audi", "BMW", "Cupra", "Dacia"].map((of) => `${of} Kona 2023`),
      ],
    });
    expect(
      await world.as(
        dealer,
        (sql) => sql`select vehicle_title, day::text, price, note
      from public.sales order by vehicle_title`,
      ),
    ).toMatchObject([
      { vehicle_title: "Audi Kona 2023" },
      { vehicle_title: "BMW Kona 2023" },
      { vehicle_title: "Cupra Kona 2023", note: "En dos pagos" },
      { vehicle_title: "Dacia Kona 2023", day: "2026-02-01" },
      { vehicle_title: "Hyundai Kona 2023", price: "15000.00" },
    ]);
  });

  test("does not restore a stock number that is taken, or one depending on it", async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => createVehicle(world, people.dealer)));
    for (const [at, id] of ids.entries()) {
      await world.sql`update public.vehicles set stock_number = ${`N${at}`} where id = ${id}`;
    }
    const lines = ids.map((id, at) => changing(id, { stock_number: `N${at + 1}` }));
    const { id } = await importLines(people.dealer, (await Promise.all(lines)).reverse());
    await world.sql`update public.vehicles set color = 'Rojo' where id = ${ids[1] ?? ""}`;
    expect(await undo(people.dealer, id)).toMatchObject({ undone: 1, kept: 3 });
    const rows = await world.sql<{ stock_number: string }[]>`
      select stock_number from public.vehicles where id = any(${ids}) order by stock_number`;
    expect(rows.map((row) => row.stock_number)).toEqual(["N0", "N2", "N3", "N4"]);
  });

  test("reverts two thousand sold cars without planner statistics", async () => {
    const { id } = await importLines(people.dealer, []);
    await world.sql`update public.vehicle_imports set applied_at = null where id = ${id}`;
    await world.sql`insert into public.vehicle_import_rows (import_id, n, columns)
      select ${id}, n, jsonb_build_object('brand', 'Kia', 'model', 'Rio', 'year', 2020,
        'stock_number', 'S' || n, 'status', 'Vendido', 'sold_on', '2025-01-05', 'cost', 9000)
      from generate_series(1, 2000) as n`;
    expect(await take(people.dealer, id)).toEqual({ added: 2000, changed: 0 });
    expect(await undo(people.dealer, id)).toEqual({ undone: 2000, kept: 0, named: [] });
    expect(await inventoryOf(people.dealer)).toEqual([]);
  });

  test("is allowed only for the import's author, for one day", async () => {
    const { id } = await importLines(people.vendedor, [{ columns: kona }]);
    for (const actor of [people.dealer, people.otherDealer, people.admin, "anonymous"] as const) {
      await expect(undo(actor, id)).rejects.toThrow(/ya no se pueden? |permission denied/);
    }
    await world.sql`update public.vehicle_imports set applied_at = now() - interval '25 hours'
      where id = ${id}`;
    await expect(undo(people.vendedor, id)).rejects.toThrow("ya no se puede deshacer");
    await world.sql`select private.sweep_vehicle_imports()`;
    expect(await world.sql`select from public.vehicle_imports where id = ${id}`).toEqual([]);
    expect(await inventoryOf(people.dealer)).toHaveLength(1);
  });

  test("is offered only to the import's author, for the last import", async () => {
    const last = (actor: Actor) =>
      world.as(actor, (sql) => sql`select id, added, changed from public.vehicle_imports`);
    expect(await last(people.dealer)).toEqual([]);
    await importLines(people.dealer, [{ columns: kona }]);
    const { id } = await importLines(people.dealer, [{ columns: kona }, { columns: kona }]);
    expect(await last(people.dealer)).toEqual([{ id, added: 2, changed: 0 }]);
    expect(await last(people.vendedor)).toEqual([]);
  });
});
