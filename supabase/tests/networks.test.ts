import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { networkOf } from "#backend/http/client-address.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const addresses = [
  "203.0.113.7",
  "203.0.113.8",
  "::1",
  "::2",
  "0:0:0:1::",
  "2001:db8:7:7:1:2:3:4",
  "2001:DB8:0007:7::4",
  "2001:db8:7:8::4",
  "2001:db8::4",
  "2001:db8:0:0:ffff::",
  "2001:db8:0:1::",
  "fe80::1:2:3:4",
];

/** For each address, the first in the list that counts as the same client. */
function sameAs(networks: (string | null)[]): (string | undefined)[] {
  return networks.map((network) => addresses[networks.indexOf(network)]);
}

describe("a stranger's address", () => {
  test("is the same client for database limits and connection queues", async () => {
    const rows = await world.sql<{ network: string }[]>`
      select private.network_of(address) as network
      from unnest(${addresses}::text[]) with ordinality as list (address, position) order by position`;
    expect(sameAs(rows.map(({ network }) => network))).toEqual(sameAs(addresses.map(networkOf)));
  });

  test("differs from an address in another network", async () => {
    expect(new Set(sameAs(addresses.map(networkOf))).size).toBe(9);
  });
});
