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

describe("a vehicle's price history", () => {
  const both = [
    { old_price: null, new_price: "15000" },
    { old_price: "15000", new_price: "14500" },
  ];

  test("is visible to its dealership, salespeople and administrators", async () => {
    for (const actor of [people.dealer, people.vendedor, people.admin]) {
      expect(await seen(actor)).toEqual(both);
    }
  });

  test("is hidden from other dealerships, and visitors are rejected", async () => {
    for (const actor of [people.otherDealer, people.otherVendedor]) {
      expect(await seen(actor)).toEqual([]);
    }
    await expect(seen("anonymous")).rejects.toMatchObject({ code: "42501" });
  });

  test("does not grow when a save leaves the price unchanged", async () => {
    await price(people.dealer, "14500");
    expect(await seen(people.dealer)).toEqual(both);
  });

  test("cannot be written or deleted by a dealership or an administrator", async () => {
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

  test("is hidden from a dealership to which the vehicle moves", async () => {
    await world.sql`update public.vehicles set user_id = ${people.otherDealer.id}
      where id = ${vehicle}`;
    expect(await seen(people.otherDealer)).toEqual([]);
  });
});
