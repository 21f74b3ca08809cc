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

const refused = { code: "42501" };

const sees = async (actor: Actor, id: string) => {
  const rows = await world.as(actor, (sql) => sql`select id from public.vehicles where id = ${id}`);
  return rows.length === 1;
};

const add = (actor: Actor, owner: Person) =>
  world.as(
    actor,
    (sql) => sql`insert into public.vehicles (user_id, brand, model, year)
      values (${owner.id}, 'Hyundai', 'Kona', 2023) returning id`,
  );

const reprice = (actor: Actor, id: string) =>
  world.as(actor, (sql) => sql`update public.vehicles set price = '1' where id = ${id}`);

const remove = (actor: Actor, id: string) =>
  world.as(actor, (sql) => sql`delete from public.vehicles where id = ${id}`);

const rowOf = async (id: string) => {
  const [row] = await world.sql`select * from public.vehicles where id = ${id}`;
  return row;
};

const countOf = async (owner: Person) => {
  const [row] =
    await world.sql`select count(*)::int as n from public.vehicles where user_id = ${owner.id}`;
  return row?.n;
};

describe("anonymous", () => {
  test("a visitor sees a published vehicle of an active dealership", async () => {
    expect(
      await sees("anonymous", await createVehicle(world, people.dealer, { published: true })),
    ).toBe(true);
  });

  test("a visitor sees no unpublished vehicle and none of an inactive dealership", async () => {
    const hidden = await createVehicle(world, people.dealer);
    const gone = await createVehicle(world, people.inactiveDealer, { published: true });
    expect(await sees("anonymous", hidden)).toBe(false);
    expect(await sees("anonymous", gone)).toBe(false);
  });

  test("a visitor cannot write a vehicle", async () => {
    const id = await createVehicle(world, people.dealer, { published: true });
    await expect(add("anonymous", people.dealer)).rejects.toMatchObject(refused);
    await expect(reprice("anonymous", id)).rejects.toMatchObject(refused);
    await expect(remove("anonymous", id)).rejects.toMatchObject(refused);
    expect(await rowOf(id)).toMatchObject({ price: null });
  });
});

describe("own dealer", () => {
  test("a dealership adds, sees, edits and deletes its vehicles", async () => {
    const { dealer } = people;
    const [added] = await add(dealer, dealer);
    expect(await sees(dealer, added?.id)).toBe(true);
    expect((await reprice(dealer, added?.id)).count).toBe(1);
    expect((await remove(dealer, added?.id)).count).toBe(1);
    expect(await rowOf(added?.id)).toBeUndefined();
  });

  test("a dealership cannot give a vehicle to another one", async () => {
    const { dealer, otherDealer } = people;
    const id = await createVehicle(world, dealer);
    const move = world.as(
      dealer,
      (sql) => sql`update public.vehicles set user_id = ${otherDealer.id} where id = ${id}`,
    );
    await expect(move).rejects.toMatchObject(refused);
    expect(await rowOf(id)).toMatchObject({ user_id: dealer.id });
  });

  test("a dealership cannot add a vehicle for another owner", async () => {
    const { dealer, vendedor, otherDealer } = people;
    const unknown = { ...dealer, id: "00000000-0000-4000-8000-000000000000" };
    await expect(add(dealer, otherDealer)).rejects.toMatchObject(refused);
    await expect(add(dealer, vendedor)).rejects.toMatchObject(refused);
    await expect(add(dealer, unknown)).rejects.toMatchObject(refused);
    expect(await countOf(otherDealer)).toBe(0);
  });

  test("a dealership without the right to add vehicles can only edit them", async () => {
    const limited = await createPerson(world, "concesionario", {
      features: { canAddVehicles: false },
    });
    const id = await createVehicle(world, limited);
    await expect(add(limited, limited)).rejects.toMatchObject(refused);
    expect((await reprice(limited, id)).count).toBe(1);
    expect(await countOf(limited)).toBe(1);
  });

  test("a dealership with a verified factor cannot see or write vehicles at aal1", async () => {
    const { dealer } = people;
    const id = await createVehicle(world, dealer);
    await verifyFactor(world, dealer);
    await expect(add(dealer, dealer)).rejects.toMatchObject(refused);
    await expect(reprice(dealer, id)).rejects.toMatchObject(refused);
    await expect(remove(dealer, id)).rejects.toMatchObject(refused);
    expect(await sees(dealer, id)).toBe(false);
    expect((await reprice({ ...dealer, aal: "aal2" }, id)).count).toBe(1);
  });
});

describe("other dealer", () => {
  test("another dealership cannot see, edit or delete even a published vehicle", async () => {
    const { dealer, otherDealer } = people;
    const id = await createVehicle(world, dealer, { published: true });
    expect(await sees(otherDealer, id)).toBe(false);
    expect((await reprice(otherDealer, id)).count).toBe(0);
    expect((await remove(otherDealer, id)).count).toBe(0);
    expect(await rowOf(id)).toMatchObject({ price: null });
  });
});

