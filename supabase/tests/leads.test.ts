import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LeadState } from "#contract/customers/lead.ts";
import { inquire, leadsOf, refer } from "./support/leads.ts";
import {
  createPeople,
  createPerson,
  type People,
  type Person,
  signInAgain,
  verifyFactor,
} from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let colleague: Person;

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
  colleague = await createPerson(world, "vendedor", { dealership: people.dealer });
});
afterAll(() => world.close());

let ofDealer: string;
let ofVendedor: string;

beforeEach(async () => {
  await world.sql`delete from public.leads`;
  expect(await inquire(world, { recipient: people.dealer })).toBe("stored");
  expect(await inquire(world, { recipient: people.vendedor })).toBe("stored");
  expect(await refer(world, people.otherVendedor)).toBe("stored");
  ofDealer = (await leadsOf(world, people.dealer))[0]?.id;
  ofVendedor = (await leadsOf(world, people.vendedor))[0]?.id;
});

const read = async (actor: Actor) => {
  const rows = await world.as(actor, (sql) => sql<{ id: string }[]>`select * from public.leads`);
  return rows.map(({ id }) => id).sort();
};

const change = (actor: Actor, id: string, state = "En atención") =>
  world.as(
    actor,
    (sql) =>
      sql`update public.leads set state = ${state}, notes = 'Llamar el lunes' where id = ${id} returning id`,
  );

const stateOf = async (id: string) =>
  (await world.sql`select state from public.leads where id = ${id}`)[0]?.state;

describe("reading leads", () => {
  test("a dealership reads its own and its salespeople's leads only", async () => {
    expect(await read(people.dealer)).toEqual([ofDealer, ofVendedor].sort());
    expect(await read(people.otherDealer)).toHaveLength(1);
  });

  test("a salesperson reads only their own leads", async () => {
    expect(await read(people.vendedor)).toEqual([ofVendedor]);
    expect(await read(colleague)).toEqual([]);
  });

  test("an administrator and the service read all", async () => {
    expect(await read(people.admin)).toHaveLength(3);
    expect(await read("service")).toHaveLength(3);
  });

  test("an inactive person gets no leads, and a visitor is rejected", async () => {
    await expect(read("anonymous")).rejects.toMatchObject({ code: "42501" });
    await world.sql`update public.profiles set is_active = false where id = ${people.vendedor.id}`;
    expect(await read(people.vendedor)).toEqual([]);
    await world.sql`update public.profiles set is_active = true where id = ${people.vendedor.id}`;
    await signInAgain(world, people.vendedor);
    expect(await read(people.vendedor)).toEqual([ofVendedor]);
  });

  test("an inactive dealership and its salesperson get no leads", async () => {
    await world.sql`update public.profiles set is_active = false where id = ${people.dealer.id}`;
    expect(await read(people.vendedor)).toEqual([]);
    expect(await read(people.dealer)).toEqual([]);
    await world.sql`update public.profiles set is_active = true where id = ${people.dealer.id}`;
    await signInAgain(world, people.dealer);
  });
});

describe("counting leads by state", () => {
  const count = (actor: Actor, { dealership, patterns = [], due }: CountWishes = {}) =>
    world.as(
      actor,
      (sql) => sql<{ state: string; leads: string }[]>`
      select * from public.count_leads_by_state(
        p_dealership_id => ${dealership ?? null}, p_patterns => ${patterns},
        p_due_on => ${due ?? null}) order by state`,
    );
  type CountWishes = { dealership?: string; patterns?: string[]; due?: string };

  const countAll = (actor: Actor) =>
    world.as(actor, (sql) => sql`select * from public.count_platform_leads_by_state()`);

  test("a dealership and a salesperson count the leads that they read", async () => {
    await change(people.dealer, ofDealer);
    const own = { dealership: people.dealer.id };
    expect(await count(people.dealer, own)).toEqual([
      { state: "En atención", leads: "1" },
      { state: "Nuevo", leads: "1" },
    ]);
    expect(await count(people.dealer, { ...own, patterns: ["%lunes%"] })).toEqual([
      { state: "En atención", leads: "1" },
    ]);
    expect(await count(people.vendedor)).toEqual([{ state: "Nuevo", leads: "1" }]);
  });

  test("a dealership that counts by due date gets open leads with a step due by then", async () => {
    await world.sql`update public.leads set next_step = 'Llamar', next_step_on = '2026-03-01',
      state = case id when ${ofDealer} then 'Perdido' else 'Nuevo' end`;
    expect(await count(people.dealer, { due: "2026-03-01" })).toEqual([
      { state: "Nuevo", leads: "1" },
    ]);
    expect(await count(people.dealer, { due: "2026-02-28" })).toEqual([]);
  });

  test("another dealership and a visitor cannot count them", async () => {
    expect(await count(people.otherDealer, { dealership: people.dealer.id })).toEqual([]);
    await expect(count("anonymous")).rejects.toMatchObject({ code: "42501" });
  });

  test("only an administrator counts the leads of the whole platform", async () => {
    expect(await countAll(people.admin)).toEqual([
      { state: "Nuevo", leads: "3" },
      ...LeadState.options.slice(1).map((state) => ({ state, leads: "0" })),
    ]);
    for (const actor of [people.dealer, people.vendedor, "anonymous"] as const) {
      await expect(countAll(actor)).rejects.toMatchObject({ code: "42501" });
    }
  });
});

