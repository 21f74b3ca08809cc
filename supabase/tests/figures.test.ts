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
let trusted: Person;
let vehicle: string;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  trusted = await createPerson(world, "vendedor", { dealership: people.dealer });
  await letIn(people.dealer, trusted);
  vehicle = await createVehicle(world, people.dealer, { published: true });
  await world.as(
    people.dealer,
    (sql) => sql`insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
      values (${vehicle}, ${people.dealer.id}, '2026-10-01', 11000.50)`,
  );
  await world.as(
    trusted,
    (sql) => sql`insert into public.vehicle_costs (vehicle_id, dealership_id, label, amount)
      values (${vehicle}, ${people.dealer.id}, 'Llantas', 400)`,
  );
});
afterAll(() => world.close());

const letIn = (actor: Actor, salesperson: Person, dealership = people.dealer) =>
  world.as(
    actor,
    (sql) => sql`insert into public.figure_viewers (id, dealership_id)
      values (${salesperson.id}, ${dealership.id})`,
  );

const figuresSeen = (actor: Actor, headers?: Record<string, string>) =>
  world.as(
    actor,
    (sql) => sql`select figures.cost, extra.amount
      from public.vehicle_figures as figures
      join public.vehicle_costs as extra on extra.vehicle_id = figures.id
      where figures.id = ${vehicle}`,
    headers,
  );
const theFigures = [{ cost: "11000.50", amount: "400.00" }];

describe("reading figures", () => {
  test("a dealership and its permitted salesperson see them", async () => {
    expect(await figuresSeen(people.dealer)).toEqual(theFigures);
    expect(await figuresSeen(trusted)).toEqual(theFigures);
  });

  test("other salespeople, other dealerships and administrators see no figures", async () => {
    for (const actor of [people.vendedor, people.otherDealer, people.otherVendedor, people.admin]) {
      expect(await figuresSeen(actor)).toEqual([]);
    }
    await expect(figuresSeen("anonymous")).rejects.toMatchObject({ code: "42501" });
  });

  test("a dealership with a second factor sees them only after proving it", async () => {
    await verifyFactor(world, people.dealer);
    expect(await figuresSeen(people.dealer)).toEqual([]);
    expect(await figuresSeen({ ...people.dealer, aal: "aal2" })).toEqual(theFigures);
  });

  test("a salesperson who loses the permission or the dealership sees no figures", async () => {
    await world.as(
      people.dealer,
      (sql) => sql`delete from public.figure_viewers where id = ${trusted.id}`,
    );
    expect(await figuresSeen(trusted)).toEqual([]);
    await letIn(people.dealer, trusted);
    await world.sql`update public.profiles set dealership_id = ${people.otherDealer.id}
      where id = ${trusted.id}`;
    await world.sql`update public.profiles set dealership_id = ${people.dealer.id}
      where id = ${trusted.id}`;
    expect(await figuresSeen(trusted)).toEqual([]);
  });
});

