import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createVehicle, type People, type Person } from "./support/people.ts";
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

const phone = {
  "x-client-ip": "203.0.113.7",
  "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)",
};

const visit = (actor: Actor, headers: Record<string, string> = phone, id = vehicle) =>
  world.as(actor, (sql) => sql`select public.record_vehicle_view(${id})`, headers);

const viewsOf = async (id: string) => {
  const [row] = await world.sql`select views from public.vehicles where id = ${id}`;
  return row?.views;
};

describe("anonymous", () => {
  test("a visitor counts once a day, however often they open the page", async () => {
    for (let n = 0; n < 20; n += 1) await visit("anonymous");
    expect(await viewsOf(vehicle)).toBe(1);
  });

  test("twenty concurrent visits by one visitor count once", async () => {
    await Promise.all(Array.from({ length: 20 }, () => visit("anonymous")));
    expect(await viewsOf(vehicle)).toBe(1);
  });

  test("another address, device or day counts again", async () => {
    await visit("anonymous");
    await visit("anonymous", { ...phone, "x-client-ip": "203.0.113.8" });
    await visit("anonymous", {
      ...phone,
      "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64)",
    });
    await world.sql`update public.vehicle_views set day = day - 1 where vehicle_id = ${vehicle}`;
    await visit("anonymous");
    expect(await viewsOf(vehicle)).toBe(4);
  });

  test("a visitor who invents a hundred browsers counts once", async () => {
    for (let number = 0; number < 100; number += 1) {
      await visit("anonymous", { ...phone, "user-agent": `Navegador ${number}` });
    }
    expect(await viewsOf(vehicle)).toBe(1);
  });

  test("a hidden or unknown vehicle is silently not counted", async () => {
    const hidden = await createVehicle(world, people.dealer);
    expect(await visit("anonymous", phone, hidden)).toHaveLength(1);
    expect(await visit("anonymous", phone, crypto.randomUUID())).toHaveLength(1);
    expect(await viewsOf(hidden)).toBe(0);
  });

  test("a visitor can neither read nor write the views", async () => {
    const refused = { code: "42501" };
    await expect(
      world.as("anonymous", (sql) => sql`select day from public.vehicle_views`),
    ).rejects.toMatchObject(refused);
    await expect(
      world.as(
        "anonymous",
        (sql) => sql`insert into public.vehicle_views values (${vehicle}, current_date, 'x')`,
      ),
    ).rejects.toMatchObject(refused);
  });

  test("a row does not contain the visitor's address", async () => {
    await visit("anonymous");
    const [row] =
      await world.sql`select visitor from public.vehicle_views where vehicle_id = ${vehicle}`;
    expect(row?.visitor).toHaveLength(32);
    expect(row?.visitor.toString("latin1")).not.toContain("203.0.113.7");
  });
});

describe("people", () => {
  test("the owner, their salespeople and administrators are never counted", async () => {
    for (const actor of [people.dealer, people.vendedor, people.admin]) await visit(actor);
    expect(await viewsOf(vehicle)).toBe(0);
  });

  test("a visit by another dealership counts", async () => {
    await visit(people.otherDealer);
    expect(await viewsOf(vehicle)).toBe(1);
  });

  test("a dealership's team reads its vehicles' views per day, other dealerships none", async () => {
    await visit("anonymous");
    const days = (actor: Actor) =>
      world.as(
        actor,
        (sql) => sql`select day from public.vehicle_views where vehicle_id = ${vehicle}`,
      );
    expect(await days(people.dealer)).toHaveLength(1);
    expect(await days(people.vendedor)).toHaveLength(1);
    expect(await days(people.admin)).toHaveLength(1);
    expect(await days(people.otherDealer)).toHaveLength(0);
    expect(await days(people.otherVendedor)).toHaveLength(0);
    expect(await days(people.inactiveDealer)).toHaveLength(0);
  });

  test("a signed-in person cannot read the visitor's hash", async () => {
    await expect(
      world.as(people.dealer, (sql) => sql`select visitor from public.vehicle_views`),
    ).rejects.toMatchObject({ code: "42501" });
  });

  test("counting a view does not change updated_at", async () => {
    await world.sql`update public.vehicles set updated_at = '2001-01-01' where id = ${vehicle}`;
    await visit("anonymous");
    const [row] = await world.sql`select updated_at from public.vehicles where id = ${vehicle}`;
    expect(row?.updated_at.getFullYear()).toBe(2001);
  });
});

describe("views and shares per seller", () => {
  const broughtBy = async (dealer: Person) => {
    const rows = await world.sql<{ seller_id: string; shares: number; views: number }[]>`
      select seller_id, shares, views from private.seller_days where dealership_id = ${dealer.id}`;
    return Object.fromEntries(rows.map(({ seller_id, ...counts }) => [seller_id, counts]));
  };
  const visitFor = (seller: Person, address: string) =>
    world.as(
      "anonymous",
      (sql) => sql`select public.record_vehicle_view(${vehicle}, ${seller.id})`,
      { ...phone, "x-client-ip": address },
    );

  test("a visit counts for the named salesperson, else for the dealership", async () => {
    const { dealer, vendedor, otherVendedor } = people;
    await visitFor(vendedor, "203.0.113.20");
    await visitFor(vendedor, "203.0.113.20");
    await visitFor(otherVendedor, "203.0.113.21");
    await visit("anonymous", { ...phone, "x-client-ip": "203.0.113.22" });
    expect(await broughtBy(dealer)).toEqual({
      [vendedor.id]: { shares: 0, views: 1 },
      [dealer.id]: { shares: 0, views: 2 },
    });
    expect(await broughtBy(people.otherDealer)).toEqual({});
  });

  test("a share counts for the salesperson or dealership, not for other roles", async () => {
    const { admin, dealer, vendedor, inactiveDealer } = people;
    const share = (actor: Actor, headers?: Record<string, string>) =>
      world.as(actor, (sql) => sql`select public.record_share()`, headers);
    await share(vendedor);
    await share(vendedor);
    await share(dealer);
    await share(admin, { "x-impersonated-user": dealer.id });
    for (const actor of ["anonymous", inactiveDealer] as const) {
      await expect(share(actor)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await broughtBy(dealer)).toEqual({
      [vendedor.id]: { shares: 2, views: 0 },
      [dealer.id]: { shares: 1, views: 0 },
    });
  });

  test("no client can read or write the counts directly", async () => {
    for (const actor of [people.dealer, people.admin, "anonymous"] as const) {
      await expect(
        world.as(actor, (sql) => sql`select shares from private.seller_days`),
      ).rejects.toMatchObject({ code: "42501" });
      await expect(
        world.as(
          actor,
          (sql) => sql`select private.count_for_seller(
            ${people.dealer.id}, ${people.dealer.id}, 1, 1)`,
        ),
      ).rejects.toMatchObject({ code: "42501" });
    }
  });
});
