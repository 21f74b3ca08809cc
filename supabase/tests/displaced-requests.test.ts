import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createPerson, type People } from "./support/people.ts";
import { waitForLock } from "./support/wait-for-lock.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let email: string;
let phone: string;

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
});
beforeEach(() => {
  email = `ana-${randomUUID()}@example.com`;
  phone = String(randomInt(10_000_000_000, 99_999_999_999));
});
afterAll(() => world.close());

const ask = (wishes: { email?: string; phone?: string; name?: string } = {}) => {
  const typed = { name: "Mallory", email, phone, ...wishes };
  return world.as(
    "service",
    (sql) => sql`select public.submit_access_request(p_name => ${typed.name},
      p_phone => ${typed.phone}, p_email => ${typed.email}, p_account_type => 'concesionario',
      p_message => null, p_password => 'la-de-mallory')`,
  );
};

const requestOf = async (address: string) => {
  const [request] = await world.sql`select * from public.access_requests where email = ${address}`;
  if (!request) throw new Error("no request was stored");
  return request;
};

const decide = (id: string, status: string) =>
  world.as(people.admin, async (sql) => {
    const [row] = await sql<{ outcome: string | null }[]>`
      select public.decide_access_request(${id}, ${status}) as outcome`;
    return row?.outcome;
  });

const contactOf = async (id: string) => {
  const [row] = await world.sql`
    select u.phone, u.phone_confirmed_at is not null as confirmed, p.phone as profile_phone, p.is_active,
      array(select provider from auth.identities where user_id = u.id order by 1) as ways
    from auth.users u join public.profiles p using (id) where u.id = ${id}`;
  return row;
};

const holders = () => world.sql`select id from auth.users where email = ${email}`;

/** Ways to open an account, or to give one this address. */
const openers: [string, (address: string, number: string | null) => Promise<unknown>][] = [
  [
    "an administrator",
    (address, number) =>
      world.as(
        people.admin,
        (sql) => sql`select public.create_user_by_admin('una-clave', 'Ana', 'concesionario',
          ${address}, ${number})`,
      ),
  ],
  [
    "a dealership",
    (address, number) =>
      world.as(
        people.dealer,
        (sql) => sql`select public.create_salesperson(${address}, 'una-clave', 'Ana', ${number})`,
      ),
  ],
];

const changeEmail = (actor: Actor, id: string) =>
  world.as(actor, (sql) => sql`select public.update_user_email_by_admin(${id}, ${email})`);

describe("an access request", () => {
  test("does not give its account the phone until an administrator approves it", async () => {
    await ask();
    const request = await requestOf(email);
    const bare = { phone: null, confirmed: false, profile_phone: null, ways: ["email"] };
    expect(request.phone).toBe(phone);
    expect(await contactOf(request.user_id)).toMatchObject(bare);

    await world.sql`update auth.users set email_confirmed_at = now() where id = ${request.user_id}`;
    expect(await contactOf(request.user_id)).toMatchObject(bare);
    expect(await decide(request.id, "approved")).toBeNull();
    expect(await contactOf(request.user_id)).toMatchObject({
      phone,
      confirmed: true,
      profile_phone: phone,
      ways: ["email", "phone"],
    });
  });

  test("approved after another with its phone gets no phone, and reports phone_taken", async () => {
    const second = `otra-${email}`;
    await ask();
    await ask({ email: second });
    expect(await decide((await requestOf(second)).id, "approved")).toBeNull();
    const request = await requestOf(email);
    expect(await decide(request.id, "approved")).toBe("phone_taken");
    expect(await contactOf(request.user_id)).toMatchObject({
      is_active: true,
      phone: null,
      ways: ["email"],
    });
  });

  test("never takes a phone from its owner, also in concurrent approvals", async () => {
    await ask();
    const request = await requestOf(email);
    const late = await world.sql.begin(async (sql) => {
      await sql`update auth.users set phone = ${phone} where id = ${people.otherVendedor.id}`;
      const attempt = decide(request.id, "approved");
      await waitForLock(world);
      return { attempt };
    });
    expect(await late.attempt).toBe("phone_taken");
    expect(await contactOf(request.user_id)).toMatchObject({ is_active: true, phone: null });
  });
});

describe.each(openers)("%s who opens an account", (_opener, open) => {
  test("is not blocked by a stranger's request, by e-mail or phone", async () => {
    await ask();
    const { id, user_id } = await requestOf(email);
    await open(email, phone);
    const [account] = await holders();
    expect(account?.id).not.toBe(user_id);
    expect(await contactOf(account?.id)).toMatchObject({ phone, is_active: true });
    expect(await world.sql`select from public.access_requests where id = ${id}`).toEqual([]);
    expect(await world.sql`select from auth.users where id = ${user_id}`).toEqual([]);
  });

  test.each([
    [
      "was confirmed by its owner",
      (id: string) => world.sql`update auth.users set email_confirmed_at = now() where id = ${id}`,
    ],
    [
      "was approved",
      async () => {
        await decide((await requestOf(email)).id, "approved");
      },
    ],
    [
      "is in use",
      (id: string) => world.sql`update auth.users set last_sign_in_at = now() where id = ${id}`,
    ],
  ])('is rejected with "e-mail taken" if the request %s', async (_case, arrange) => {
    await ask();
    const { user_id } = await requestOf(email);
    await arrange(user_id);
    await expect(open(email, null)).rejects.toMatchObject({ code: "P0001", hint: "email" });
    expect(await holders()).toEqual([{ id: user_id }]);
  });

  test("replaces an open sign-up, but no invited or deactivated account", async () => {
    const [account] = await world.sql`
      select private.create_account(${email}, null, 'x', 'Mallory') as id`;
    const id: string = account?.id;
    await world.sql`insert into private.sign_ups (user_id) values (${id})`;
    await world.sql`update auth.users set invited_at = now() where id = ${id}`;
    await expect(open(email, null)).rejects.toMatchObject({ hint: "email" });
    await world.sql`update auth.users set invited_at = null where id = ${id}`;
    await world.sql`update public.profiles set public_slug = ${`ana-${id}`} where id = ${id}`;
    await expect(open(email, null)).rejects.toMatchObject({ hint: "email" });
    await world.sql`update public.profiles set public_slug = null where id = ${id}`;
    await open(email, null);
    expect((await holders())[0]?.id).not.toBe(id);
  });
});