describe("permission to see figures", () => {
  test("a salesperson can grant it neither to themselves nor to a colleague", async () => {
    for (const actor of [people.vendedor, trusted, people.otherDealer, "anonymous"] as const) {
      await expect(letIn(actor, people.vendedor)).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("a dealership can grant it only to its own people", async () => {
    await expect(letIn(people.dealer, people.otherVendedor)).rejects.toMatchObject({
      code: "42501",
    });
    await expect(
      letIn(people.dealer, people.otherVendedor, people.otherDealer),
    ).rejects.toMatchObject({ code: "42501" });
  });
});

describe("an administrator acting for a dealership", () => {
  const inTheNameOf = (person: Person) => ({ "x-impersonated-user": person.id });
  const open = (actor: Actor, headers?: Record<string, string>) =>
    world.as(actor, (sql) => sql`select public.open_figures() as open`, headers);

  test("opens that dealership's figures only, which is logged once a day", async () => {
    const name = inTheNameOf(people.dealer);
    expect(await figuresSeen(people.admin, name)).toEqual([]);
    expect(await open(people.admin, name)).toEqual([{ open: true }]);
    expect(await open(people.admin, name)).toEqual([{ open: true }]);
    expect(await figuresSeen(people.admin, name)).toEqual(theFigures);
    expect(await figuresSeen(people.admin)).toEqual([]);
    expect(await figuresSeen(people.admin, inTheNameOf(people.otherDealer))).toEqual([]);
    const lines = await world.sql`select impersonated_id from public.audit_log
      where table_name = 'figure_openings' and row_id = ${people.dealer.id}`;
    expect(lines).toEqual([{ impersonated_id: people.dealer.id }]);
  });

  test("acting for a salesperson sees only what that person may see", async () => {
    expect(await open(people.admin, inTheNameOf(people.vendedor))).toEqual([{ open: false }]);
    expect(await open(people.admin, inTheNameOf(trusted))).toEqual([{ open: true }]);
    expect(await figuresSeen(people.admin, inTheNameOf(trusted))).toEqual(theFigures);
  });

  test("cannot be imitated by other roles: they see no figures with that header", async () => {
    for (const actor of [people.vendedor, people.otherDealer, people.otherVendedor]) {
      await open(actor, inTheNameOf(people.dealer));
      expect(await figuresSeen(actor, inTheNameOf(people.dealer))).toEqual([]);
    }
  });

  test("who saves an unchanged reservation and expense is not logged", async () => {
    const name = inTheNameOf(people.dealer);
    await open(people.admin, name);
    const act = () =>
      world.as(
        people.admin,
        async (sql) => {
          await sql`select public.reserve_vehicle(${vehicle}, current_date + 1, null, 'Carla')`;
          await sql`update public.vehicle_costs set amount = amount where vehicle_id = ${vehicle}`;
        },
        name,
      );
    await act();
    const lines = () => world.sql`select id from public.audit_log
      where table_name in ('deals', 'vehicle_costs')`;
    const before = await lines();
    await act();
    expect(await lines()).toEqual(before);
  });

  test("who changes a figure is logged without its value", async () => {
    const name = inTheNameOf(people.dealer);
    await open(people.admin, name);
    await world.as(
      people.admin,
      (sql) => sql`update public.vehicle_figures set cost = 12345 where id = ${vehicle}`,
      name,
    );
    const [line] = await world.sql`select difference from public.audit_log
      where table_name = 'vehicle_figures' and row_id = ${vehicle}`;
    expect(Object.keys(line?.difference)).toContain("cost");
    expect(JSON.stringify(line)).not.toMatch(/12345|11000/);
  });
});

describe("writing figures", () => {
  const change = (actor: Actor) =>
    world.as(
      actor,
      (sql) => sql`update public.vehicle_figures set cost = 1 where id = ${vehicle} returning id`,
    );
  const spend = (actor: Actor, id = vehicle, dealership = people.dealer) =>
    world.as(
      actor,
      (sql) => sql`insert into public.vehicle_costs (vehicle_id, dealership_id, label, amount)
        values (${id}, ${dealership.id}, 'Pintura', 250)`,
    );

  test("a salesperson without permission cannot change figures", async () => {
    for (const actor of [people.vendedor, people.otherDealer, people.admin]) {
      expect(await change(actor)).toEqual([]);
      await expect(spend(actor)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await change(trusted)).toHaveLength(1);
  });

  test("another dealership cannot write figures by claiming the vehicle", async () => {
    await expect(spend(people.otherDealer, vehicle, people.otherDealer)).rejects.toMatchObject({
      code: "42501",
    });
  });

  test("a vehicle that moves to another dealership loses its figures", async () => {
    await world.sql`update public.vehicles set user_id = ${people.otherDealer.id}
      where id = ${vehicle}`;
    expect(await figuresSeen(people.otherDealer)).toEqual([]);
    expect(await world.sql`select from public.vehicle_figures where id = ${vehicle}`).toEqual([]);
  });
});
