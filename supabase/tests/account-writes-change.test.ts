import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createPeople,
  createPerson,
  type People,
  type Person,
  verifyFactor,
} from "./support/people.ts";
import { waitForLock } from "./support/wait-for-lock.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let newEmail: string;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  newEmail = `otra-${crypto.randomUUID()}@example.com`;
});
afterAll(() => world.close());

const secret = "una-clave-nueva";
const refused = { code: "42501" };

const setPassword = (actor: Actor, whom: Person, password = secret, headers = {}) =>
  world.as(
    actor,
    (sql) => sql`select public.update_user_password_by_admin(${whom.id}, ${password})`,
    headers,
  );

const setEmail = (actor: Actor, whom: Person, email = newEmail, headers = {}) =>
  world.as(
    actor,
    (sql) => sql`select public.update_user_email_by_admin(${whom.id}, ${email})`,
    headers,
  );

const hasPassword = async ({ id }: Person, password = secret) => {
  const [row] = await world.sql`select coalesce(
    encrypted_password like '$2a$%' and encrypted_password = extensions.crypt(${password}, encrypted_password), false
  ) as fits from auth.users where id = ${id}`;
  return row?.fits;
};

const accountOf = async ({ id }: Person) => {
  const [row] = await world.sql`select u.email, u.email_confirmed_at, p.email as profile_email
    from auth.users u join public.profiles p using (id) where id = ${id}`;
  return row;
};

const sessionsOf = async ({ id }: Person) =>
  (await world.sql`select id from auth.sessions where user_id = ${id}`).map((row) => row.id);

const linksOf = async ({ id }: Person) =>
  (await world.sql`select 1 from auth.one_time_tokens where user_id = ${id}`).length;

const mailLinks = async ({ id, email }: Person) => {
  await world.sql`insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
    select gen_random_uuid(), ${id}, type::auth.one_time_token_type, ${id} || type, ${email}
    from unnest(array['confirmation_token', 'recovery_token']) as type`;
  await world.sql`update auth.users set recovery_token = ${id}, confirmation_token = ${id} where id = ${id}`;
};

describe("a new password", () => {
  test("can be set by an administrator for a dealership, salesperson or administrator", async () => {
    const colleague = await createPerson(world, "admin");
    for (const whom of [people.dealer, people.otherVendedor, colleague, people.inactiveDealer]) {
      await setPassword(people.admin, whom);
      expect(await hasPassword(whom)).toBe(true);
    }
  });

  test("can be set by a dealership for its active and inactive salespeople", async () => {
    const idle = await createPerson(world, "vendedor", {
      dealership: people.dealer,
      active: false,
    });
    for (const whom of [people.vendedor, idle]) {
      await setPassword(people.dealer, whom);
      expect(await hasPassword(whom)).toBe(true);
    }
    const [row] = await world.sql`select is_active from public.profiles where id = ${idle.id}`;
    expect(row?.is_active).toBe(false);
  });

  test("ends only that person's sessions and links", async () => {
    const { dealer, vendedor, otherVendedor } = people;
    await mailLinks(vendedor);
    await mailLinks(otherVendedor);
    await setPassword(dealer, vendedor);
    expect([await sessionsOf(vendedor), await linksOf(vendedor)]).toEqual([[], 0]);
    const [account] = await world.sql`select recovery_token, confirmation_token from auth.users
      where id = ${vendedor.id}`;
    expect(account).toEqual({ recovery_token: "", confirmation_token: "" });
    expect(await sessionsOf(otherVendedor)).toEqual([otherVendedor.sessionId]);
    expect(await linksOf(otherVendedor)).toBe(2);
    expect(await sessionsOf(dealer)).toEqual([dealer.sessionId]);
  });

  test("set by administrators for themselves keeps their current session", async () => {
    const { admin } = people;
    await world.sql`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${admin.id})`;
    await setPassword(admin, admin);
    expect(await hasPassword(admin)).toBe(true);
    expect(await sessionsOf(admin)).toEqual([admin.sessionId]);
  });

  test("set by an impersonating administrator is logged without its hash", async () => {
    const { admin, dealer, vendedor } = people;
    await setPassword(admin, vendedor, secret, { "x-impersonated-user": dealer.id });
    const lines = await world.sql`select actor_id, impersonated_id, action, table_name, difference
      from public.audit_log where row_id = ${vendedor.id}`;
    expect(lines).toEqual([
      {
        actor_id: admin.id,
        impersonated_id: dealer.id,
        action: "update",
        table_name: "users",
        difference: { password: { old: "******", new: "******" } },
      },
    ]);
  });

  test("is logged in the administrator's name, and forged headers are not logged", async () => {
    const { admin, dealer, vendedor } = people;
    await setPassword(admin, vendedor);
    await setPassword(dealer, vendedor, secret, { "x-impersonated-user": people.otherDealer.id });
    await expect(
      setPassword(admin, vendedor, "otra-clave-mas", { "x-impersonated-user": "malformed" }),
    ).rejects.toMatchObject({ code: "22P02" });
    expect(await hasPassword(vendedor)).toBe(true);
    const lines = await world.sql`
      select actor_id, impersonated_id from public.audit_log where row_id = ${vendedor.id}`;
    expect([...lines]).toEqual([{ actor_id: admin.id, impersonated_id: null }]);
  });

  test.each(["corta", "", "á".repeat(37)])(
    "%j is rejected and ends no session",
    async (password) => {
      await expect(setPassword(people.admin, people.vendedor, password)).rejects.toMatchObject({
        code: "P0001",
        hint: "password",
      });
      expect(await sessionsOf(people.vendedor)).toEqual([people.vendedor.sessionId]);
    },
  );
});

