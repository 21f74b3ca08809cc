import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Bench, BenchWorld, Measurement } from "./support/bench.ts";
import { type LoadResult, measureLoad } from "./support/load.ts";
import { seedInventory } from "./support/seed-inventory.ts";

const load = { connections: 16, seconds: 4 };
const rounds = 3;
const wantedRatio = 0.85;

const select =
  "id,brand,model,year,price,mileage,images,status,created_at,seller:profiles!vehicles_user_id_fkey(id,full_name,public_slug,public_config,dealership:dealership_id(id,full_name,public_slug))";

/** The same rows and the same JSON, as one would write them by hand. */
export const statement = `
select coalesce(json_agg(r), '[]')::text as body from (
  select v.id, v.brand, v.model, v.year, v.price, v.mileage, v.images, v.status, v.created_at,
    (select row_to_json(s) from (
      select p.id, p.full_name, p.public_slug, p.public_config,
        (select row_to_json(d) from (
          select o.id, o.full_name, o.public_slug from public.profiles o where o.id = p.dealership_id) d) as dealership
      from public.profiles p where p.id = v.user_id) s) as seller
  from public.vehicles v
  where v.status = 'Disponible' and v.published = true
  order by v.created_at desc limit 20) r`;

/**
 * A visitor's list of 20 vehicles, each with its seller and the seller's dealership, against bare
 * Node and pg.
 */
export const bench: Bench = async (world) => {
  await seedInventory(world.sql);
  const peer = await startPeer(world);
  const ours = {
    ...load,
    url: `${world.server.url}/rest/v1/vehicles?${new URLSearchParams({ select, status: "eq.Disponible", published: "eq.true", order: "created_at.desc", limit: "20" })}`,
    headers: {
      apikey: world.anonKey,
      authorization: `Bearer ${world.anonKey}`,
      "accept-profile": "public",
    },
  };
  const theirs = { ...load, url: peer.url, headers: {} };
  const results: { ours: LoadResult; theirs: LoadResult }[] = [];
  try {
    await measureLoad({ ...theirs, seconds: 1 });
    await measureLoad({ ...ours, seconds: 1 });
    for (let round = 0; round < rounds; round += 1) {
      results.push({ theirs: await measureLoad(theirs), ours: await measureLoad(ours) });
    }
  } finally {
    peer.stop();
  }
  return report(results);
};

function report(results: { ours: LoadResult; theirs: LoadResult }[]): Measurement[] {
  const ratios = results
    .map(({ ours, theirs }) => ours.requestsPerSecond / theirs.requestsPerSecond)
    .toSorted((a, b) => a - b);
  const ratio = ratios[Math.floor(ratios.length / 2)] ?? 0;
  const speeds = results
    .map(
      ({ ours, theirs }) =>
        `${ours.requestsPerSecond.toFixed(0)}/${theirs.requestsPerSecond.toFixed(0)}`,
    )
    .join(", ");
  const failures = results.reduce(
    (sum, { ours, theirs }) => sum + ours.failures + theirs.failures,
    0,
  );
  return [
    {
      name: "embedded list of 20 vehicles, requests per second against bare Node + PostgreSQL",
      value: `${ratio.toFixed(2)} (${speeds}; ${failures} failures)`,
      target: `at least ${wantedRatio}`,
      holds: ratio >= wantedRatio && failures === 0,
    },
  ];
}

async function startPeer({ databaseUrl }: BenchWorld): Promise<{ url: string; stop(): void }> {
  const program = fileURLToPath(new URL("./support/peer-server.ts", import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      STATEMENT: statement,
    },
  });
  const [line] = await once(child.stdout, "data");
  const port = /ready (\d+)/.exec(String(line))?.[1];
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}
