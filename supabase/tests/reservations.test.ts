import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inquire } from "./support/leads.ts";
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

const setStatus = (status: string) =>
  world.as(
    people.dealer,
    (sql) => sql`update public.vehicles set status = ${status} where id = ${vehicle}`,
  );

const reserve = (actor: Actor, { hide = false, hours = 24 } = {}) =>
  world.as(
    actor,
    (sql) => sql`select public.reserve_vehicle(${vehicle},
      (now() + make_interval(hours => ${hours}))::date, now() + make_interval(hours => ${hours}),
      'Carla', null, 500, ${hide}) as id`,
  );

const release = (actor: Actor) =>
  world.as(actor, (sql) => sql`select public.release_vehicle(${vehicle})`);

const dealsOf = () =>
  world.sql`select kind, ended_by from public.deals
    where vehicle_id = ${vehicle} order by created_at, kind`;

const stateOf = async () => {
  const [row] = await world.sql`select status, published, reserved_until is not null as reserved
    from public.vehicles where id = ${vehicle}`;
  return row;
};

describe("a reservation", () => {
  test("shows on the vehicle until when, and to visitors nothing else", async () => {
    await reserve(people.vendedor);
    expect(await stateOf()).toEqual({ status: "Disponible", published: true, reserved: true });
    const seen = await world.as(
      "anonymous",
      (sql) => sql`select reserved_until is not null as reserved from public.vehicles
        where id = ${vehicle}`,
    );
    expect(seen).toEqual([{ reserved: true }]);
    await expect(
      world.as("anonymous", (sql) => sql`select from public.deals`),
    ).rejects.toMatchObject({ code: "42501" });
  });

  test("hides the vehicle where that is wished, and is taken back with the page", async () => {
    await reserve(people.dealer, { hide: true });
    expect(await stateOf()).toMatchObject({ published: false, reserved: true });
    await release(people.dealer);
    expect(await stateOf()).toMatchObject({ published: true, reserved: false });
    expect(await dealsOf()).toMatchObject([{ kind: "Apartado", ended_by: "undone" }]);
  });

  test("a salesperson who does not see it prolongs one with a deposit, and changes nothing of it", async () => {
    const change = (actor: Actor, { days = 2, deposit = "", buyer = "Otro" } = {}) =>
      world.as(
        actor,
        (sql) => sql`select public.reserve_vehicle(${vehicle}, current_date + ${days}::int,
          now() + make_interval(days => ${days}), ${buyer}, null, nullif(${deposit}, '')::numeric)`,
      );
    const told = async () => {
      const [deal] = await world.sql`select deposit, buyer_name, until - current_date as days
        from public.deals where vehicle_id = ${vehicle} and ended_at is null`;
      return deal;
    };
    await change(people.vendedor, { buyer: "Carla" });
    await change(people.vendedor, { days: 1 });
    await change(people.vendedor, { deposit: "500" });
    const kept = { deposit: "500.00", buyer_name: "Carla" };
    expect(await told()).toEqual({ ...kept, days: 2 });

    const refused = {
      code: "P0001",
      message: "Este apartado tiene un depósito. Pide el cambio a quien ve los costos.",
    };
    // The right deposit is answered as every other, or it could be guessed.
    for (const wish of [{ deposit: "1" }, { deposit: "0" }, { deposit: "500" }, { days: 1 }]) {
      await expect(change(people.vendedor, wish)).rejects.toMatchObject(refused);
    }
    await expect(release(people.vendedor)).rejects.toMatchObject(refused);
    await change(people.vendedor, { days: 3 });
    expect(await told()).toEqual({ ...kept, days: 3 });

    await change(trusted, { days: 1, deposit: "600" });
    expect(await told()).toEqual({ deposit: "600.00", buyer_name: "Otro", days: 1 });
    await release(trusted);
    expect(await told()).toBeUndefined();
    await change(people.dealer);
    await release(people.vendedor);
    expect(await told()).toBeUndefined();
  });

  test("nobody writes it on the vehicle by hand", async () => {
    await world.as(
      people.dealer,
      (sql) => sql`update public.vehicles set reserved_until = '2099-01-01'
        where id = ${vehicle}`,
    );
    expect(await stateOf()).toMatchObject({ reserved: false });
  });

  test("ends with the sale, and stands again when that is taken back", async () => {
    await reserve(people.dealer);
    await setStatus("Vendido");
    expect(await stateOf()).toMatchObject({ reserved: false });
    expect(await dealsOf()).toMatchObject([{ ended_by: "sold" }, { ended_by: null }]);
    await setStatus("Disponible");
    expect(await stateOf()).toMatchObject({ reserved: true });
  });

  test("of a sold vehicle, for yesterday or for years is refused", async () => {
    await expect(reserve(people.dealer, { hours: -1 })).rejects.toMatchObject({ code: "23514" });
    await expect(reserve(people.dealer, { hours: 9000 })).rejects.toMatchObject({ code: "23514" });
    await setStatus("Vendido");
    await expect(reserve(people.dealer)).rejects.toMatchObject({ code: "P0001" });
  });

  test("ends with its vehicle, which a dealer takes out, and with the account of the dealership", async () => {
    await reserve(people.dealer);
    await world.as(people.dealer, (sql) => sql`delete from public.vehicles where id = ${vehicle}`);
    const deals = () => world.sql`select vehicle_id, ended_by from public.deals
      where dealership_id = ${people.dealer.id}`;
    expect(await deals()).toEqual([{ vehicle_id: null, ended_by: "undone" }]);
    vehicle = await createVehicle(world, people.dealer);
    await reserve(people.dealer);
    await world.sql`delete from auth.users where id = ${people.dealer.id}`;
    expect(await deals()).toEqual([]);
  });

  test("falls back by itself, is published again, and who waits is mailed once", async () => {
    await inquire(world, { recipient: people.vendedor, vehicle });
    await reserve(people.dealer, { hide: true });
    await world.sql`delete from private.outgoing_mail`;
    await world.sql`select private.end_due_reservations()`;
    expect(await stateOf()).toMatchObject({ reserved: true });
    await world.sql`update public.deals set falls_back_at = now() where vehicle_id = ${vehicle}`;
    await world.sql`select private.end_due_reservations()`;
    await world.sql`select private.end_due_reservations()`;
    expect(await stateOf()).toMatchObject({ published: true, reserved: false });
    expect(await dealsOf()).toMatchObject([{ ended_by: "expired" }]);
    const mails = await world.sql`select recipient, template from private.outgoing_mail
      order by recipient`;
    expect(mails).toEqual(
      [people.dealer.email, people.vendedor.email]
        .toSorted()
        .map((recipient) => ({ recipient, template: "reservation-over" })),
    );
  });

  test("falls back unheard where a salesperson lets hundreds end, and another dealership hears of its own", async () => {
    const reserveMany = (owner: Person, count: number) =>
      world.sql`with car as (
          insert into public.vehicles (user_id, brand, model, year)
          select ${owner.id}, 'Kia', 'Rio', 2020 from generate_series(1, ${count}::int)
          returning id, user_id)
        insert into public.deals (dealership_id, vehicle_id, vehicle_title, kind, until,
          falls_back_at)
        select user_id, id, 'Kia Rio 2020', 'Apartado', current_date, now() from car`;
    await reserveMany(people.dealer, 201);
    await reserveMany(people.otherDealer, 1);
    await world.sql`select private.end_due_reservations()`;
    const mailsOf = async ({ email }: Person) => {
      const [row] = await world.sql<{ n: number }[]>`select count(*)::int as n
        from private.outgoing_mail where recipient = ${email}`;
      return row?.n;
    };
    expect(await mailsOf(people.dealer)).toBe(200);
    expect(await mailsOf(people.otherDealer)).toBe(1);
    expect(
      await world.sql`select from public.deals where kind = 'Apartado' and ended_at is null
        and falls_back_at <= now()`,
    ).toEqual([]);
  });
});
