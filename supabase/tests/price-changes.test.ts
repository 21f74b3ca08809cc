import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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
  await price(people.dealer, "15000");
  await price(people.vendedor, "14500");
});
afterAll(() => world.close());

const price = (actor: Actor, text: string) =>
  world.as(actor, (sql) => sql`update public.vehicles set price = ${text} where id = ${vehicle}`);

const seen = (actor: Actor) =>
  world.as(
    actor,
    (sql) => sql`select old_price, new_price from public.price_changes
      where vehicle_id = ${vehicle} order by id`,
  );

describe("the prices that a vehicle had", () => {
  const both = [
    { old_price: null, new_price: "15000" },
    { old_price: "15000", new_price: "14500" },
  ];

  test("a dealership, its salespeople and an administrator see each change", async () => {
    for (const actor of [people.dealer, people.vendedor, people.admin]) {
      expect(await seen(actor)).toEqual(both);
    }
  });

  test("another dealership sees none, and a visitor is refused", async () => {
    for (const actor of [people.otherDealer, people.otherVendedor]) {
      expect(await seen(actor)).toEqual([]);
    }
    await expect(seen("anonymous")).rejects.toMatchObject({ code: "42501" });
  });

  test("a save that leaves the price as it is adds none", async () => {
    await price(people.dealer, "14500");
    expect(await seen(people.dealer)).toEqual(both);
  });

  test("nobody writes or removes one by hand", async () => {
    for (const actor of [people.dealer, people.admin]) {
      await expect(
        world.as(actor, (sql) => sql`delete from public.price_changes`),
      ).rejects.toMatchObject({ code: "42501" });
      await expect(
        world.as(
          actor,
          (sql) => sql`insert into public.price_changes (vehicle_id) values (${vehicle})`,
        ),
      ).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("a vehicle that is given to another dealership leaves them behind", async () => {
    await world.sql`update public.vehicles set user_id = ${people.otherDealer.id}
      where id = ${vehicle}`;
    expect(await seen(people.otherDealer)).toEqual([]);
  });
});
