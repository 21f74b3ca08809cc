import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createPeople,
  createPerson,
  createVehicle,
  type People,
  type Person,
} from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let trusted: Person;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  trusted = await createPerson(world, "vendedor", { dealership: people.dealer });
  await world.sql`insert into public.figure_viewers (id, dealership_id)
    values (${trusted.id}, ${people.dealer.id})`;
});
afterAll(() => world.close());

/** A vehicle acquired on a day with a cost and an expense, then sold on a day at a price. */
async function sell(sale: {
  acquired: string;
  cost: number | null;
  spent?: number;
  day: string;
  price: number | null;
  seller: Person;
}): Promise<string> {
  const { acquired, cost, spent, day, price, seller } = sale;
  const vehicle = await createVehicle(world, people.dealer);
  const { sql } = world;
  await sql`insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
    values (${vehicle}, ${people.dealer.id}, ${acquired}, ${cost})`;
  if (spent) {
    await sql`insert into public.vehicle_costs (vehicle_id, dealership_id, label, amount)
      values (${vehicle}, ${people.dealer.id}, 'Llantas', ${spent})`;
  }
  await world.as(
    people.dealer,
    (as) =>
      as`select public.sell_vehicle(${vehicle}, ${day}, ${price}, null, null, ${seller.id}, null)`,
  );
  return vehicle;
}

describe("sales by month", () => {
  const months = (actor: Actor, headers?: Record<string, string>) =>
    world.as(
      actor,
      (sql) => sql`select month::text, sold, sold_with_price, revenue, sold_with_margin, margin,
          sold_with_days, days_in_all, days_to_sell
        from public.sales_by_month order by month`,
      headers,
    );

  test("match hand-computed sums, with and without price and cost", async () => {
    const { dealer, vendedor } = people;
    // 10000 - 7000 - 500 = 2500, in 20 days; 12000 without a cost, in 5; no price, in 30.
    const first = { acquired: "2026-09-10", cost: 7000, spent: 500, day: "2026-09-30" };
    await sell({ ...first, price: 10000, seller: vendedor });
    await sell({
      acquired: "2026-09-10",
      cost: null,
      day: "2026-09-15",
      price: 12000,
      seller: dealer,
    });
    await sell({
      acquired: "2026-09-01",
      cost: 8000,
      day: "2026-10-01",
      price: null,
      seller: dealer,
    });
    const expected = [
      {
        month: "2026-09-01",
        sold: "2",
        sold_with_price: "2",
        revenue: "22000.00",
        sold_with_margin: "1",
        margin: "2500.00",
        sold_with_days: "2",
        days_in_all: "25",
        days_to_sell: "12.5",
      },
      {
        month: "2026-10-01",
        sold: "1",
        sold_with_price: "0",
        revenue: null,
        sold_with_margin: "0",
        margin: null,
        sold_with_days: "1",
        days_in_all: "30",
        days_to_sell: "30.0",
      },
    ];
    expect(await months(dealer)).toEqual(expected);
    expect(await months(trusted)).toEqual(expected);
  });

  test("are empty for salespeople without figures, other dealers and administrators", async () => {
    const sale = { acquired: "2026-09-10", cost: 1, day: "2026-09-30", price: 2 };
    await sell({ ...sale, seller: people.vendedor });
    for (const actor of [
      people.vendedor,
      people.otherDealer,
      people.admin,
      people.inactiveDealer,
    ]) {
      expect(await months(actor)).toEqual([]);
    }
    await expect(months("anonymous")).rejects.toMatchObject({ code: "42501" });
    const name = { "x-impersonated-user": people.dealer.id };
    await world.as(people.admin, (sql) => sql`select public.open_figures()`, name);
    expect(await months(people.admin, name)).toHaveLength(1);
    expect(await months(people.admin)).toEqual([]);
  });
});