describe("the same VIN", () => {
  test("a dealership and its salesperson find only their own car by its VIN", async () => {
    const { dealer, vendedor, otherDealer } = people;
    const own = await createVehicle(world, dealer);
    const foreign = await createVehicle(world, otherDealer);
    await world.sql`update public.vehicles set vin = 'KM8K2CAB4PU001140'
      where id in (${own}, ${foreign})`;
    const find = (actor: Actor, owner: Person) =>
      world.as(
        actor,
        (sql) => sql`select id from private.readable_vehicles
          where user_id = ${owner.id} and vin = 'KM8K2CAB4PU001140'`,
      );
    expect(await find(dealer, dealer)).toEqual([{ id: own }]);
    expect(await find(vendedor, dealer)).toEqual([{ id: own }]);
    expect(await find(dealer, otherDealer)).toEqual([]);
    expect(await find(otherDealer, dealer)).toEqual([]);
  });
});

describe("own vendedor", () => {
  test("a salesperson adds, sees, edits and deletes the dealership's vehicles", async () => {
    const { dealer, vendedor } = people;
    const [added] = await add(vendedor, dealer);
    expect(await sees(vendedor, added?.id)).toBe(true);
    expect((await reprice(vendedor, added?.id)).count).toBe(1);
    expect((await remove(vendedor, added?.id)).count).toBe(1);
  });

  test("a salesperson cannot own vehicles", async () => {
    await expect(add(people.vendedor, people.vendedor)).rejects.toMatchObject(refused);
  });

  test("a salesperson cannot add if they or the dealership lack the right", async () => {
    const limited = await createPerson(world, "concesionario", {
      features: { canAddVehicles: false },
    });
    const ofLimited = await createPerson(world, "vendedor", { dealership: limited });
    const ofDealer = await createPerson(world, "vendedor", {
      dealership: people.dealer,
      features: { canAddVehicles: false },
    });
    await expect(add(ofLimited, limited)).rejects.toMatchObject(refused);
    await expect(add(ofDealer, people.dealer)).rejects.toMatchObject(refused);
  });

  test("a salesperson without an active dealership sees no vehicles", async () => {
    const { dealer, vendedor } = people;
    const id = await createVehicle(world, dealer);
    const free = await createPerson(world, "vendedor");
    expect(await sees(free, id)).toBe(false);
    await world.sql`update public.profiles set is_active = false where id = ${dealer.id}`;
    expect(await sees(vendedor, id)).toBe(false);
  });
});

describe("other vendedor", () => {
  test("a salesperson of another dealership cannot see, add, edit or delete vehicles", async () => {
    const { dealer, otherVendedor } = people;
    const id = await createVehicle(world, dealer, { published: true });
    expect(await sees(otherVendedor, id)).toBe(false);
    await expect(add(otherVendedor, dealer)).rejects.toMatchObject(refused);
    expect((await reprice(otherVendedor, id)).count).toBe(0);
    expect((await remove(otherVendedor, id)).count).toBe(0);
    expect(await countOf(dealer)).toBe(1);
  });
});

describe("inactive", () => {
  test("an inactive dealership sees no vehicles, and every write is rejected", async () => {
    const { inactiveDealer } = people;
    const id = await createVehicle(world, inactiveDealer);
    expect(await sees(inactiveDealer, id)).toBe(false);
    await expect(add(inactiveDealer, inactiveDealer)).rejects.toMatchObject(refused);
    await expect(reprice(inactiveDealer, id)).rejects.toMatchObject(refused);
    await expect(remove(inactiveDealer, id)).rejects.toMatchObject(refused);
    expect(await rowOf(id)).toMatchObject({ price: null });
  });
});

describe("admin", () => {
  test("an administrator sees, adds, edits and deletes for every dealership", async () => {
    const { admin, dealer } = people;
    const [added] = await add(admin, dealer);
    expect(await sees(admin, added?.id)).toBe(true);
    expect((await reprice(admin, added?.id)).count).toBe(1);
    expect((await remove(admin, added?.id)).count).toBe(1);
  });

  test("an administrator cannot give a vehicle to a non-dealership", async () => {
    const { admin, vendedor } = people;
    await expect(add(admin, vendedor)).rejects.toMatchObject({ code: "23514" });
    await expect(add(admin, admin)).rejects.toMatchObject({ code: "23514" });
  });
});

describe("service", () => {
  test("the service key sees and writes every vehicle", async () => {
    const [added] = await add("service", people.dealer);
    expect(await sees("service", added?.id)).toBe(true);
    expect((await remove("service", added?.id)).count).toBe(1);
  });
});
