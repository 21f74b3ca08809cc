import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type CachedSite,
  type CachingProcess,
  openCachedSite,
  setPrice,
} from "#tests/support/cached-site.ts";

let world: CachedSite;

beforeAll(async () => {
  world = await openCachedSite();
});
afterEach(() => world.stopProcesses());
afterAll(() => world.database.drop());

/** Reads pages at random, and collects every price that is older than one seen before. */
async function readAtRandom(
  site: CachingProcess,
  ids: string[],
  until: { isOver: boolean },
): Promise<{ reads: number; stale: string[] }> {
  const newest = new Map<string, number>();
  const stale: string[] = [];
  let reads = 0;
  while (!until.isOver) {
    const id = ids[Math.floor(Math.random() * ids.length)] ?? "";
    const seen = await site.priceOf(id);
    const wanted = newest.get(id) ?? 0;
    if (seen === null || seen < wanted) stale.push(`${seen} after ${wanted}`);
    newest.set(id, Math.max(seen ?? 0, wanted));
    reads += 1;
  }
  return { reads, stale };
}

describe("two processes on one database", () => {
  test("no visitor sees an older price after a newer one, even when listeners end", async () => {
    const sites = [await world.startProcess(), await world.startProcess()];
    const ids = await Promise.all(Array.from({ length: 10 }, () => world.addVehicle()));
    const last = new Map<string, number>();
    const until = { isOver: false };
    const readers = [...sites, ...sites].map((site) => readAtRandom(site, ids, until));
    for (let price = 1; price <= 1_000; price += 1) {
      const id = ids[Math.floor(Math.random() * ids.length)] ?? "";
      await sites[price % 2]?.write(setPrice(id, price));
      last.set(id, price);
      if (price % 250 === 0) await endListening();
    }
    until.isOver = true;
    const results = await Promise.all(readers);
    expect(results.flatMap(({ stale }) => stale)).toEqual([]);
    const reads = results.reduce((sum, { reads: own }) => sum + own, 0);
    const made = sites.reduce((sum, { asked }) => sum + asked.length, 0);
    expect(reads).toBeGreaterThan(made);
    await showsNewest(sites);
    for (const site of sites) {
      const shown = await Promise.all(ids.map(async (id) => [id, await site.priceOf(id)] as const));
      expect(new Map(shown)).toEqual(new Map(ids.map((id) => [id, last.get(id) ?? 0])));
    }
  });

  test("a process without its listening connection caches nothing", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    await site.read(id);
    await endListening();
    await world.database.sql.unsafe(setPrice(id, 3));
    await expect.poll(() => site.priceOf(id)).toBe(3);
    const makesAnew = async () => {
      await site.read(id);
      const made = site.asked.length;
      await site.read(id);
      return site.asked.length > made;
    };
    await expect.poll(makesAnew).toBe(false);
  });
});

/**
 * Waits until each process has received the last change; PostgreSQL delivers notifications in
 * order.
 */
async function showsNewest(sites: CachingProcess[]): Promise<void> {
  const id = await world.addVehicle();
  for (const site of sites) await site.read(id);
  await world.database.sql.unsafe(setPrice(id, 1));
  for (const site of sites) await expect.poll(() => site.priceOf(id)).toBe(1);
}

async function endListening(): Promise<void> {
  const lost = await world.database.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query in ('select', 'listen "pages"')`;
  if (lost.length === 0) throw new Error("No process listens");
}
