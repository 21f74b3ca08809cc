import { setTimeout as pause } from "node:timers/promises";
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

/** When each price of a vehicle was written, for sure; the newest last. */
type History = { price: number; at: number }[];

/** Reads that showed an older price than the newest that was there a second before they began. */
async function readAtRandom(
  sites: CachingProcess[],
  histories: Map<string, History>,
  until: { isOver: boolean },
): Promise<{ reads: number; stale: string[] }> {
  const ids = [...histories.keys()];
  const stale: string[] = [];
  let reads = 0;
  while (!until.isOver) {
    const id = ids[Math.floor(Math.random() * ids.length)] ?? "";
    const site = sites[Math.floor(Math.random() * sites.length)];
    const asked = performance.now();
    const seen = await site?.priceOf(id);
    const wanted = histories.get(id)?.findLast(({ at }) => at <= asked - 1_000)?.price ?? 0;
    if (seen === null || seen === undefined || seen < wanted) stale.push(`${seen} of ${wanted}`);
    reads += 1;
  }
  return { reads, stale };
}

describe("two processes over one database", () => {
  test("no visitor reads what is older than a second, while a thousand prices change at random and listeners end", async () => {
    const sites = [await world.startProcess(), await world.startProcess()];
    const ids = await Promise.all(Array.from({ length: 10 }, () => world.addVehicle()));
    const histories = new Map(ids.map((id) => [id, [] as History]));
    const until = { isOver: false };
    const readers = Array.from({ length: 4 }, () => readAtRandom(sites, histories, until));
    for (let price = 1; price <= 1_000; price += 1) {
      const id = ids[Math.floor(Math.random() * ids.length)] ?? "";
      await sites[price % 2]?.write(setPrice(id, price));
      histories.get(id)?.push({ price, at: performance.now() });
      if (price % 250 === 0) await endListening();
      await pause(2);
    }
    until.isOver = true;
    const results = await Promise.all(readers);
    expect(results.flatMap(({ stale }) => stale)).toEqual([]);
    const reads = results.reduce((sum, { reads: own }) => sum + own, 0);
    const made = sites.reduce((sum, { asked }) => sum + asked.length, 0);
    expect(reads).toBeGreaterThan(made);
    const last = [...histories].map(([id, history]) => [id, history.at(-1)?.price ?? 0]);
    await pause(1_000);
    for (const site of sites) {
      const shown = await Promise.all(ids.map(async (id) => [id, await site.priceOf(id)]));
      expect(shown).toEqual(last);
    }
  }, 120_000);

  test("a process whose listening connection is ended keeps nothing until it has another", async () => {
    const [id, site] = [await world.addVehicle(), await world.startProcess()];
    await site.read(id);
    await endListening();
    await world.database.sql.unsafe(setPrice(id, 3));
    await expect.poll(() => site.priceOf(id), { timeout: 1_000, interval: 20 }).toBe(3);
    // It connects anew after half a second.
    await pause(1_500);
    await site.read(id);
    const made = site.asked.length;
    await site.read(id);
    expect(site.asked).toHaveLength(made);
  });
});

async function endListening(): Promise<void> {
  const lost = await world.database.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query in ('select', 'listen "pages"')`;
  if (lost.length === 0) throw new Error("No process listens");
}
