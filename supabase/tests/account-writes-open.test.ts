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
let newcomer: { email: string; phone: string; name: string };

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  const mark = Math.random().toString().slice(2, 12).padEnd(10, "7");
  newcomer = { email: `Nuevo-${mark}@Example.com`, phone: `1${mark}`, name: `Íñigo Núñez ${mark}` };
});
afterAll(() => world.close());

const secret = "una-clave-larga";
const refused = { code: "42501" };

type Changes = Partial<{
  email: string | null;
  phone: string | null;
  name: string;
  password: string;
  role: string | null;
  dealership: string | null;
}>;

const addSalesperson = (actor: Actor, changes: Changes = {}, headers = {}) => {
  const { email, name, password, phone } = {
    ...newcomer,
    phone: null,
    password: secret,
    ...changes,
  };
  return world.as(
    actor,
    (sql) => sql`select public.create_salesperson(p_email => ${email}, p_password => ${password},
      p_full_name => ${name}, p_phone => ${phone}) as id`,
    headers,
  );
};

const openAccount = (actor: Actor, changes: Changes = {}, headers = {}) => {
  const wishes = { ...newcomer, password: secret, role: "vendedor", dealership: null, ...changes };
  return world.as(
    actor,
    (
      sql,
    ) => sql`select public.create_user_by_admin(p_password => ${wishes.password}, p_full_name => ${wishes.name},
      p_role => ${wishes.role}, p_email => ${wishes.email}, p_phone => ${wishes.phone},
      p_dealership_id => ${wishes.dealership}) as id`,
    headers,
  );
};

const opened = async () => {
  const [row] = await world.sql`
    select u.id, u.email, u.phone, u.encrypted_password, u.email_confirmed_at, u.phone_confirmed_at, u.banned_until,
      u.raw_app_meta_data, u.raw_user_meta_data, p.full_name, p.role, p.is_active, p.dealership_id, p.public_slug
    from auth.users u join public.profiles p using (id)
    where u.email = ${newcomer.email.toLowerCase()} or u.phone = ${newcomer.phone}`;
  return row;
};

const accounts = async () => (await world.sql`select 1 from auth.users`).length;

const slug = () =>
  newcomer.name.toLowerCase().replaceAll(" ", "-").replace("íñigo-núñez", "inigo-nunez");

