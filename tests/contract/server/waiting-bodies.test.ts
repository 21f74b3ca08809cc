import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { patience } from "#backend-tests/support/patience.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";
import { beginBody, firstWords, hangUp } from "#tests/support/slow-bodies.ts";

let server: TestServer;

const home = "203.0.113.7";

/** As many as an ordinary client has connections. */
const connections = 100;
const largest = 64 * 1024;

/** What whoever says nothing that a door takes is answered, once the body is read. */
const read = 400;

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ["127.0.0.1", "::1"] });
});

afterAll(() => server.stop());

/** Each attacker is a network of its own, and waits beside the others. */
let attackers = 0;

describe.concurrent.each([
  ["/auth/v1/recover", { error_code: "over_request_rate_limit" }],
  ["/functions/v1/send-lead-notification", { error: expect.stringMatching(/disponible/) }],
])("a hundred bodies that wait at %s", (door, refusal) => {
  test.each([
    ["that say how long they are", `Content-Length: ${largest}`],
    ["of unknown length", "Transfer-Encoding: chunked"],
  ])("%s keep nobody else waiting, and whoever waits behind them is told", async (_, length) => {
    attackers += 1;
    const attacker = `203.0.113.${100 + attackers}`;
    const slow = Array.from({ length: connections }, () =>
      beginBody(server, { path: door, from: attacker, length }),
    );
    expect((await send(door, home, largest)).status).toBe(read);

    expect(await Promise.race(slow.map(firstWords))).toContain("HTTP/1.1 503");
    const refused = await send(door, attacker, 1_000);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject(refusal);

    await Promise.all(slow.map(hangUp));
    await vi.waitFor(async () => {
      expect((await send(door, attacker, largest)).status).toBe(read);
    }, patience);
  });
});

/** Sends a body of that size, as the proxy in front of the server does for somebody. */
function send(door: string, address: string, size: number): Promise<Response> {
  const body = JSON.stringify({ email: "", vin: "", more: "" });
  return fetch(`${server.url}${door}`, {
    method: "POST",
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${server.anonKey}`,
      "x-forwarded-for": address,
      "content-type": "application/json",
    },
    body: body.replace('"more":""', `"more":"${"x".repeat(size - body.length)}"`),
  });
}
