import { Hono } from "hono";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { clientAddress, findClientAddress, networkOf } from "./client-address.ts";

/** Sends a request from `remote`, optionally with an X-Forwarded-For header. */
async function ask(trusted: string[], remote: string | null, forwarded?: string) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => lines.push(line) });
  const app = new Hono();
  app.use(findClientAddress(trusted, log));
  app.get("/", (context) => context.text(clientAddress(context)));
  const headers = new Headers(forwarded === undefined ? [] : [["x-forwarded-for", forwarded]]);
  const environment = remote === null ? {} : { incoming: { socket: { remoteAddress: remote } } };
  const answer = await app.request("/", { headers }, environment);
  return { address: await answer.text(), lines };
}

const client = "203.0.113.7";

describe("findClientAddress", () => {
  it.each([
    ["without proxies is the remote address", [], client, undefined, client],
    ["is never the client's own claim", [], client, "198.51.100.1", client],
    [
      "ignores the claim of a client that bypasses the proxy",
      ["10.0.0.0/8"],
      client,
      "198.51.100.1",
      client,
    ],
    ["behind a proxy is the forwarded one", ["127.0.0.1"], "127.0.0.1", client, client],
    ["behind a range of proxies is the forwarded one", ["10.0.0.0/8"], "10.9.8.7", client, client],
    [
      "behind two proxies is the client's",
      ["10.0.0.0/8"],
      "10.0.0.1",
      `${client}, 10.0.0.2`,
      client,
    ],
    [
      "is the last untrusted one in the list",
      ["127.0.0.1"],
      "127.0.0.1",
      `1.1.1.1, 127.0.0.1, ${client}`,
      client,
    ],
    [
      "is the proxy's own if the client is unknown",
      ["127.0.0.1"],
      "127.0.0.1",
      "unknown",
      "127.0.0.1",
    ],
    ["is the proxy's own for an empty header", ["127.0.0.1"], "127.0.0.1", " , ", "127.0.0.1"],
    ["ignores a port", ["127.0.0.1"], "127.0.0.1", `${client}:4711`, client],
    ["reads IPv6", ["::1"], "::1", "2001:db8::7", "2001:db8::7"],
    ["reads IPv6 with a port", ["::1"], "::1", "[2001:db8::7]:443", "2001:db8::7"],
    ["unwraps IPv4-mapped IPv6", ["127.0.0.1"], "::ffff:127.0.0.1", `::ffff:${client}`, client],
    ["of an in-process request is 'local'", ["127.0.0.1"], null, undefined, "local"],
    ["of an in-process request ignores the header", ["0.0.0.0/0"], null, client, "local"],
  ])("the address %s", async (_case, trusted, remote, forwarded, expected) => {
    expect((await ask(trusted, remote, forwarded)).address).toBe(expected);
  });

  it("warns about a proxy that the settings do not list", async () => {
    expect((await ask([], "127.0.0.1", client)).lines.join()).toContain("TRUSTED_PROXIES");
    expect((await ask(["127.0.0.1"], "127.0.0.1", client)).lines).toEqual([]);
  });
});

describe("networkOf", () => {
  it.each([
    ["an IPv4 address", client, client],
    ["the /64 of an IPv6 address", "2001:db8:7:7:1:2:3:4", "2001:db8:7:7"],
    ["an IPv6 address in any spelling", "2001:DB8:0007:7::4", "2001:db8:7:7"],
    ["an abbreviated IPv6 address", "2001:db8::4", "2001:db8:0:0"],
    ["the loopback address", "::1", "0:0:0:0"],
  ])("groups as one client %s", (_, address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
