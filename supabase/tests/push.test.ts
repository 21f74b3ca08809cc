import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, type People, type Person } from "./support/people.ts";
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

const p256dh = `B${"a".repeat(86)}`;
const auth = "b".repeat(22);
const newEndpoint = () => `https://fcm.googleapis.com/fcm/send/${randomBytes(6).toString("hex")}`;

const subscribe = async (actor: Actor, endpoint = newEndpoint()) => {
  await world.as(
    actor,
    (sql) => sql`select public.subscribe_to_push(${endpoint}, ${p256dh}, ${auth})`,
  );
  return endpoint;
};

const seenBy = async (actor: Actor) => {
  const rows = await world.as(
    actor,
    (sql) => sql<{ endpoint: string }[]>`select endpoint from public.push_subscriptions`,
  );
  return rows.map(({ endpoint }) => endpoint);
};

const kept = async ({ id }: Person) => {
  const rows = await world.sql<{ endpoint: string }[]>`
    select endpoint from public.push_subscriptions where user_id = ${id} order by created_at`;
  return rows.map(({ endpoint }) => endpoint);
};

describe("a push subscription", () => {
  test("is seen and deleted by its owner only", async () => {
    const endpoint = await subscribe(people.dealer);
    const other = await subscribe(people.vendedor);
    expect(await seenBy(people.dealer)).toEqual([endpoint]);
    expect(await seenBy(people.vendedor)).toEqual([other]);
    expect(await seenBy(people.admin)).toEqual([]);
    await expect(seenBy("anonymous")).rejects.toMatchObject({ code: "42501" });

    const remove = (actor: Actor) =>
      world.as(actor, (sql) => sql`delete from public.push_subscriptions where id is not null`);
    for (const actor of [people.vendedor, people.otherDealer, people.admin]) await remove(actor);
    expect(await kept(people.dealer)).toEqual([endpoint]);
    await remove(people.dealer);
    expect(await kept(people.dealer)).toEqual([]);
  });

  test("hides its keys from every role, and cannot be written directly", async () => {
    await subscribe(people.dealer);
    const denied = { code: "42501" };
    const as = (work: Parameters<World["as"]>[1]) => world.as(people.dealer, work);
    await expect(
      as((sql) => sql`select p256dh from public.push_subscriptions`),
    ).rejects.toMatchObject(denied);
    await expect(
      as((sql) => sql`select auth from public.push_subscriptions`),
    ).rejects.toMatchObject(denied);
    await expect(
      as((sql) => sql`update public.push_subscriptions set endpoint = 'https://10.0.0.1/'`),
    ).rejects.toMatchObject(denied);
    await expect(
      as(
        (
          sql,
        ) => sql`insert into public.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
        values (${people.dealer.id}, ${people.dealer.sessionId}, ${newEndpoint()}, ${p256dh}, ${auth})`,
      ),
    ).rejects.toMatchObject(denied);
  });

  test("is rejected for visitors, administrators and inactive dealers", async () => {
    for (const actor of ["anonymous", people.admin, people.inactiveDealer] as const) {
      await expect(subscribe(actor)).rejects.toMatchObject({ code: "42501" });
    }
  });

  test.each([
    "http://fcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "https://metadata.google.internal/x",
    "https://fcm.googleapis.com.example.com/x",
    "https://fcm.googleapis.com:8080/x",
    "https://fcm.googleapis.com@10.0.0.1/x",
    "https://evil.example/fcm.googleapis.com/x",
    "https://notify.windows.com/x",
    "https://fcm.googleapis.com/a b",
  ])("cannot use the address %s", async (endpoint) => {
    await expect(subscribe(people.dealer, endpoint)).rejects.toMatchObject({ code: "P0001" });
  });

  test.each([
    "https://updates.push.services.mozilla.com/wpush/v2/x",
    "https://wns2-par02p.notify.windows.com/w/?token=x",
    "https://web.push.apple.com/x",
  ])("can use the address %s", async (endpoint) => {
    await subscribe(people.dealer, endpoint);
    expect(await kept(people.dealer)).toEqual([endpoint]);
    await world.sql`delete from public.push_subscriptions`;
  });

  test("replaces the oldest if it is the person's eleventh", async () => {
    const endpoints: string[] = [];
    for (let count = 0; count < 11; count++) endpoints.push(await subscribe(people.vendedor));
    expect(await kept(people.vendedor)).toEqual(endpoints.slice(1));
  });

  test("does not get notices queued for the browser's previous person", async () => {
    const idOf = async (endpoint: string) => {
      const [row] = await world.sql<{ id: string }[]>`
        select id from public.push_subscriptions where endpoint = ${endpoint}`;
      return row?.id;
    };
    const endpoint = await subscribe(people.dealer);
    const first = await idOf(endpoint);
    await subscribe(people.dealer, endpoint);
    expect(await idOf(endpoint)).toBe(first);
    // Queued notices refer to the subscription's row.
    await subscribe(people.otherVendedor, endpoint);
    expect(await idOf(endpoint)).not.toBe(first);
    expect(await kept(people.otherVendedor)).toEqual([endpoint]);
  });

  test("belongs to the last person who subscribed", async () => {
    const endpoint = await subscribe(people.dealer);
    await subscribe(people.otherVendedor, endpoint);
    expect(await kept(people.dealer)).toEqual([]);
    expect(await kept(people.otherVendedor)).toEqual([endpoint]);
  });

  test("is deleted with the session, a deactivation and the account", async () => {
    const { dealer, vendedor, otherDealer } = people;
    for (const person of [dealer, vendedor, otherDealer]) await subscribe(person);
    await world.sql`delete from auth.sessions where id = ${dealer.sessionId}`;
    await world.sql`update public.profiles set is_active = false where id = ${vendedor.id}`;
    await world.sql`delete from auth.users where id = ${otherDealer.id}`;
    for (const person of [dealer, vendedor, otherDealer]) expect(await kept(person)).toEqual([]);
  });
});