describe("the next step of a lead", () => {
  const plan = (actor: Actor, id: string, step: string, on: string | null) =>
    world.as(
      actor,
      (sql) => sql`update public.leads set next_step = ${step}, next_step_on = ${on}
        where id = ${id} returning next_step, next_step_on::text`,
    );

  test("can be written by the recipient, the dealership and an administrator", async () => {
    for (const actor of [people.vendedor, people.dealer, people.admin]) {
      expect(await plan(actor, ofVendedor, "Prueba de manejo", "2026-11-27")).toEqual([
        { next_step: "Prueba de manejo", next_step_on: "2026-11-27" },
      ]);
      expect(await plan(actor, ofVendedor, "", null)).toEqual([
        { next_step: "", next_step_on: null },
      ]);
    }
  });

  test("cannot be written by a colleague, another dealership or a visitor", async () => {
    for (const actor of [colleague, people.otherDealer, people.otherVendedor]) {
      expect(await plan(actor, ofVendedor, "Llamar", "2026-11-27")).toHaveLength(0);
    }
    await expect(plan("anonymous", ofVendedor, "Llamar", "2026-11-27")).rejects.toMatchObject({
      code: "42501",
    });
  });

  test("requires a date and a single line", async () => {
    await expect(plan(people.vendedor, ofVendedor, "Llamar", null)).rejects.toMatchObject({
      code: "23514",
    });
    await expect(
      plan(people.vendedor, ofVendedor, "Llamar\ny escribir", "2026-11-27"),
    ).rejects.toMatchObject({ code: "23514" });
  });
});

