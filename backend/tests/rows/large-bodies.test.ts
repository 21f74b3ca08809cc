import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { tokenOf } from "../support/accounts.ts";
import { closeSocket, readFirstBytes, startSlowBody } from "../support/slow-bodies.ts";
import { type Account, createAccount } from "../support/accounts.ts";
import { patience } from "../support/patience.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: Account;
let token: string;

const home = "203.0.113.7";
const attacker = "203.0.113.66";

/** The largest body that is read from a visitor, and from a signed-in person. */
const largest = 64 * 1024;
const largestOfPeople = 2 * 1024 * 1024;

/** This many of those are one network's share of the memory. */
const mostAtOnce = 16;
const lookUp = "/rest/v1/rpc/length_of";

beforeAll(async () => {
  server = await startNotesServer({ trustedProxies: ["127.0.0.1", "::1"] });
  owner = await createAccount(server);
  token = await tokenOf(owner);
  await server.sql.unsafe(`
    create function public.length_of(p_text text) returns integer language sql as 'select length($1)';
    grant execute on function public.length_of to anon`);
  await vi.waitFor(async () => expect(await statusOfLarge(home)).toBe(200), patience);
});

afterAll(() => server.stop());

describe.each([
  ["with a Content-Length", `Content-Length: ${largestOfPeople}`],
  ["of unknown length", "Transfer-Encoding: chunked"],
])("large bodies %s", (_, length) => {
  it("sent slowly by an account use up its memory share; other clients are served", async () => {
    const slow = Array.from({ length: mostAtOnce + 1 }, () =>
      startSlowBody(server, { path: "/rest/v1/notes", from: attacker, length, token }),
    );
    expect(await Promise.race(slow.map(readFirstBytes))).toContain("HTTP/1.1 503");
    const refused = await insert(attacker);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect(await refused.json()).toMatchObject({ code: "overloaded" });

    expect((await insert(home)).status).toBe(201);

    await Promise.all(slow.map(closeSocket));
    await expect.poll(async () => (await insert(attacker)).status).toBe(201);
  });
});

/** Inserts a megabyte of notes as the owner, from a network. */
function insert(address: string, notes = 200): Promise<Response> {
  return post(
    "/rest/v1/notes",
    { apikey: server.anonKey, authorization: `Bearer ${token}`, "x-forwarded-for": address },
    JSON.stringify(Array(notes).fill({ body: "x".repeat(5_000) })),
  );
}

describe("a stranger who sends large bodies one after the other", () => {
  it("gets every one of them accepted", async () => {
    for (let round = 0; round < 6; round += 1) expect(await statusOfLarge(home)).toBe(200);
  });

  it.each(["a table", "a function"])(
    "gets 413 for one to %s above a visitor's limit, with or without a length",
    async (target) => {
      const path = target === "a table" ? "/rest/v1/notes" : lookUp;
      const brackets = "[".repeat(largest / 2 + 1) + "]".repeat(largest / 2 + 1);
      for (const body of [brackets, new Blob([brackets]).stream()]) {
        const answer = await post(path, { apikey: server.anonKey }, body);
        expect(answer.status).toBe(413);
        expect(await answer.json()).toEqual({
          code: "body_too_large",
          message: `The body is larger than ${largest} bytes`,
          details: null,
          hint: null,
        });
      }
    },
  );

  it("gets 413 for one to storage lists, auth and functions as well", async () => {
    const body = "[".repeat(largest + 1);
    const endpoints: [string, string][] = [
      ["POST", "/storage/v1/object/sign/pictures"],
      ["DELETE", "/storage/v1/object/pictures"],
      ["POST", "/auth/v1/signup"],
      ["POST", "/functions/v1/count-words"],
    ];
    for (const [method, path] of endpoints) {
      const answer = await post(path, { apikey: server.anonKey }, body, method);
      const { statusCode = String(answer.status) } = await answer.json();
      expect([path, statusCode]).toEqual([path, "413"]);
    }
  });
});

describe("an account that sends large bodies", () => {
  it("can insert a megabyte of notes in one request, and gets 413 above two", async () => {
    const countAll = async () =>
      (await owner.client.from("notes").select("*", { count: "exact", head: true })).count ?? 0;
    const before = await countAll();
    expect((await insert(home)).status).toBe(201);
    expect(await countAll()).toBe(before + 200);
    expect((await insert(home, 420)).status).toBe(413);
  });
});

/** Sends a body as it is. */
function post(
  path: string,
  headers: Record<string, string>,
  body: string | ReadableStream,
  method = "POST",
): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.anonKey}`,
      ...headers,
      "content-type": "application/json",
    },
    body,
    duplex: "half",
  } as RequestInit);
}

/** Sends the longest text that is accepted, with `address` as the client's address. */
async function statusOfLarge(address: string): Promise<number> {
  const headers = { apikey: server.anonKey, "x-forwarded-for": address };
  const body = JSON.stringify({ p_text: "x".repeat(largest - 100) });
  const answer = await post(lookUp, headers, body);
  await answer.arrayBuffer();
  return answer.status;
}
