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

const setActive = (actor: Actor, whom: Person, isActive: boolean) =>
  world.as(
    actor,
    (sql) => sql`update public.profiles set is_active = ${isActive} where id = ${whom.id}`,
  );

const ban = (whom: Person) =>
  world.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${whom.id}`;

/** Adds a refresh token and a link of each kind with its mail to the existing session. */
async function openEveryWay(whom: Person) {
  await world.sql`insert into auth.refresh_tokens (token, user_id, session_id)
    values (${crypto.randomUUID()}, ${whom.id}, ${whom.sessionId})`;
  await world.sql`insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
    select gen_random_uuid(), ${whom.id}, kind::auth.one_time_token_type, md5(random()::text), ${whom.email}
    from unnest(array['recovery_token', 'confirmation_token']) as kind`;
  await world.sql`update auth.users set recovery_token = md5(random()::text) where id = ${whom.id}`;
  await world.sql`select private.queue_mail(template, ${whom.email}, '{"token": "x"}')
    from unnest(array['recovery', 'verify-email', 'invitation']) as template`;
}

/** Counts what is left of them. */
async function waysInto(whom: Person): Promise<Record<string, number>> {
  const [row] = await world.sql<Record<string, number>[]>`
    select
      (select count(*)::int from auth.sessions where user_id = ${whom.id}) as sessions,
      (select count(*)::int from auth.refresh_tokens where user_id = ${whom.id}) as refreshes,
      (select count(*)::int from auth.one_time_tokens where user_id = ${whom.id}) as links,
      (select count(*)::int from auth.users where id = ${whom.id} and recovery_token <> '') as recoveries,
      (select count(*)::int from private.outgoing_mail where recipient = ${whom.email}) as mails`;
  return row ?? {};
}

const open = { sessions: 1, refreshes: 1, links: 2, recoveries: 1, mails: 3 };
const closed = { sessions: 0, refreshes: 0, links: 0, recoveries: 0, mails: 0 };

const isActive = async (whom: Person) => {
  const [row] = await world.sql`select is_active from public.profiles where id = ${whom.id}`;
  return row?.is_active;
};

describe("a deactivated salesperson", () => {
  test.each([
    ["an administrator", () => setActive(people.admin, people.vendedor, false)],
    ["the dealership", () => setActive(people.dealer, people.vendedor, false)],
    ["the service", () => setActive("service", people.vendedor, false)],
    ["a ban of the account", () => ban(people.vendedor)],
    [
      "the deletion of the dealership",
      () => world.sql`delete from auth.users where id = ${people.dealer.id}`,
    ],
  ])("by %s loses sessions, links and mails; a colleague keeps theirs", async (_, deactivate) => {
    const { vendedor, otherVendedor } = people;
    for (const person of [vendedor, otherVendedor]) await openEveryWay(person);
    await deactivate();
    expect(await isActive(vendedor)).toBe(false);
    expect(await waysInto(vendedor)).toEqual(closed);
    expect(await waysInto(otherVendedor)).toEqual(open);
  });

  test("cannot use an old token after reactivation", async () => {
    const { admin, vendedor } = people;
    await setActive(admin, vendedor, false);
    await setActive(admin, vendedor, true);
    await expect(
      world.as(vendedor, (sql) => sql`select id from public.profiles`),
    ).rejects.toMatchObject({ code: "PT401" });
  });

  test("by a service's temporary ban stays banned until an administrator activates it", async () => {
    const { admin, vendedor } = people;
    await ban(vendedor);
    const isBannedFor = async (years: number) => {
      const [row] = await world.sql`
        select coalesce(banned_until > now() + make_interval(years => ${years}), false) as banned
        from auth.users where id = ${vendedor.id}`;
      return row?.banned;
    };
    expect(await isBannedFor(50)).toBe(true);
    await setActive(admin, vendedor, true);
    expect(await isBannedFor(0)).toBe(false);
  });

  test("corrected by an administrator before the first activation keeps the link", async () => {
    const { admin, inactiveDealer } = people;
    await openEveryWay(inactiveDealer);
    await world.as(
      admin,
      (sql) => sql`update public.profiles set full_name = 'Corregido', is_active = false
        where id = ${inactiveDealer.id}`,
    );
    expect(await waysInto(inactiveDealer)).toEqual(open);
  });

  test("stays signed in if only the dealership is deactivated", async () => {
    const { admin, dealer, vendedor } = people;
    await openEveryWay(vendedor);
    await setActive(admin, dealer, false);
    expect(await waysInto(vendedor)).toEqual(open);
  });
});

describe("an account deactivated by an administrator", () => {
  const refused = {
    code: "42501",
    message: "Un administrador desactivó esta cuenta. Solo un administrador puede activarla.",
  };
  const ofTheDealership = (work: (sql: typeof world.sql) => Promise<unknown>) =>
    world.as(people.dealer, (sql) => work(sql as typeof world.sql));

  test.each([
    ["an administrator", () => setActive(people.admin, people.vendedor, false)],
    ["the service", () => setActive("service", people.vendedor, false)],
    ["a ban of the account", () => ban(people.vendedor)],
  ])(
    "(by %s) can be activated by an administrator, not by the dealership",
    async (_, deactivate) => {
      const { admin, dealer, vendedor } = people;
      await deactivate();
      await expect(setActive(dealer, vendedor, true)).rejects.toMatchObject(refused);
      await expect(
        ofTheDealership(
          (sql) => sql`update public.profiles set full_name = 'Otra', is_active = true
          where id = ${vendedor.id}`,
        ),
      ).rejects.toMatchObject(refused);
      expect(await isActive(vendedor)).toBe(false);

      await setActive(admin, vendedor, true);
      expect(await isActive(vendedor)).toBe(true);
      await setActive(dealer, vendedor, false);
      await setActive(dealer, vendedor, true);
      expect(await isActive(vendedor)).toBe(true);
    },
  );

  test.each([
    ["an administrator", () => setActive(people.admin, people.vendedor, false)],
    ["the service", () => setActive("service", people.vendedor, false)],
    ["a ban of the account", () => ban(people.vendedor)],
    [
      "a ban for longer than the dealership's",
      () =>
        world.sql`update auth.users set banned_until = now() + interval '200 years'
          where id = ${people.vendedor.id}`,
    ],
    [
      "an administrator who moves them too",
      () =>
        world.as(
          people.admin,
          (
            sql,
          ) => sql`update public.profiles set is_active = false, dealership_id = ${people.otherDealer.id}
            where id = ${people.vendedor.id}`,
        ),
    ],
  ])(
    "(by %s) after its dealership did so cannot be activated by the dealership",
    async (_, deactivate) => {
      const { dealer, otherDealer, vendedor } = people;
      await setActive(dealer, vendedor, false);
      await deactivate();
      const [row] = await world.sql`
        select dealership_id from public.profiles where id = ${vendedor.id}`;
      const keeper = row?.dealership_id === dealer.id ? dealer : otherDealer;
      await expect(setActive(keeper, vendedor, true)).rejects.toMatchObject(refused);
      expect(await isActive(vendedor)).toBe(false);
    },
  );

  test("after its dealership did so is logged", async () => {
    const { admin, dealer, vendedor } = people;
    await setActive(dealer, vendedor, false);
    await setActive(admin, vendedor, false);
    const lines = await world.sql`select actor_id, difference from public.audit_log
      where row_id = ${vendedor.id} order by id`;
    expect(lines).toEqual([
      { actor_id: admin.id, difference: { closed_by_admin: { old: false, new: true } } },
    ]);
  });

  test("is not one that its dealership deactivated and the service failed to unban", async () => {
    const { dealer, vendedor } = people;
    await setActive(dealer, vendedor, false);
    await world.sql`update auth.users set banned_until = null where id = ${vendedor.id}`;
    expect(await isActive(vendedor)).toBe(false);
    await setActive(dealer, vendedor, true);
    expect(await isActive(vendedor)).toBe(true);
  });

  test("has a mark that no caller can change", async () => {
    const { admin, dealer, vendedor } = people;
    await setActive(admin, vendedor, false);
    for (const actor of [dealer, admin, "anonymous"] as const) {
      await expect(
        world.as(
          actor,
          (sql) =>
            sql`update public.profiles set closed_by_admin = false where id = ${vendedor.id}`,
        ),
      ).rejects.toMatchObject({ code: "42501" });
    }
    await expect(setActive(dealer, vendedor, true)).rejects.toMatchObject(refused);
  });

  test("cannot be activated by a dealership after a new role, team or e-mail", async () => {
    const { admin, otherDealer, otherVendedor, dealer, vendedor } = people;
    await setActive(admin, vendedor, false);
    for (const role of ["concesionario", "vendedor"]) {
      await world.as(
        admin,
        (sql) => sql`update public.profiles set role = ${role} where id = ${vendedor.id}`,
      );
    }
    await world.as(
      admin,
      (sql) => sql`update public.profiles set dealership_id = ${otherDealer.id}
        where id = ${vendedor.id}`,
    );
    await expect(setActive(otherDealer, vendedor, true)).rejects.toMatchObject(refused);

    await setActive(admin, otherVendedor, false);
    await world.sql`update public.profiles set dealership_id = ${dealer.id}
      where id = ${otherVendedor.id}`;
    const renew = (email: string) =>
      ofTheDealership(
        (sql) => sql`select public.update_user_email_by_admin(${otherVendedor.id}, ${email})`,
      );
    await expect(renew("libre@example.com")).rejects.toMatchObject({ code: "42501" });
    await expect(
      ofTheDealership(
        (sql) => sql`select public.delete_salesperson_by_dealership(${otherVendedor.id})`,
      ),
    ).rejects.toMatchObject({ code: "42501" });
    await expect(
      ofTheDealership(
        (sql) =>
          sql`select public.create_salesperson(${otherVendedor.email}, 'una-clave', 'La Misma')`,
      ),
    ).rejects.toMatchObject({ code: "P0001", hint: "email" });
    expect(await isActive(otherVendedor)).toBe(false);
  });

  test("differs from one deactivated by its dealership, which can activate or delete it", async () => {
    const { dealer, vendedor } = people;
    await setActive(dealer, vendedor, false);
    await ofTheDealership(
      (sql) => sql`select public.delete_salesperson_by_dealership(${vendedor.id})`,
    );
    expect(await isActive(vendedor)).toBeUndefined();
  });
});
