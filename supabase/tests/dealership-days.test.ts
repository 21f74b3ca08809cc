import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, knownZone, localDay } from "#contract/dealership-day.ts";
import { daysInStock } from "#web/features/vehicles/days-in-stock.ts";
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
  vehicle = await createVehicle(world, people.dealer);
});
afterAll(() => world.close());

const settle = (zone: string) =>
  world.sql`update public.profiles set config = ${world.sql.json({ profile: { hours: { zone } } })}
    where id = ${people.dealer.id}`;

/** Two zones 25 hours apart, where the date always differs. */
const behind = "Pacific/Pago_Pago";
const ahead = "Pacific/Kiritimati";
const todayIn = (zone: string) => localDay(new Date(), zone);

const notYet = { code: "23514", message: "Ese día aún no ha llegado. Elige hoy o uno anterior." };
const outOfRange = { code: "23514", message: "Elige un día entre 1950 y 2100." };

describe("a moment's date", () => {
  /** Minutes around midnight and around clock changes, in zones on both sides of UTC. */
  const moments = [
    "2026-12-01T07:22:00Z",
    "2026-12-01T07:59:59Z",
    "2026-12-01T08:00:00Z",
    "2026-11-30T14:59:59Z",
    "2026-11-30T15:00:00Z",
    // Los Angeles sets the clock back, and forward.
    "2026-11-01T06:59:59Z",
    "2026-11-01T07:00:00Z",
    "2026-11-02T07:59:59Z",
    "2026-11-02T08:00:00Z",
    "2026-03-08T07:59:59Z",
    "2026-03-08T08:00:00Z",
    "2026-03-09T06:59:59Z",
    "2026-03-09T07:00:00Z",
    // Midnight does not exist in Santiago on this day.
    "2026-09-06T03:59:59Z",
    "2026-09-06T04:00:00Z",
  ];
  const zones = [
    "America/Los_Angeles",
    "America/New_York",
    "America/Mexico_City",
    "America/Santiago",
    "America/Argentina/Buenos_Aires",
    "America/Port-au-Prince",
    "Asia/Tokyo",
    "Europe/Madrid",
    "UTC",
    "Etc/GMT+12",
    "america/los_angeles",
    behind,
    ahead,
  ];
  const none = [
    "Mars/Olympus",
    "posix/Europe/Madrid",
    "Mars/A-99",
    "Etc/GMT+99",
    "ABC5",
    "PST",
    "Los_Angeles",
    "",
  ];

  test.each([...zones, ...none])("is the same in SQL and in browsers for %j", async (zone) => {
    const rows = await world.sql<{ day: string }[]>`
      select (moment at time zone private.known_zone(${zone}))::date::text as day
      from unnest(${moments}::timestamptz[]) with ordinality as told (moment, n) order by n`;
    const days = moments.map((moment) => localDay(new Date(moment), zone));
    expect(rows.map(({ day }) => day)).toEqual(days);
  });

  test("falls back to a zone that browsers know for PostgreSQL-only names", async () => {
    const rows = await world.sql<{ name: string; known: string }[]>`
      select name, private.known_zone(name) as known from pg_timezone_names`;
    expect(rows.length).toBeGreaterThan(400);
    expect(rows.filter(({ name, known }) => knownZone(name) !== known)).toEqual([]);
  });

  test("is Los Angeles's at 23:22, when UTC is a day ahead", async () => {
    await settle("America/Los_Angeles");
    const dayAt = async (moment: string) => {
      const [row] = await world.sql`
        select private.local_day(${people.dealer.id}, ${moment})::text as day`;
      return row?.day;
    };
    expect(await dayAt("2026-12-01T07:22:00Z")).toBe("2026-11-30");
    expect(await dayAt("2026-12-01T08:00:00Z")).toBe("2026-12-01");
  });

  test("is in the caller's browser zone if the dealership has none", async () => {
    const today = async (actor: Actor, headers?: Record<string, string>) => {
      const [row] = await world.as(
        actor,
        (sql) => sql`select private.local_day(${people.dealer.id})::text as day`,
        headers,
      );
      return row?.day;
    };
    const { dealer } = people;
    expect(await today(dealer, { "x-time-zone": ahead })).toBe(todayIn(ahead));
    expect(await today(dealer, { "x-time-zone": behind })).toBe(todayIn(behind));
    expect(await today(dealer, { "x-time-zone": "Mars/A-99" })).toBe(todayIn("America/New_York"));
    expect(await today(dealer)).toBe(todayIn("America/New_York"));
    await settle(behind);
    expect(await today(dealer, { "x-time-zone": ahead })).toBe(todayIn(behind));
  });
});

