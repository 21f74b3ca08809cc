import { setTimeout as pause } from "node:timers/promises";
import type { Bench } from "./support/bench.ts";
import { type Load, measureLoad } from "./support/load.ts";
import { seedInventory } from "./support/seed-inventory.ts";

const seconds = 4;
const rounds = 5;
const connections = 100;
const perSecond = 50;
const mostRatio = 1.5;

/**
 * A visitor's 95th percentile for a list, alone and next to a client that sends the same request
 * fifty times a second over a hundred connections.
 */
export const bench: Bench = async ({ server, anonKey, sql }) => {
  await seedInventory(sql);
  const from = (client: string, others: Pick<Load, "connections" | "everyMs">): Load => ({
    ...others,
    seconds,
    url: `${server.url}/rest/v1/vehicles?select=*&order=created_at.desc&limit=20`,
    headers: { apikey: anonKey, "x-forwarded-for": client },
  });
  const visitor = from("203.0.113.7", { connections: 1, everyMs: 10 });
  const busy = from("203.0.113.66", { connections, everyMs: (1000 * connections) / perSecond });
  await measureLoad(visitor);
  const ratios: number[] = [];
  const times: string[] = [];
  let failures = 0;
  for (let round = 0; round < rounds; round += 1) {
    const alone = await measureLoad(visitor);
    const other = measureLoad(busy);
    const beside = await measureLoad(visitor);
    failures += alone.failures + beside.failures + (await other).failures;
    ratios.push(beside.p95Ms / alone.p95Ms);
    times.push(`${alone.p95Ms.toFixed(1)}/${beside.p95Ms.toFixed(1)} ms`);
    await pause(200);
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return [
    {
      name: `a visitor's p95 beside a client with ${connections} connections and ${perSecond} requests a second`,
      value: `${ratio.toFixed(2)} times (${times.join(", ")}; ${failures} failures)`,
      target: `at most ${mostRatio}`,
      holds: ratio <= mostRatio && failures === 0,
    },
  ];
};
