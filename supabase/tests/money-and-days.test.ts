import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, localDay } from "#contract/dealership-day.ts";
import { inquire } from "./support/leads.ts";
import { createPeople, createVehicle, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let vehicle: string;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  vehicle = await createVehicle(world, people.dealer, { published: true });
});
afterAll(() => world.close());

/** Dates and numbers that PostgreSQL accepts and no one means. */
const days = ["infinity", "-infinity", "9999-12-31", "1949-12-31"];
const amounts = ["NaN", "Infinity", "-Infinity", "-1", "10000000000"];

const noDay = { code: "23514", message: "Elige un día entre 1950 y 2100." };
const notYet = { code: "23514", message: "Ese día aún no ha llegado. Elige hoy o uno anterior." };
const noAmount = { code: "23514", message: "Escribe una cantidad, como 15,000." };
/** Which code PostgreSQL raises depends on whether the column's type holds the value. */
const outOfRange = { code: expect.stringMatching(/^(23514|22003)$/) };

const sell = (actor: Actor, wish: { day?: string; price?: string; commission?: string }) =>
  world.as(
    actor,
    (sql) => sql`select public.sell_vehicle(${vehicle}, ${wish.day ?? "2026-11-20"},
      ${wish.price ?? null}, p_commission => ${wish.commission ?? null})`,
  );

const reserve = (actor: Actor, { deposit = "500", day = "tomorrow", end = "tomorrow" } = {}) =>
  world.as(
    actor,
    (sql) => sql`select public.reserve_vehicle(${vehicle}, nullif(${day}, '')::date,
      nullif(${end}, '')::timestamptz, p_deposit => ${deposit})`,
  );

const figures = () =>
  world.as(people.dealer, async (sql) => ({
    sales: await sql`select price, days_to_sell from public.sales`,
    months: await sql`select sold, revenue, commission from public.sales_by_month`,
    lot: await sql`select cost from public.lot`,
  }));

describe("a salesperson without figures", () => {
  test.each(days)("cannot sell on %s, and the dealership's figures stay unchanged", async (day) => {
    await expect(sell(people.vendedor, { day })).rejects.toMatchObject(noDay);
    expect(await figures()).toEqual({ sales: [], months: [], lot: [{ cost: null }] });
  });

  test.each(amounts)("cannot sell or reserve for %s", async (amount) => {
    await expect(sell(people.vendedor, { price: amount })).rejects.toMatchObject(noAmount);
    await expect(sell(people.vendedor, { commission: amount })).rejects.toMatchObject(noAmount);
    await expect(reserve(people.vendedor, { deposit: amount })).rejects.toMatchObject(noAmount);
    expect(await world.sql`select from public.deals where vehicle_id = ${vehicle}`).toEqual([]);
  });

  test("can sell at both limits of amount and date", async () => {
    const today = localDay(new Date(), "America/New_York");
    await sell(people.vendedor, { day: today });
    const later = sell(people.vendedor, { day: addDays(today, 1) });
    await expect(later).rejects.toMatchObject(notYet);
    await sell(people.vendedor, { day: "1950-01-01", price: "9999999999.99", commission: "0" });
    expect(await figures()).toMatchObject({
      sales: [{ price: "9999999999.99" }],
      months: [{ sold: "1", revenue: "9999999999.99", commission: "0.00" }],
    });
  });

  test.each([{ p_buyer_name: "n".repeat(201) }, { p_buyer_phone: "9".repeat(41) }])(
    "gets an error without amounts for a sale with an invalid %j",
    async (words) => {
      await sell(people.dealer, { price: "12345", commission: "678" });
      const [name, value] = Object.entries(words)[0] ?? [];
      const sold = world.as(people.vendedor, (sql) =>
        sql.unsafe(`select public.sell_vehicle($1, ${name} => $2)`, [vehicle, value ?? ""]),
      );
      const refusal = await sold.catch((error) => error);
      expect(refusal).toMatchObject({
        code: "23514",
        message: "El nombre, el teléfono o la nota son demasiado largos.",
      });
      expect(JSON.stringify(refusal)).not.toMatch(/12345|678/);
    },
  );

  test("cannot reserve until an infinite or a distant date", async () => {
    const refused = { code: "23514", message: "Elige un día desde hoy y de este año." };
    await expect(reserve(people.vendedor, { day: "" })).rejects.toMatchObject(refused);
    await expect(reserve(people.vendedor, { day: "", end: "" })).rejects.toMatchObject(refused);
  });
});

