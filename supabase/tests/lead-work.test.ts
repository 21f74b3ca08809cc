import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Sql } from "#backend/postgres/sql.ts";
import { inquire, leadsOf } from "./support/leads.ts";
import {
  createPeople,
  createPerson,
  createVehicle,
  type People,
  type Person,
} from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let colleague: Person;
let lead: string;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  people = await createPeople(world);
  colleague = await createPerson(world, "vendedor", { dealership: people.dealer });
  expect(await inquire(world, { recipient: people.vendedor })).toBe("stored");
  lead = (await leadsOf(world, people.vendedor))[0]?.id;
  await world.sql`delete from private.outgoing_mail`;
});
afterAll(() => world.close());

const reassign = (actor: Actor, to: { id: string }, id = lead) =>
  world.as(actor, (sql) => sql`select public.reassign_lead(${id}, ${to.id})`);

const recipientOf = async () => {
  const [row] = await world.sql`select recipient_id from public.leads where id = ${lead}`;
  return row?.recipient_id;
};

const mailed = async () => {
  const rows = await world.sql<{ recipient: string }[]>`
    select recipient from private.outgoing_mail order by recipient`;
  return rows.map(({ recipient }) => recipient);
};

describe("reassigning a lead", () => {
  test("a dealership reassigns to a salesperson, who sees it and is mailed", async () => {
    await reassign(people.dealer, colleague);
    const [row] = await world.sql`select recipient_id, recipient_name, dealership_id, state
      from public.leads where id = ${lead}`;
    const [named] = await world.sql`select full_name from public.profiles
      where id = ${colleague.id}`;
    expect(row).toEqual({
      recipient_id: colleague.id,
      recipient_name: named?.full_name,
      dealership_id: people.dealer.id,
      state: "Nuevo",
    });
    expect(await mailed()).toEqual([colleague.email]);
    const seen = (actor: Actor) =>
      world.as(actor, (sql) => sql`select id from public.leads where id = ${lead}`);
    expect(await seen(colleague)).toHaveLength(1);
    expect(await seen(people.vendedor)).toHaveLength(0);
  });

  test("a salesperson reassigns to the dealership, which is mailed once", async () => {
    await reassign(people.vendedor, people.dealer);
    expect(await recipientOf()).toBe(people.dealer.id);
    expect(await mailed()).toEqual([people.dealer.email]);
  });

  test("a lead reassigned to its current recipient stays, and no mail is sent", async () => {
    await reassign(people.dealer, people.vendedor);
    expect(await recipientOf()).toBe(people.vendedor.id);
    expect(await mailed()).toEqual([]);
  });

  test("colleagues, other dealerships and visitors cannot reassign", async () => {
    for (const actor of [
      colleague,
      people.otherDealer,
      people.inactiveDealer,
      "anonymous",
    ] as const) {
      await expect(reassign(actor, colleague)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await recipientOf()).toBe(people.vendedor.id);
    expect(await mailed()).toEqual([]);
  });

  test("to another dealership's, an inactive or an unknown person is rejected", async () => {
    const inactive = await createPerson(world, "vendedor", {
      dealership: people.dealer,
      active: false,
    });
    for (const to of [
      people.otherDealer,
      people.otherVendedor,
      people.admin,
      inactive,
      { id: crypto.randomUUID() },
    ]) {
      await expect(reassign(people.dealer, to)).rejects.toMatchObject({ code: "42501" });
      await expect(reassign(people.admin, to)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await recipientOf()).toBe(people.vendedor.id);
  });

  test("mails the lead without a vehicle that has moved to another dealership", async () => {
    const vehicle = await createVehicle(world, people.dealer, { published: true });
    expect(await inquire(world, { recipient: people.dealer, vehicle })).toBe("stored");
    const [asked] = await leadsOf(world, people.dealer);
    await world.sql`delete from private.outgoing_mail`;
    await world.sql`update public.vehicles set user_id = ${people.otherDealer.id},
      published = false, price = '9', vin = 'SECRET' where id = ${vehicle}`;
    await reassign(people.dealer, colleague, asked?.id);
    const mails = await world.sql<{ data: object }[]>`select data from private.outgoing_mail`;
    expect(mails).toHaveLength(1);
    expect(mails[0]?.data).not.toHaveProperty("vehicle");
  });

  test("is limited to 300 an hour per dealership, before it fills the mail queue", async () => {
    await world.sql`select private.take_attempt('reassign', ${people.dealer.id}, 300, '1 hour')
      from generate_series(1, 300)`;
    await expect(reassign(people.dealer, colleague)).rejects.toMatchObject({ code: "PT429" });
    expect(await recipientOf()).toBe(people.vendedor.id);
    expect(await mailed()).toEqual([]);
  });

  test("an administrator who reassigns is logged", async () => {
    await reassign(people.admin, colleague);
    const log = await world.sql`select action, difference from public.audit_log
      where row_id = ${lead} and actor_id = ${people.admin.id}`;
    expect(log).toEqual([
      {
        action: "update",
        difference: { recipient_id: { old: people.vendedor.id, new: colleague.id } },
      },
    ]);
  });
});

describe("answering a new lead", () => {
  const answer = async (actor: Actor, headers?: Record<string, string>) => {
    const call = (sql: Sql) =>
      sql<{ attends: boolean }[]>`select public.answer_lead(${lead}) as attends`;
    const [row] = await world.as(actor, call, headers);
    return row?.attends;
  };
  const undo = (actor: Actor) => world.as(actor, (sql) => sql`select public.undo_answer(${lead})`);
  const stored = async () => {
    const [row] = await world.sql`select state, recipient_id, answered_at is not null as answered
      from public.leads where id = ${lead}`;
    return row;
  };
  const untouched = () => ({ state: "Nuevo", recipient_id: people.vendedor.id, answered: false });
  const attended = ({ id }: Person) => ({ state: "En atención", recipient_id: id, answered: true });

  test("a salesperson takes it, and undoing makes it unanswered again", async () => {
    expect(await answer(people.vendedor)).toBe(true);
    expect(await stored()).toEqual(attended(people.vendedor));
    await undo(people.vendedor);
    expect(await stored()).toEqual(untouched());
    expect(await mailed()).toEqual([]);
  });

  test("a person can neither take another recipient's lead nor undo their answer", async () => {
    const strangers = [colleague, people.otherVendedor, people.otherDealer, people.inactiveDealer];
    for (const actor of [...strangers, "anonymous"] as const) {
      await expect(answer(actor)).rejects.toMatchObject({ code: "42501" });
      const inHisName = answer(actor, { "x-impersonated-user": people.vendedor.id });
      await expect(inHisName).rejects.toMatchObject({ code: "42501" });
    }
    expect(await stored()).toEqual(untouched());
    expect(await answer(people.vendedor)).toBe(true);
    for (const actor of [...strangers, people.dealer, people.admin, "anonymous"] as const) {
      await expect(undo(actor)).rejects.toMatchObject({ code: "42501" });
    }
    expect(await stored()).toEqual(attended(people.vendedor));
  });

  test("a dealership or administrator does not take it from its salesperson", async () => {
    expect(await answer(people.dealer)).toBe(false);
    expect(await answer(people.admin)).toBe(false);
    expect(await answer(people.admin, { "x-impersonated-user": people.dealer.id })).toBe(false);
    expect(await stored()).toEqual(untouched());
  });

  test("a dealership takes it if the salesperson left or is inactive or deleted", async () => {
    const gone = [
      () => world.sql`update public.profiles set dealership_id = ${people.otherDealer.id}
        where id = ${people.vendedor.id}`,
      () => world.sql`update public.profiles set is_active = false
        where id = ${people.vendedor.id}`,
      () => world.sql`delete from auth.users where id = ${people.vendedor.id}`,
    ];
    for (const go of gone) {
      await go();
      expect(await answer(people.dealer)).toBe(true);
      expect(await stored()).toEqual(attended(people.dealer));
      await undo(people.dealer);
      expect(await stored()).toEqual({ ...untouched(), recipient_id: people.dealer.id });
      await world.sql`update public.leads set recipient_id =
        (select id from public.profiles where id = ${people.vendedor.id}) where id = ${lead}`;
    }
  });

  test("a salesperson who left the dealership cannot take it", async () => {
    await world.sql`update public.profiles set dealership_id = ${people.otherDealer.id}
      where id = ${people.vendedor.id}`;
    await expect(answer(people.vendedor)).rejects.toMatchObject({ code: "42501" });
    expect(await stored()).toEqual(untouched());
  });

  test("keeps a manually set state, and undo reverts only an answer", async () => {
    await expect(undo(people.vendedor)).rejects.toMatchObject({ code: "42501" });
    await world.sql`update public.leads set state = 'Convertido' where id = ${lead}`;
    expect(await answer(people.vendedor)).toBe(false);
    await expect(undo(people.vendedor)).rejects.toMatchObject({ code: "42501" });
    expect(await stored()).toEqual({ ...attended(people.vendedor), state: "Convertido" });
  });

  test("an impersonating administrator takes it for that person, logged", async () => {
    expect(await answer(people.admin, { "x-impersonated-user": people.vendedor.id })).toBe(true);
    expect(await stored()).toEqual(attended(people.vendedor));
    const log = await world.sql`select impersonated_id, difference from public.audit_log
      where row_id = ${lead} and actor_id = ${people.admin.id}`;
    expect(log).toEqual([
      {
        impersonated_id: people.vendedor.id,
        difference: { state: { old: "Nuevo", new: "En atención" } },
      },
    ]);
  });
});
