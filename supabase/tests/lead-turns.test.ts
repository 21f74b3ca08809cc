import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inquire, refer } from "./support/leads.ts";
import { createPeople, createPerson, type People, type Person } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let sellers: Person[];

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  const more = [1, 2].map(() => createPerson(world, "vendedor", { dealership: people.dealer }));
  sellers = [people.vendedor, ...(await Promise.all(more))];
});
afterAll(() => world.close());

const switchOn = (actor: Actor, dealership = people.dealer) =>
  world.as(actor, (sql) => sql`insert into public.lead_turns (id) values (${dealership.id})`);

const switchOff = (actor: Actor) =>
  world.as(actor, (sql) => sql`delete from public.lead_turns where id = ${people.dealer.id}`);

const isOn = async (dealership = people.dealer) =>
  (await world.sql`select from public.lead_turns where id = ${dealership.id}`).length > 0;

let asked = 0;
const ask = async (recipient: Person = people.dealer) => {
  asked += 1;
  const email = `cliente-${asked}@example.com`;
  const outcome = await inquire(world, { recipient, email }, { address: `10.0.0.${asked}` });
  expect(outcome).toBe("stored");
  const [lead] = await world.sql<{ recipient_id: string }[]>`
    select recipient_id from public.leads where email = ${email}`;
  return lead?.recipient_id;
};

describe("round-robin", () => {
  test("twenty concurrent leads are spread 7, 7 and 6 over three salespeople", async () => {
    await switchOn(people.dealer);
    const recipients = await Promise.all(Array.from({ length: 20 }, () => ask()));
    const shares = sellers.map(({ id }) => recipients.filter((given) => given === id).length);
    expect(shares.toSorted()).toEqual([6, 7, 7]);
  });

  test("an inquiry and a referral go to the next two; both and the dealership get mails", async () => {
    await switchOn(people.dealer);
    const first = await ask();
    expect(await refer(world, people.dealer)).toBe("stored");
    const [referral] = await world.sql`select recipient_id, recipient_name, dealership_id
      from public.leads where kind = 'referral' and dealership_id = ${people.dealer.id}`;
    const second = sellers.find(({ id }) => id === referral?.recipient_id);
    expect(second?.id).not.toBe(first);
    const [named] = await world.sql`select full_name from public.profiles
      where id = ${second?.id ?? null}`;
    expect(referral).toMatchObject({
      recipient_name: named?.full_name,
      dealership_id: people.dealer.id,
    });
    const mailed = await world.sql<{ recipient: string; reader: string }[]>`
      select recipient, data ->> 'reader' as reader from private.outgoing_mail
      where template = 'new-referral' and data ->> 'recipient' = ${named?.full_name}`;
    expect(new Map(mailed.map(({ recipient, reader }) => [reader, recipient]))).toEqual(
      new Map([
        ["recipient", second?.email],
        ["dealership", people.dealer.email],
      ]),
    );
  });

  test("a customer who submits twice creates one lead and advances one turn", async () => {
    await switchOn(people.dealer);
    const again = { recipient: people.dealer, email: "doble@example.com" };
    const send = () => inquire(world, again, { address: "10.1.0.1" });
    expect((await Promise.all([send(), send()])).toSorted()).toEqual(["repeated", "stored"]);
    const taken = await world.sql`select from private.last_turns
      where salesperson_id = any(${sellers.map(({ id }) => id)}::uuid[])`;
    expect(taken).toHaveLength(1);
  });

  test("a lead by a salesperson's own link does not advance the rotation", async () => {
    await switchOn(people.dealer);
    const [asking] = sellers;
    if (!asking) throw new Error("There is no salesperson");
    expect(await ask(asking)).toBe(asking.id);
    const round = [await ask(), await ask(), await ask()];
    expect(new Set(round)).toEqual(new Set(sellers.map(({ id }) => id)));
  });

  test("inactive salespeople are skipped; without any the dealership gets it", async () => {
    await switchOn(people.dealer);
    const [stays, ...leave] = sellers;
    for (const { id } of leave) {
      await world.sql`update public.profiles set is_active = false where id = ${id}`;
    }
    expect([await ask(), await ask()]).toEqual([stays?.id, stays?.id]);
    await world.sql`update public.profiles set is_active = false where id = ${stays?.id ?? null}`;
    expect(await ask()).toBe(people.dealer.id);
  });

  test("is off until a dealership switches it on", async () => {
    expect(await ask()).toBe(people.dealer.id);
    await switchOn(people.dealer);
    expect(await ask()).not.toBe(people.dealer.id);
    await switchOff(people.dealer);
    expect(await ask()).toBe(people.dealer.id);
  });
});

describe("the round-robin setting", () => {
  test("can be switched only by the dealership and by administrators, who are logged", async () => {
    const denied = { code: "42501" };
    const others = [
      people.vendedor,
      people.otherDealer,
      people.inactiveDealer,
      "anonymous",
    ] as const;
    for (const actor of others) await expect(switchOn(actor)).rejects.toMatchObject(denied);
    await expect(switchOn(people.vendedor, people.vendedor)).rejects.toMatchObject(denied);
    expect(await isOn()).toBe(false);

    await switchOn(people.dealer);
    const seenBy = (actor: Actor) =>
      world.as(
        actor,
        (sql) => sql`select id from public.lead_turns where id = ${people.dealer.id}`,
      );
    expect(await seenBy(people.dealer)).toHaveLength(1);
    expect(await seenBy(people.admin)).toHaveLength(1);
    for (const actor of [people.vendedor, people.otherDealer]) {
      expect(await seenBy(actor)).toHaveLength(0);
      await switchOff(actor);
    }
    await expect(seenBy("anonymous")).rejects.toMatchObject(denied);
    expect(await isOn()).toBe(true);

    await switchOff(people.admin);
    expect(await isOn()).toBe(false);
    const lines = await world.sql`select actor_id, action from public.audit_log
      where table_name = 'lead_turns' and row_id = ${people.dealer.id}`;
    expect(lines).toEqual([{ actor_id: people.admin.id, action: "delete" }]);
  });
});
