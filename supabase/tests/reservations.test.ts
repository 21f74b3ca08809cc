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
  test("shows visitors only its end", async () => {
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

  test("hides the vehicle if requested, and publishes it again when released", async () => {
    await reserve(people.dealer, { hide: true });
    expect(await stateOf()).toMatchObject({ published: false, reserved: true });
    await release(people.dealer);
    expect(await stateOf()).toMatchObject({ published: true, reserved: false });
    expect(await dealsOf()).toMatchObject([{ kind: "Apartado", ended_by: "undone" }]);
  });

  test.each([
    [false, false],
    [true, true],
  ])(
    "keeps published=%s when set for many vehicles including a hidden one",
    async (publish, stays) => {
      await reserve(people.dealer, { hide: true });
      const other = await createVehicle(world, people.dealer, { published: true });
      await world.as(
        people.vendedor,
        (sql) => sql`select public.publish_vehicles(${[vehicle, other]}, ${publish})`,
      );
      await release(people.dealer);
      expect(await stateOf()).toMatchObject({ published: stays, reserved: false });
    },
  );

  test("with a deposit can be extended, not changed, by a salesperson without figures", async () => {
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
    // The right deposit is rejected like any other, or it could be guessed.
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

  test("cannot be set by writing the vehicle's column", async () => {
    await world.as(
      people.dealer,
      (sql) => sql`update public.vehicles set reserved_until = '2099-01-01'
        where id = ${vehicle}`,
    );
    expect(await stateOf()).toMatchObject({ reserved: false });
  });

  test("ends with the sale, and returns when the sale is undone", async () => {
    await reserve(people.dealer);
    await setStatus("Vendido");
    expect(await stateOf()).toMatchObject({ reserved: false });
    expect(await dealsOf()).toMatchObject([{ ended_by: "sold" }, { ended_by: null }]);
    await setStatus("Disponible");
    expect(await stateOf()).toMatchObject({ reserved: true });
  });

  test("is rejected for a sold vehicle, until yesterday and for years", async () => {
    await expect(reserve(people.dealer, { hours: -1 })).rejects.toMatchObject({ code: "23514" });
    await expect(reserve(people.dealer, { hours: 9000 })).rejects.toMatchObject({ code: "23514" });
    await setStatus("Vendido");
    await expect(reserve(people.dealer)).rejects.toMatchObject({ code: "P0001" });
  });

  test("ends with its vehicle and with the dealership's account", async () => {
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

  test("expires, republishes the vehicle and mails each waiting lead's seller once", async () => {
    await inquire(world, { recipient: people.vendedor, vehicle });
    await reserve(people.dealer, { hide: true });
    await world.sql`delete from private.outgoing_mail`;
    await world.sql`select private.end_due_reservations()`;
    expect(await stateOf()).toMatchObject({ reserved: true });
    await world.sql`update public.deals set falls_back_at = now()
          where vehicle_id = ${vehicle} and kind = 'Apartado'`;
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

  test("expires without mail beyond a person's limit; other people still get theirs", async () => {
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

describe("ending a reservation that hid the vehicle", () => {
  const setPublished = (published: boolean) =>
    world.as(
      people.dealer,
      (sql) => sql`update public.vehicles set published = ${published} where id = ${vehicle}`,
    );

  const ends: [string, () => Promise<unknown>][] = [
    ["by hand", () => release(people.dealer)],
    [
      "by itself",
      async () => {
        await world.sql`update public.deals set falls_back_at = now()
          where vehicle_id = ${vehicle} and kind = 'Apartado'`;
        await world.sql`select private.end_due_reservations()`;
      },
    ],
  ];

  for (const [how, end] of ends) {
    test(`keeps it hidden if its dealer published and hid it since: ${how}`, async () => {
      await reserve(people.dealer, { hide: true });
      await setPublished(true);
      await setPublished(false);
      await end();
      expect(await stateOf()).toMatchObject({ published: false, reserved: false });
    });

    test(`keeps it hidden if its dealer hid it after an undone sale: ${how}`, async () => {
      await reserve(people.dealer, { hide: true });
      await setStatus("Vendido");
      await setPublished(true);
      await setPublished(false);
      await setStatus("Disponible");
      await end();
      expect(await stateOf()).toMatchObject({ published: false, reserved: false });
    });

    test(`publishes what was published by hand and hidden by the reservation: ${how}`, async () => {
      await reserve(people.dealer, { hide: true });
      await setPublished(true);
      await reserve(people.dealer, { hide: true });
      await reserve(people.dealer);
      expect(await stateOf()).toMatchObject({ published: false, reserved: true });
      await end();
      expect(await stateOf()).toMatchObject({ published: true, reserved: false });
    });
  }
});

describe("deleting a reserved vehicle", () => {
  const remove = (actor: Actor) =>
    world.as(actor, (sql) => sql`delete from public.vehicles where id = ${vehicle} returning id`);
  const check = (actor: Actor) =>
    world.as(actor, (sql) => sql`select public.check_vehicle_deletion(${vehicle})`);
  const refused = {
    code: "P0001",
    message: "Este apartado tiene un depósito. Pide el cambio a quien ve los costos.",
  };

  test("is rejected for a salesperson who cannot see its deposit", async () => {
    await reserve(people.dealer);
    await expect(check(people.vendedor)).rejects.toMatchObject(refused);
    await expect(remove(people.vendedor)).rejects.toMatchObject(refused);
    expect(await dealsOf()).toEqual([{ kind: "Apartado", ended_by: null }]);
  });

  test("is allowed for people who see its deposit", async () => {
    for (const actor of [people.dealer, trusted, people.admin]) {
      vehicle = await createVehicle(world, people.dealer);
      await reserve(people.dealer);
      await check(actor);
      expect(await remove(actor)).toHaveLength(1);
    }
  });

  test("is allowed for a salesperson if it has no deposit", async () => {
    await reserve(people.vendedor);
    await world.sql`update public.deals set deposit = null where vehicle_id = ${vehicle}`;
    await check(people.vendedor);
    expect(await remove(people.vendedor)).toHaveLength(1);
  });

  test("a visitor or another dealership's person cannot ask whether it is allowed", async () => {
    for (const actor of ["anonymous", people.otherDealer, people.otherVendedor] as const) {
      await expect(check(actor)).rejects.toMatchObject({ code: "42501" });
    }
  });
});

describe("the mail at the end of a reservation", () => {
  /** A customer who asked this person of this dealership about the vehicle. */
  const ask = async (name: string, recipient: Person, dealership: Person) =>
    world.sql`insert into public.leads (kind, recipient_id, dealership_id, recipient_name,
        vehicle_id, vehicle_title, name, email)
      values ('vehicle_inquiry', ${recipient.id}, ${dealership.id}, 'Alguien', ${vehicle},
        'Hyundai Kona 2023', ${name}, 'cliente@example.com')`;

  /** Recipients, and the customers that each mail names. */
  const mailsOfEnd = async () => {
    await world.sql`delete from private.outgoing_mail`;
    await world.sql`update public.deals set falls_back_at = now()
          where vehicle_id = ${vehicle} and kind = 'Apartado'`;
    await world.sql`select private.end_due_reservations()`;
    const mails = await world.sql<{ recipient: string; waiting: string[] }[]>`
      select recipient, data -> 'waiting' as waiting from private.outgoing_mail
      where template = 'reservation-over'`;
    return new Map(mails.map(({ recipient, waiting }) => [recipient, waiting.toSorted()]));
  };

  test("lists to each reader the leads that they may read", async () => {
    const colleague = await createPerson(world, "vendedor", { dealership: people.dealer });
    await ask("De la casa", people.dealer, people.dealer);
    await ask("De Valeria", people.vendedor, people.dealer);
    await ask("De Luis", colleague, people.dealer);
    await reserve(trusted);
    expect(await mailsOfEnd()).toEqual(
      new Map([
        [people.dealer.email, ["De Luis", "De Valeria", "De la casa"]],
        [people.vendedor.email, ["De Valeria"]],
        [colleague.email, ["De Luis"]],
        [trusted.email, []],
      ]),
    );
  });

  test("names no customer of the vehicle's previous dealership", async () => {
    await ask("De antes", people.vendedor, people.dealer);
    await ask("De antes, de la casa", people.dealer, people.dealer);
    await world.sql`update public.vehicles set user_id = ${people.otherDealer.id}
      where id = ${vehicle}`;
    await ask("De ahora", people.otherVendedor, people.otherDealer);
    await reserve(people.otherDealer);
    expect(await mailsOfEnd()).toEqual(
      new Map([
        [people.otherDealer.email, ["De ahora"]],
        [people.otherVendedor.email, ["De ahora"]],
      ]),
    );
  });

  test("is not sent to people who are inactive or changed dealership", async () => {
    const leaver = await createPerson(world, "vendedor", { dealership: people.dealer });
    await ask("De quien se fue", leaver, people.dealer);
    await ask("De Valeria", people.vendedor, people.dealer);
    await reserve(leaver);
    await world.sql`update public.profiles set dealership_id = ${people.otherDealer.id}
      where id = ${leaver.id}`;
    await world.sql`update public.profiles set is_active = false where id = ${people.vendedor.id}`;
    expect(await mailsOfEnd()).toEqual(
      new Map([[people.dealer.email, ["De Valeria", "De quien se fue"]]]),
    );
  });

  test("is not sent to an inactive dealership, but the reservation ends", async () => {
    await ask("De Valeria", people.vendedor, people.dealer);
    await reserve(people.dealer);
    await world.sql`update public.profiles set is_active = false where id = ${people.dealer.id}`;
    expect(await mailsOfEnd()).toEqual(new Map());
    expect(await dealsOf()).toEqual([{ kind: "Apartado", ended_by: "expired" }]);
  });
});
