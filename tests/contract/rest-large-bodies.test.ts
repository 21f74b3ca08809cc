import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDealership, tokenOf } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";
import { beginBody, firstWords, hangUp } from "#tests/support/slow-bodies.ts";

let server: TestServer;

const home = "203.0.113.7";
const attacker = "203.0.113.66";
const patience = { timeout: 10_000 };

/** The largest body of a visitor that is read, and how many of them one may have under way. */
const largest = 64 * 1024;
const mostAtOnce = 128;
const lookUp = "/rest/v1/rpc/find_moved_slug";

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ["127.0.0.1", "::1"] });
});

afterAll(() => server.stop());

describe.each([
  ["that say how long they are", `Content-Length: ${largest}`],
  ["of unknown length", "Transfer-Encoding: chunked"],
])("large bodies %s", (_, length) => {
  it("hold a share of the memory while a stranger sends them slowly; one more is refused, small ones and others' are read", async () => {
    const slow = Array.from({ length: mostAtOnce + 1 }, () =>
      beginBody(server, { path: lookUp, from: attacker, length }),
    );
    expect(await Promise.race(slow.map(firstWords))).toContain("HTTP/1.1 503");
    const refused = await sendLarge(attacker);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect(await refused.json()).toMatchObject({ code: "bodies_full" });

    expect((await send(attacker, "autos")).status).toBe(200);
    expect(await statusOfLarge(home)).toBe(200);

    await Promise.all(slow.map(hangUp));
    await expect.poll(() => statusOfLarge(attacker), patience).toBe(200);
  });
});

describe("a stranger who sends the server large bodies in a row", () => {
  it("has each of them read", async () => {
    for (let round = 0; round < 6; round += 1) expect(await statusOfLarge(home)).toBe(200);
  });

  it.each(["a table", "a function"])(
    "is told when one for %s is larger than any of a visitor that is read, announced or not",
    async (target) => {
      const path = target === "a table" ? "/rest/v1/vehicles" : lookUp;
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

  it("is refused the same at the lists of storage, and at auth and functions", async () => {
    const body = "[".repeat(largest + 1);
    const doors: [string, string][] = [
      ["POST", "/storage/v1/object/sign/vehicle_images"],
      ["DELETE", "/storage/v1/object/vehicle_images"],
      ["POST", "/auth/v1/signup"],
      ["POST", "/functions/v1/send-lead-notification"],
    ];
    for (const [method, path] of doors) {
      const answer = await post(path, { apikey: server.anonKey }, body, method);
      const { statusCode = String(answer.status) } = await answer.json();
      expect([path, statusCode]).toEqual([path, "413"]);
    }
  });
});

describe("a dealer who sends large bodies", () => {
  it("adds a megabyte of vehicles at once, and hears 413 over two", async () => {
    const dealer = await createDealership(server);
    const token = await tokenOf(dealer);
    const headers = { apikey: server.anonKey, authorization: `Bearer ${token}` };
    const insert = (vehicles: number) => {
      const vehicle = {
        user_id: dealer.id,
        brand: "Kia",
        model: "Rio",
        year: 2020,
        description: "x".repeat(5_000),
      };
      return post("/rest/v1/vehicles", headers, JSON.stringify(Array(vehicles).fill(vehicle)));
    };
    expect((await insert(200)).status).toBe(201);
    const { count } = await dealer.client
      .from("vehicles")
      .select("*", { count: "exact", head: true });
    expect(count).toBe(200);
    expect((await insert(420)).status).toBe(413);
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

/** Looks a slug up as the proxy in front of the server does for somebody. */
function send(address: string, slug: string): Promise<Response> {
  return fetch(`${server.url}${lookUp}`, {
    method: "POST",
    headers: {
      apikey: server.anonKey,
      "x-forwarded-for": address,
      "content-type": "application/json",
    },
    body: JSON.stringify({ p_slug: slug }),
  });
}

function sendLarge(address: string): Promise<Response> {
  return send(address, "x".repeat(largest - 100));
}

async function statusOfLarge(address: string): Promise<number> {
  const answer = await sendLarge(address);
  await answer.arrayBuffer();
  return answer.status;
}
