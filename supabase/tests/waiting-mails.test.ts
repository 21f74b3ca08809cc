import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inquire, mailsTo } from "./support/leads.ts";
import { createPeople, createVehicle, type People, type Person } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A lead with mails and push notices queued for the salesperson and the dealership. */
beforeEach(async () => {
  people = await createPeople(world);
  for (const person of [people.dealer, people.vendedor]) await subscribe(person);
  const vehicle = await createVehicle(world, people.dealer, { published: true });
  expect(await inquire(world, { recipient: people.vendedor, vehicle })).toBe("stored");
  await world.sql`select private.queue_mail('password-changed', ${people.vendedor.email})`;
});

const subscribe = (person: Person) =>
  world.as(
    person,
    (sql) => sql`select public.subscribe_to_push(
      ${`https://fcm.googleapis.com/fcm/send/${randomBytes(6).toString("hex")}`},
      ${`B${"a".repeat(86)}`}, ${"b".repeat(22)})`,
  );

const waitingFor = async ({ email }: Person) =>
  (await mailsTo(world, email)).map(({ template }) => template).sort();

/** Counts queued notices that this person's browsers would still get. */
const noticesFor = async ({ id }: Person) => {
  const [row] = await world.sql<{ n: number }[]>`
    select count(*)::int as n from graphile_worker._private_jobs as job
    join public.push_subscriptions as browser on browser.id::text = job.payload ->> 'id'
    where browser.user_id = ${id}`;
  return row?.n;
};

const deactivate = ({ id }: Person) =>
  world.sql`update public.profiles set is_active = false where id = ${id}`;

describe("queued mails and notices", () => {
  test("are sent to people who remain active in their dealership", async () => {
    await deactivate(people.otherVendedor);
    expect(await waitingFor(people.vendedor)).toEqual(["new-inquiry", "password-changed"]);
    expect(await waitingFor(people.dealer)).toEqual(["new-inquiry"]);
    expect([await noticesFor(people.vendedor), await noticesFor(people.dealer)]).toEqual([1, 1]);
  });

  test("are dropped for a deactivated person", async () => {
    await deactivate(people.vendedor);
    expect(await waitingFor(people.vendedor)).toEqual([]);
    expect(await noticesFor(people.vendedor)).toBe(0);
    expect(await waitingFor(people.dealer)).toEqual(["new-inquiry"]);
  });

  test.each(["another dealership", "no dealership"])(
    "about leads are dropped for a salesperson who moves to %s",
    async (where) => {
      const dealership = where === "no dealership" ? null : people.otherDealer.id;
      await world.sql`update public.profiles set dealership_id = ${dealership}
        where id = ${people.vendedor.id}`;
      expect(await waitingFor(people.vendedor)).toEqual(["password-changed"]);
      expect(await noticesFor(people.vendedor)).toBe(0);
      expect(await noticesFor(people.dealer)).toBe(1);
    },
  );

  test("about leads are dropped for a deactivated dealership's salespeople", async () => {
    await deactivate(people.dealer);
    expect(await waitingFor(people.vendedor)).toEqual(["password-changed"]);
    expect(await waitingFor(people.dealer)).toEqual([]);
    expect([await noticesFor(people.vendedor), await noticesFor(people.dealer)]).toEqual([0, 0]);
  });
});
