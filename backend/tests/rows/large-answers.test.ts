import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, createAccount } from "../support/accounts.ts";
import { createBooks } from "../support/books.ts";
import { startNotesServer } from "../support/notes-server.ts";

let server: Awaited<ReturnType<typeof startNotesServer>>;
let owner: Account;

/** A large answer must be rejected for its size, so the time limits are raised. */
const unhurried = { visitorStatementMs: 60_000, statementMs: 60_000, readMs: 70_000 };

/** About 5.5 MB, less than a tenth of the limit of one answer. */
const books = 1_000;

beforeAll(async () => {
  server = await startNotesServer({ trustedProxies: ["127.0.0.1", "::1"] }, { times: unhurried });
  owner = await createAccount(server);
  await createBooks(server, { count: books, body: "A single owner. ".repeat(330) });
});
afterAll(() => server.stop());

const names = (count: number) => Array.from({ length: count }, (_, n) => `a${n}:body`);

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/rest/v1/${path}`, {
    headers: { apikey: server.anonKey, ...headers },
  });
  return { status: answer.status, text: await answer.text() };
}

describe("threat 32: requests for answers many times larger than the stored data", () => {
  test.each([
    ["one column under forty names", `books?select=${names(40)}`, {}],
    ["one column under forty names as CSV", `books?select=${names(40)}`, { accept: "text/csv" }],
    ["forty names in a shelf's row", `shelves?select=id,books(${names(40)})`, {}],
    [
      "parts and types of one column",
      `books?select=${names(24).map((name, n) => `${name}::${n % 2 ? "text" : "varchar"}`)}`,
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
    const nested = "books?select=id,p:shelves(id,q:parent_id(id))";
    const tests = (count: number) =>
      ["p", "p.q", "p.q.id"].map((name) => `&${name}=not.is.null`.repeat(count)).join("");
    const { status, text } = await ask(`${nested}${tests(300)}`);
    expect([status, JSON.parse(text).code]).toEqual([400, "PGRST127"]);
    const ordered = await ask(`${nested}&order=${"p(id),".repeat(20)}id`);
    expect([ordered.status, JSON.parse(ordered.text).code]).toEqual([400, "PGRST127"]);
    const once = await ask("books?select=id,p:shelves(id)&p=not.is.null&order=p(name)&limit=1");
    expect([once.status, JSON.parse(once.text)]).toMatchObject([200, [{ p: { id: 1 } }]]);
  });

  test("a visitor who spreads one column as many lists is rejected", async () => {
    const { status, text } = await ask(`shelves?select=...books(${names(40)})`);
    expect([status, JSON.parse(text).code]).toEqual([400, "PGRST127"]);
  });

  test("an account that requests a column that grows sixfold as JSON gets 413", async () => {
    await server.sql`insert into public.shelves (id, name) values (2, 'Noise')`;
    await server.sql`
      insert into public.books (shelf_id, body)
      select 2, repeat(chr(1), 10000) from generate_series(1, 1200)`;
    const list = () => owner.client.from("books").select("body").eq("shelf_id", 2);
    const { status, error } = await list();
    expect([status, error?.code]).toEqual([413, "PT413"]);
    expect((await list().limit(500)).data).toHaveLength(500);
  });

  test("a write with an oversized result gets 413 and changes nothing", async () => {
    const { status, error } = await owner.client
      .from("books")
      .update({ title: "Persuasion" })
      .eq("shelf_id", 1)
      .select(names(40).join(","));
    expect([status, error?.code]).toEqual([413, "PT413"]);
    expect(await server.sql`select 1 from public.books where title = 'Persuasion'`).toHaveLength(0);
  });

  test("a visitor may still request all books with their shelf, or one column twice", async () => {
    const every = await ask(`books?select=*,again:body,shelf:shelf_id(name)&shelf_id=eq.1`);
    expect([every.status, JSON.parse(every.text).length]).toEqual([200, books]);
    const one = await ask("shelves?select=id,books(id,a:title,b:title)&id=eq.1");
    expect(JSON.parse(one.text)[0].books).toHaveLength(books);
    const csv = await ask("books?select=a:title,b:title&shelf_id=eq.1&limit=2", {
      accept: "text/csv",
    });
    expect(csv.text).toBe("a,b\nEmma,Emma\nEmma,Emma");
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
  await expect.poll(() => server.database.usage().waiting).toBeGreaterThan(0);
  const visitor = await ask("books?select=id&limit=20", { "x-forwarded-for": "203.0.113.7" });
  const own = await owner.client.from("books").select("id").limit(5);
  expect([visitor.status, own.status]).toEqual([200, 200]);
  await holder`rollback`;
  holder.release();
  const statuses = (await Promise.all(attack)).map(({ status }) => status);
  // Requests that waited in the queue for too long get 503.
  expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
});
