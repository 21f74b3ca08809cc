import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createPerson, createVehicle, type People } from "./support/people.ts";
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

type Tap = { seller?: string; channel?: string; code?: string; about?: string | null };

const tap = (actor: Actor, { seller, channel, code, about = vehicle }: Tap = {}) =>
  world.as(
    actor,
    (sql) => sql`select public.record_contact_tap(${seller ?? people.dealer.id},
      ${channel ?? "whatsapp"}, ${code ?? "K7Q2MX"}, ${about})`,
    phone,
  );

const tapsOf = (dealership: { id: string }) =>
  world.sql`select id, seller_id, dealership_id, vehicle_id, channel, codes, lead_id
    from public.contact_taps where dealership_id = ${dealership.id} order by created_at`;

const read = (actor: Actor) => world.as(actor, (sql) => sql`select id from public.contact_taps`);

const makeLead = (actor: Actor, id: string, name = "", number = "") =>
  world.as(actor, (sql) => sql`select public.make_tap_lead(${id}, ${name}, ${number}) as id`);

describe("a visitor's tap", () => {
  test("is recorded with vehicle, seller, channel and code, once a day", async () => {
    for (let n = 0; n < 3; n += 1) await tap("anonymous");
    expect(await tapsOf(people.dealer)).toEqual([
      {
        id: expect.any(String),
        seller_id: people.dealer.id,
        dealership_id: people.dealer.id,
        vehicle_id: vehicle,
        channel: "whatsapp",
        codes: ["K7Q2MX"],
        lead_id: null,
      },
    ]);
  });

  test("counts separately per channel, per vehicle and without a vehicle", async () => {
    const second = await createVehicle(world, people.dealer, { published: true });
    await world.sql`update public.profiles set public_slug = ${`s-${crypto.randomUUID()}`}
      where id = ${people.dealer.id}`;
    await tap("anonymous");
    await tap("anonymous", { channel: "call" });
    await tap("anonymous", { about: second });
    await tap("anonymous", { about: null });
    expect(await tapsOf(people.dealer)).toHaveLength(4);
  });

  test("repeated with other codes keeps the first five codes", async () => {
    for (const last of "ABCDEFG") await tap("anonymous", { code: `K7Q2M${last}` });
    const [row] = await tapsOf(people.dealer);
    expect(row?.codes).toEqual(["K7Q2MA", "K7Q2MB", "K7Q2MC", "K7Q2MD", "K7Q2ME"]);
  });

  test("on a salesperson's link is recorded for salesperson and dealership", async () => {
    await tap("anonymous", { seller: people.vendedor.id });
    expect(await tapsOf(people.dealer)).toMatchObject([
      { seller_id: people.vendedor.id, dealership_id: people.dealer.id },
    ]);
  });

  test("is not credited to a colleague tapped earlier from the same network", async () => {
    const colleague = await createPerson(world, "vendedor", { dealership: people.dealer });
    await tap("anonymous", { seller: colleague.id, code: "FFFFFF" });
    await tap("anonymous", { seller: people.vendedor.id });
    expect(await tapsOf(people.dealer)).toMatchObject([
      { seller_id: colleague.id, codes: ["FFFFFF"] },
      { seller_id: people.vendedor.id, codes: ["K7Q2MX"] },
    ]);
  });

  test("on a hidden, unknown or another dealership's vehicle is silently ignored", async () => {
    const hidden = await createVehicle(world, people.dealer);
    const foreign = await createVehicle(world, people.otherDealer, { published: true });
    for (const about of [hidden, foreign, crypto.randomUUID()]) {
      expect(await tap("anonymous", { about })).toHaveLength(1);
    }
    for (const seller of [people.inactiveDealer.id, crypto.randomUUID()]) {
      expect(await tap("anonymous", { seller, about: null })).toHaveLength(1);
    }
    expect(await tapsOf(people.dealer)).toEqual([]);
    expect(await tapsOf(people.inactiveDealer)).toEqual([]);
  });

  test.each([
    { channel: "fax" },
    { code: "" },
    { code: "k7q2mx" },
    { code: "K7Q2M" },
    { code: "K7Q2MX\n" },
    { code: "K7Q2MXK7Q2MX!" },
    ...[2, 3, 4, 5].map((times) => ({ code: "K7Q2MX".repeat(times) })),
  ])("with %j is rejected", async (words) => {
    await expect(tap("anonymous", words)).rejects.toMatchObject({ code: "23514" });
  });

  test("stores nothing about the visitor but a daily hash", async () => {
    await tap("anonymous");
    const [row] = await world.sql`select visitor from public.contact_taps
      where vehicle_id = ${vehicle}`;
    expect(row?.visitor).toHaveLength(32);
    expect(row?.visitor.toString("latin1")).not.toContain("203.0.113.7");
  });

  test("by the dealership's people or an administrator is not recorded", async () => {
    for (const actor of [people.dealer, people.vendedor, people.admin]) await tap(actor);
    expect(await tapsOf(people.dealer)).toEqual([]);
    await tap(people.otherDealer);
    expect(await tapsOf(people.dealer)).toHaveLength(1);
  });
});

