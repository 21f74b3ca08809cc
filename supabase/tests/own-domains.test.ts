import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createPeople,
  createPerson,
  type People,
  type Person,
  verifyFactor,
} from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let domain: string;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  domain = `www.${people.dealer.slug}.com`;
  await claim(people.dealer, domain);
});
afterAll(() => world.close());

const claim = (who: Person, name: string | null) =>
  world.as(
    who,
    (sql) => sql`update public.profiles set custom_domain = ${name} where id = ${who.id}`,
  );

const begin = async (actor: Actor, profile: Person) => {
  const [row] = await world.as(
    actor,
    (sql) => sql<{ found: string }[]>`select public.begin_domain_check(${profile.id}) as found`,
  );
  return row?.found;
};

const confirm = async (
  actor: Actor,
  profile: Person,
  { named = domain, by = profile, headers = {} } = {},
) => {
  const [row] = await world.as(
    actor,
    (sql) =>
      sql<{ kept: boolean }[]>`
        select public.confirm_custom_domain(${profile.id}, ${named}, ${by.id}) as kept`,
    headers,
  );
  return row?.kept;
};

const verifiedOf = async ({ id }: Person) => {
  const [row] = await world.sql`select verified_domain from public.profiles where id = ${id}`;
  return row?.verified_domain;
};

const FORBIDDEN = { code: "42501" };