describe.each([behind, ahead])("a dealership in %s", (zone) => {
  beforeEach(() => settle(zone));

  const dealOf = async () => {
    const [deal] = await world.sql`select day::text, until::text,
        falls_back_at = (until + 1)::timestamp at time zone ${zone} as ends_with_day
      from public.deals where vehicle_id = ${vehicle} and ended_at is null`;
    return deal;
  };

  test("dates a sale today when a client sets the status", async () => {
    await world.as(
      people.vendedor,
      (sql) => sql`update public.vehicles set status = 'Vendido' where id = ${vehicle}`,
    );
    expect(await dealOf()).toMatchObject({ day: todayIn(zone) });
  });

  test("dates a sale today when a vehicle is added as sold", async () => {
    vehicle = await createVehicle(world, people.dealer, { status: "Vendido" });
    expect(await dealOf()).toMatchObject({ day: todayIn(zone) });
  });

  test("dates a sale today by default and keeps an entered date", async () => {
    const sell = (day: string | null) =>
      world.as(people.dealer, (sql) => sql`select public.sell_vehicle(${vehicle}, ${day})`);
    await sell(null);
    expect(await dealOf()).toMatchObject({ day: todayIn(zone) });
    await sell(addDays(todayIn(zone), -40));
    await world.as(
      people.dealer,
      (sql) => sql`select public.sell_vehicle(${vehicle}, p_price => 9000)`,
    );
    expect(await dealOf()).toMatchObject({ day: addDays(todayIn(zone), -40) });
  });

  test("reserves until the end of the day in its own time zone", async () => {
    const today = todayIn(zone);
    const reserve = (until: string) =>
      world.as(people.vendedor, (sql) => sql`select public.reserve_vehicle(${vehicle}, ${until})`);
    await reserve(today);
    expect(await dealOf()).toEqual({ day: today, until: today, ends_with_day: true });
    await expect(reserve(addDays(today, -1))).rejects.toMatchObject({
      message: "Elige un día desde hoy y de este año.",
    });
  });

  test("dates an expense today by default", async () => {
    const [cost] = await world.as(
      people.dealer,
      (sql) => sql`insert into public.vehicle_costs (vehicle_id, label, amount)
        values (${vehicle}, 'Llantas', 400) returning spent_on::text`,
    );
    expect(cost).toEqual({ spent_on: todayIn(zone) });
  });

  test("counts days on the lot and to the sale from midnight to midnight", async () => {
    const midnight = (day: string) =>
      world.sql`update public.vehicles
        set created_at = ${day}::date::timestamp at time zone ${zone} where id = ${vehicle}`;
    const lot = () =>
      world.as(people.vendedor, (sql) => sql`select since::text, days from public.lot`);
    const today = todayIn(zone);
    await midnight(today);
    expect(await lot()).toEqual([{ since: today, days: 0 }]);
    await world.sql`update public.vehicles set created_at = created_at - interval '1 second'
      where id = ${vehicle}`;
    expect(await lot()).toEqual([{ since: addDays(today, -1), days: 1 }]);
    await world.as(people.dealer, (sql) => sql`select public.sell_vehicle(${vehicle})`);
    const sales = () =>
      world.as(
        people.dealer,
        (sql) => sql`select days_to_sell, month::text from public.sales,
        lateral (select date_trunc('month', day)::date as month) as of`,
      );
    expect(await sales()).toEqual([{ days_to_sell: 1, month: `${today.slice(0, 7)}-01` }]);
    await world.as(people.dealer, (sql) => sql`delete from public.vehicles where id = ${vehicle}`);
    expect(await sales()).toMatchObject([{ days_to_sell: 1 }]);
  });

  test("shows the same days on the lot in SQL as on a card", async () => {
    const vehicles = await Promise.all(
      Array.from({ length: 12 }, () => createVehicle(world, people.dealer)),
    );
    await world.sql`update public.vehicles as vehicle
      set created_at = now() - make_interval(hours => (5 * made.n)::integer)
      from unnest(${vehicles}::uuid[]) with ordinality as made (id, n)
      where vehicle.id = made.id`;
    await world.sql`insert into public.vehicle_figures (id, dealership_id, acquired_on)
      values (${vehicles[0] ?? ""}, ${people.dealer.id}, ${addDays(todayIn(zone), -40)})`;
    const rows = await world.as(
      people.dealer,
      (sql) => sql<{ created_at: Date; acquired_on?: string; days: number }[]>`
        select vehicle.created_at, figures.acquired_on::text, lot.days
        from public.lot join public.vehicles as vehicle on vehicle.id = lot.id
        left join public.vehicle_figures as figures on figures.id = lot.id`,
    );
    const onCards = rows.map(({ created_at, acquired_on }) =>
      daysInStock(
        { created_at: created_at.toISOString(), acquired_on: acquired_on ?? undefined },
        zone,
      ),
    );
    expect(rows.map(({ days }) => days)).toEqual(onCards);
    expect(onCards).toContain(40);
  });

  test("counts a month's leads from its own midnight", async () => {
    const { dealer } = people;
    await world.sql`insert into public.leads (kind, recipient_id, dealership_id, recipient_name,
        name, email, created_at)
      select 'general_inquiry', ${dealer.id}, ${dealer.id}, 'Ana', 'Eva', 'eva@example.com',
        '2026-10-01'::timestamp at time zone ${zone} + seconds * interval '1 second'
      from unnest('{-1,0}'::integer[]) as seconds`;
    const leadsOf = (from: string, until: string) =>
      world.as(
        dealer,
        (sql) => sql`select sum(leads) as leads from public.get_seller_board(${from}, ${until})`,
      );
    expect(await leadsOf("2026-09-01", "2026-10-01")).toEqual([{ leads: "1" }]);
    expect(await leadsOf("2026-10-01", "2026-11-01")).toEqual([{ leads: "1" }]);
  });

  test("counts shares on the current day of its time zone", async () => {
    await world.as(people.vendedor, (sql) => sql`select public.record_share()`);
    const [day] = await world.sql`select day::text from private.seller_days
      where seller_id = ${people.vendedor.id}`;
    expect(day).toEqual({ day: todayIn(zone) });
  });
});