describe("reading taps", () => {
  test("a dealership and an administrator see all, a salesperson their own", async () => {
    await tap("anonymous");
    await tap("anonymous", { seller: people.vendedor.id, channel: "call" });
    expect(await read(people.dealer)).toHaveLength(2);
    expect(await read(people.vendedor)).toHaveLength(1);
    expect((await read(people.admin)).length).toBeGreaterThanOrEqual(2);
    expect(await read(people.otherDealer)).toEqual([]);
    expect(await read(people.otherVendedor)).toEqual([]);
    expect(await read(people.inactiveDealer)).toEqual([]);
    await expect(read("anonymous")).rejects.toMatchObject({ code: "42501" });
  });

  test("a salesperson who left sees none, their former dealership still sees them", async () => {
    await tap("anonymous", { seller: people.vendedor.id });
    await world.sql`update public.profiles set dealership_id = ${people.otherDealer.id}
      where id = ${people.vendedor.id}`;
    expect(await read(people.vendedor)).toEqual([]);
    expect(await read(people.dealer)).toHaveLength(1);
  });

  test("no one can read the visitor or write a tap", async () => {
    const refused = { code: "42501" };
    await tap("anonymous");
    for (const act of [
      "select visitor from public.contact_taps",
      "update public.contact_taps set channel = 'call'",
      "delete from public.contact_taps",
    ]) {
      await expect(world.as(people.dealer, (sql) => sql.unsafe(act))).rejects.toMatchObject(
        refused,
      );
    }
  });

  test("a dealership lists its tapped vehicles with counts, another gets none of them", async () => {
    await tap("anonymous");
    await tap("anonymous", { channel: "call" });
    const counted = (actor: Actor) =>
      world.as(
        actor,
        (sql) => sql`select vehicle_id, whatsapp::int, call::int, contact::int, directions::int
          from public.get_tapped_vehicles(now() - interval '30 days', ${people.dealer.id})`,
      );
    expect(await counted(people.dealer)).toEqual([
      { vehicle_id: vehicle, whatsapp: 1, call: 1, contact: 0, directions: 0 },
    ]);
    expect(await counted(people.otherDealer)).toEqual([]);
  });
});

