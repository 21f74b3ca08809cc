import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mailsTo } from "./support/leads.ts";
import {
  createPeople,
  createPerson,
  createVehicle,
  type People,
  type Person,
} from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

/** Monday seven o'clock in New York, and in Bogotá an hour later. */
const seven = "2049-01-11T12:00:00Z";
const minuteBefore = "2049-01-11T11:59:00Z";

let world: World;
let people: People;
let trusted: Person;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.sql`delete from private.weekly_mails`;
  people = await createPeople(world);
  trusted = await createPerson(world, "vendedor", { dealership: people.dealer });
  await world.sql`insert into public.figure_viewers (id, dealership_id)
    values (${trusted.id}, ${people.dealer.id})`;
});
afterAll(() => world.close());

const choose = (actor: Actor, wanted = true, zone: string | null = "America/New_York") =>
  world.as(actor, (sql) => sql`select public.set_weekly_mail(${wanted}, ${zone})`);
const queueAt = (time: string) =>
  world.sql`select private.queue_weekly_mails(${time}::timestamptz)`;
const mailsOf = async ({ email }: Person) =>
  (await mailsTo(world, email)).filter(({ template }) => template === "weekly");
const wants = async (actor: Actor) => {
  const [row] = await world.as(
    actor,
    (sql) => sql<{ wants_weekly: boolean }[]>`select wants_weekly from public.get_own_mailbox()`,
  );
  return row?.wants_weekly;
};

/** An unanswered lead, which always causes a mail. */
const ask = (recipient: Person, name = "Ana Pérez") =>
  world.sql`insert into public.leads (kind, recipient_id, dealership_id, recipient_name, name,
      email, created_at)
    select 'general_inquiry', id, coalesce(dealership_id, id), full_name, ${name},
      'ana@example.com', now() - interval '3 hours'
    from public.profiles where id = ${recipient.id}`;

