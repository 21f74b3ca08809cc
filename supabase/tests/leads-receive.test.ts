import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inquire, leadsOf, mailsTo, refer } from "./support/leads.ts";
import { createPeople, createPerson, createVehicle, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
  await world.sql`update public.profiles set full_name = 'Autos del Valle' where id = ${people.dealer.id}`;
  await world.sql`update public.profiles set full_name = 'Luis Herrera' where id = ${people.vendedor.id}`;
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.sql`delete from public.leads`;
  await world.sql`delete from private.outgoing_mail`;
  await world.sql`delete from private.attempts`;
});

describe("an inquiry", () => {
  test("about a dealership's vehicle is stored and mailed to it", async () => {
    const { dealer } = people;
    const vehicle = await createVehicle(world, dealer, { published: true });
    expect(await inquire(world, { recipient: dealer, vehicle })).toBe("stored");
    expect(await leadsOf(world, dealer)).toMatchObject([
      {
        kind: "vehicle_inquiry",
        recipient_id: dealer.id,
        dealership_id: dealer.id,
        recipient_name: "Autos del Valle",
        vehicle_id: vehicle,
        vehicle_title: "Hyundai Kona 2023",
        name: "Ana Pérez",
        email: "ana@example.com",
        phone: "+13055550123",
        message: "¿Sigue disponible?",
        state: "Nuevo",
        notes: "",
      },
    ]);
    expect(await mailsTo(world, dealer.email)).toMatchObject([
      {
        template: "new-inquiry",
        data: {
          reader: "recipient",
          recipient: "Autos del Valle",
          vehicle: { id: vehicle, title: "Hyundai Kona 2023" },
        },
      },
    ]);
  });

  test("to a salesperson is mailed to both and names the salesperson", async () => {
    const { dealer, vendedor } = people;
    const vehicle = await createVehicle(world, dealer, { published: true });
    await world.sql`update public.profiles
      set config = jsonb_set(config, '{profile}', '{"currency": "MXN"}') where id = ${dealer.id}`;
    expect(await inquire(world, { recipient: vendedor, vehicle })).toBe("stored");
    expect(await leadsOf(world, vendedor)).toMatchObject([{ dealership_id: dealer.id }]);
    const names = { recipient: "Luis Herrera", dealership: "Autos del Valle", currency: "MXN" };
    expect(await mailsTo(world, vendedor.email)).toMatchObject([
      { data: { ...names, reader: "recipient" } },
    ]);
    expect(await mailsTo(world, dealer.email)).toMatchObject([
      { data: { ...names, reader: "dealership" } },
    ]);
  });

  test("keeps the vehicle's title after the vehicle is deleted", async () => {
    const vehicle = await createVehicle(world, people.dealer, { published: true });
    await inquire(world, { recipient: people.dealer, vehicle });
    await world.sql`delete from public.vehicles where id = ${vehicle}`;
    expect(await leadsOf(world, people.dealer)).toMatchObject([
      { vehicle_id: null, vehicle_title: "Hyundai Kona 2023" },
    ]);
  });

  test("is not stored if its mail cannot be queued", async () => {
    await world.sql`alter table private.outgoing_mail add constraint refused check (template <> 'new-inquiry')`;
    await expect(inquire(world, { recipient: people.dealer })).rejects.toMatchObject({
      code: "23514",
    });
    await world.sql`alter table private.outgoing_mail drop constraint refused`;
    expect(await leadsOf(world, people.dealer)).toHaveLength(0);
    expect(await inquire(world, { recipient: people.dealer })).toBe("stored");
  });
});