describe("a dealer", () => {
  /** Updates one column of an existing row through the API's role. */
  const write = (table: string, column: string, value: string) =>
    world.as(people.dealer, (sql) =>
      sql.unsafe(`update public.${table} set ${column} = $1 returning ${column}::text`, [value]),
    );

  beforeEach(async () => {
    await reserve(people.dealer);
    await world.as(people.dealer, async (sql) => {
      await sql`insert into public.vehicle_figures (id, cost) values (${vehicle}, 9000)`;
      await sql`insert into public.vehicle_costs (vehicle_id, label, amount)
        values (${vehicle}, 'Llantas', 400)`;
    });
    await inquire(world, { recipient: people.dealer });
  });

  test.each([
    ["deals", "price"],
    ["deals", "deposit"],
    ["deals", "commission"],
    ["vehicle_figures", "cost"],
    ["vehicle_costs", "amount"],
  ])("can store only finite amounts in %s.%s", async (table, column) => {
    for (const amount of amounts) {
      await expect(write(table, column, amount)).rejects.toMatchObject(outOfRange);
    }
    expect(await write(table, column, "9999999999.99")).toEqual([{ [column]: "9999999999.99" }]);
  });

  test.each([
    ["deals", "day", localDay(new Date(), "America/New_York")],
    ["vehicle_figures", "acquired_on", localDay(new Date(), "America/New_York")],
    ["vehicle_costs", "spent_on", localDay(new Date(), "America/New_York")],
    ["leads", "next_step_on", "2100-01-01"],
  ])("can store only dates in range in %s.%s", async (table, column, last) => {
    for (const day of days) {
      await expect(write(table, column, day)).rejects.toMatchObject({ code: "23514" });
    }
    expect(await write(table, column, last)).toEqual([{ [column]: last }]);
  });

  test("can import only a finite cost", async () => {
    const take = (cost: string) =>
      world.as(people.dealer, async (sql) => {
        const [made] = await sql<{ id: string }[]>`insert into public.vehicle_imports
          (dealership_id, created_by) values (${people.dealer.id}, ${people.dealer.id}) returning id`;
        const id = made?.id ?? "";
        await sql`insert into public.vehicle_import_rows (import_id, n, vehicle_id, columns)
          values (${id}, 1, ${randomUUID()},
            ${sql.json({ brand: "Kia", model: "Rio", year: 2020, cost })})`;
        return sql`select public.import_vehicles(${id})`;
      });
    for (const cost of amounts) await expect(take(cost)).rejects.toMatchObject(outOfRange);
    expect(await take("9000")).toHaveLength(1);
  });

  test("can delete a vehicle with expenses above a sale's range", async () => {
    await world.as(people.dealer, async (sql) => {
      await sql`insert into public.vehicle_costs (vehicle_id, label, amount)
        select ${vehicle}, 'Llantas', 9999999999 from generate_series(1, 101)`;
      await sql`select public.sell_vehicle(${vehicle})`;
      await sql`delete from public.vehicles where id = ${vehicle}`;
    });
    const [sale] = await world.sql`select cost from public.deals
      where dealership_id = ${people.dealer.id} and kind = 'Venta'`;
    expect(sale).toEqual({ cost: "999999999999.99" });
  });
});

describe("a vehicle's time of change", () => {
  const changedAt = () =>
    world.as(
      "anonymous",
      (sql) => sql`select changed_at between now() - interval '1 hour' and now() as now
        from public.get_sitemap_vehicles() where id = ${vehicle}`,
    );

  test("cannot be set by a salesperson: the database writes the current time", async () => {
    await world.as(
      people.vendedor,
      (sql) => sql`update public.vehicles set updated_at = 'infinity' where id = ${vehicle}`,
    );
    expect(await changedAt()).toEqual([{ now: true }]);
    vehicle = randomUUID();
    await world.as(
      people.vendedor,
      (sql) => sql`insert into public.vehicles (id, user_id, brand, model, year, published,
        updated_at) values (${vehicle}, ${people.dealer.id}, 'Kia', 'Rio', 2020, true, 'infinity')`,
    );
    expect(await changedAt()).toEqual([{ now: true }]);
  });
});