describe("the weekly mail", () => {
  test("goes only to subscribers", async () => {
    const { dealer, vendedor } = people;
    expect(await wants(dealer)).toBe(false);
    await choose(dealer);
    expect(await wants(dealer)).toBe(true);
    await ask(vendedor);
    await queueAt(seven);
    expect(await mailsOf(dealer)).toHaveLength(1);
    expect(await mailsOf(vendedor)).toEqual([]);
  });

  test("can be subscribed to by a dealership's people, for themselves only", async () => {
    await expect(choose(people.admin)).rejects.toMatchObject({ code: "42501" });
    await expect(choose("anonymous")).rejects.toMatchObject({ code: "42501" });
    await expect(choose(people.inactiveDealer)).rejects.toMatchObject({ code: "42501" });
    await choose(people.vendedor);
    expect(await wants(people.dealer)).toBe(false);
    await expect(
      world.as(people.vendedor, (sql) => sql`select key from private.weekly_mails`),
    ).rejects.toMatchObject({ code: "42501" });
  });

  test("is sent once a week, however many processes ask", async () => {
    const { dealer } = people;
    await choose(dealer);
    await ask(dealer);
    await queueAt(minuteBefore);
    expect(await mailsOf(dealer)).toEqual([]);
    await Promise.all(Array.from({ length: 8 }, () => queueAt(seven)));
    await queueAt("2049-01-11T20:00:00Z");
    await queueAt("2049-01-13T12:00:00Z");
    expect(await mailsOf(dealer)).toHaveLength(1);
    await choose(dealer, false);
    await choose(dealer);
    await queueAt("2049-01-11T21:00:00Z");
    expect(await mailsOf(dealer)).toHaveLength(1);
    await queueAt("2049-01-18T12:00:00Z");
    expect(await mailsOf(dealer)).toHaveLength(2);
  });

  test("is sent late on Monday if nothing ran in the morning, not on Tuesday", async () => {
    await choose(people.dealer);
    await ask(people.dealer);
    await queueAt("2049-01-12T12:00:00Z");
    expect(await mailsOf(people.dealer)).toEqual([]);
    await queueAt("2049-01-19T04:59:00Z");
    expect(await mailsOf(people.dealer)).toHaveLength(1);
  });

  test("is sent at seven on the dealership's clock, or the subscriber's", async () => {
    const { dealer, vendedor, otherDealer } = people;
    await world.sql`update public.profiles
      set config = '{"profile": {"hours": {"zone": "Asia/Tokyo", "mon": "09:00-18:00"}}}'
      where id = ${dealer.id}`;
    for (const person of [dealer, vendedor, otherDealer]) {
      await choose(person, true, "Europe/Madrid");
      await ask(person);
    }
    await queueAt("2049-01-10T22:00:00Z");
    expect([await mailsOf(dealer), await mailsOf(vendedor)]).toMatchObject([[{}], [{}]]);
    await queueAt("2049-01-11T05:59:00Z");
    expect(await mailsOf(otherDealer)).toEqual([]);
    await queueAt("2049-01-11T06:00:00Z");
    expect(await mailsOf(otherDealer)).toHaveLength(1);
  });

  test("uses New York's time if the zone is invalid", async () => {
    await choose(people.dealer, true, "Mars/Olympus");
    await ask(people.dealer);
    await queueAt(minuteBefore);
    expect(await mailsOf(people.dealer)).toEqual([]);
    await queueAt(seven);
    expect(await mailsOf(people.dealer)).toHaveLength(1);
  });

  test("is not sent if there is no news, nor later that week when there is", async () => {
    await choose(people.dealer);
    await queueAt(seven);
    await ask(people.dealer);
    await queueAt("2049-01-11T15:00:00Z");
    expect(await mailsOf(people.dealer)).toEqual([]);
  });

  test("is not sent to inactive people, inactive dealerships or unproved e-mails", async () => {
    const { dealer, vendedor, otherDealer, otherVendedor } = people;
    for (const person of [dealer, vendedor, otherDealer, otherVendedor]) {
      await choose(person);
      await ask(person);
    }
    await world.sql`update public.profiles set is_active = false
      where id in (${vendedor.id}, ${otherDealer.id})`;
    await world.sql`delete from private.proven_emails where user_id = ${dealer.id}`;
    await queueAt(seven);
    for (const person of [dealer, vendedor, otherDealer, otherVendedor]) {
      expect(await mailsOf(person)).toEqual([]);
    }
  });

  test("can be cancelled by any visitor who has its key", async () => {
    const { dealer, vendedor } = people;
    await choose(dealer);
    await choose(vendedor);
    await ask(vendedor);
    await queueAt(seven);
    const [mail] = await mailsOf(dealer);
    const stop = (key: string) =>
      world.as("anonymous", (sql) => sql`select public.stop_weekly_mail(${key})`);
    await stop("00000000-0000-0000-0000-000000000000");
    expect(await wants(dealer)).toBe(true);
    await stop(String(mail?.data.key));
    await stop(String(mail?.data.key));
    expect([await wants(dealer), await wants(vendedor)]).toEqual([false, true]);
    await choose(dealer);
    await stop(String(mail?.data.key));
    expect(await wants(dealer)).toBe(false);
  });
});

