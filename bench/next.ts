import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { readPublicPages } from "./page.ts";
import type { Bench } from "./support/bench.ts";
import { compareWithPeer, installPeer, start, startPeer } from "./support/peer.ts";

/**
 * The same vehicle page from Next.js and from ours, rendered and cached, each against bare Node and
 * pg.
 */
export const bench: Bench = async (world) => {
  const { vehicle } = await readPublicPages(world);
  const folder = installPeer("next");
  const program = join(folder, "node_modules/next/dist/bin/next");
  const environment = { DATABASE_URL: world.databaseUrl, NODE_ENV: "production" };
  execFileSync(process.execPath, [program, "build"], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: "ignore",
  });
  const next = await start(["server.mjs"], environment, folder);
  const cold = await world.startAnother({ PAGE_CACHE_MB: "0" });
  const peer = await startPeer(world, vehicle.statement);
  const headers = { "accept-encoding": "gzip" };
  const compare = (name: string, url: string) =>
    compareWithPeer(peer, { name, url, headers, wanted: null });
  try {
    return [
      await compare("Next.js, rendered", `${next.url}vehicle/${vehicle.id}`),
      await compare("ours, rendered", cold.url + vehicle.path),
      await compare("Next.js, kept", `${next.url}kept/${vehicle.id}`),
      await compare("ours, kept", world.server.url + vehicle.path),
    ];
  } finally {
    peer.stop();
    next.stop();
  }
};
