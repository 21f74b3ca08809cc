import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createPeople,
  createPerson,
  createVehicle,
  type People,
  type Person,
} from "./support/people.ts";
import { waitForLock } from "./support/wait-for-lock.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let trusted: Person;
let vehicle: string;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  trusted = await createPerson(world, "vendedor", { dealership: people.dealer });
  await world.sql`insert into public.figure_viewers (id, dealership_id)
    values (${trusted.id}, ${people.dealer.id})`;
  vehicle = await createVehicle(world, people.dealer, { published: true });
});
afterAll(() => world.close());

const setStatus = (actor: Actor, status: string, id = vehicle) =>
  world.as(actor, (sql) => sql`update public.vehicles set status = ${status} where id = ${id}`);

const sell = (actor: Actor, id = vehicle) =>
  world.as(
    actor,
    (sql) => sql`select public.sell_vehicle(${id}, '2026-11-20', 15000, 'Carla', '+13055550100',
      null, 300) as id`,
  );

const reserve = (actor: Actor, { hide = false, hours = 24 } = {}) =>
  world.as(
    actor,
    (sql) => sql`select public.reserve_vehicle(${vehicle},
      (now() + make_interval(hours => ${hours}))::date, now() + make_interval(hours => ${hours}),
      'Carla', null, 500, ${hide}) as id`,
  );

const dealsOf = (id = vehicle) =>
  world.sql`select kind, ended_by, price, buyer_name, seller_id from public.deals
    where vehicle_id = ${id} order by created_at, kind`;

const stateOf = async (id = vehicle) => {
  const [row] = await world.sql`select status, published, reserved_until is not null as reserved
    from public.vehicles where id = ${id}`;
  return row;
};