describe("the recipient of an inquiry", () => {
  test("is never an administrator, an inactive dealership or an unknown page", async () => {
    const hidden = await createPerson(world, "concesionario");
    await world.sql`update public.profiles set public_slug = null where id = ${hidden.id}`;
    for (const recipient of [randomUUID(), people.inactiveDealer, people.admin, hidden]) {
      expect(await inquire(world, { recipient })).toBe("no_recipient");
    }
    expect(await refer(world, people.inactiveDealer)).toBe("no_recipient");
    expect(await world.sql`select 1 from public.leads`).toHaveLength(0);
    expect(await world.sql`select 1 from private.outgoing_mail`).toHaveLength(0);
  });

  test("is never a salesperson of an inactive dealership", async () => {
    const seller = await createPerson(world, "vendedor", { dealership: people.inactiveDealer });
    expect(await inquire(world, { recipient: seller })).toBe("no_recipient");
  });

  test("may be a dealership without a page, through its published vehicle", async () => {
    const hidden = await createPerson(world, "concesionario");
    await world.sql`update public.profiles set public_slug = null where id = ${hidden.id}`;
    const vehicle = await createVehicle(world, hidden, { published: true });
    expect(await inquire(world, { recipient: hidden, vehicle })).toBe("stored");
  });

  test("gets no inquiry about another dealership's, a hidden or an unknown vehicle", async () => {
    const { dealer, vendedor, otherDealer } = people;
    const foreign = await createVehicle(world, otherDealer, { published: true });
    const hidden = await createVehicle(world, dealer);
    for (const recipient of [dealer, vendedor]) {
      for (const vehicle of [foreign, hidden, randomUUID()]) {
        expect(await inquire(world, { recipient, vehicle })).toBe("no_vehicle");
      }
    }
    expect(await world.sql`select 1 from public.leads`).toHaveLength(0);
  });

  test("gets inquiries about a hidden vehicle only from its team and administrators", async () => {
    const { dealer, vendedor, admin, otherVendedor, inactiveDealer } = people;
    const vehicle = await createVehicle(world, dealer);
    const ask = (caller: typeof dealer) =>
      inquire(world, { recipient: dealer, vehicle, caller, message: caller.id });
    for (const caller of [dealer, vendedor, admin]) expect(await ask(caller)).toBe("stored");
    for (const caller of [otherVendedor, inactiveDealer]) {
      expect(await ask(caller)).toBe("no_vehicle");
    }
  });

  test("is reached only through the service: other callers are rejected", async () => {
    const actors: Actor[] = ["anonymous", people.dealer, people.admin];
    for (const actor of actors) {
      const refused = { code: "42501" };
      await expect(inquire(world, { recipient: people.dealer }, { actor })).rejects.toMatchObject(
        refused,
      );
      await expect(refer(world, people.dealer, { actor })).rejects.toMatchObject(refused);
    }
  });
});

describe("the content of a lead", () => {
  test.each([
    [{ name: "Ana\r\nBcc: victim@example.com" }],
    [{ name: "" }],
    [{ name: "x".repeat(121) }],
    [{ email: "ana@example.com\r\nBcc: victim@example.com" }],
    [{ email: "ana@example.com, victim@example.com" }],
    [{ email: "Ana <ana@example.com>" }],
    [{ email: "malformed" }],
    [{ phone: "1\n2" }],
    [{ phone: "1".repeat(41) }],
    [{ message: "x".repeat(2001) }],
  ])("%j is rejected and nothing is stored", async (changes) => {
    await expect(inquire(world, { recipient: people.dealer, ...changes })).rejects.toMatchObject({
      code: "23514",
    });
    expect(await world.sql`select 1 from public.leads`).toHaveLength(0);
    expect(await world.sql`select 1 from private.outgoing_mail`).toHaveLength(0);
  });

  test("a referral stores the referrer and the referred person", async () => {
    expect(await refer(world, people.vendedor)).toBe("stored");
    expect(await leadsOf(world, people.vendedor)).toMatchObject([
      {
        kind: "referral",
        name: "Marta Ríos",
        phone: "+13055550177",
        referred_name: "Jorge Luna",
        referred_phone: "+13055550199",
        email: null,
        vehicle_title: null,
      },
    ]);
    expect(await mailsTo(world, people.vendedor.email)).toMatchObject([
      { template: "new-referral", data: { referredName: "Jorge Luna", name: "Marta Ríos" } },
    ]);
  });
});