describe("the seller board", () => {
  const board = (actor: Actor, from = "2026-09-01", until = "2026-10-01") =>
    world.as(
      actor,
      (sql) => sql`select seller_id, sold, revenue, leads, answerable, answered_in_hour, taps,
          shares, views
        from public.get_seller_board(${from}, ${until}, ${from}, ${until})`,
    );

  const receive = (
    recipient: Person,
    at: string,
    answered: string | null,
    kind = "general_inquiry",
  ) =>
    world.sql`insert into public.leads (kind, recipient_id, dealership_id, recipient_name, name,
        email, state, created_at, answered_at)
      values (${kind}, ${recipient.id}, ${people.dealer.id}, 'Ana', 'Eva', 'eva@example.com',
        ${answered ? "En atención" : "Nuevo"}, ${at}, ${answered})`;

  const tap = (seller: Person, code: string, at: string) =>
    world.sql`insert into public.contact_taps (seller_id, dealership_id, channel, codes, visitor,
        created_at)
      values (${seller.id}, ${people.dealer.id}, 'call', ${[code]}, ${code + seller.id}, ${at})`;

  test("matches hand-computed sales, leads, answers and taps per person", async () => {
    const { dealer, vendedor } = people;
    const sale = { acquired: "2026-09-10", cost: 1, seller: vendedor };
    await sell({ ...sale, day: "2026-09-30", price: 10000 });
    await sell({ ...sale, day: "2026-09-01", price: null });
    await sell({ ...sale, day: "2026-10-01", price: 99999 });
    await receive(vendedor, "2026-09-02T10:00:00Z", "2026-09-02T10:59:00Z");
    await receive(vendedor, "2026-09-02T10:00:00Z", "2026-09-02T11:01:00Z");
    await receive(vendedor, "2026-09-30T23:00:00Z", null);
    await receive(vendedor, "2026-09-03T10:00:00Z", null, "direct_contact");
    await receive(vendedor, "2026-10-01T00:00:00Z", null);
    await receive(dealer, "2026-09-05T10:00:00Z", null);
    await tap(vendedor, "K7Q2MX", "2026-09-05T10:00:00Z");
    await tap(vendedor, "K7Q2MY", "2026-08-31T10:00:00Z");
    await world.sql`insert into private.seller_days (seller_id, dealership_id, day, shares, views)
      values (${vendedor.id}, ${dealer.id}, '2026-09-01', 2, 30),
        (${vendedor.id}, ${dealer.id}, '2026-09-30', 1, 5),
        (${vendedor.id}, ${dealer.id}, '2026-10-01', 9, 9),
        (${vendedor.id}, ${people.otherDealer.id}, '2026-09-30', 9, 9)`;
    const expected = [
      {
        seller_id: vendedor.id,
        sold: "2",
        revenue: "10000.00",
        leads: "4",
        answerable: "3",
        answered_in_hour: "1",
        taps: "1",
        shares: "3",
        views: "35",
      },
      {
        seller_id: dealer.id,
        sold: "0",
        revenue: null,
        leads: "1",
        answerable: "1",
        answered_in_hour: "0",
        taps: "0",
        shares: "0",
        views: "0",
      },
      {
        seller_id: trusted.id,
        sold: "0",
        revenue: null,
        leads: "0",
        answerable: "0",
        answered_in_hour: "0",
        taps: "0",
        shares: "0",
        views: "0",
      },
    ];
    expect(await board(dealer)).toEqual(expected);
    expect(await board(trusted)).toEqual(expected);
  });

  test("is empty for salespeople, administrators and inactive dealers", async () => {
    await receive(people.vendedor, "2026-09-05T10:00:00Z", null);
    for (const actor of [people.vendedor, people.admin, people.inactiveDealer]) {
      expect(await board(actor)).toEqual([]);
    }
    const others = await board(people.otherDealer);
    expect(others.map(({ leads }) => leads)).toEqual(["0", "0"]);
    await expect(board("anonymous")).rejects.toMatchObject({ code: "42501" });
  });

  test("counts a lead's first answer, whose time clients cannot set", async () => {
    await receive(people.vendedor, "2026-09-05T10:00:00Z", null);
    const answered = async () => {
      const [row] = await world.sql`select answered_at from public.leads
        where recipient_id = ${people.vendedor.id}`;
      return row?.answered_at;
    };
    const setState = (state: string) =>
      world.as(people.vendedor, (sql) => sql`update public.leads set state = ${state}`);
    expect(await answered()).toBeNull();
    await setState("En atención");
    const first = await answered();
    expect(first).toBeInstanceOf(Date);
    await setState("Nuevo");
    await setState("Convertido");
    expect(await answered()).toEqual(first);
    await expect(
      world.as(people.vendedor, (sql) => sql`update public.leads set answered_at = created_at`),
    ).rejects.toMatchObject({ code: "42501" });
  });
});
