import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBooks } from "../support/books.ts";
import { closeSocket } from "../support/slow-bodies.ts";
import { type Account, createAccount } from "../support/accounts.ts";
import { startNotesServer } from "../support/notes-server.ts";
import type { TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: Account;

/** About 28 MB together: one such answer uses up its reader's share of the memory. */
const books = 1_100;
const everything = "/rest/v1/books?select=*";
const few = "/rest/v1/books?select=id&limit=20";
const home = "203.0.113.7";
const attacker = "203.0.113.66";

beforeAll(async () => {
  server = await startNotesServer(
    { trustedProxies: ["127.0.0.1", "::1"] },
    { times: { visitorStatementMs: 60_000, statementMs: 60_000, readMs: 70_000 } },
  );
  owner = await createAccount(server);
  await createBooks(server, { count: books, body: "-".repeat(25_000) });
});

afterAll(() => server.stop());

describe("clients that read large answers slowly", () => {
  it("get 503 for one more large answer, while other clients are served", async () => {
    const slow = await readSlowly(everything, attacker);
    const refused = await askFor(everything, attacker);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect(await refused.json()).toMatchObject({ code: "overloaded" });

    expect(await statusOf(few, attacker)).toBe(200);
    expect(await statusOf(everything, home)).toBe(200);
    const own = await owner.client.from("books").select("*");
    expect(own.data).toHaveLength(books);

    await closeSocket(slow);
    await expect.poll(() => statusOf(everything, attacker)).toBe(200);
  });

  it("cannot exceed the shared memory together or block small answers", async () => {
    const networks = ["203.0.113.1", "203.0.113.2", "203.0.113.3"];
    const slow = await readAll(networks);
    expect(await statusOf(everything, home)).toBe(503);
    expect(await statusOf(few, home)).toBe(200);
    await Promise.all(slow.map(closeSocket));
    await expect.poll(() => statusOf(everything, home)).toBe(200);
  });

  it("that finish reading free the memory for the next", async () => {
    for (let round = 0; round < 2; round += 1) {
      const answer = await askFor(everything, home);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toHaveLength(books);
    }
  });

  it("do not stop a write from returning its result", async () => {
    const networks = ["203.0.113.1", "203.0.113.2", "203.0.113.3"];
    const slow = await readAll(networks);
    const changed = await owner.client
      .from("shelves")
      .update({ name: "Essays" })
      .eq("id", 1)
      .select("name,books(*)")
      .single();
    expect(changed.error).toBeNull();
    expect(changed.data?.name).toBe("Essays");
    expect(changed.data?.books).toHaveLength(books);
    await Promise.all(slow.map(closeSocket));
  });
});

/** Sends a request with `address` as the client's address, as a proxy does. */
function askFor(path: string, address: string): Promise<Response> {
  const headers = {
    apikey: server.anonKey,
    "x-forwarded-for": address,
    "accept-encoding": "identity",
  };
  return fetch(`${server.url}${path}`, { headers });
}

async function statusOf(path: string, address: string): Promise<number> {
  const answer = await askFor(path, address);
  await answer.arrayBuffer();
  return answer.status;
}

function readAll(networks: string[]): Promise<Socket[]> {
  return Promise.all(networks.map((from) => readSlowly(everything, from)));
}

/** Requests a list, uncompressed, and stops reading after the first bytes. */
function readSlowly(path: string, address: string): Promise<Socket> {
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