describe("a dealership", () => {
  test("adds a confirmed, active salesperson to its team, with an unused slug", async () => {
    const [row] = await addSalesperson(people.dealer, { phone: newcomer.phone });
    expect(await opened()).toEqual({
      id: row?.id,
      email: newcomer.email.toLowerCase(),
      phone: newcomer.phone,
      encrypted_password: expect.stringMatching(/^\$2a\$/),
      email_confirmed_at: expect.any(Date),
      phone_confirmed_at: expect.any(Date),
      banned_until: null,
      raw_app_meta_data: { provider: "email", providers: ["email", "phone"] },
      raw_user_meta_data: { full_name: newcomer.name },
      full_name: newcomer.name,
      role: "vendedor",
      is_active: true,
      dealership_id: people.dealer.id,
      public_slug: slug(),
    });
    const identities = await world.sql`select provider, identity_data from auth.identities
      where user_id = ${row?.id} order by provider`;
    expect(identities).toMatchObject([
      { provider: "email", identity_data: { sub: row?.id, email_verified: true } },
      { provider: "phone", identity_data: { sub: row?.id, phone_verified: true } },
    ]);
  });

  test("shows a new salesperson's phone on the public page only if entered", async () => {
    const card = async (id: unknown) =>
      (await world.sql`select config from public.profiles where id = ${String(id)}`)[0]?.config;
    const [called] = await addSalesperson(people.dealer, { phone: newcomer.phone });
    const number = `+${newcomer.phone}`;
    expect(await card(called?.id)).toEqual({ profile: { phone: number, whatsapp: number } });
    const [silent] = await addSalesperson(people.dealer, { email: `sin-${newcomer.email}` });
    expect(await card(silent?.id)).toEqual({});
  });

  test("gives namesakes different slugs, also concurrently", async () => {
    const late = await world.as(people.dealer, async (sql) => {
      await sql`select public.create_salesperson(${newcomer.email}, ${secret}, ${newcomer.name})`;
      const second = addSalesperson(people.otherDealer, { email: `2-${newcomer.email}` });
      await waitForLock(world);
      return { second };
    });
    await late.second;
    const rows = await world.sql`select public_slug from public.profiles
      where full_name = ${newcomer.name} order by public_slug`;
    expect(rows).toEqual([{ public_slug: slug() }, { public_slug: `${slug()}-2` }]);
  });

  test("learns whether e-mail or phone is taken, and nothing is stored", async () => {
    const before = await accounts();
    await expect(
      addSalesperson(people.dealer, { email: people.admin.email.toUpperCase() }),
    ).rejects.toMatchObject({
      code: "P0001",
      hint: "email",
      message: "Ya existe una cuenta con este correo electrónico.",
    });
    await expect(
      addSalesperson(people.dealer, { phone: people.otherVendedor.phone }),
    ).rejects.toMatchObject({
      code: "P0001",
      hint: "phone",
      message: "Ya existe una cuenta con este teléfono.",
    });
    expect(await accounts()).toBe(before);
  });

  test.each(["email", "phone"])(
    "the second of two concurrent accounts with the same %s is rejected",
    async (same) => {
      const other = { email: `2-${newcomer.email}`, phone: `2${newcomer.phone.slice(1)}` };
      const late = await world.as(people.dealer, async (sql) => {
        await sql`select public.create_salesperson(${newcomer.email}, ${secret}, ${newcomer.name}, ${newcomer.phone})`;
        const attempt = addSalesperson(people.otherDealer, {
          ...other,
          [same]: newcomer[same === "email" ? "email" : "phone"],
        }).then(
          () => "opened twice",
          (error) => error,
        );
        await waitForLock(world);
        return { attempt };
      });
      expect(await late.attempt).toMatchObject({ code: "P0001", hint: same });
      expect((await opened())?.dealership_id).toBe(people.dealer.id);
      const rows =
        await world.sql`select 1 from auth.users where email = ${other.email.toLowerCase()}`;
      expect(rows).toHaveLength(0);
    },
  );

  test("adds to its own team even if the header names another dealership", async () => {
    const headers = { "x-impersonated-user": people.otherDealer.id };
    const [row] = await addSalesperson(people.dealer, {}, headers);
    expect((await opened())?.dealership_id).toBe(people.dealer.id);
    expect(await world.sql`select 1 from public.audit_log where row_id = ${row?.id}`).toHaveLength(
      0,
    );
  });

  test("with an unproved second factor cannot add a salesperson", async () => {
    await verifyFactor(world, people.dealer);
    await expect(addSalesperson(people.dealer)).rejects.toMatchObject({
      ...refused,
      hint: "insufficient_aal",
    });
    expect(await opened()).toBeUndefined();
    await addSalesperson({ ...people.dealer, aal: "aal2" });
    expect(await opened()).toMatchObject({ dealership_id: people.dealer.id });
  });
});

