import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#tests/support/server.ts";
import { beginBody, firstWords, hangUp } from "#tests/support/slow-bodies.ts";

let server: TestServer;

const home = "203.0.113.7";
const attacker = "203.0.113.66";
const patience = { timeout: 10_000 };

/** The largest body that is read, and how many of them a visitor may have under way. */
const largest = 2 * 1024 * 1024;
const mostAtOnce = 4;
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

  it("is told when one is larger than any that is read", async () => {
    const answer = await send(home, "x".repeat(largest));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: "body_too_large" });
  });
});

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