describe("editing a lead", () => {
  test("the recipient, the dealership and an administrator edit state and notes", async () => {
    for (const actor of [people.vendedor, people.dealer, people.admin]) {
      expect(await change(actor, ofVendedor)).toHaveLength(1);
      expect(await stateOf(ofVendedor)).toBe("En atención");
      await change(people.admin, ofVendedor, "Nuevo");
    }
  });

  test("a colleague, another dealership and its salesperson cannot edit", async () => {
    for (const actor of [colleague, people.otherDealer, people.otherVendedor]) {
      expect(await change(actor, ofVendedor)).toHaveLength(0);
    }
    expect(await change(people.vendedor, ofDealer)).toHaveLength(0);
    expect(await stateOf(ofVendedor)).toBe("Nuevo");
    expect(await stateOf(ofDealer)).toBe("Nuevo");
  });

  test("a visitor, the service and inactive people are rejected", async () => {
    const actors: Actor[] = ["anonymous", "service", people.inactiveDealer];
    for (const actor of actors) {
      await expect(change(actor, ofVendedor)).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("a recipient with an unproved second factor is rejected", async () => {
    const careful = await createPerson(world, "vendedor", { dealership: people.dealer });
    await inquire(world, { recipient: careful });
    const [lead] = await leadsOf(world, careful);
    await verifyFactor(world, careful);
    await expect(change(careful, lead?.id)).rejects.toMatchObject({ hint: "insufficient_aal" });
    expect(await change({ ...careful, aal: "aal2" }, lead?.id)).toHaveLength(1);
  });

  test("an unknown state is rejected", async () => {
    await expect(change(people.dealer, ofDealer, "Vendido")).rejects.toMatchObject({
      code: "23514",
    });
  });

  test.each(["name", "email", "message", "recipient_id", "dealership_id", "created_at", "kind"])(
    "no one can change the column %s",
    async (column) => {
      for (const actor of [people.dealer, people.admin]) {
        await expect(
          world.as(actor, (sql) => sql`update public.leads set ${sql(column)} = null`),
        ).rejects.toMatchObject({ code: "42501" });
      }
    },
  );

  test("no client can insert or delete leads, not even an administrator", async () => {
    const actors: Actor[] = ["anonymous", people.dealer, people.admin, "service"];
    for (const actor of actors) {
      await expect(
        world.as(
          actor,
          (sql) => sql`insert into public.leads (kind, recipient_id, dealership_id, name, email)
            values ('general_inquiry', ${people.dealer.id}, ${people.dealer.id}, 'Ana', 'a@example.com')`,
        ),
      ).rejects.toMatchObject({ code: "42501" });
      await expect(
        world.as(actor, (sql) => sql`delete from public.leads where id = ${ofDealer}`),
      ).rejects.toMatchObject({ code: "42501" });
    }
    expect(await leadsOf(world, people.dealer)).toHaveLength(1);
  });

  test("sets updated_at, and is logged for an impersonating administrator", async () => {
    await world.as(
      people.admin,
      (sql) => sql`update public.leads set state = 'Convertido' where id = ${ofDealer}`,
      { "x-impersonated-user": people.dealer.id },
    );
    const [lead] = await leadsOf(world, people.dealer);
    expect(lead?.updated_at.getTime()).toBeGreaterThan(lead?.created_at.getTime());
    const [line] = await world.sql`select * from public.audit_log where row_id = ${ofDealer}`;
    expect(line).toMatchObject({
      actor_id: people.admin.id,
      impersonated_id: people.dealer.id,
      table_name: "leads",
      difference: { state: { old: "Nuevo", new: "Convertido" } },
    });
  });
});

describe("after a change of people", () => {
  test("the old dealership keeps the leads of a salesperson who moves", async () => {
    const mover = await createPerson(world, "vendedor", { dealership: people.dealer });
    await inquire(world, { recipient: mover });
    const [lead] = await leadsOf(world, mover);
    await world.sql`update public.profiles set dealership_id = ${people.otherDealer.id} where id = ${mover.id}`;
    expect(await read(mover)).toEqual([]);
    expect(await change(mover, lead?.id)).toHaveLength(0);
    expect(await read(people.dealer)).toContain(lead?.id);
    expect(await read(people.otherDealer)).not.toContain(lead?.id);
  });

  test("the dealership keeps a deleted salesperson's leads and name", async () => {
    const leaver = await createPerson(world, "vendedor", { dealership: people.dealer });
    await inquire(world, { recipient: leaver });
    const [before] = await leadsOf(world, leaver);
    await world.sql`delete from auth.users where id = ${leaver.id}`;
    const rows = await world.as(
      people.dealer,
      (sql) => sql`select recipient_id, recipient_name from public.leads where id = ${before?.id}`,
    );
    expect(rows).toEqual([{ recipient_id: null, recipient_name: before?.recipient_name }]);
  });

  test("an independent salesperson's leads are deleted with the account", async () => {
    const loner = await createPerson(world, "vendedor");
    expect(await inquire(world, { recipient: loner })).toBe("stored");
    const [lead] = await leadsOf(world, loner);
    expect(lead?.dealership_id).toBeNull();
    expect(await read(loner)).toEqual([lead?.id]);
    await world.sql`delete from auth.users where id = ${loner.id}`;
    expect(await world.sql`select 1 from public.leads where id = ${lead?.id}`).toHaveLength(0);
  });

  test("deleting a dealership deletes its leads and keeps its salesperson", async () => {
    const dealership = await createPerson(world, "concesionario");
    const seller = await createPerson(world, "vendedor", { dealership });
    await inquire(world, { recipient: dealership });
    await inquire(world, { recipient: seller });
    await world.sql`delete from auth.users where id = ${dealership.id}`;
    expect(
      await world.sql`select 1 from public.leads where dealership_id = ${dealership.id} or recipient_id = ${seller.id}`,
    ).toHaveLength(0);
    expect(
      await world.sql`select 1 from private.lead_submissions where lead_id not in (select id from public.leads)`,
    ).toHaveLength(0);
    expect(await world.sql`select 1 from public.profiles where id = ${seller.id}`).toHaveLength(1);
  });
});
