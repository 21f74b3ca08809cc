import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inquire, leadsOf, mailsTo, refer } from "./support/leads.ts";
import { createPeople, createPerson, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let email: string;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  email = `ana-${randomUUID()}@example.com`;
});
afterAll(() => world.close());

const sellerOf = async (address: string) => {
  const [row] = await world.sql<
    { id: string }[]
  >`select id from auth.users where email = ${address}`;
  return row?.id ?? "";
};

const addSeller = (by: Actor, headers = {}) =>
  world.as(
    by,
    (sql) => sql`select public.create_salesperson(${email}, 'una-clave', 'Ana')`,
    headers,
  );

const changeEmail = (by: Actor, id: string, to: string) =>
  world.as(by, (sql) => sql`select public.update_user_email_by_admin(${id}, ${to})`);

describe("an inquiry is stored without a mail", () => {
  test("if the approved account's address is unconfirmed", async () => {
    await world.as(
      "service",
      (sql) => sql`select public.submit_access_request('Ana', '15005550006', ${email},
        'concesionario', null, 'una-clave')`,
    );
    const [request] = await world.sql`select * from public.access_requests where email = ${email}`;
    await world.as(
      people.admin,
      (sql) => sql`select public.decide_access_request(${request?.id}, 'approved')`,
    );
    expect(await inquire(world, { recipient: request?.user_id })).toBe("stored");
    expect(await leadsOf(world, { ...people.dealer, id: request?.user_id })).toHaveLength(1);
    const mails = await mailsTo(world, email);
    expect(mails.map(({ template }) => template)).toEqual(["verify-email", "access-approved"]);
  });

  test("if the dealership chose its salesperson's address; only it gets a mail", async () => {
    await addSeller(people.dealer);
    const seller = { ...people.vendedor, id: await sellerOf(email) };
    expect(await inquire(world, { recipient: seller })).toBe("stored");
    expect(await refer(world, seller)).toBe("stored");
    expect(await mailsTo(world, email)).toEqual([]);
    expect(await mailsTo(world, people.dealer.email)).toHaveLength(2);
  });

  test("if a dealership changed its salesperson's address", async () => {
    const { dealer, vendedor } = people;
    await changeEmail(dealer, vendedor.id, email);
    await inquire(world, { recipient: vendedor });
    expect(await mailsTo(world, email)).toEqual([]);
    expect(await mailsTo(world, vendedor.email)).toEqual([]);
  });

  test("if the address is only on the public page", async () => {
    const phoneOnly = await createPerson(world, "concesionario");
    await world.sql`update auth.users set email = null where id = ${phoneOnly.id}`;
    const config = JSON.stringify({ profile: { email } });
    await world.sql`update public.profiles set config = ${config}::text::jsonb
      where id in (${phoneOnly.id}, ${people.dealer.id})`;
    await inquire(world, { recipient: phoneOnly });
    await inquire(world, { recipient: people.dealer });
    expect(await mailsTo(world, email)).toEqual([]);
    expect(await mailsTo(world, people.dealer.email)).toHaveLength(1);
  });
});

describe("the dealership's copy says whether the salesperson was mailed", () => {
  const copyOf = async () => (await mailsTo(world, people.dealer.email)).at(-1)?.data;
  const told = { reader: "dealership", recipientMailed: true };

  test("true if the salesperson's address is proved", async () => {
    await inquire(world, { recipient: people.vendedor });
    expect(await copyOf()).toMatchObject(told);
    await refer(world, people.vendedor);
    expect(await copyOf()).toMatchObject(told);
  });

  test("false if the address is unconfirmed or missing", async () => {
    await addSeller(people.dealer);
    const seller = { ...people.vendedor, id: await sellerOf(email) };
    const untold = { ...told, recipientMailed: false };
    await inquire(world, { recipient: seller });
    expect(await copyOf()).toMatchObject(untold);
    await refer(world, seller);
    expect(await copyOf()).toMatchObject(untold);
    await world.sql`update auth.users set email = null where id = ${people.vendedor.id}`;
    await inquire(world, { recipient: people.vendedor, message: "¿Y este?" });
    expect(await copyOf()).toMatchObject(untold);
  });
});

describe("an inquiry is mailed", () => {
  test("to an address set by an administrator, when opening or later", async () => {
    await world.as(
      people.admin,
      (sql) =>
        sql`select public.create_user_by_admin('una-clave', 'Ana', 'concesionario', ${email})`,
    );
    const first = email;
    const id = await sellerOf(email);
    await inquire(world, { recipient: id });
    expect(await mailsTo(world, email)).toHaveLength(1);
    email = `otra-${email}`;
    await changeEmail(people.admin, id, email);
    await inquire(world, { recipient: id, message: "¿Y ahora?" });
    expect(await mailsTo(world, email)).toHaveLength(1);
    expect(await mailsTo(world, first)).toHaveLength(1);
  });

  test("to a salesperson whom an administrator adds for a dealership", async () => {
    await addSeller(people.admin, { "x-impersonated-user": people.dealer.id });
    await inquire(world, { recipient: await sellerOf(email) });
    expect(await mailsTo(world, email)).toHaveLength(1);
  });
});

describe("the caller of get_own_mailbox", () => {
  const mailboxOf = async (actor: Actor) => {
    const [row] = await world.as(
      actor,
      (sql) => sql<{ email: string | null; is_proven: boolean }[]>`
        select email, is_proven from public.get_own_mailbox()`,
    );
    return row;
  };

  test("sees the address for their inquiries and whether it is proved", async () => {
    const { dealer, vendedor } = people;
    expect(await mailboxOf(vendedor)).toEqual({ email: vendedor.email, is_proven: true });
    await changeEmail(dealer, vendedor.id, email);
    expect(await mailboxOf(vendedor)).toEqual({ email, is_proven: false });
    await world.sql`update auth.users set email = null where id = ${dealer.id}`;
    expect(await mailboxOf(dealer)).toEqual({ email: null, is_proven: false });
  });

  test("cannot mark an address as proved, and a visitor is rejected", async () => {
    for (const actor of [people.dealer, people.admin, "anonymous"] as Actor[]) {
      const write = world.as(
        actor,
        (sql) => sql`insert into private.proven_emails values (${people.dealer.id}, ${email})`,
      );
      await expect(write).rejects.toMatchObject({ code: "42501" });
      const call = world.as(actor, (sql) => sql`select private.prove_email(${people.dealer.id})`);
      await expect(call).rejects.toMatchObject({ code: "42501" });
    }
    await expect(mailboxOf("anonymous")).rejects.toMatchObject({ code: "42501" });
  });
});