describe("a repeated inquiry", () => {
  test("sent twenty times concurrently is one lead and mail, with or without an id", async () => {
    for (const submission of [null, randomUUID()]) {
      const message = `Mensaje ${submission}`;
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () =>
          inquire(world, { recipient: people.dealer, submission, message }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "repeated")).toHaveLength(19);
    }
    expect(await leadsOf(world, people.dealer)).toHaveLength(2);
    expect(await mailsTo(world, people.dealer.email)).toHaveLength(2);
  });

  test("is recognized forever by submission id, otherwise for ten minutes", async () => {
    const submission = randomUUID();
    const [named, unnamed] = [
      { recipient: people.dealer, submission, message: "con nombre" },
      { recipient: people.dealer, message: "sin nombre" },
    ];
    for (const inquiry of [named, unnamed]) expect(await inquire(world, inquiry)).toBe("stored");
    for (const inquiry of [named, unnamed]) expect(await inquire(world, inquiry)).toBe("repeated");
    await world.sql`update private.lead_submissions set created_at = now() - interval '11 minutes'`;
    expect(await inquire(world, named)).toBe("repeated");
    expect(await inquire(world, unnamed)).toBe("stored");
  });

  test("with a different text is a new lead", async () => {
    const submission = randomUUID();
    const inquiry = { recipient: people.dealer, submission };
    expect(await inquire(world, { ...inquiry, phone: "+13055550111" })).toBe("stored");
    expect(await inquire(world, { ...inquiry, phone: "+13055550112" })).toBe("stored");
    expect(
      await inquire(world, { ...inquiry, recipient: people.vendedor, phone: "+13055550112" }),
    ).toBe("stored");
    expect(await leadsOf(world, people.dealer)).toHaveLength(2);
  });

  test("does not use up the sender's attempts", async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      const outcome = await inquire(
        world,
        { recipient: people.dealer },
        { address: "203.0.113.9" },
      );
      expect(outcome).toBe(turn === 0 ? "stored" : "repeated");
    }
  });
});

describe("limits of inquiries", () => {
  const send = (turn: number, changes: object = {}, address?: string) =>
    inquire(
      world,
      { recipient: people.dealer, email: `cliente-${turn}@example.com`, ...changes },
      address ? { address } : {},
    );

  test("one network sends ten per recipient and thirty in all per ten minutes", async () => {
    const recipients = [people.dealer, people.vendedor, people.otherDealer, people.otherVendedor];
    const outcomes: string[] = [];
    for (const recipient of recipients) {
      for (let turn = 0; turn < 11; turn += 1) {
        outcomes.push(await send(turn, { recipient }, "203.0.113.7"));
      }
    }
    expect(outcomes.slice(0, 10)).toEqual(Array(10).fill("stored"));
    expect(outcomes[10]).toBe("limited");
    expect(outcomes.filter((outcome) => outcome === "stored").length).toBeLessThanOrEqual(30);
    expect(await send(99, {}, "203.0.113.8")).toBe("stored");
  });

  test("a recipient gets at most 300 an hour from all networks", async () => {
    await world.sql`select private.take_attempt('lead:recipient', ${people.dealer.id}, 300, '1 hour') from generate_series(1, 300)`;
    expect(await send(1)).toBe("limited");
    expect(await send(1, { recipient: people.vendedor })).toBe("stored");
  });

  test("a vehicle gets at most 250 an hour, and its dealership still gets others", async () => {
    const vehicle = await createVehicle(world, people.dealer, { published: true });
    await world.sql`select private.take_attempt('lead:vehicle', ${vehicle}, 250, '1 hour') from generate_series(1, 250)`;
    expect(await send(1, { vehicle })).toBe("limited");
    expect(await send(1)).toBe("stored");
  });

  test("200 customers of one vehicle behind an anonymous proxy all get through", async () => {
    const vehicle = await createVehicle(world, people.dealer, { published: true });
    for (let turn = 0; turn < 200; turn += 1) {
      expect(await send(turn, { vehicle })).toBe("stored");
    }
    expect(await leadsOf(world, people.dealer)).toHaveLength(200);
  });

  test("localhost sends 250 an hour in all, and another network still gets through", async () => {
    await world.sql`select private.take_attempt('lead:machine', '127.0.0.1', 250, '1 hour') from generate_series(1, 249)`;
    expect(await send(1)).toBe("stored");
    expect(await send(2)).toBe("limited");
    expect(await send(2, { recipient: people.otherDealer })).toBe("limited");
    expect(await send(2, {}, "::1")).toBe("stored");
    expect(await send(3, {}, "203.0.113.7")).toBe("stored");
  });

  test("a rejected lead stores nothing", async () => {
    await world.sql`select private.take_attempt('lead:recipient', ${people.dealer.id}, 300, '1 hour') from generate_series(1, 300)`;
    expect(await send(1)).toBe("limited");
    expect(await world.sql`select 1 from public.leads`).toHaveLength(0);
    expect(await world.sql`select 1 from private.outgoing_mail`).toHaveLength(0);
  });
});
