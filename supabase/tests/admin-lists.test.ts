import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPeople, createPerson, createVehicle, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let others: Actor[];

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
  others = ["anonymous", people.dealer, people.vendedor, people.inactiveDealer];
});
afterAll(() => world.close());

const refused = { code: "42501" };

describe("get_user_profiles_with_vehicle_counts", () => {
  test("an administrator gets the accounts by name, whatever their accents and case", async () => {
    const names = ["Zoila", "ámbar", "Álvaro", "beto", "Ñandú"];
    for (const name of names) {
      const { id } = await createPerson(world, "vendedor");
      await world.sql`update public.profiles set full_name = ${name} where id = ${id}`;
    }
    const rows = await world.as(
      people.admin,
      (sql) => sql`select full_name from public.get_user_profiles_with_vehicle_counts()`,
    );
    const found = rows.map(({ full_name }) => full_name).filter((name) => names.includes(name));
    expect(found).toEqual(["Álvaro", "ámbar", "beto", "Ñandú", "Zoila"]);
  });
});

describe("get_platform_inventory_totals", () => {
  const totals = (actor: Actor) =>
    world.as(actor, (sql) => sql`select * from public.get_platform_inventory_totals()`);

  test("an administrator gets zeros of an empty platform, then the vehicles and views of all", async () => {
    expect(await totals(people.admin)).toEqual([{ vehicle_count: "0", view_count: "0" }]);
    const first = await createVehicle(world, people.dealer);
    const second = await createVehicle(world, people.otherDealer);
    await world.sql`update public.vehicles set views = 7 where id = ${first}`;
    await world.sql`update public.vehicles set views = 5 where id = ${second}`;
    expect(await totals(people.admin)).toEqual([{ vehicle_count: "2", view_count: "12" }]);
  });

  test("nobody else gets them", async () => {
    for (const actor of others) await expect(totals(actor)).rejects.toMatchObject(refused);
  });
});

describe("get_audit_log_people", () => {
  const named = (actor: Actor) =>
    world.as(actor, (sql) => sql`select * from public.get_audit_log_people()`);

  test("an administrator gets each person of the log once, and a deleted one without a name", async () => {
    const { admin, dealer, otherDealer } = people;
    expect(await named(admin)).toEqual([]);
    const gone = await createPerson(world, "concesionario");
    const secondAdmin = await createPerson(world, "admin");
    for (const [actor, whom] of [
      [admin, dealer],
      [admin, dealer],
      [admin, otherDealer],
      [secondAdmin, gone],
      [secondAdmin, admin],
    ] as const) {
      const vehicle = await createVehicle(world, dealer);
      await world.as(
        actor,
        (sql) => sql`update public.vehicles set price = '1' where id = ${vehicle}`,
        { "x-impersonated-user": whom.id },
      );
    }
    await world.sql`delete from auth.users where id = ${gone.id}`;

    const rows = await named(admin);
    const of = (id: string) => rows.filter((row) => row.id === id);
    expect(rows).toHaveLength(5);
    expect(of(admin.id)).toMatchObject([
      { email: admin.email, is_actor: true, is_impersonated: true },
    ]);
    expect(of(secondAdmin.id)).toMatchObject([{ is_actor: true, is_impersonated: false }]);
    expect(of(dealer.id)).toMatchObject([{ is_actor: false, is_impersonated: true }]);
    expect(rows.at(-1)).toMatchObject({ id: gone.id, full_name: null, is_impersonated: true });
  });

  test("nobody else gets them", async () => {
    for (const actor of others) await expect(named(actor)).rejects.toMatchObject(refused);
  });
});

describe("the pages of the log", () => {
  const page = "order by at desc, id desc limit 50";
  test.each([
    ["audit_log_page_idx", page],
    ["audit_log_page_idx", `where at >= now() - interval '1 day' and at < now() ${page}`],
    ["audit_log_actor_page_idx", `where actor_id = '$admin' ${page}`],
    ["audit_log_impersonated_page_idx", `where impersonated_id = '$dealer' ${page}`],
  ])("an administrator's page is answered from %s: %s", async (index, query) => {
    const { admin, dealer } = people;
    await world.sql`insert into public.audit_log (actor_id, impersonated_id, action, table_name, row_id, difference, at)
      select gen_random_uuid(), gen_random_uuid(), 'update', 'vehicles', gen_random_uuid(), '{}', now() - n * interval '1 minute'
      from generate_series(1, 3000) as n`;
    await world.sql`analyze public.audit_log`;
    const text = query.replace("$admin", admin.id).replace("$dealer", dealer.id);
    const rows = await world.as(admin, (sql) =>
      sql.unsafe(`explain select * from public.audit_log ${text}`),
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain(index);
    expect(plan).not.toContain("Seq Scan");
  });
});
