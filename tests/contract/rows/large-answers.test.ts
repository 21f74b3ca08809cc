import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
let dealer: Person;

/** A large answer must be rejected for its size, so the time limits are raised. */
const unhurried = { visitorStatementMs: 60_000, statementMs: 60_000, readMs: 70_000 };

/** About 5.5 MB, less than a tenth of the limit of one answer. */
const vehicles = 1_000;

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ["127.0.0.1", "::1"] }, { times: unhurried });
  dealer = await createDealership(server);
  await server.sql`
    insert into public.vehicles (user_id, brand, model, year, published, description)
    select ${dealer.id}, 'Kia', 'Rio', 2020, true, repeat('Un solo dueño. ', 330) from generate_series(1, ${vehicles})`;
});
afterAll(() => server.stop());

const names = (count: number) => Array.from({ length: count }, (_, n) => `a${n}:description`);

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/rest/v1/${path}`, {
    headers: { apikey: server.anonKey, ...headers },
  });
  return { status: answer.status, text: await answer.text() };
}

describe("threat 32: requests for answers many times larger than the stored data", () => {
  test.each([
    ["one column under forty names", `vehicles?select=${names(40)}`, {}],
    ["one column under forty names as CSV", `vehicles?select=${names(40)}`, { accept: "text/csv" }],
    ["forty names in a dealership's row", `profiles?select=id,vehicles(${names(40)})`, {}],
    [
      "parts and types of one column",
      `vehicles?select=${names(24).map((name, n) => `${name}::${n % 2 ? "text" : "varchar"}`)}`,
      {},
    ],
  ])(
    "a visitor who requests %s is rejected before the answer is built",
    async (_, path, headers) => {
      const { status, text } = await ask(path, headers);
      expect([status, JSON.parse(text)]).toEqual([
        413,
        {
          code: "PT413",
          message: "The answer would be too large",
          details: null,
          hint: expect.any(String),
        },
      ]);
    },
  );

  test("a visitor with hundreds of filters on an embed is rejected, with one is not", async () => {
    const nested = "vehicles?select=id,p:profiles(id,q:dealership_id(id))";
    const tests = (count: number) =>
      ["p", "p.q", "p.q.id"].map((name) => `&${name}=not.is.null`.repeat(count)).join("");
    const { status, text } = await ask(`${nested}${tests(300)}`);
    expect([status, JSON.parse(text).code]).toEqual([400, "PGRST127"]);
    const ordered = await ask(`${nested}&order=${"p(id),".repeat(20)}id`);
    expect([ordered.status, JSON.parse(ordered.text).code]).toEqual([400, "PGRST127"]);
    const once = await ask(
      "vehicles?select=id,p:profiles(id)&p=not.is.null&order=p(full_name)&limit=1",
    );
    expect([once.status, JSON.parse(once.text)]).toMatchObject([200, [{ p: { id: dealer.id } }]]);
  });

  test("a visitor who spreads one column as many lists is rejected", async () => {
    const { status, text } = await ask(`profiles?select=...vehicles(${names(40)})`);
    expect([status, JSON.parse(text).code]).toEqual([400, "PGRST127"]);
  });

  test("a dealer who requests a column that grows sixfold as JSON gets 413", async () => {
    const other = await createDealership(server);
    await server.sql`
      insert into public.vehicles (user_id, brand, model, year, description)
      select ${other.id}, 'Kia', 'Rio', 2020, repeat(chr(1), 10000) from generate_series(1, 1200)`;
    const list = () => other.client.from("vehicles").select("description").eq("user_id", other.id);
    const { status, error } = await list();
    expect([status, error?.code]).toEqual([413, "PT413"]);
    expect((await list().limit(500)).data).toHaveLength(500);
  });

  test("a dealer's write with an oversized result gets 413 and changes nothing", async () => {
    const { status, error } = await dealer.client
      .from("vehicles")
      .update({ color: "Rojo" })
      .eq("user_id", dealer.id)
      .select(names(40).join(","));
    expect([status, error?.code]).toEqual([413, "PT413"]);
    expect(await server.sql`select 1 from public.vehicles where color is not null`).toHaveLength(0);
  });

  test("a visitor gets all vehicles with their dealership, and one column twice", async () => {
    const every = await ask(`vehicles?select=*,again:description,dealership:user_id(full_name)`);
    expect([every.status, JSON.parse(every.text).length]).toEqual([200, vehicles]);
    const one = await ask(`profiles?select=id,vehicles(id,a:brand,b:brand)&id=eq.${dealer.id}`);
    expect(JSON.parse(one.text)[0].vehicles).toHaveLength(vehicles);
    const csv = await ask("vehicles?select=a:brand,b:brand&limit=2", { accept: "text/csv" });
    expect(csv.text).toBe("a,b\nKia,Kia\nKia,Kia");
  });
});

test("threat 32: a visitor's dozen slow requests do not delay other callers", async () => {
  await server.sql.unsafe(`
    create table public.held (id int);
    grant select on public.held to anon`);
  const askHeld = (_: unknown, n: number) =>
    ask(`held?select=id&limit=${n}`, { "x-forwarded-for": "203.0.113.66" });
  await expect.poll(async () => (await askHeld(null, 0)).status).toBe(200);
  const holder = await server.reserve();
  await holder`begin`;
  await holder`lock table public.held in access exclusive mode`;
  const attack = Array.from({ length: 12 }, askHeld);
  await expect.poll(() => server.vitrina.database.usage().waiting).toBeGreaterThan(0);
  const visitor = await ask("vehicles?select=id&limit=20", { "x-forwarded-for": "203.0.113.7" });
  const own = await dealer.client.from("vehicles").select("id").limit(5);
  expect([visitor.status, own.status]).toEqual([200, 200]);
  await holder`rollback`;
  holder.release();
  const statuses = (await Promise.all(attack)).map(({ status }) => status);
  // Requests that waited in the queue for too long get 503.
  expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
});
