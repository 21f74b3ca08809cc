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

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
});
afterAll(() => world.close());

const refused = { code: "42501" };
const exists = async ({ id }: Person) =>
  (await world.sql`select 1 from auth.users where id = ${id}`).length === 1;

describe("get_user_profiles_with_vehicle_counts", () => {
  const list = (actor: Actor) =>
    world.as(actor, (sql) => sql`select * from public.get_user_profiles_with_vehicle_counts()`);

  test("an administrator lists every account with its number of vehicles", async () => {
    await createVehicle(world, people.dealer);
    await createVehicle(world, people.dealer);
    const rows = await list(people.admin);
    expect(rows.find(({ id }) => id === people.dealer.id)).toMatchObject({
      vehicle_count: 2,
      email: people.dealer.email,
    });
    expect(rows.map(({ id }) => id)).toEqual(
      expect.arrayContaining(Object.values(people).map(({ id }) => id)),
    );
  });

  test("visitors, dealerships and salespeople cannot list accounts", async () => {
    const actors: Actor[] = ["anonymous", people.dealer, people.vendedor, people.inactiveDealer];
    for (const actor of actors) await expect(list(actor)).rejects.toMatchObject(refused);
  });
});

describe("get_user_profile_by_id", () => {
  const get = (actor: Actor, whom: Person) =>
    world.as(actor, (sql) => sql`select * from public.get_user_profile_by_id(${whom.id})`);

  test("an administrator gets any profile, a dealership its team's, a person their own", async () => {
    const { admin, dealer, vendedor, otherVendedor } = people;
    expect(await get(admin, otherVendedor)).toMatchObject([{ id: otherVendedor.id }]);
    expect(await get(dealer, vendedor)).toMatchObject([{ id: vendedor.id, email: vendedor.email }]);
    expect(await get(vendedor, vendedor)).toMatchObject([{ id: vendedor.id }]);
  });

  test("neither a dealership gets another's salesperson nor a salesperson a colleague", async () => {
    const { dealer, vendedor, otherVendedor, inactiveDealer } = people;
    const colleague = await createPerson(world, "vendedor", { dealership: dealer });
    await expect(get(dealer, otherVendedor)).rejects.toMatchObject({
      ...refused,
      message: "Acceso denegado",
    });
    await expect(get(vendedor, colleague)).rejects.toMatchObject(refused);
    await expect(get(inactiveDealer, inactiveDealer)).rejects.toMatchObject(refused);
    await expect(get("anonymous", dealer)).rejects.toMatchObject(refused);
  });

  test("a dealership gets no row for an unknown account", async () => {
    const unknown = { ...people.vendedor, id: crypto.randomUUID() };
    expect(await get(people.dealer, unknown)).toEqual([]);
  });
});

describe("get_team_members", () => {
  const team = (actor: Actor, dealership: Person) =>
    world.as(actor, (sql) => sql`select id from public.get_team_members(${dealership.id})`);

  test("a dealership and an administrator list the team", async () => {
    const { admin, dealer, vendedor } = people;
    expect(await team(dealer, dealer)).toEqual([{ id: vendedor.id }]);
    expect(await team(admin, dealer)).toEqual([{ id: vendedor.id }]);
  });

  test("visitors, salespeople and other dealerships cannot list a team", async () => {
    const { dealer, otherDealer, vendedor, inactiveDealer } = people;
    for (const actor of [otherDealer, vendedor, inactiveDealer, "anonymous"] satisfies Actor[]) {
      await expect(team(actor, dealer)).rejects.toMatchObject(refused);
    }
  });
});

describe("delete_salesperson_by_dealership", () => {
  const remove = (actor: Actor, whom: Person) =>
    world.as(actor, (sql) => sql`select public.delete_salesperson_by_dealership(${whom.id})`);

  test("a dealership deletes its salesperson", async () => {
    await remove(people.dealer, people.vendedor);
    expect(await exists(people.vendedor)).toBe(false);
  });

  test("an administrator deletes any salesperson", async () => {
    await remove(people.admin, people.vendedor);
    expect(await exists(people.vendedor)).toBe(false);
  });

  test("other callers cannot delete one, a dealership cannot delete itself or others'", async () => {
    const { dealer, vendedor, otherDealer, otherVendedor, inactiveDealer } = people;
    const actors: Actor[] = [otherDealer, otherVendedor, vendedor, inactiveDealer, "anonymous"];
    for (const actor of actors)
      await expect(remove(actor, vendedor)).rejects.toMatchObject(refused);
    await expect(remove(dealer, otherVendedor)).rejects.toMatchObject(refused);
    await expect(remove(dealer, otherDealer)).rejects.toMatchObject(refused);
    await expect(remove(dealer, dealer)).rejects.toMatchObject(refused);
    for (const person of Object.values(people)) expect(await exists(person)).toBe(true);
  });
});

describe("delete_user_by_admin", () => {
  const remove = (actor: Actor, whom: Person) =>
    world.as(actor, (sql) => sql`select public.delete_user_by_admin(${whom.id})`);

  test("an administrator deletes an account with its vehicles and sessions", async () => {
    const { admin, dealer } = people;
    await createVehicle(world, dealer);
    await remove(admin, dealer);
    expect(await exists(dealer)).toBe(false);
    expect(
      await world.sql`select 1 from public.vehicles where user_id = ${dealer.id}`,
    ).toHaveLength(0);
    expect(await world.sql`select 1 from auth.sessions where user_id = ${dealer.id}`).toHaveLength(
      0,
    );
  });

  test("an administrator gets an error for an unknown account", async () => {
    const unknown = { ...people.dealer, id: crypto.randomUUID() };
    await expect(remove(people.admin, unknown)).rejects.toMatchObject({ code: "P0001" });
  });

  test("dealerships, salespeople and visitors cannot delete accounts", async () => {
    const { dealer, vendedor, otherDealer, inactiveDealer } = people;
    const actors: Actor[] = [dealer, vendedor, otherDealer, inactiveDealer, "anonymous"];
    for (const actor of actors)
      await expect(remove(actor, vendedor)).rejects.toMatchObject(refused);
    expect(await exists(vendedor)).toBe(true);
  });
});

describe("get_all_vehicles_with_owner_and_views", () => {
  const list = (actor: Actor) =>
    world.as(actor, (sql) => sql`select * from public.get_all_vehicles_with_owner_and_views()`);

  test("an administrator lists every vehicle with its owner and views", async () => {
    const id = await createVehicle(world, people.dealer);
    await world.sql`update public.vehicles set views = 7 where id = ${id}`;
    const [owner] =
      await world.sql`select full_name, email from public.profiles where id = ${people.dealer.id}`;
    const rows = await list(people.admin);
    expect(rows.find((row) => row.id === id)).toMatchObject({
      view_count: 7,
      owner_name: owner?.full_name,
      owner_email: owner?.email,
    });
  });

  test("dealerships, salespeople and visitors cannot list all vehicles", async () => {
    const actors: Actor[] = ["anonymous", people.dealer, people.vendedor, people.inactiveDealer];
    for (const actor of actors) await expect(list(actor)).rejects.toMatchObject(refused);
  });
});