describe("the weekly mail's content", () => {
  const kona = "Hyundai Kona 2023";
  let came: string;
  let old: string;
  let sold: string;
  let soldByOther: string;

  beforeEach(async () => {
    const { dealer, vendedor, otherDealer } = people;
    [came = "", old = "", sold = "", soldByOther = ""] = await Promise.all(
      Array.from({ length: 4 }, () => createVehicle(world, dealer, { published: true })),
    );
    const foreign = await createVehicle(world, otherDealer);
    await world.sql`update public.vehicles set created_at = '2049-01-05T12:00:00Z', price = '21900'
      where id in (${came}, ${foreign})`;
    await world.sql`update public.vehicles set created_at = '2048-11-02T12:00:00Z'
      where id in (${old}, ${sold}, ${soldByOther})`;
    await world.sql`insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
      values (${old}, ${dealer.id}, '2048-10-13', 11000), (${sold}, ${dealer.id}, null, 9000)`;
    await world.sql`update public.vehicles set status = 'Vendido' where id in (${sold}, ${soldByOther})`;
    await world.sql`update public.deals set day = '2049-01-10', price = 12500.5,
      seller_id = ${vendedor.id} where vehicle_id = ${sold}`;
    await world.sql`update public.deals set day = '2049-01-04', price = 8000,
      seller_id = ${trusted.id} where vehicle_id = ${soldByOther}`;
    await ask(dealer, "Carla");
    await ask(vendedor, "Eva");
    await ask(otherDealer, "Otra");
    await world.sql`update public.leads set created_at = now() - interval '2 days'
      where name = 'Eva' and recipient_id = ${vendedor.id}`;
  });

  const newsOf = async (person: Person) => {
    await choose(person);
    await queueAt(seven);
    const [mail] = await mailsOf(person);
    const { key: _, name: _name, ...news } = mail?.data ?? {};
    return news;
  };
  const newVehicle = () => ({ n: 1, rows: [{ id: came, title: kona, price: "21900" }] });
  const nameOf = async ({ id }: Person) => {
    const [row] = await world.sql<{ full_name: string }[]>`
      select full_name from public.profiles where id = ${id}`;
    return row?.full_name;
  };

  test("contains all news and amounts for a dealership", async () => {
    expect(await newsOf(people.dealer)).toEqual({
      from: "2049-01-04",
      came: newVehicle(),
      sold: {
        n: 2,
        price: 20500.5,
        withPrice: 2,
        margin: 3500.5,
        withMargin: 1,
        rows: [
          { id: sold, title: kona, price: 12500.5, margin: 3500.5 },
          { id: soldByOther, title: kona, price: 8000 },
        ],
      },
      stands: { n: 1, cost: 11000, withCost: 1, rows: [{ id: old, title: kona, days: 90 }] },
      waits: {
        n: 2,
        rows: [
          expect.objectContaining({
            name: "Eva",
            seller: await nameOf(people.vendedor),
            minutes: 2880,
          }),
          { id: expect.any(String), name: "Carla", minutes: 180 },
        ],
      },
    });
  });

  test("contains a salesperson's own sales and leads, without figures", async () => {
    expect(await newsOf(people.vendedor)).toEqual({
      from: "2049-01-04",
      came: newVehicle(),
      sold: { n: 1, rows: [{ id: sold, title: kona }] },
      stands: { n: 1, rows: [{ id: old, title: kona, days: 70 }] },
      waits: { n: 1, rows: [{ id: expect.any(String), name: "Eva", minutes: 2880 }] },
    });
  });

  test("includes figures for a salesperson who may see them", async () => {
    expect(await newsOf(trusted)).toEqual({
      from: "2049-01-04",
      came: newVehicle(),
      sold: {
        n: 1,
        price: 8000,
        withPrice: 1,
        withMargin: 0,
        rows: [{ id: soldByOther, title: kona, price: 8000 }],
      },
      stands: { n: 1, cost: 11000, withCost: 1, rows: [{ id: old, title: kona, days: 90 }] },
      waits: { n: 0 },
    });
  });

  describe("vehicles that came and were sold in the same week", () => {
    type Came = { n: number; rows: { id?: string }[] };
    /** Enters and sells a vehicle at these times and dates. */
    const passThrough = async (entered: string, day: string, acquired: string | null = null) => {
      const id = await createVehicle(world, people.dealer, { status: "Vendido" });
      await world.sql`update public.vehicles set created_at = ${entered} where id = ${id}`;
      await world.sql`update public.deals set day = ${day} where vehicle_id = ${id}`;
      await world.sql`insert into public.vehicle_figures (id, dealership_id, acquired_on)
        values (${id}, ${people.dealer.id}, ${acquired})`;
      return id;
    };
    const cameTo = async (person: Person) => {
      const { came: vehicles } = (await newsOf(person)) as { came: Came };
      return { n: vehicles.n, ids: vehicles.rows.map(({ id }) => id) };
    };

    test("are reported as arrivals to a dealer and a salesperson", async () => {
      const fast = await passThrough("2049-01-06T12:00:00Z", "2049-01-09");
      const onMonday = await passThrough("2049-01-08T12:00:00Z", "2049-01-11");
      for (const reader of [people.dealer, people.vendedor, trusted]) {
        expect(await cameTo(reader)).toEqual({ n: 3, ids: [onMonday, fast, came] });
      }
    });

    test("are reported after deletion to people who see the acquisition date", async () => {
      const gone = await passThrough("2049-01-02T12:00:00Z", "2049-01-09", "2049-01-06");
      await world.sql`delete from public.vehicles where id = ${gone}`;
      expect(await cameTo(people.dealer)).toEqual({ n: 2, ids: [undefined, came] });
      expect(await cameTo(people.vendedor)).toEqual({ n: 1, ids: [came] });
    });

    test("are not reported if entered after the sale or sold before the week", async () => {
      await passThrough("2049-01-07T12:00:00Z", "2049-01-06");
      await passThrough("2049-01-07T12:00:00Z", "2048-12-20", "2048-12-01");
      await passThrough("2048-12-30T12:00:00Z", "2049-01-05");
      for (const reader of [people.dealer, people.vendedor]) {
        expect(await cameTo(reader)).toEqual({ n: 1, ids: [came] });
      }
    });

    test("are counted from midnight to midnight of the dealership", async () => {
      const last = await passThrough("2049-01-11T04:59:59Z", "2049-01-11");
      await passThrough("2049-01-11T05:00:00Z", "2049-01-11");
      await passThrough("2049-01-04T04:59:59Z", "2049-01-05");
      const first = await passThrough("2049-01-04T05:00:00Z", "2049-01-05");
      expect(await cameTo(people.dealer)).toEqual({ n: 3, ids: [last, came, first] });
    });
  });

  test("lists a Sunday evening arrival once, in the mail's own time zone", async () => {
    const { dealer } = people;
    const id = await createVehicle(world, dealer, { status: "Vendido" });
    // Sunday 23:30 in Los Angeles, Monday in New York.
    await world.sql`update public.vehicles set created_at = '2049-01-11T07:30:00Z'
      where id = ${id}`;
    await world.sql`update public.deals set day = '2049-01-19' where vehicle_id = ${id}`;
    await choose(dealer, true, "America/Los_Angeles");
    await queueAt("2049-01-11T15:00:00Z");
    await queueAt("2049-01-18T15:00:00Z");
    const mails = (await mailsOf(dealer)).map(({ data }) => {
      const { from, came: vehicles } = data as { from: string; came: { rows?: { id: string }[] } };
      return [from, (vehicles.rows ?? []).some((row) => row.id === id)];
    });
    expect(mails).toEqual([
      ["2049-01-04", true],
      ["2049-01-11", false],
    ]);
  });

  test("names the dealership's currency, if it chose one", async () => {
    expect(await newsOf(people.dealer)).not.toHaveProperty("currency");
    await world.sql`update public.profiles
      set config = jsonb_set(config, '{profile}', '{"currency": "COP"}') where id = ${people.dealer.id}`;
    expect(await newsOf(trusted)).toMatchObject({ currency: "COP", sold: { price: 8000 } });
  });

  test("omits answered leads, direct contacts and other dealerships' vehicles", async () => {
    await world.sql`update public.leads set state = 'En atención' where name = 'Eva'`;
    await world.sql`update public.leads set kind = 'direct_contact' where name = 'Carla'`;
    const { came: vehicles, waits } = await newsOf(people.dealer);
    expect([vehicles, waits]).toEqual([newVehicle(), { n: 0 }]);
  });
});
