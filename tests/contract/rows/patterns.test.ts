import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenOf } from "#backend-tests/support/accounts.ts";
import { sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, dealer } = await startStaffedServer();
let shown: string;

beforeAll(async () => {
  const [row] = await server.sql<{ id: string }[]>`
    insert into public.vehicles (user_id, brand, model, year, published, description)
    values (${dealer.id}, 'Kia', 'Visible', 2020, true, 'ab') returning id`;
  shown = row?.id ?? "";
});
afterAll(() => server.stop());

const send = (token: string, path: string) => sendAs(server, token, `/rest/v1/${path}`);

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

  test.each(["a visitor", "a dealer"])("is rejected for %s in every position", async (who) => {
    const token = who === "a visitor" ? server.anonKey : await tokenOf(dealer);
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
    const path = `vehicles?select=id&id=eq.${shown}&description=match.${encodeURIComponent("^(a|x)b+$")}`;
    expect(await send(server.serviceRoleKey, path)).toMatchObject({
      status: 200,
      body: [{ id: shown }],
    });
  });
});

/** The ways to write a pattern, each with the request that it filters. */
const placesOfPatterns: [filterOf: (pattern: string) => string, within: string][] = [
  [(pattern) => `description=match.${encodeURIComponent(pattern)}`, "vehicles?select=id"],
  [(pattern) => `description=imatch.${encodeURIComponent(pattern)}`, "vehicles?select=id"],
  [
    (pattern) => `description=match(any).${encodeURIComponent(`{x,${JSON.stringify(pattern)}}`)}`,
    "vehicles?select=id",
  ],
  [
    (pattern) =>
      `or=${encodeURIComponent(`(id.is.null,description.imatch.${JSON.stringify(pattern)})`)}`,
    "vehicles?select=id",
  ],
  [
    (pattern) =>
      `not.and=${encodeURIComponent(`(id.is.null,description.not.match.${JSON.stringify(pattern)})`)}`,
    "vehicles?select=id",
  ],
  [
    (pattern) => `profiles.vehicles.description=match.${encodeURIComponent(pattern)}`,
    "vehicles?select=id,profiles!vehicles_user_id_fkey!inner(vehicles!inner(id))",
  ],
];