describe.each([behind, ahead])("a future date in %s", (zone) => {
  let tomorrow: string;
  beforeEach(async () => {
    await settle(zone);
    tomorrow = addDays(todayIn(zone), 1);
  });

  const sell = (actor: Actor, day: string) =>
    world.as(actor, (sql) => sql`select public.sell_vehicle(${vehicle}, ${day})`);
  const dateSale = (actor: Actor, day: string) =>
    world.as(
      actor,
      (sql) => sql`update public.deals set day = ${day} where vehicle_id = ${vehicle}`,
    );
  const acquire = (actor: Actor, day: string) =>
    world.as(
      actor,
      (sql) => sql`insert into public.vehicle_figures (id, dealership_id, acquired_on)
        values (${vehicle}, ${people.dealer.id}, ${day})
        on conflict (id) do update set acquired_on = excluded.acquired_on`,
    );

  test("is rejected for a sale, whether by the dealership's people or the service", async () => {
    await expect(sell(people.vendedor, tomorrow)).rejects.toMatchObject(notYet);
    await sell(people.vendedor, addDays(tomorrow, -1));
    await expect(dateSale(people.dealer, tomorrow)).rejects.toMatchObject(notYet);
    await expect(dateSale("service", tomorrow)).rejects.toMatchObject(notYet);
    await expect(dateSale(people.dealer, "0020-05-05")).rejects.toMatchObject(outOfRange);
    await dateSale(people.dealer, addDays(tomorrow, -2));
  });

  test("is rejected for an acquisition, new or changed", async () => {
    await expect(acquire(people.dealer, tomorrow)).rejects.toMatchObject(notYet);
    await acquire(people.dealer, addDays(tomorrow, -1));
    await expect(acquire(people.dealer, tomorrow)).rejects.toMatchObject(notYet);
    await expect(acquire("service", tomorrow)).rejects.toMatchObject(notYet);
    await expect(acquire(people.dealer, "0020-05-05")).rejects.toMatchObject(outOfRange);
  });

  test("is rejected for an expense, new or changed", async () => {
    const spend = (actor: Actor, day: string) =>
      world.as(
        actor,
        (sql) => sql`insert into public.vehicle_costs
          (vehicle_id, dealership_id, label, amount, spent_on)
          values (${vehicle}, ${people.dealer.id}, 'Llantas', 350, ${day})`,
      );
    const move = (actor: Actor, day: string) =>
      world.as(actor, (sql) => sql`update public.vehicle_costs set spent_on = ${day}`);
    await expect(spend(people.dealer, tomorrow)).rejects.toMatchObject(notYet);
    await expect(spend("service", tomorrow)).rejects.toMatchObject(notYet);
    await expect(spend(people.dealer, "0020-05-05")).rejects.toMatchObject(outOfRange);
    await spend(people.dealer, addDays(tomorrow, -1));
    await expect(move(people.dealer, tomorrow)).rejects.toMatchObject(notYet);
    await move(people.dealer, addDays(tomorrow, -2));
  });

  test("of an existing acquisition is kept while other figures change", async () => {
    await world.sql`insert into public.vehicle_figures (id, dealership_id, acquired_on)
      values (${vehicle}, ${people.dealer.id}, ${tomorrow})`;
    await acquire(people.dealer, tomorrow);
    await world.as(
      people.dealer,
      (sql) => sql`insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
        values (${vehicle}, ${people.dealer.id}, ${tomorrow}, 9000)
        on conflict (id) do update set cost = excluded.cost`,
    );
    const later = addDays(tomorrow, 1);
    await expect(acquire(people.dealer, later)).rejects.toMatchObject(notYet);
    const [kept] = await world.sql`select acquired_on::text, cost from public.vehicle_figures
      where id = ${vehicle}`;
    expect(kept).toEqual({ acquired_on: tomorrow, cost: "9000.00" });
  });

  test.each(["sold_on", "acquired_on"])(
    "is rejected for %s in an import, which changes nothing",
    async (name) => {
      const take = (day: string) =>
        world.as(people.dealer, async (sql) => {
          const [made] = await sql<{ id: string }[]>`insert into public.vehicle_imports
          (dealership_id, created_by) values (${people.dealer.id}, ${people.dealer.id})
          returning id`;
          await sql`insert into public.vehicle_import_rows (import_id, n, columns)
          values (${made?.id ?? ""}, 1, ${sql.json({
            brand: "Kia",
            model: "Rio",
            year: 2020,
            ...(name === "sold_on" && { status: "Vendido" }),
            [name]: day,
          })})`;
          return sql`select public.import_vehicles(${made?.id ?? ""})`;
        });
      await expect(take(tomorrow)).rejects.toMatchObject(notYet);
      expect(
        await world.sql`select from public.vehicles where user_id = ${people.dealer.id}
        and brand = 'Kia'`,
      ).toEqual([]);
      expect(await take(addDays(tomorrow, -1))).toHaveLength(1);
    },
  );
});

test("a salesperson of another dealership cannot sell the vehicle, even in the past", async () => {
  const other = await createPerson(world, "vendedor", { dealership: people.otherDealer });
  await expect(
    world.as(other, (sql) => sql`select public.sell_vehicle(${vehicle}, '2026-11-01')`),
  ).rejects.toMatchObject({ code: "42501" });
});
