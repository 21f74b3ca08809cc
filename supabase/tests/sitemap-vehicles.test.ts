import { afterAll, beforeAll, expect, test } from "vitest";
import { createPeople, createVehicle, type People } from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let shown: string[];

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
  const { dealer, otherDealer, inactiveDealer } = people;
  shown = [
    await createVehicle(world, dealer, { published: true }),
    await createVehicle(world, dealer, { published: true, status: "Vendido" }),
    await createVehicle(world, otherDealer, { published: true }),
  ];
  await createVehicle(world, dealer);
  await createVehicle(world, inactiveDealer, { published: true });
});
afterAll(() => world.close());

type Wanted = { dealership?: string; first?: string; last?: string; limit?: number };

const lowest = "00000000-0000-0000-0000-000000000000";
const highest = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const list = (actor: Actor, { dealership, first, last, limit }: Wanted = {}) =>
  world.as(actor, async (sql) => [
    ...(await sql<{ id: string; changed_at: Date }[]>`select * from public.get_sitemap_vehicles(
      ${dealership ?? null}, ${first ?? lowest}, ${last ?? highest}, ${limit ?? 24_000})`),
  ]);

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

test("a visitor lists public vehicles with their time of change", async () => {
  const rows = await list("anonymous");
  expect(idsOf(rows)).toEqual(shown.toSorted());
  for (const { id, changed_at } of rows) {
    const [row] = await world.sql`select updated_at from public.vehicles where id = ${id}`;
    expect(changed_at).toEqual(row?.updated_at);
  }
});

test("a visitor can limit the list by dealership, id range and count", async () => {
  const [first = "", second = "", third = ""] = shown.toSorted();
  const { otherDealer, inactiveDealer } = people;
  expect(idsOf(await list("anonymous", { dealership: otherDealer.id }))).toEqual([shown[2]]);
  expect(await list("anonymous", { dealership: inactiveDealer.id })).toEqual([]);
  expect(idsOf(await list("anonymous", { first: second }))).toEqual([second, third]);
  expect(idsOf(await list("anonymous", { last: first }))).toEqual([first]);
  expect(idsOf(await list("anonymous", { limit: 2 }))).toEqual([first, second]);
});

test("a signed-in person gets the same vehicle list as a visitor", async () => {
  for (const who of [people.dealer, people.admin]) {
    expect(idsOf(await list(who))).toEqual(shown.toSorted());
  }
});

test("a visitor cannot read, filter or sort by views or updated_at", async () => {
  for (const column of ["views", "updated_at"]) {
    for (const query of [
      `select ${column} from public.vehicles`,
      `select id from public.vehicles where ${column} is not null`,
      `select id from public.vehicles order by ${column}`,
    ]) {
      const read = world.as("anonymous", (sql) => sql.unsafe(query));
      await expect(read, query).rejects.toMatchObject({ code: "42501" });
    }
  }
});

test("a visitor gets the number of pages, an estimate for large sites", async () => {
  const sizeFor = (actor: Actor) =>
    world.as(actor, async (sql) => {
      const [row] = await sql<{ size: string }[]>`select public.get_sitemap_size() as size`;
      return Number(row?.size);
    });
  const [counted] = await world.sql<{ pages: string }[]>`select
    (select count(*) from public.vehicles where published)
    + (select count(*) from public.profiles where is_active and public_slug is not null) as pages`;
  expect(await sizeFor("anonymous")).toBe(Number(counted?.pages));
  // Without triggers, which take most of the time of an insert.
  await world.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`insert into public.vehicles (user_id, brand, model, year, published)
      select ${people.dealer.id}, 'Kia', 'Rio', 2020, true from generate_series(1, 12000)`;
  });
  await world.sql.unsafe("analyze public.vehicles");
  const size = await sizeFor("anonymous");
  expect(size).toBeGreaterThan(11_000);
  expect(size).toBeLessThan(14_000);
});