describe("a new e-mail", () => {
  test("set by an administrator for anyone is confirmed and copied to the profile", async () => {
    const { admin, otherDealer } = people;
    await world.sql`update auth.users set email_confirmed_at = null where id = ${otherDealer.id}`;
    await setEmail(admin, otherDealer, ` ${newEmail.toUpperCase()}`);
    expect(await accountOf(otherDealer)).toEqual({
      email: newEmail,
      email_confirmed_at: expect.any(Date),
      profile_email: newEmail,
    });
    const [identity] = await world.sql`select email, identity_data ->> 'email_verified' as verified
      from auth.identities where user_id = ${otherDealer.id} and provider = 'email'`;
    expect(identity).toEqual({ email: newEmail, verified: "true" });
  });

  test("can be set by a dealership for its salesperson", async () => {
    await setEmail(people.dealer, people.vendedor);
    expect(await accountOf(people.vendedor)).toMatchObject({
      email: newEmail,
      profile_email: newEmail,
    });
  });

  test("allows e-mail sign-in to an account that had only a phone", async () => {
    const { admin, vendedor } = people;
    await world.sql`update auth.users set email = null, email_confirmed_at = null where id = ${vendedor.id}`;
    await setEmail(admin, vendedor);
    const ways = await world.sql`select provider from auth.identities where user_id = ${vendedor.id}
      order by provider`;
    expect(ways).toEqual([{ provider: "email" }, { provider: "phone" }]);
    expect(await accountOf(vendedor)).toMatchObject({ email: newEmail });
  });

  test("ends links but no sessions, and setting the same e-mail ends neither", async () => {
    const { dealer, vendedor } = people;
    await mailLinks(vendedor);
    await setEmail(dealer, vendedor, vendedor.email.toUpperCase());
    expect(await linksOf(vendedor)).toBe(2);
    await setEmail(dealer, vendedor);
    expect(await linksOf(vendedor)).toBe(0);
    expect(await sessionsOf(vendedor)).toEqual([vendedor.sessionId]);
  });

  test("set by an impersonating administrator is logged with both addresses", async () => {
    const { admin, dealer, vendedor } = people;
    await setEmail(admin, vendedor, newEmail, { "x-impersonated-user": dealer.id });
    const lines = await world.sql`select actor_id, impersonated_id, table_name, difference
      from public.audit_log where row_id = ${vendedor.id}`;
    expect(lines).toEqual([
      {
        actor_id: admin.id,
        impersonated_id: dealer.id,
        table_name: "profiles",
        difference: { email: { old: vendedor.email, new: newEmail } },
      },
    ]);
  });

  test("a taken e-mail is rejected and nothing changes", async () => {
    const { admin, vendedor, dealer } = people;
    await mailLinks(vendedor);
    await expect(setEmail(admin, vendedor, dealer.email.toUpperCase())).rejects.toMatchObject({
      code: "P0001",
      hint: "email",
      message: "Ya existe una cuenta con este correo electrónico.",
    });
    expect(await accountOf(vendedor)).toMatchObject({ email: vendedor.email });
    expect(await linksOf(vendedor)).toBe(2);
  });

  test("set for two people concurrently goes to the first", async () => {
    const { admin, vendedor, otherVendedor } = people;
    const late = await world.as(admin, async (sql) => {
      await sql`select public.update_user_email_by_admin(${vendedor.id}, ${newEmail})`;
      const attempt = setEmail(admin, otherVendedor).then(
        () => "given twice",
        (error) => error,
      );
      await waitForLock(world);
      return { attempt };
    });
    expect(await late.attempt).toMatchObject({ code: "P0001", hint: "email" });
    expect(await accountOf(vendedor)).toMatchObject({ email: newEmail });
    expect(await accountOf(otherVendedor)).toMatchObject({ email: otherVendedor.email });
  });

  test.each(["", "ana", "a@b", "ana@example.com\nBcc: x@example.com", "ana@127.0.0.1"])(
    "%j is rejected",
    async (email) => {
      await expect(setEmail(people.admin, people.vendedor, email)).rejects.toMatchObject({
        code: "P0001",
        hint: "email",
      });
      expect(await accountOf(people.vendedor)).toMatchObject({ email: people.vendedor.email });
    },
  );
});

