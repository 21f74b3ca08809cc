import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, type People, type Person, verifyFactor } from "./support/people.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
});
afterAll(() => world.close());

const proved = (person: Person): Person => ({ ...person, aal: "aal2" });
const refused = { code: "42501" };

const mayWrite = (who: Person) =>
  world.as(who, async (sql) => {
    const [row] = await sql<{ may: boolean }[]>`select private.is_proven() as may`;
    return row?.may;
  });

describe("permission to write", () => {
  test("a person without a factor may write at any level", async () => {
    expect(await mayWrite(people.dealer)).toBe(true);
    expect(await mayWrite(proved(people.dealer))).toBe(true);
  });

  test("a person with a factor may write only if token and session prove it", async () => {
    const { dealer } = people;
    await verifyFactor(world, dealer);
    expect(await mayWrite(dealer)).toBe(false);
    expect(await mayWrite(proved(dealer))).toBe(true);
    await world.sql`update auth.sessions set aal = 'aal1' where id = ${dealer.sessionId}`;
    await expect(mayWrite(proved(dealer))).rejects.toMatchObject({ code: "PT401" });
  });

  test("a person with an unverified factor may write", async () => {
    const { dealer } = people;
    await world.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
      values (gen_random_uuid(), ${dealer.id}, 'totp', 'unverified')`;
    expect(await mayWrite(dealer)).toBe(true);
  });

  test("a person may write despite another's factor; an inactive one may not", async () => {
    await verifyFactor(world, people.otherDealer);
    expect(await mayWrite(people.dealer)).toBe(true);
    await verifyFactor(world, people.inactiveDealer);
    expect(await mayWrite(proved(people.inactiveDealer))).toBe(false);
  });
});

describe("threat 24: functions that write", () => {
  /**
   * These count a visit or tap for anyone but never on the caller's own pages, or unsubscribe by
   * key.
   */
  const harmless = ["record_vehicle_view", "record_contact_tap", "stop_weekly_mail"];

  test("reject administrators and dealers with an unproved factor", async () => {
    const functions = await world.sql<{ name: string; args: string[] }[]>`
      select p.oid::regproc::text as name,
        coalesce((select array_agg(format_type(t, null) order by n) from unnest(p.proargtypes) with ordinality as a (t, n)
          where n <= p.pronargs - p.pronargdefaults), '{}') as args
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
        and has_function_privilege('authenticated', p.oid, 'execute') and not p.proname = any(${harmless})
      order by 1`;
    expect(functions.length).toBeGreaterThan(6);
    await verifyFactor(world, people.admin);
    await verifyFactor(world, people.dealer);
    for (const { name, args } of functions) {
      const call = `select ${name}(${args.map((type) => `null::${type}`).join(", ")})`;
      for (const who of [people.admin, people.dealer]) {
        const run = world.as(who, (sql) => sql.unsafe(call));
        await expect(run, `${name} at aal1`).rejects.toMatchObject(refused);
      }
    }
  });
});

describe("own sessions", () => {
  const list = (who: Person | "anonymous") =>
    world.as(who, (sql) => sql<{ id: string }[]>`select id from public.get_own_sessions()`);
  const end = (who: Person, id: string) =>
    world.as(who, async (sql) => {
      const [row] = await sql<{ ended: boolean }[]>`select public.end_own_session(${id}) as ended`;
      return row?.ended;
    });
  const openElsewhere = async ({ id }: Person) => {
    const session = randomUUID();
    await world.sql`insert into auth.sessions (id, user_id, aal) values (${session}, ${id}, 'aal1')`;
    return session;
  };

  test("a person lists and ends their own sessions", async () => {
    const { vendedor } = people;
    const other = await openElsewhere(vendedor);
    expect((await list(vendedor)).map(({ id }) => id)).toEqual([vendedor.sessionId, other]);
    expect(await end(vendedor, other)).toBe(true);
    expect(await end(vendedor, other)).toBe(false);
    expect((await list(vendedor)).map(({ id }) => id)).toEqual([vendedor.sessionId]);
  });

  test("no one can list or end another person's sessions", async () => {
    const { vendedor, dealer, admin } = people;
    for (const who of [dealer, admin]) {
      expect((await list(who)).map(({ id }) => id)).toEqual([who.sessionId]);
      expect(await end(who, vendedor.sessionId)).toBe(false);
    }
    await expect(list("anonymous")).rejects.toMatchObject(refused);
    expect((await list(vendedor)).map(({ id }) => id)).toEqual([vendedor.sessionId]);
  });

  test("a person with an unproved factor cannot end a session", async () => {
    const { dealer } = people;
    const other = await openElsewhere(dealer);
    await verifyFactor(world, dealer);
    await expect(end(dealer, other)).rejects.toMatchObject({
      ...refused,
      hint: "insufficient_aal",
    });
    expect(await end(proved(dealer), other)).toBe(true);
  });
});

describe("the second factor reset by an administrator", () => {
  const reset = (who: Person, whom: Person) =>
    world.as(who, (sql) => sql`select public.reset_second_factor_by_admin(${whom.id})`);
  const has = (who: Person, whom: Person) =>
    world.as(who, async (sql) => {
      const [row] = await sql<
        { has: boolean }[]
      >`select public.has_second_factor(${whom.id}) as has`;
      return row?.has;
    });
  const left = (table: string, { id }: Person) =>
    world.sql`select 1 from ${world.sql(table)} where user_id = ${id}`;

  test("deletes factors, codes and sessions, and is logged", async () => {
    const { admin, dealer } = people;
    await verifyFactor(world, dealer);
    await world.sql`insert into private.recovery_sets (user_id, friendly_name) values (${dealer.id}, 'x')`;
    expect(await has(admin, dealer)).toBe(true);
    await reset(admin, dealer);
    for (const table of ["auth.mfa_factors", "private.recovery_sets", "auth.sessions"]) {
      expect(await left(table, dealer), table).toHaveLength(0);
    }
    const lines = await world.sql`select actor_id, impersonated_id from public.audit_log
        where table_name = 'mfa_factors' and difference #>> '{user_id,old}' = ${dealer.id}`;
    expect([...lines]).toEqual([{ actor_id: admin.id, impersonated_id: null }]);
  });

  test("is rejected for the person, their dealership and strangers", async () => {
    const { dealer, vendedor, otherDealer } = people;
    await verifyFactor(world, vendedor);
    for (const who of [vendedor, proved(vendedor), dealer, otherDealer]) {
      await expect(reset(who, vendedor)).rejects.toMatchObject(refused);
      await expect(has(who, vendedor)).rejects.toMatchObject(refused);
    }
    expect(await left("auth.mfa_factors", vendedor)).toHaveLength(1);
  });

  test("raises if there is no factor, and logs nothing", async () => {
    const { admin, dealer } = people;
    await expect(reset(admin, dealer)).rejects.toMatchObject({ code: "P0001" });
    expect(await left("auth.sessions", dealer)).toHaveLength(1);
    expect(
      await world.sql`select 1 from public.audit_log
        where table_name = 'mfa_factors' and difference #>> '{user_id,old}' = ${dealer.id}`,
    ).toHaveLength(0);
  });
});