describe("an administrator", () => {
  test.each([
    ["vendedor", true],
    ["concesionario", true],
    ["admin", false],
  ])("opens an active %s account (with a public page: %s)", async (role, hasPage) => {
    const [row] = await openAccount(people.admin, { role });
    expect(await opened()).toMatchObject({
      id: row?.id,
      role,
      is_active: true,
      banned_until: null,
      email_confirmed_at: expect.any(Date),
      phone_confirmed_at: expect.any(Date),
      dealership_id: null,
      public_slug: hasPage ? slug() : null,
    });
  });

  test("opens an account with only a phone", async () => {
    await openAccount(people.admin, { email: "" });
    const account = await opened();
    expect(account).toMatchObject({
      email: null,
      email_confirmed_at: null,
      phone: newcomer.phone,
      phone_confirmed_at: expect.any(Date),
      raw_app_meta_data: { provider: "phone", providers: ["phone"] },
      full_name: newcomer.name,
    });
    const ways =
      await world.sql`select provider from auth.identities where user_id = ${account?.id}`;
    expect(ways).toEqual([{ provider: "phone" }]);
  });

  test("assigns a vendedor to a dealership, but no other role", async () => {
    const dealership = people.dealer.id;
    await openAccount(people.admin, { dealership });
    expect(await opened()).toMatchObject({ role: "vendedor", dealership_id: dealership });
    await world.sql`delete from auth.users where id = ${(await opened())?.id}`;
    await openAccount(people.admin, { dealership, role: "concesionario" });
    expect(await opened()).toMatchObject({ role: "concesionario", dealership_id: null });
  });

  test("cannot assign a vendedor to a non-dealership", async () => {
    const refusal = { code: "P0001", hint: "dealership" };
    for (const dealership of [people.vendedor.id, crypto.randomUUID()]) {
      await expect(openAccount(people.admin, { dealership })).rejects.toMatchObject(refusal);
    }
    expect(await opened()).toBeUndefined();
  });

  test("adds to the impersonated dealership's team, which is logged without the hash", async () => {
    const headers = { "x-impersonated-user": people.dealer.id };
    const [row] = await addSalesperson(people.admin, {}, headers);
    expect(await opened()).toMatchObject({ role: "vendedor", dealership_id: people.dealer.id });
    const lines =
      await world.sql`select actor_id, impersonated_id, table_name, difference::text from public.audit_log
      where row_id = ${row?.id}`;
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatchObject({ actor_id: people.admin.id, impersonated_id: people.dealer.id });
      expect(line.difference).not.toMatch(/\$2[aby]\$|una-clave/);
    }
  });

  test("who impersonates no dealership cannot add a salesperson", async () => {
    for (const id of [undefined, people.vendedor.id, "malformed"]) {
      const headers = id ? { "x-impersonated-user": id } : {};
      await expect(addSalesperson(people.admin, {}, headers)).rejects.toMatchObject({
        code: "P0001",
        message: "Para añadir un vendedor, administra antes la cuenta de su concesionario.",
      });
    }
    expect(await opened()).toBeUndefined();
  });

  test("with an unproved second factor cannot open an account", async () => {
    await verifyFactor(world, people.admin);
    const unproved = { ...refused, hint: "insufficient_aal" };
    await expect(openAccount(people.admin)).rejects.toMatchObject(unproved);
    await expect(
      addSalesperson(people.admin, {}, { "x-impersonated-user": people.dealer.id }),
    ).rejects.toMatchObject(unproved);
    expect(await opened()).toBeUndefined();
    await openAccount({ ...people.admin, aal: "aal2" });
    expect(await opened()).toMatchObject({ is_active: true });
  });

  test.each<[Changes, string]>([
    [{ password: "corta" }, "password"],
    [{ password: "á".repeat(37) }, "password"],
    [{ name: "  " }, "full_name"],
    [{ name: "x".repeat(121) }, "full_name"],
    [{ name: "Ana\r\nBcc: x@example.com" }, "full_name"],
    [{ email: "ana" }, "email"],
    [{ email: "ana@example.com,otra@example.com" }, "email"],
    [{ email: "ana@example.com\r\nBcc: x@example.com" }, "email"],
    [{ email: `${"x".repeat(250)}@example.com` }, "email"],
    [{ email: null, phone: null }, "email"],
    [{ phone: "305-555" }, "phone"],
    [{ phone: "1234567890123456" }, "phone"],
    [{ role: "superadmin" }, "role"],
    [{ role: null }, "role"],
  ])("gets the field of the invalid %j, and nothing is stored", async (changes, hint) => {
    const before = await accounts();
    await expect(openAccount(people.admin, changes)).rejects.toMatchObject({ code: "P0001", hint });
    expect(await accounts()).toBe(before);
  });

  test("no table contains the new password", async () => {
    await openAccount(people.admin, {}, { "x-impersonated-user": people.dealer.id });
    const tables = await world.sql<{ schema: string; name: string }[]>`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname in ('public', 'auth', 'private', 'storage', 'graphile_worker')`;
    expect(tables.length).toBeGreaterThan(20);
    for (const { schema, name } of tables) {
      const hits = await world.sql`select 1 from ${world.sql(schema)}.${world.sql(name)} as t
        where t::text like ${`%${secret}%`}`;
      expect(hits, name).toHaveLength(0);
    }
  });
});

describe("other callers", () => {
  let retired: Person;
  beforeEach(async () => {
    retired = await createPerson(world, "admin", { active: false });
  });

  test("cannot add a salesperson", async () => {
    const { vendedor, inactiveDealer } = people;
    const headers = { "x-impersonated-user": people.dealer.id };
    const actors: Actor[] = [vendedor, inactiveDealer, retired, "anonymous", "service"];
    for (const actor of actors) {
      await expect(addSalesperson(actor, {}, headers)).rejects.toMatchObject(refused);
    }
    expect(await opened()).toBeUndefined();
  });

  test("cannot open an account", async () => {
    const { dealer, vendedor, inactiveDealer } = people;
    const actors: Actor[] = [dealer, vendedor, inactiveDealer, retired, "anonymous", "service"];
    for (const role of ["admin", "vendedor"]) {
      for (const actor of actors) {
        await expect(openAccount(actor, { role })).rejects.toMatchObject(refused);
      }
    }
    expect(await opened()).toBeUndefined();
  });
});
