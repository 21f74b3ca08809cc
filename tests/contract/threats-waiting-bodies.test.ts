import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#tests/support/server.ts";
import { beginBody, firstWords, hangUp } from "#tests/support/slow-bodies.ts";

let server: TestServer;

const home = "203.0.113.7";
const attacker = "203.0.113.66";
const patience = { timeout: 10_000 };

/** The largest body that these doors read, and how many of them one network may have under way. */
const largest = 64 * 1024;
const mostAtOnce = 64;

/** What whoever says nothing that a door takes is answered, once the body is read. */
const read = 400;

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ["127.0.0.1", "::1"] });
});

afterAll(() => server.stop());

describe.each([
  ["/auth/v1/recover", { error_code: "over_request_rate_limit" }],
  ["/functions/v1/send-lead-notification", { error: expect.stringMatching(/disponible/) }],
])("bodies that wait at %s", (door, refusal) => {
  test.each([
    ["that say how long they are", `Content-Length: ${largest}`],
    ["of unknown length", "Transfer-Encoding: chunked"],
  ])(
    "%s hold a share of the memory; one more is refused, small ones and others' are read",
    async (_, length) => {
      const slow = Array.from({ length: mostAtOnce + 1 }, () =>
        beginBody(server, { path: door, from: attacker, length }),
      );
      expect(await Promise.race(slow.map(firstWords))).toContain("HTTP/1.1 503");
      const refused = await send(door, attacker, largest);
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject(refusal);

      expect((await send(door, attacker, 1_000)).status).toBe(read);
      expect((await send(door, home, largest)).status).toBe(read);

      await Promise.all(slow.map(hangUp));
      const statusOfLarge = async () => (await send(door, attacker, largest)).status;
      await expect.poll(statusOfLarge, patience).toBe(read);
    },
  );
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
