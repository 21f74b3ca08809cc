import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPeople, type People, verifyFactor } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
});
afterAll(() => world.close());

let dead: string;

beforeEach(async () => {
  await world.sql`delete from private.outgoing_mail`;
  await world.sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`;
  await world.sql`select private.queue_mail('access-approved', 'waiting@example.com', '{}')`;
  const [mail] =
    await world.sql`insert into private.outgoing_mail (template, recipient, data, message_id, state, attempts, last_error)
    values ('verify-email', 'gone@example.com', '{"token": "secret"}', 'one@vitrina.example', 'dead', 300, 'No such mailbox') returning id`;
  dead = mail?.id;
});

const list = (actor: Actor) => world.as(actor, (sql) => sql`select * from public.get_dead_mails()`);
const retry = (actor: Actor, id: string) =>
  world.as(actor, (sql) => sql`select public.retry_dead_mail(${id})`);
const find = async () =>
  (await world.sql`select * from private.outgoing_mail where id = ${dead}`)[0];

test("an administrator sees failed mails and their errors, not their content", async () => {
  const rows = await list(people.admin);
  expect(rows).toEqual([
    {
      id: dead,
      template: "verify-email",
      recipient: "gone@example.com",
      last_error: "No such mailbox",
      attempts: 300,
      created_at: expect.any(Date),
    },
  ]);
});

test("an administrator retries a failed mail with its old Message-ID", async () => {
  await retry(people.admin, dead);
  expect(await find()).toMatchObject({
    state: "queued",
    attempts: 0,
    message_id: "one@vitrina.example",
    data: { token: "secret" },
  });
  const jobs = await world.sql`select key from graphile_worker.jobs where key = ${`mail:${dead}`}`;
  expect(jobs).toHaveLength(1);
  expect(await list(people.admin)).toEqual([]);
});

test("a pending or unknown mail cannot be retried", async () => {
  await retry(people.admin, dead);
  for (const id of [dead, randomUUID()]) {
    await expect(retry(people.admin, id)).rejects.toMatchObject({
      code: "P0001",
      message: "Este correo ya no está entre los no entregados.",
    });
  }
});

test("other roles can neither see nor retry failed mails", async () => {
  const actors: Actor[] = [
    "anonymous",
    people.dealer,
    people.vendedor,
    people.inactiveDealer,
    "service",
  ];
  for (const actor of actors) {
    await expect(list(actor)).rejects.toMatchObject({ code: "42501" });
    await expect(retry(actor, dead)).rejects.toMatchObject({ code: "42501" });
  }
  expect(await find()).toMatchObject({ state: "dead" });
});

test("an administrator with an unproved second factor cannot retry a failed mail", async () => {
  await verifyFactor(world, people.admin);
  await expect(retry(people.admin, dead)).rejects.toMatchObject({ hint: "insufficient_aal" });
  expect(await find()).toMatchObject({ state: "dead" });
});