describe("a lead made from a tap", () => {
  test("is made once by a dealership, with the vehicle", async () => {
    await tap("anonymous");
    const [row] = await tapsOf(people.dealer);
    const [made] = await makeLead(people.dealer, row?.id, "Ana", "+1 (305) 555-0123");
    const [again] = await makeLead(people.dealer, row?.id, "Otra");
    expect(again?.id).toBe(made?.id);
    const [lead] = await world.sql`select kind, name, phone, email, state, vehicle_id, recipient_id
      from public.leads where id = ${made?.id}`;
    expect(lead).toEqual({
      kind: "direct_contact",
      name: "Ana",
      phone: "+13055550123",
      email: null,
      state: "En atención",
      vehicle_id: vehicle,
      recipient_id: people.dealer.id,
    });
    expect(await tapsOf(people.dealer)).toMatchObject([{ lead_id: made?.id }]);
  });

  test("is made by a salesperson from their own tap, with an optional name", async () => {
    await tap("anonymous", { seller: people.vendedor.id });
    const [row] = await tapsOf(people.dealer);
    const [made] = await makeLead(people.vendedor, row?.id, " ", "305 555 0123");
    const [lead] = await world.sql`select name, phone, recipient_id from public.leads
      where id = ${made?.id}`;
    expect(lead).toEqual({
      name: "Cliente sin nombre",
      phone: "305 555 0123",
      recipient_id: people.vendedor.id,
    });
  });

  test.each([
    ["+1 305 555 0123 ext. 12", "+1 305 555 0123 ext. 12"],
    ["+1 305 555 0123;ext=12", "+1 305 555 0123;ext=12"],
    ["\u202a+1 (305) 555-0123\u202c", "+13055550123"],
  ])("stores the typed phone %j as %j", async (typed, kept) => {
    await tap("anonymous");
    const [row] = await tapsOf(people.dealer);
    const [made] = await makeLead(people.dealer, row?.id, "Ana", typed);
    const [lead] = await world.sql`select phone from public.leads where id = ${made?.id}`;
    expect(lead).toEqual({ phone: kept });
  });

  test("has no vehicle if it has moved to another dealership", async () => {
    await tap("anonymous");
    const [row] = await tapsOf(people.dealer);
    await world.sql`update public.vehicles set user_id = ${people.otherDealer.id},
      published = false, model = 'Secreto' where id = ${vehicle}`;
    const [made] = await makeLead(people.dealer, row?.id);
    const [lead] = await world.sql`select vehicle_id, vehicle_title from public.leads
      where id = ${made?.id}`;
    expect(lead).toEqual({ vehicle_id: null, vehicle_title: null });
  });

  test("gets name and phone only from its salesperson or their dealership", async () => {
    await tap("anonymous", { seller: people.vendedor.id });
    const [row] = await tapsOf(people.dealer);
    const [made] = await makeLead(people.vendedor, row?.id);
    const complete = (actor: Actor, id: string, name = "Otra") =>
      world.as(
        actor,
        (sql) => sql`update public.leads set name = ${name}, phone = '+13055550123'
          where id = ${id} returning id`,
      );
    expect(await complete(people.vendedor, made?.id, "Ana")).toHaveLength(1);
    expect(await complete(people.dealer, made?.id, "Ana Ruiz")).toHaveLength(1);
    for (const actor of [people.otherDealer, people.otherVendedor]) {
      expect(await complete(actor, made?.id)).toHaveLength(0);
    }
    for (const actor of [people.admin, "anonymous" as const]) {
      await expect(complete(actor, made?.id)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await world.sql`select name, phone from public.leads where id = ${made?.id}`).toEqual([
      { name: "Ana Ruiz", phone: "+13055550123" },
    ]);
    const [asked] = await world.sql`insert into public.leads
      (kind, recipient_id, dealership_id, name, email)
      values ('general_inquiry', ${people.vendedor.id}, ${people.dealer.id}, 'Eva', 'e@x.example')
      returning id`;
    await expect(complete(people.vendedor, asked?.id)).rejects.toMatchObject({ code: "42501" });
  });

  test("cannot be made from another person's tap or by a visitor", async () => {
    await tap("anonymous");
    const [row] = await tapsOf(people.dealer);
    for (const actor of [
      people.vendedor,
      people.otherDealer,
      people.inactiveDealer,
      "anonymous" as const,
    ]) {
      await expect(makeLead(actor, row?.id)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await tapsOf(people.dealer)).toMatchObject([{ lead_id: null }]);
  });

  test("is logged if an administrator makes it", async () => {
    await tap("anonymous");
    const [row] = await tapsOf(people.dealer);
    const [made] = await makeLead(people.admin, row?.id);
    const log = await world.sql`select action, table_name from public.audit_log
      where row_id = ${made?.id} and actor_id = ${people.admin.id}`;
    expect(log).toEqual([{ action: "insert", table_name: "leads" }]);
  });
});
