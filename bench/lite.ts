import { list } from "./embedded-list.ts";
import type { Bench } from "./support/bench.ts";
import { compareWithPeer, installPeer, start, startPeer } from "./support/peer.ts";
import { seedInventory } from "./support/seed-inventory.ts";

/**
 * A visitor's list from @supabase/lite over SQLite and from ours, each against bare Node and pg.
 */
export const bench: Bench = async (world) => {
  await seedInventory(world.sql);
  const folder = installPeer("lite");
  const lite = await start(["server.mjs"], { DATABASE_URL: world.databaseUrl }, folder);
  const peer = await startPeer(world, list.statement);
  const headers = { apikey: world.anonKey, authorization: `Bearer ${world.anonKey}` };
  try {
    return [
      await compareWithPeer(peer, {
        name: "@supabase/lite, embedded list of 20 vehicles",
        url: `${lite.url}rest/v1/vehicles?${list.query}`,
        headers: {},
        wanted: null,
      }),
      await compareWithPeer(peer, {
        name: "ours, embedded list of 20 vehicles",
        url: `${world.server.url}/rest/v1/vehicles?${list.query}`,
        headers,
        wanted: null,
      }),
    ];
  } finally {
    peer.stop();
    lite.stop();
  }
};
