import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDealership, type Person } from "#tests/support/people.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";
import { hangUp } from "#tests/support/slow-bodies.ts";

let server: TestServer;
let dealer: Person;

/** Together some 25 MB: two such answers leave a visitor no room for a third. */
const vehicles = 5_000;
const everything = "/rest/v1/vehicles?select=*";
const home = "203.0.113.7";
const patience = { timeout: 10_000 };

beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ["127.0.0.1", "::1"] });
  dealer = await createDealership(server);
  await server.sql`
    insert into public.vehicles (user_id, brand, model, year, published, description)
    select ${dealer.id}, 'Kia', 'Rio', 2020, true, repeat('Un solo dueño. ', 330) from generate_series(1, ${vehicles})`;
});

afterAll(() => server.stop());

describe("clients that take in large answers slowly", () => {
  it("get as many as there is room for; a visitor more is told to come back, small answers and signed-in people are served", async () => {
    const slow = [await readSlowly(), await readSlowly()];
    const refused = await askForEverything();
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect(await refused.json()).toMatchObject({ code: "answers_full" });

    const few = await server.anonymous().from("vehicles").select("id").limit(20);
    expect(few.data).toHaveLength(20);
    const own = await dealer.client.from("vehicles").select("*");
    expect(own.data).toHaveLength(vehicles);

    await Promise.all(slow.map(hangUp));
    await expect.poll(async () => (await askForEverything()).status, patience).toBe(200);
  });

  it("from one address hold their share of ordinary lists, and other visitors get theirs", async () => {
    const list = `${everything}&limit=800`;
    const attacker = "203.0.113.66";
    const slow = [
      await readSlowly(list, attacker),
      await readSlowly(list, attacker),
      await readSlowly(list, attacker),
    ];
    expect((await askFor(list, attacker)).status).toBe(503);
    expect((await askFor(list, "203.0.113.7")).status).toBe(200);
    await Promise.all(slow.map(hangUp));
    await expect.poll(async () => (await askFor(list, attacker)).status, patience).toBe(200);
  });

  it("a client that has taken in its answer gives the room back for the next", async () => {
    for (let round = 0; round < 4; round += 1) {
      const answer = await askForEverything();
      expect(answer.status).toBe(200);
      expect(await answer.json()).toHaveLength(vehicles);
    }
  });
});

function askForEverything(): Promise<Response> {
  return askFor(everything, home);
}

/** Asks as the proxy in front of the server does for somebody. */
function askFor(path: string, address: string): Promise<Response> {
  const headers = { apikey: server.anonKey, "x-forwarded-for": address };
  return fetch(`${server.url}${path}`, { headers });
}

/** Asks for a list, unpacked, and stops reading at the first bytes. */
function readSlowly(path = everything, address = home): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\napikey: ${server.anonKey}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("data", (bytes) => {
      socket.pause();
      if (bytes.toString("latin1").startsWith("HTTP/1.1 200")) resolve(socket);
      else reject(new Error(bytes.toString("latin1").slice(0, 200)));
    });
  });
}
