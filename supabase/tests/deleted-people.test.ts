import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPeople, createPerson, type People, type Person } from "./support/people.ts";
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

/** Submits a request with every personal detail; returns the account and the request. */
async function apply() {
  const mark = Math.random().toString().slice(2, 11);
  const applicant = {
    name: `Íñigo Núñez ${mark}`,
    email: `inigo-${mark}@example.com`,
    phone: `1${mark}7`,
    message: `Vendo autos desde hace ${mark} años`,
  };
  await world.as(
    "service",
    (sql) => sql`select public.submit_access_request(p_name => ${applicant.name},
      p_phone => ${applicant.phone}, p_email => ${applicant.email}, p_account_type => 'vendedor',
      p_message => ${applicant.message}, p_password => 'una-clave-larga')`,
  );
  const [request] = await world.sql`
    select id, user_id from public.access_requests where email = ${applicant.email}`;
  return { ...applicant, requestId: String(request?.id), id: String(request?.user_id) };
}

const decide = (id: string, status: string, headers = {}) =>
  world.as(
    people.admin,
    (sql) => sql`select public.decide_access_request(${id}, ${status}, ${people.dealer.id})`,
    headers,
  );

/** Counts rows outliving an account that contain one of these values. */
async function traces(values: string[]) {
  const [row] = await world.sql<Record<string, number>[]>`
    with told as (select '%' || value || '%' as value from unnest(${values}::text[]) as value)
    select
      (select count(*)::int from public.access_requests r where exists (select from told where r::text like value)) as requests,
      (select count(*)::int from public.audit_log l where exists (select from told where l.difference::text like value)) as log,
      (select count(*)::int from private.outgoing_mail m where exists (select from told where m::text like value)) as mails`;
  return row;
}

const none = { requests: 0, log: 0, mails: 0 };
const inTheName = () => ({ "x-impersonated-user": people.dealer.id });

describe("a deleted person", () => {
  const doors: [string, (id: string) => Promise<unknown>][] = [
    [
      "an administrator",
      (id) => world.as(people.admin, (sql) => sql`select public.delete_user_by_admin(${id})`),
    ],
    [
      "an administrator in a dealership's name",
      (id) =>
        world.as(
          people.admin,
          (sql) => sql`select public.delete_user_by_admin(${id})`,
          inTheName(),
        ),
    ],
    [
      "the dealership",
      (id) =>
        world.as(
          people.dealer,
          (sql) => sql`select public.delete_salesperson_by_dealership(${id})`,
        ),
    ],
    ["the service", (id) => world.sql`delete from auth.users where id = ${id}`],
  ];

  test.each(doors)("by %s leaves no personal data in request, mails and log", async (_, remove) => {
    const person = await apply();
    const told = [person.name, person.email, person.phone, person.message];
    await decide(person.requestId, "approved");
    await world.as(
      people.admin,
      (sql) => sql`update public.profiles set full_name = ${`${person.name} hijo`},
        config = ${sql.json({ profile: { whatsapp: person.phone }, features: { canAddVehicles: false } })}
        where id = ${person.id}`,
      inTheName(),
    );
    await world.sql`select private.queue_mail('recovery', ${person.email}, ${world.sql.json({ name: person.name })})`;
    const before = await traces(told);
    expect(before).toMatchObject({ requests: 1 });
    expect(before?.log).toBeGreaterThan(0);
    expect(before?.mails).toBeGreaterThan(0);
    const lines = () =>
      world.sql`select id, action, actor_id, impersonated_id from public.audit_log
        where row_id in (${person.id}, ${person.requestId}) and action <> 'delete' order by id`;
    const kept = [...(await lines())];

    await remove(person.id);
    expect(await traces(told)).toEqual(none);
    const [request] = await world.sql`
      select name, message, status, user_id from public.access_requests where id = ${person.requestId}`;
    expect(request).toEqual({ name: "******", message: null, status: "approved", user_id: null });
    expect([...(await lines())]).toEqual(kept);
    const [renamed] = await world.sql`
      select difference from public.audit_log
      where row_id = ${person.id} and action = 'update' and difference ? 'full_name'`;
    expect(renamed?.difference).toEqual({
      full_name: { old: "******", new: "******" },
      config: { old: {}, new: { features: { canAddVehicles: false } } },
    });
  });

  test("by rejecting their request gets a mail, and only the decision is kept", async () => {
    const person = await apply();
    await decide(person.requestId, "rejected");
    expect(await traces([person.phone, person.message])).toEqual(none);
    expect(await traces([person.name, person.email])).toEqual({ ...none, mails: 1 });
    const [request] = await world.sql`
      select status, decided_by from public.access_requests where id = ${person.requestId}`;
    expect(request).toEqual({ status: "rejected", decided_by: people.admin.id });
  });

  test("before the decision leaves no request, and only blank lines in the log", async () => {
    const person = await apply();
    await world.as(people.admin, (sql) => sql`select public.delete_user_by_admin(${person.id})`);
    expect(await traces([person.name, person.email, person.phone, person.message])).toEqual(none);
    const lines = await world.sql`
      select action, table_name from public.audit_log
      where row_id in (${person.id}, ${person.requestId}) order by table_name`;
    expect([...lines]).toEqual([
      { action: "delete", table_name: "access_requests" },
      { action: "delete", table_name: "profiles" },
    ]);
  });

  test("has their customers' notes blanked in the log, not a colleague's", async () => {
    const note = async (whom: Person) => {
      const [lead] = await world.sql`
        insert into public.leads (kind, recipient_id, dealership_id, name, email)
        values ('general_inquiry', ${whom.id}, ${whom.id}, 'Ana', 'ana@example.com') returning id`;
      await world.as(
        people.admin,
        (sql) => sql`update public.leads set notes = ${`de ${whom.slug}`}, state = 'Perdido',
          next_step = ${`a ${whom.slug}`}, next_step_on = current_date where id = ${lead?.id}`,
      );
    };
    const { dealer, otherDealer } = people;
    for (const whom of [dealer, otherDealer]) await note(whom);
    await world.sql`delete from auth.users where id = ${dealer.id}`;
    expect(await traces([`de ${dealer.slug}`, `a ${dealer.slug}`])).toEqual(none);
    expect(await traces([`a ${otherDealer.slug}`])).toEqual({ ...none, log: 1 });
  });
});

describe("the log", () => {
  test("cannot be updated by any role, and by the owner only to blank a line", async () => {
    const { admin, dealer } = people;
    const other = await createPerson(world, "vendedor", { dealership: dealer });
    await world.as(
      admin,
      (sql) => sql`update public.profiles set full_name = 'Nueva' where id = ${other.id}`,
    );
    const refused = { code: "42501" };
    const actors: Actor[] = ["anonymous", dealer, admin, "service"];
    for (const actor of actors) {
      await expect(
        world.as(
          actor,
          (sql) =>
            sql`update public.audit_log set difference = private.blank_difference(difference)`,
        ),
      ).rejects.toMatchObject(refused);
    }
    const { sql } = world;
    for (const change of [
      sql`update public.audit_log set difference = '{}' where row_id = ${other.id}`,
      sql`update public.audit_log set action = 'insert' where row_id = ${other.id}`,
      sql`update public.audit_log set actor_id = ${dealer.id}, difference = private.blank_difference(difference)
        where row_id = ${other.id}`,
      sql`delete from public.audit_log where row_id = ${other.id}`,
      sql`truncate public.audit_log`,
    ]) {
      await expect(change).rejects.toMatchObject(refused);
    }
  });
});