describe.each([
  ["a password", setPassword],
  ["an e-mail", setEmail],
])("%s", (_what, change: (actor: Actor, whom: Person) => Promise<unknown>) => {
  const expectUnchanged = async (whom: Person) => {
    expect(await hasPassword(whom)).toBe(false);
    expect(await accountOf(whom)).toMatchObject({ email: whom.email });
    expect(await sessionsOf(whom)).toEqual([whom.sessionId]);
  };

  test("cannot be changed for a salesperson by callers outside the team", async () => {
    const { vendedor, otherDealer, otherVendedor, inactiveDealer, dealer } = people;
    const colleague = await createPerson(world, "vendedor", { dealership: dealer });
    const retired = await createPerson(world, "admin", { active: false });
    const actors: Actor[] = [
      otherDealer,
      otherVendedor,
      colleague,
      vendedor,
      inactiveDealer,
      retired,
      "anonymous",
      "service",
    ];
    for (const actor of actors) {
      await expect(change(actor, vendedor)).rejects.toMatchObject(refused);
    }
    await expectUnchanged(vendedor);
  });

  test("can be changed by a dealership only for its own salespeople", async () => {
    const { dealer, admin, otherDealer, otherVendedor } = people;
    const unassigned = await createPerson(world, "vendedor");
    const unknown = { ...dealer, id: crypto.randomUUID() };
    for (const whom of [admin, otherDealer, otherVendedor, unassigned, dealer, unknown]) {
      await expect(change(dealer, whom)).rejects.toMatchObject({
        ...refused,
        message: "Acceso denegado",
      });
    }
    for (const whom of [admin, otherDealer, otherVendedor, unassigned, dealer]) {
      await expectUnchanged(whom);
    }
  });

  test("cannot be changed by an inactive dealership for its salesperson", async () => {
    const idle = await createPerson(world, "vendedor", { dealership: people.inactiveDealer });
    await expect(change(people.inactiveDealer, idle)).rejects.toMatchObject({
      ...refused,
      hint: "inactive",
    });
    await expectUnchanged(idle);
  });

  test("cannot be changed by a person with an unproved second factor", async () => {
    const { admin, dealer, vendedor } = people;
    for (const actor of [admin, dealer]) {
      await verifyFactor(world, actor);
      await expect(change(actor, vendedor)).rejects.toMatchObject({
        ...refused,
        hint: "insufficient_aal",
      });
    }
    await expectUnchanged(vendedor);
    await change({ ...dealer, aal: "aal2" }, vendedor);
    await change({ ...admin, aal: "aal2" }, vendedor);
  });

  test("of an unknown account cannot be changed: an administrator gets an error", async () => {
    const unknown = { ...people.dealer, id: crypto.randomUUID() };
    await expect(change(people.admin, unknown)).rejects.toMatchObject({
      code: "P0001",
      hint: "user",
      message: "El usuario no existe.",
    });
  });

  test("cannot be changed by the former dealership while a salesperson is moved", async () => {
    const { admin, dealer, vendedor, otherDealer } = people;
    const late = await world.as(admin, async (sql) => {
      await sql`update public.profiles set dealership_id = ${otherDealer.id} where id = ${vendedor.id}`;
      const attempt = change(dealer, vendedor).then(
        () => "changed",
        (error) => error,
      );
      await waitForLock(world);
      return { attempt };
    });
    expect(await late.attempt).toMatchObject(refused);
    await expectUnchanged(vendedor);
  });
});

test("SQL hashes passwords with 2 ** 10 rounds outside of tests", async () => {
  const hashing = await world.sql<{ name: string; rounds: string }[]>`
    select proname as name, (regexp_match(prosrc, 'gen_salt\\(([^)]*)\\)'))[1] as rounds
    from pg_proc where prosrc like '%extensions.gen_salt(%' and pronamespace <> 'extensions'::regnamespace`;
  expect(hashing.length).toBeGreaterThan(0);
  expect(hashing.filter(({ rounds }) => rounds !== "'bf', 10")).toEqual([]);
});