describe("a dealership", () => {
  test("can look up its saved domain", async () => {
    expect(await begin(people.dealer, people.dealer)).toBe(domain);
  });

  test("without a saved domain is asked to save one first", async () => {
    await claim(people.dealer, null);
    await expect(begin(people.dealer, people.dealer)).rejects.toMatchObject({
      code: "P0001",
      message: expect.stringContaining("Guarda primero"),
    });
  });

  test("cannot mark its domain as verified", async () => {
    await expect(confirm(people.dealer, people.dealer)).rejects.toMatchObject(FORBIDDEN);
    await expect(
      world.as(
        people.dealer,
        (sql) =>
          sql`update public.profiles set verified_domain = custom_domain where id = ${people.dealer.id}`,
      ),
    ).rejects.toMatchObject(FORBIDDEN);
    expect(await verifiedOf(people.dealer)).toBeNull();
  });

  test("may look up its domain ten times in a row, then has to wait", async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await begin(people.dealer, people.dealer);
    await expect(begin(people.dealer, people.dealer)).rejects.toMatchObject({
      code: "P0001",
      message: expect.stringContaining("Espera unos minutos"),
    });
    await claim(people.otherDealer, `www.${people.otherDealer.slug}.com`);
    expect(await begin(people.otherDealer, people.otherDealer)).toBe(
      `www.${people.otherDealer.slug}.com`,
    );
  });

  test("has to verify a changed domain, and the old one again when changing back", async () => {
    await confirm("service", people.dealer);
    expect(await verifiedOf(people.dealer)).toBe(domain);
    await claim(people.dealer, `otro-${domain}`);
    expect(await verifiedOf(people.dealer)).toBeNull();
    await claim(people.dealer, domain);
    expect(await verifiedOf(people.dealer)).toBeNull();
  });

  test("keeps the verification when it writes the domain in capitals", async () => {
    await confirm("service", people.dealer);
    await claim(people.dealer, ` ${domain.toUpperCase()}. `);
    expect(await verifiedOf(people.dealer)).toBe(domain);
  });

  test("that may not edit its page cannot start a lookup", async () => {
    await world.sql`update public.profiles set config = '{"features":{"canEditPublicPage":false}}' where id = ${people.dealer.id}`;
    await expect(begin(people.dealer, people.dealer)).rejects.toMatchObject(FORBIDDEN);
  });

  test("with an unproved second factor cannot start a lookup", async () => {
    await verifyFactor(world, people.dealer);
    await world.sql`update auth.sessions set aal = 'aal1' where user_id = ${people.dealer.id}`;
    await expect(begin(people.dealer, people.dealer)).rejects.toMatchObject({
      code: "42501",
      hint: "insufficient_aal",
    });
  });

  test("that is inactive cannot start a lookup", async () => {
    await expect(begin(people.inactiveDealer, people.inactiveDealer)).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("a vendedor", () => {
  test("cannot look up the dealership's domain or their own", async () => {
    const { vendedor, dealer } = people;
    await expect(begin(vendedor, dealer)).rejects.toMatchObject(FORBIDDEN);
    await expect(begin(vendedor, vendedor)).rejects.toMatchObject(FORBIDDEN);
    expect(await confirm("service", vendedor, { named: `www.${vendedor.slug}.com` })).toBe(false);
  });
});

describe("another dealership", () => {
  test("cannot look up the domain or read it", async () => {
    const { otherDealer, dealer } = people;
    await expect(begin(otherDealer, dealer)).rejects.toMatchObject(FORBIDDEN);
    const rows = await world.as(
      otherDealer,
      (sql) => sql`select custom_domain from public.profiles where id = ${dealer.id}`,
    );
    expect(rows).toHaveLength(0);
  });

  test("is not blocked by another's unverified claim of its domain", async () => {
    const { otherDealer, dealer } = people;
    await claim(otherDealer, domain.toUpperCase());
    expect(await begin(otherDealer, otherDealer)).toBe(domain);
    expect(await confirm("service", otherDealer)).toBe(true);
    expect(await verifiedOf(otherDealer)).toBe(domain);
    expect(await verifiedOf(dealer)).toBeNull();
    const claims = await world.sql`
      select custom_domain from public.profiles where id in (${dealer.id}, ${otherDealer.id})`;
    expect(claims.map((row) => row.custom_domain)).toEqual([domain, domain]);
  });

  test("gets a domain once DNS proves it, and the previous owner loses it", async () => {
    const { otherDealer, dealer } = people;
    await confirm("service", dealer);
    await claim(otherDealer, domain);
    expect([await verifiedOf(dealer), await verifiedOf(otherDealer)]).toEqual([domain, null]);
    expect(await confirm("service", otherDealer)).toBe(true);
    expect([await verifiedOf(dealer), await verifiedOf(otherDealer)]).toEqual([null, domain]);
  });

  test("and the first one verify the same domain concurrently: only one gets it", async () => {
    const { otherDealer, dealer } = people;
    await claim(otherDealer, domain);
    const both = [dealer, otherDealer, dealer, otherDealer];
    const outcomes = await Promise.all(both.map((profile) => confirm("service", profile)));
    expect(outcomes).toEqual([true, true, true, true]);
    const rows = await world.sql`
      select id from public.profiles where verified_domain = ${domain}`;
    expect(rows).toHaveLength(1);
  });
});

describe("an account that is not a dealership", () => {
  test("cannot be given a domain, by themselves or by an administrator", async () => {
    const { vendedor, admin } = people;
    for (const who of [vendedor, admin]) {
      await claim(who, `www.${who.slug}.com`);
      const [row] = await world.sql`select custom_domain from public.profiles where id = ${who.id}`;
      expect(row?.custom_domain).toBeNull();
    }
    await world.as(
      admin,
      (sql) => sql`update public.profiles set custom_domain = ${domain} where id = ${vendedor.id}`,
    );
    const [row] =
      await world.sql`select custom_domain from public.profiles where id = ${vendedor.id}`;
    expect(row?.custom_domain).toBeNull();
  });

  test("loses domain and verification when its role changes from dealership", async () => {
    const alone = await createPerson(world, "concesionario");
    const own = `www.${alone.slug}.com`;
    await claim(alone, own);
    await confirm("service", alone, { named: own });
    await world.as(
      people.admin,
      (sql) => sql`update public.profiles set role = 'vendedor' where id = ${alone.id}`,
    );
    const [row] = await world.sql`
      select custom_domain, verified_domain from public.profiles where id = ${alone.id}`;
    expect(row).toEqual({ custom_domain: null, verified_domain: null });
  });
});

describe("anonymous", () => {
  test("cannot start a lookup or mark a domain as verified", async () => {
    await expect(begin("anonymous", people.dealer)).rejects.toMatchObject(FORBIDDEN);
    await expect(confirm("anonymous", people.dealer)).rejects.toMatchObject(FORBIDDEN);
  });

  test("reads the owner of a verified domain, not of a claimed one", async () => {
    const read = () =>
      world.as(
        "anonymous",
        (sql) =>
          sql`select id, verified_domain from public.profiles where id = ${people.dealer.id}`,
      );
    expect([...(await read())]).toEqual([{ id: people.dealer.id, verified_domain: null }]);
    await confirm("service", people.dealer);
    expect([...(await read())]).toEqual([{ id: people.dealer.id, verified_domain: domain }]);
    await world.sql`update public.profiles set is_active = false where id = ${people.dealer.id}`;
    expect([...(await read())]).toEqual([]);
  });
});

describe("an administrator", () => {
  test("looks up any dealership's domain", async () => {
    expect(await begin(people.admin, people.dealer)).toBe(domain);
  });

  test("cannot mark a domain as verified", async () => {
    await expect(confirm(people.admin, people.dealer)).rejects.toMatchObject(FORBIDDEN);
  });

  test("is logged for verifying a dealership's domain", async () => {
    const { admin, dealer } = people;
    const headers = { "x-impersonated-user": dealer.id };
    await confirm("service", dealer, { by: admin, headers });
    await confirm("service", dealer, { by: admin, headers });
    const lines = await world.sql`
      select actor_id, difference from public.audit_log where row_id = ${dealer.id}`;
    expect([...lines]).toEqual([
      {
        actor_id: admin.id,
        difference: { verified_domain: { old: null, new: domain } },
      },
    ]);
  });

  test("cannot be imitated: another actor's impersonation header is not logged", async () => {
    const { otherDealer, dealer } = people;
    const headers = { "x-impersonated-user": dealer.id };
    await confirm("service", dealer, { by: otherDealer, headers });
    const lines = await world.sql`select 1 from public.audit_log where row_id = ${dealer.id}`;
    expect(lines).toHaveLength(0);
  });
});

describe("the platform", () => {
  test("stores no verification of a domain that was changed since", async () => {
    const found = await begin(people.dealer, people.dealer);
    await claim(people.dealer, `otro-${domain}`);
    expect(await confirm("service", people.dealer, { named: String(found) })).toBe(false);
    expect(await verifiedOf(people.dealer)).toBeNull();
  });

  test("stores no verification for inactive or non-dealership accounts", async () => {
    const admin = await createPerson(world, "admin");
    await world.sql`update public.profiles set is_active = false where id = ${people.dealer.id}`;
    expect(await confirm("service", people.dealer)).toBe(false);
    expect(await confirm("service", admin)).toBe(false);
  });

  test("never verifies a domain that the dealership has not claimed", async () => {
    await expect(
      world.sql`update public.profiles set verified_domain = 'www.otra-cosa.com' where id = ${people.dealer.id}`,
    ).rejects.toMatchObject({ code: "23514" });
  });
});
