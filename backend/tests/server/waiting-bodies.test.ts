import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { patience } from "../support/patience.ts";
import { closeSocket, readFirstBytes, startSlowBody } from "../support/slow-bodies.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;

const home = "203.0.113.7";

/** The number of connections that one client may open. */
const connections = 100;
const largest = 64 * 1024;

/** The status for an invalid body, once it is read. */
const read = 400;

beforeAll(async () => {
  server = await startNotesServer(
    { trustedProxies: ["127.0.0.1", "::1"] },
    { admission: { waitMs: 1_000 } },
  );
});

afterAll(() => server.stop());

/** Each attacker is its own network, and they run concurrently. */
let attackers = 0;

describe.concurrent.each([
  ["/auth/v1/recover", { error_code: "over_request_rate_limit" }],
  ["/functions/v1/count-words", { error: "The service is unavailable" }],
])("a hundred stalled bodies at %s", (endpoint, refusal) => {
  test.each([
    ["with a Content-Length", `Content-Length: ${largest}`],
    ["of unknown length", "Transfer-Encoding: chunked"],
  ])(
    "%s do not delay other clients, and their client's next request gets 503",
    async (_, length) => {
      attackers += 1;
      const attacker = `203.0.113.${100 + attackers}`;
      const slow = Array.from({ length: connections }, () =>
        startSlowBody(server, { path: endpoint, from: attacker, length }),
      );
      expect((await send(endpoint, home, largest)).status).toBe(read);

      expect(await Promise.race(slow.map(readFirstBytes))).toContain("HTTP/1.1 503");
      const refused = await send(endpoint, attacker, 1_000);
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject(refusal);

      await Promise.all(slow.map(closeSocket));
      await vi.waitFor(async () => {
        expect((await send(endpoint, attacker, largest)).status).toBe(read);
      }, patience);
    },
  );
});

/** Sends a body of this size with `address` as the client's address. */
function send(endpoint: string, address: string, size: number): Promise<Response> {
  const body = JSON.stringify({ email: "", letters: "", more: "" });
  return fetch(`${server.url}${endpoint}`, {
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