describe("a sale", () => {
  test("is created without details by the status sold, and ended by another status", async () => {
    await setStatus(people.vendedor, "Vendido");
    expect(await dealsOf()).toEqual([
      {
        kind: "Venta",
        ended_by: null,
        price: null,
        buyer_name: null,
        seller_id: people.vendedor.id,
      },
    ]);
    await setStatus(people.dealer, "Disponible");
    expect(await dealsOf()).toMatchObject([{ ended_by: "undone" }]);
    await setStatus(people.dealer, "Vendido");
    expect(await dealsOf()).toMatchObject([{ ended_by: "undone" }, { ended_by: null }]);
  });

  test("is created for a vehicle added as sold", async () => {
    const sold = await createVehicle(world, people.dealer, { status: "Vendido" });
    expect(await dealsOf(sold)).toMatchObject([{ kind: "Venta", ended_by: null }]);
  });

  test("gets its details from a dealer or salesperson, and a second call updates them", async () => {
    await sell(people.vendedor);
    await sell(people.dealer);
    expect(await stateOf()).toMatchObject({ status: "Vendido" });
    expect(await dealsOf()).toEqual([
      {
        kind: "Venta",
        ended_by: null,
        price: "15000.00",
        buyer_name: "Carla",
        seller_id: people.vendedor.id,
      },
    ]);
  });

  test("only has its gaps filled in by a salesperson without figures", async () => {
    const complete = (actor: Actor, price: number | null, seller: Person, buyer = "Luis") =>
      world.as(
        actor,
        (sql) => sql`select public.sell_vehicle(${vehicle}, '2026-11-21', ${price}, ${buyer}, null,
          ${seller.id})`,
      );
    const told = () => world.sql`select day::text, price, buyer_name, seller_id, commission
      from public.deals where vehicle_id = ${vehicle}`;
    const sale = { day: "2026-11-21", buyer_name: "Luis", commission: null };
    await setStatus(people.dealer, "Vendido");
    await complete(people.vendedor, null, people.vendedor);
    expect(await told()).toEqual([{ ...sale, price: null, seller_id: people.vendedor.id }]);
    await complete(people.dealer, 15000, people.dealer);
    const kept = [{ ...sale, price: "15000.00", seller_id: people.dealer.id }];
    expect(await told()).toEqual(kept);

    // The right price is rejected like any other, or it could be guessed.
    for (const price of [1, 15000]) {
      await expect(complete(people.vendedor, price, people.vendedor)).rejects.toThrow(
        "Esta venta ya está completa. Pide el cambio a quien ve los costos.",
      );
    }
    await complete(people.vendedor, null, people.vendedor, "");
    await complete(people.vendedor, null, people.vendedor, "Otro");
    expect(await told()).toEqual(kept);
    await complete(trusted, 14000, trusted, "Otro");
    expect(await told()).toMatchObject([{ price: "14000.00", buyer_name: "Otro" }]);
  });

  test("keeps the dealer's price when a salesperson sells concurrently", async () => {
    await setStatus(people.dealer, "Vendido");
    let selling: Promise<unknown> = Promise.resolve();
    await world.as(people.dealer, async (sql) => {
      await sql`update public.deals set price = 15000 where vehicle_id = ${vehicle}`;
      selling = world.as(
        people.vendedor,
        (each) => each`select public.sell_vehicle(${vehicle}, '2026-11-21', 1)`,
      );
      selling.catch(() => {});
      await waitForLock(world);
    });
    await expect(selling).rejects.toThrow("Esta venta ya está completa.");
    expect(await dealsOf()).toMatchObject([{ price: "15000.00" }]);
  });

  test("can be undone by a salesperson without figures only if it has no amounts", async () => {
    await setStatus(people.dealer, "Vendido");
    await setStatus(people.vendedor, "Disponible");
    expect(await stateOf()).toMatchObject({ status: "Disponible" });
    for (const seller of [people.dealer, people.vendedor]) {
      await sell(seller);
      for (const status of ["Disponible", "En revisión"]) {
        await expect(setStatus(people.vendedor, status)).rejects.toMatchObject({
          code: "P0001",
          message:
            "La venta de Hyundai Kona 2023 está completa. Pide el cambio a quien ve los costos.",
        });
      }
      expect(await stateOf()).toMatchObject({ status: "Vendido" });
      await setStatus(seller === people.dealer ? trusted : people.admin, "Disponible");
      expect(await stateOf()).toMatchObject({ status: "Disponible" });
    }
    expect(await dealsOf()).toMatchObject(Array(3).fill({ ended_by: "undone" }));
  });

  test("other dealerships, visitors and inactive dealers cannot sell or reserve", async () => {
    for (const actor of [
      people.otherDealer,
      people.otherVendedor,
      people.inactiveDealer,
      "anonymous",
    ] as const) {
      await expect(sell(actor)).rejects.toMatchObject({ code: "42501" });
      await expect(reserve(actor)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await dealsOf()).toEqual([]);
  });

  test("can be read only by the dealership and its figure viewers", async () => {
    await sell(people.dealer);
    const seen = (actor: Actor) =>
      world.as(
        actor,
        (sql) => sql`select buyer_name, price from public.sales
        where vehicle_id = ${vehicle}`,
      );
    for (const actor of [people.dealer, trusted]) expect(await seen(actor)).toHaveLength(1);
    for (const actor of [people.vendedor, people.otherDealer, people.admin]) {
      expect(await seen(actor)).toEqual([]);
    }
    await expect(seen("anonymous")).rejects.toMatchObject({ code: "42501" });
  });

  test("can be corrected by a dealer, with a seller from their own team only", async () => {
    await sell(people.dealer);
    const correct = (actor: Actor, seller: Person) =>
      world.as(
        actor,
        (sql) => sql`update public.deals set price = 14500, seller_id = ${seller.id}
        where vehicle_id = ${vehicle} returning price, seller_id`,
      );
    expect(await correct(people.dealer, trusted)).toEqual([
      { price: "14500.00", seller_id: trusted.id },
    ]);
    expect(await correct(people.vendedor, people.vendedor)).toEqual([]);
    await expect(correct(people.dealer, people.otherVendedor)).rejects.toMatchObject({
      code: "23514",
    });
    await expect(
      world.as(
        people.dealer,
        (sql) => sql`update public.deals set dealership_id = ${people.otherDealer.id}`,
      ),
    ).rejects.toMatchObject({ code: "42501" });
  });
});

describe("sale figures", () => {
  test("add up to hand-computed values, also after a vehicle is deleted", async () => {
    await world.sql`insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
      values (${vehicle}, ${people.dealer.id}, '2026-10-21', 11000.50)`;
    await world.sql`insert into public.vehicle_costs (vehicle_id, dealership_id, label, amount)
      values (${vehicle}, ${people.dealer.id}, 'Llantas', 400),
        (${vehicle}, ${people.dealer.id}, 'Pintura', 99.50)`;
    await sell(people.dealer);
    const unknown = await createVehicle(world, people.dealer);
    await sell(people.dealer, unknown);
    const months = () =>
      world.as(
        people.dealer,
        (sql) => sql`select month::text, sold, revenue, margin, commission, sold_with_margin
          from public.sales_by_month`,
      );
    const sale = () =>
      world.as(
        people.dealer,
        (sql) => sql`select cost, margin, days_to_sell from public.sales where cost is not null`,
      );
    const november = {
      month: "2026-11-01",
      sold: "2",
      revenue: "30000.00",
      margin: "3500.00",
      commission: "600.00",
      sold_with_margin: "1",
    };
    const told = { cost: "11500.00", margin: "3500.00", days_to_sell: 30 };
    expect(await months()).toEqual([november]);
    expect(await sale()).toEqual([told]);
    await world.as(people.dealer, (sql) => sql`delete from public.vehicles where id = ${vehicle}`);
    expect(await months()).toEqual([november]);
    expect(await sale()).toEqual([told]);
  });
});

describe("a vehicle that moves to another dealership", () => {
  const give = () =>
    world.as(
      people.admin,
      (sql) => sql`update public.vehicles set user_id = ${people.otherDealer.id}
        where id = ${vehicle}`,
    );

  test("leaves its sale and figures with the previous dealer, who sold it", async () => {
    await world.sql`insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
      values (${vehicle}, ${people.dealer.id}, '2026-11-01', 11000)`;
    await sell(people.dealer);
    const sales = (actor: Actor) =>
      world.as(actor, (sql) => sql`select cost, margin, days_to_sell from public.sales`);
    const brought = [{ cost: "11000.00", margin: "4000.00", days_to_sell: 19 }];
    expect(await sales(people.dealer)).toEqual(brought);
    await give();
    expect(await sales(people.dealer)).toEqual(brought);
    expect(await sales(people.otherDealer)).toEqual([]);
  });

  test("loses its reservation, and the new dealer may reserve it", async () => {
    await reserve(people.dealer);
    await give();
    expect(await stateOf()).toMatchObject({ reserved: false });
    const [deal] = await world.sql`select vehicle_id, ended_by from public.deals
      where dealership_id = ${people.dealer.id}`;
    expect(deal).toEqual({ vehicle_id: null, ended_by: "undone" });
    await reserve(people.otherDealer);
    expect(await stateOf()).toMatchObject({ reserved: true });
  });
});
