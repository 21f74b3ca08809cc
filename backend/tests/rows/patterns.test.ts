import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccount, tokenOf } from "../support/accounts.ts";
import { createBooks } from "../support/books.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
const shown = 1;

beforeAll(async () => {
  server = await startNotesServer();
  await createBooks(server, { count: 1, body: "ab" });
});
afterAll(() => server.stop());

async function send(token: string, path: string) {
  const headers = { apikey: server.anonKey, authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/rest/v1/${path}`, { headers });
  return { status: answer.status, body: await answer.json() };
}

describe("a pattern that could exhaust PostgreSQL's memory or processor", () => {
  const costly = [
    "(a{1,255}b{1,255}){1,80}",
    "a*b",
    String.raw`\m`,
    String.raw`(a)\1`,
    "(?i)ab",
    "***=ab",
    "a".repeat(101),
  ];
  const plain = ["^ab$", "[ab].", String.raw`\w\w`, "[^c]b"];

  test.each(["a visitor", "an account"])("is rejected for %s in every position", async (who) => {
    const token = who === "a visitor" ? server.anonKey : await tokenOf(await createAccount(server));
    for (const [filterOf, within] of placesOfPatterns) {
      const path = (pattern: string) => `${within}&id=eq.${shown}&${filterOf(pattern)}`;
      for (const pattern of plain) {
        const found = await send(token, path(pattern));
        expect(found, pattern).toMatchObject({ status: 200, body: [{ id: shown }] });
      }
      for (const pattern of costly) {
        expect(await send(token, path(pattern)), pattern).toMatchObject({
          status: 400,
          body: { code: "PGRST100", details: expect.stringContaining("100 characters") },
        });
      }
    }
  });

  test("is allowed for the service", async () => {
    const path = `books?select=id&id=eq.${shown}&body=match.${encodeURIComponent("^(a|x)b+$")}`;
    expect(await send(server.serviceRoleKey, path)).toMatchObject({
      status: 200,
      body: [{ id: shown }],
    });
  });
});

/** The ways to write a pattern, each with the request that it filters. */
const placesOfPatterns: [filterOf: (pattern: string) => string, within: string][] = [
  [(pattern) => `body=match.${encodeURIComponent(pattern)}`, "books?select=id"],
  [(pattern) => `body=imatch.${encodeURIComponent(pattern)}`, "books?select=id"],
  [
    (pattern) => `body=match(any).${encodeURIComponent(`{x,${JSON.stringify(pattern)}}`)}`,
    "books?select=id",
  ],
  [
    (pattern) => `or=${encodeURIComponent(`(id.is.null,body.imatch.${JSON.stringify(pattern)})`)}`,
    "books?select=id",
  ],
  [
    (pattern) =>
      `not.and=${encodeURIComponent(`(id.is.null,body.not.match.${JSON.stringify(pattern)})`)}`,
    "books?select=id",
  ],
  [
    (pattern) => `shelves.books.body=match.${encodeURIComponent(pattern)}`,
    "books?select=id,shelves!inner(books!inner(id))",
  ],
];
