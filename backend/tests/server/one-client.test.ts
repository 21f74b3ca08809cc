import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenOf } from "../support/accounts.ts";
import { type Account, createAccount } from "../support/accounts.ts";
import { createBooks } from "../support/books.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: Account;

const home = "203.0.113.7";
const busy = "203.0.113.66";

/** The number of connections that one client may open, and its requests on each without a pause. */
const connections = 100;
const rounds = 5;

const list = "/rest/v1/books?select=*&limit=20";
const served = new Set([200, 201, 503]);

beforeAll(async () => {
  server = await startNotesServer({ trustedProxies: ["127.0.0.1", "::1"] });
  owner = await createAccount(server);
  await createBooks(server, { count: 200, body: "A single owner. ".repeat(100) });
});

afterAll(() => server.stop());

describe("a client with a hundred connections", () => {
  test("that reads on all of them does not delay others, and gets every answer", async () => {
    let answered = 0;
    const asked = overAll(async () => {
      const answer = await ask(list, busy);
      answered += 1;
      return answer;
    });
    const answeredDuring: number[] = [];
    // While the hundred connect, none has queued yet.
    while (answered < connections) await ask(list, home);
    for (let round = 0; round < 10; round += 1) {
      const before = answered;
      expect((await ask(list, home)).status).toBe(200);
      answeredDuring.push(answered - before);
    }
    // It would be a hundred if a request had to queue behind all of them.
    expect(Math.max(...answeredDuring)).toBeLessThan(connections * 0.75);
    const answers = await asked;
    expect(answers).toHaveLength(connections * rounds);
    expect(answers.filter(({ status }) => !served.has(status))).toEqual([]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.filter(({ retryAfter }) => retryAfter !== "2")).toEqual([]);
  });

  test("that writes on all of them has stored exactly what was acknowledged", async () => {
    const authorization = `Bearer ${await tokenOf(owner)}`;
    const row = { title: "One of many" };
    const answers = await overAll(() =>
      ask("/rest/v1/books", busy, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(row),
      }),
    );
    const written = answers.filter(({ status }) => status === 201).length;
    expect(answers.filter(({ status }) => !served.has(status))).toEqual([]);
    const [stored] = await server.sql<{ rows: number }[]>`
      select count(*)::int as rows from public.books where title = ${row.title}`;
    expect(stored?.rows).toBe(written);
    expect(written).toBeGreaterThan(0);
  });
});

type Answered = { status: number; retryAfter: string | null };

/** Sends requests over each connection, one after the other. */
async function overAll(once: () => Promise<Answered>): Promise<Answered[]> {
  const each = Array.from({ length: connections }, async () => {
    const answers: Answered[] = [];
    for (let round = 0; round < rounds; round += 1) answers.push(await once());
    return answers;
  });
  return (await Promise.all(each)).flat();
}

/** Sends a request with `address` as the client's address, as a proxy does. */
async function ask(path: string, address: string, init: RequestInit = {}): Promise<Answered> {
  const headers = { apikey: server.anonKey, "x-forwarded-for": address, ...init.headers };
  const answer = await fetch(`${server.url}${path}`, { ...init, headers });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get("retry-after") };
}
