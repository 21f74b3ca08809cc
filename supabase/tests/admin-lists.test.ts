import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createPeople,
  createPerson,
  createVehicle,
  type People,
  verifyFactor,
} from "./support/people.ts";
import { type Actor, openWorld, type World } from "./support/world.ts";

let world: World;
let people: People;
let others: Actor[];

beforeAll(async () => {
  world = await openWorld();
  people = await createPeople(world);
  const unproved = await createPerson(world, "admin");
  await verifyFactor(world, unproved);
  others = ["anonymous", people.dealer, people.vendedor, people.inactiveDealer, unproved];
});
afterAll(() => world.close());

const refused = { code: "42501" };

describe("get_user_profiles_with_vehicle_counts", () => {
  test("an administrator lists accounts by name, ignoring accents and case", async () => {
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

  test("an administrator gets zeros without vehicles, else the totals of all", async () => {
    expect(await totals(people.admin)).toEqual([{ vehicle_count: "0", view_count: "0" }]);
    const first = await createVehicle(world, people.dealer);
    const second = await createVehicle(world, people.otherDealer);
    await world.sql`update public.vehicles set views = 7 where id = ${first}`;
    await world.sql`update public.vehicles set views = 5 where id = ${second}`;
    expect(await totals(people.admin)).toEqual([{ vehicle_count: "2", view_count: "12" }]);
  });

  test("other callers and unproved administrators get no totals", async () => {
    for (const actor of others) await expect(totals(actor)).rejects.toMatchObject(refused);
  });
});

describe("search_platform_vehicles", () => {
  type Search = {
    patterns?: string[];
    sort?: string;
    down?: boolean;
    from?: unknown;
    back?: boolean;
  };
  const search = (actor: Actor, { patterns = [], sort, down = true, from, back = false }: Search) =>
    world.as(
      actor,
      (sql) => sql`select * from public.search_platform_vehicles(
        ${patterns}, ${sort ?? "created_at"}, ${down}, ${from ? JSON.stringify(from) : null}::text::jsonb, ${back}, 2)`,
    );
  const count = (actor: Actor, patterns: string[]) =>
    world.as(actor, (sql) => sql`select public.count_platform_vehicles(${patterns})::integer as n`);

  test.each([
    ["created_at", (n: number) => n],
    ["name", (n: number) => n],
    ["owner", (n: number) => n % 2],
    ["vin", (n: number) => -n],
    ["published", (n: number) => n % 2],
    ["views", (n: number) => n % 3],
  ] as const)(
    "an administrator pages by %s in both directions and sees each vehicle once",
    async (sort, rank) => {
      await world.sql`update public.profiles set full_name = 'A' where id = ${people.dealer.id}`;
      await world.sql`update public.profiles set full_name = 'B' where id = ${people.otherDealer.id}`;
      await world.sql`insert into public.vehicles
        (user_id, brand, model, year, vin, published, views, created_at)
      select case n % 2 when 0 then ${people.dealer.id}::uuid else ${people.otherDealer.id}::uuid end,
        'Zeta', 'M' || n, 2020, case n when 5 then null else 'ZETA' || 9 - n end, n % 2 = 1, n % 3,
        timestamptz '2026-01-01' + n * interval '1 microsecond'
      from generate_series(1, 5) as n`;
      const patterns = ["%zeta%"];
      for (const down of [true, false]) {
        const pages = [];
        let from: unknown;
        for (let page = 0; page < 3; page += 1) {
          const rows = await search(people.admin, { patterns, sort, down, from });
          pages.push(rows);
          from = rows.at(-1)?.place;
        }
        const numbers = pages.map((rows) => rows.map(({ model }) => Number(model.slice(1))));
        expect(numbers.map(({ length }) => length)).toEqual([2, 2, 1]);
        expect(new Set(numbers.flat()).size).toBe(5);
        const ranks = numbers.flat().map((n) => rank(n));
        expect(ranks).toEqual(ranks.toSorted((a, b) => (down ? b - a : a - b)));
        const back = { patterns, sort, down, from: pages[2]?.[0]?.place, back: true };
        const before = await search(people.admin, back);
        expect(before.map(({ id }) => id).toReversed()).toEqual(pages[1]?.map(({ id }) => id));
      }
      await world.sql`delete from public.vehicles where brand = 'Zeta'`;
    },
  );

  test("an administrator finds vehicles by their own and their owner's words", async () => {
    const mine = await createVehicle(world, people.dealer);
    const theirs = await createVehicle(world, people.otherDealer);
    await world.sql`update public.vehicles set brand = 'Škoda', vin = 'TMB1' where id in (${mine}, ${theirs})`;
    await world.sql`update public.profiles set full_name = 'Ñandú Motors' where id = ${people.dealer.id}`;
    const find = async (...patterns: string[]) =>
      (await search(people.admin, { patterns })).map(({ id }) => id);
    expect((await find("%skoda%")).toSorted()).toEqual([mine, theirs].toSorted());
    expect(await find("%skoda%", "%nandu%")).toEqual([mine]);
    expect(await find("%skoda%", `%${people.otherDealer.email}%`)).toEqual([theirs]);
    expect(await find("%skoda%", "%missing%")).toEqual([]);
    expect(await count(people.admin, ["%skoda%"])).toEqual([{ n: 2 }]);
    expect(await count(people.admin, ["%skoda%", "%nandu%"])).toEqual([{ n: 1 }]);
  });

  test("a vehicle search with too many words is rejected", async () => {
    const patterns = Array.from({ length: 51 }, () => "%kia%");
    const refused = { code: "P0001", message: "Busca con menos palabras." };
    await expect(count(people.admin, patterns)).rejects.toMatchObject(refused);
    await expect(search(people.admin, { patterns })).rejects.toMatchObject(refused);
    expect(await count(people.admin, patterns.slice(1))).toEqual([{ n: expect.any(Number) }]);
  });

  test.each([
    ["created_at", []],
    ["created_at", ["2026-01-01"]],
    ["created_at", ["2026-01-01", null]],
    ["created_at", ["2026-01-01", "00000000-0000-0000-0000-000000000000", 1]],
    ["name", ["Kia", "Rio", 2020]],
    ["owner", { name: "A" }],
    ["vin", "x"],
    ["views", true],
  ])(
    "an administrator's invalid position in the order by %s is rejected: %j",
    async (sort, from) => {
      await expect(search(people.admin, { sort, from })).rejects.toMatchObject({
        code: "22023",
        message: "El lugar en la lista no es válido.",
      });
    },
  );

  test.each(["'", "\\'", "%'; drop table public.vehicles; --", "%s %1$I %%"])(
    "an administrator's search words are never run as SQL: %s",
    async (word) => {
      expect(await search(people.admin, { patterns: [word] })).toEqual([]);
      expect(await count(people.admin, [word])).toEqual([{ n: 0 }]);
      const from = ["2026-01-01", "00000000-0000-0000-0000-000000000000"];
      expect(await search(people.admin, { patterns: [word], from })).toEqual([]);
      await expect(search(people.admin, { from: [word, word] })).rejects.toThrow("invalid input");
    },
  );

  test("other callers and unproved administrators cannot search or count", async () => {
    for (const actor of others) {
      await expect(search(actor, {})).rejects.toMatchObject(refused);
      await expect(count(actor, [])).rejects.toMatchObject(refused);
    }
  });
});

describe("search_platform_leads", () => {
  type Wishes = { patterns?: string[]; state?: string | null; kind?: string | null };
  const search = (actor: Actor, { patterns = [], state = null, kind = null }: Wishes) =>
    world.as(
      actor,
      (sql) => sql`select name from public.search_platform_leads(${patterns}, ${state}, ${kind})`,
    );
  const count = (actor: Actor, { patterns = [], state = null, kind = null }: Wishes) =>
    world.as(
      actor,
      (sql) =>
        sql`select public.count_platform_leads(${patterns}, ${state}, ${kind})::integer as n`,
    );

  test("a lead search with too many words is rejected", async () => {
    const patterns = Array.from({ length: 51 }, () => "%ana%");
    const refused = { code: "P0001", message: "Busca con menos palabras." };
    await expect(count(people.admin, { patterns })).rejects.toMatchObject(refused);
    await expect(search(people.admin, { patterns })).rejects.toMatchObject(refused);
  });

  test("an administrator finds leads by words, phones, state and kind", async () => {
    await world.sql`insert into public.leads
        (kind, recipient_id, dealership_id, recipient_name, name, email, phone, message, state)
      values
        ('general_inquiry', ${people.dealer.id}, ${people.dealer.id}, 'A', 'Álvaro', 'al@example.com', '(305) 555-0100', 'Quiero la Kona', 'Nuevo'),
        ('general_inquiry', ${people.otherDealer.id}, ${people.otherDealer.id}, 'B', 'Berta', 'be@example.com', '+1 305 555 0199', 'Hola', 'Perdido')`;
    const names = async (wishes: Wishes) => {
      const rows = await search(people.admin, wishes);
      expect(await count(people.admin, wishes)).toEqual([{ n: rows.length }]);
      return rows.map(({ name }) => name).toSorted();
    };
    expect(await names({})).toEqual(["Berta", "Álvaro"]);
    expect(await names({ patterns: ["%alvaro%", "%kona%"] })).toEqual(["Álvaro"]);
    expect(await names({ patterns: ["%be@example.com%"] })).toEqual(["Berta"]);
    expect(await names({ state: "Perdido" })).toEqual(["Berta"]);
    expect(await names({ kind: "referral" })).toEqual([]);
    expect(await names({ patterns: ["%'; drop table public.leads; --%"] })).toEqual([]);
  });

  test("an administrator's next page begins after the last lead of the previous one", async () => {
    type Lead = { id: string; created_at: string };
    const page = (before?: Lead) =>
      world.as(
        people.admin,
        (sql) => sql<Lead[]>`select id, created_at::text from public.search_platform_leads(
          p_limit => 1,
          p_before => ${before?.created_at ?? "infinity"},
          p_before_id => ${before?.id ?? people.admin.id})`,
      );
    const [first] = await page();
    const [second] = await page(first);
    const last = await page(second);
    expect(new Set([first?.id, second?.id]).size).toBe(2);
    expect(last).toEqual([]);
  });

  test("other callers and unproved administrators cannot search or count leads", async () => {
    for (const actor of others) {
      await expect(search(actor, {})).rejects.toMatchObject(refused);
      await expect(count(actor, {})).rejects.toMatchObject(refused);
    }
  });
});

describe("get_audit_log_people", () => {
  const named = (actor: Actor) =>
    world.as(actor, (sql) => sql`select * from public.get_audit_log_people()`);

  test("an administrator lists each person once; deleted ones have no name", async () => {
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

  test("other callers cannot list the people of the log", async () => {
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
  ])("a page is read with the index %s: %s", async (index, query) => {
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
