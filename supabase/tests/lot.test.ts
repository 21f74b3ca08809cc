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
  await world.sql`update public.vehicles set price = '15000', created_at =
      (private.local_day(user_id) - 40 + time '12:00') at time zone private.zone_of(user_id)
    where id = ${vehicle}`;
});
afterAll(() => world.close());

const lotOf = (actor: Actor, headers?: Record<string, string>) =>
  world.as(
    actor,
    (sql) => sql`select title, days, price_amount, cost, views, contacts, lacks_photos,
        lacks_description
      from public.lot where id = ${vehicle}`,
    headers,
  );

const kona = {
  title: "Hyundai Kona 2023",
  days: 40,
  price_amount: "15000",
  cost: null,
  views: "0",
  contacts: "0",
  lacks_photos: true,
  lacks_description: true,
};

describe("vehicles on the lot", () => {
  test("are dated by acquisition for people who see figures, else by entry", async () => {
    await world.sql`insert into public.vehicle_figures (id, dealership_id, acquired_on, cost)
      values (${vehicle}, ${people.dealer.id},
        private.local_day(${people.dealer.id}) - 70, 11000)`;
    await world.sql`insert into public.vehicle_costs (vehicle_id, dealership_id, label, amount)
      values (${vehicle}, ${people.dealer.id}, 'Llantas', 400.50)`;
    const seen = { ...kona, days: 70, cost: "11400.50" };
    expect(await lotOf(people.dealer)).toEqual([seen]);
    expect(await lotOf(trusted)).toEqual([seen]);
    expect(await lotOf(people.vendedor)).toEqual([kona]);
    expect(await lotOf(people.admin)).toEqual([kona]);
    const name = { "x-impersonated-user": people.dealer.id };
    await world.as(people.admin, (sql) => sql`select public.open_figures()`, name);
    expect(await lotOf(people.admin, name)).toEqual([seen]);
  });

  test("are visible to their dealership only, and sold ones are not listed", async () => {
    for (const actor of [people.otherDealer, people.otherVendedor, people.inactiveDealer]) {
      expect(await lotOf(actor)).toEqual([]);
    }
    await expect(lotOf("anonymous")).rejects.toMatchObject({ code: "42501" });
    await world.sql`update public.vehicles set status = 'Vendido' where id = ${vehicle}`;
    expect(await lotOf(people.dealer)).toEqual([]);
  });

  test("count seven days of views, taps and inquiries, each customer once", async () => {
    const { dealer, vendedor } = people;
    await world.sql`insert into public.vehicle_views (vehicle_id, day, visitor)
      select ${vehicle}, (now() at time zone 'utc')::date - days, 'x'
      from unnest('{0,6,7}'::integer[]) as days`;
    const tap = (code: string, days: number) =>
      world.sql`insert into public.contact_taps (seller_id, dealership_id, vehicle_id, channel,
          codes, visitor, created_at)
        values (${vendedor.id}, ${dealer.id}, ${vehicle}, 'whatsapp', ${[code]},
          ${code + vehicle}, now() - make_interval(days => ${days}))`;
    const lead = (kind: string, recipient: Person, days: number) =>
      world.sql`insert into public.leads (kind, recipient_id, dealership_id, vehicle_id,
          vehicle_title, name, email, created_at)
        values (${kind}, ${recipient.id}, ${dealer.id}, ${vehicle}, 'Hyundai Kona 2023', 'Eva',
          'eva@example.com', now() - make_interval(days => ${days}))`;
    await tap("K7Q2MX", 1);
    await tap("K7Q2MY", 8);
    await lead("vehicle_inquiry", dealer, 0);
    await lead("vehicle_inquiry", vendedor, 6);
    await lead("vehicle_inquiry", dealer, 8);
    await lead("direct_contact", vendedor, 1);
    expect(await lotOf(dealer)).toEqual([{ ...kona, views: "2", contacts: "3" }]);
    expect(await lotOf(vendedor)).toEqual([{ ...kona, views: "2", contacts: "2" }]);
  });

  test("are listed with their missing price, photos and description", async () => {
    const url = `https://example.com/storage/v1/object/public/vehicle_images/${people.dealer.id}/1-a.jpg`;
    await world.sql`update public.vehicles set price = 'A consultar', images = ${[url]},
      description = 'Un solo dueño.' where id = ${vehicle}`;
    expect(await lotOf(people.dealer)).toEqual([
      { ...kona, price_amount: null, lacks_photos: false, lacks_description: false },
    ]);
  });
});