/** An unused account that the service opened for a person. */
async function openUnused(state: { phone?: string; confirmed?: boolean } = {}) {
  const [account] = await world.sql`
    select private.create_account(${email}, ${state.phone ?? null},
      extensions.crypt('una-clave', extensions.gen_salt('bf', 4)), 'Ana') as id`;
  const id: string = account?.id;
  if (state.confirmed) {
    await world.sql`update auth.users set phone_confirmed_at = now() where id = ${id}`;
  }
  return id;
}

describe("an unused account opened for a person", () => {
  test.each(openers)("is not displaced by %s", async (_opener, open) => {
    const id = await openUnused({ phone });
    await world.sql`select private.send_verification_mail(${id}, 'Ana')`;
    await expect(open(email, null)).rejects.toMatchObject({ hint: "email" });
    await expect(open(`otra-${email}`, phone)).rejects.toMatchObject({ hint: "phone" });
    expect(await holders()).toEqual([{ id }]);
  });

  test.each([false, true])(
    "keeps its phone when a request that names it is approved (confirmed: %s)",
    async (confirmed) => {
      const id = await openUnused({ phone, confirmed });
      const other = `otra-${email}`;
      await ask({ email: other });
      expect(await decide((await requestOf(other)).id, "approved")).toBe("phone_taken");
      expect(await contactOf(id)).toMatchObject({ phone });
    },
  );

  test("stays after a stranger requested access with its e-mail", async () => {
    const id = await openUnused();
    await ask();
    await expect(openers[0]?.[1](email, null)).rejects.toMatchObject({ hint: "email" });
    expect(await holders()).toEqual([{ id }]);
  });

  test("is not displaced after an administrator opened, closed and renamed it", async () => {
    await ask();
    const { id, user_id } = await requestOf(email);
    await decide(id, "approved");
    await world.as(
      people.admin,
      (sql) => sql`update public.profiles set is_active = false, public_slug = null
        where id = ${user_id}`,
    );
    await world.sql`update auth.users set email_confirmed_at = null where id = ${user_id}`;
    await expect(openers[1]?.[1](email, null)).rejects.toMatchObject({ hint: "email" });
    expect(await holders()).toEqual([{ id: user_id }]);
  });
});

describe("a changed e-mail", () => {
  test("may displace ten times in a row if by a dealership, always by an administrator", async () => {
    const dealer = await createPerson(world, "concesionario");
    const seller = await createPerson(world, "vendedor", { dealership: dealer });
    const change = async (actor: Actor) => {
      email = `ana-${randomUUID()}@example.com`;
      await changeEmail(actor, seller.id);
    };
    for (let turn = 0; turn < 10; turn += 1) await change(dealer);
    await changeEmail(dealer, seller.id);
    await expect(change(dealer)).rejects.toMatchObject({
      message: expect.stringContaining("Has cambiado muchos correos"),
    });
    await change(people.admin);
    expect(await holders()).toEqual([{ id: seller.id }]);
  });

  test("given to a salesperson displaces a stranger's request", async () => {
    for (const actor of [people.admin, people.dealer]) {
      const seller = await createPerson(world, "vendedor", { dealership: people.dealer });
      email = `ana-${randomUUID()}@example.com`;
      await ask();
      const { user_id } = await requestOf(email);
      await changeEmail(actor, seller.id);
      expect(await holders()).toEqual([{ id: seller.id }]);
      expect(await world.sql`select from auth.users where id = ${user_id}`).toEqual([]);
    }
  });

  test("does not displace a confirmed account", async () => {
    const seller = await createPerson(world, "vendedor", { dealership: people.dealer });
    await ask();
    const { user_id } = await requestOf(email);
    await world.sql`update auth.users set email_confirmed_at = now() where id = ${user_id}`;
    await expect(changeEmail(people.dealer, seller.id)).rejects.toMatchObject({ hint: "email" });
    expect(await holders()).toEqual([{ id: user_id }]);
  });
});

test("the function that displaces an account cannot be called by API roles", async () => {
  await ask();
  for (const actor of ["anonymous", people.dealer, people.admin] as Actor[]) {
    const call = world.as(
      actor,
      (sql) => sql`select private.displace_unproven_account(${email}, null)`,
    );
    await expect(call).rejects.toMatchObject({ code: "42501" });
  }
  expect(await holders()).toHaveLength(1);
});
