import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createVehicle, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let vehicles: string[];

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  const rows = await world.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year)
    select ${people.dealer.id}, 'Kia', 'Rio', 2020 from generate_series(1, 250) returning id`;
  vehicles = rows.map(({ id }) => id);
});
afterAll(() => world.close());

const publish = (actor: Actor, ids: string[], published = true) =>
  world.as(actor, (sql) => sql`select public.publish_vehicles(${ids}, ${published})`);
const shown = async () => {
  const [row] = await world.sql<{ n: number }[]>`select count(*)::integer as n
    from public.vehicles where user_id = ${people.dealer.id} and published`;
  return row?.n;
};

describe("publishing many vehicles", () => {
  test("is one call for a dealer and a salesperson, and reversible", async () => {
    await publish(people.vendedor, vehicles);
    expect(await shown()).toBe(250);
    await publish(people.dealer, vehicles, false);
    expect(await shown()).toBe(0);
    await publish(people.dealer, [...vehicles.slice(0, 2), ...vehicles.slice(0, 2)]);
    expect(await shown()).toBe(2);
    await publish(people.admin, vehicles);
    expect(await shown()).toBe(250);
  });

  test("is rejected for all if one is deleted or another dealership's", async () => {
    const foreign = await createVehicle(world, people.otherDealer);
    for (const other of [randomUUID(), foreign]) {
      await expect(publish(people.dealer, [...vehicles, other])).rejects.toMatchObject({
        code: "P0001",
        message: "Alguno de estos vehículos ya no está. No se cambió ninguno.",
      });
      expect(await shown()).toBe(0);
    }
  });

  test("is rejected for other dealerships, visitors and inactive accounts", async () => {
    for (const actor of [people.otherDealer, people.otherVendedor]) {
      await expect(publish(actor, vehicles)).rejects.toMatchObject({ code: "P0001" });
    }
    for (const actor of ["anonymous", people.inactiveDealer] as const) {
      await expect(publish(actor, vehicles)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await shown()).toBe(0);
  });
});
