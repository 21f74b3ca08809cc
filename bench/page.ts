import type { Bench, BenchWorld, Measurement } from "./support/bench.ts";
import { measureLoad } from "./support/load.ts";
import { compareWithPeer, startPeer } from "./support/peer.ts";
import { seedInventory } from "./support/seed-inventory.ts";

const headers = { "accept-encoding": "gzip" };
const columns =
  "v.id, v.brand, v.model, v.year, v.price, v.mileage, v.images, v.status, v.description";
const seller = `(select row_to_json(s) from (
  select p.id, p.full_name, p.public_slug, p.public_config
  from public.profiles p where p.id = v.user_id) s) as seller`;

/** The rows of each page in handwritten SQL. */
const statements = {
  vehicle: (id: string) => `
    select row_to_json(r)::text as body
    from (select ${columns}, ${seller} from public.vehicles v where v.id = '${id}') r`,
  inventory: (id: string) => `
    select json_agg(r)::text as body
    from (select ${columns} from public.vehicles v
      where v.user_id = '${id}' and v.published and v.status = 'Disponible'
      order by v.created_at desc limit 24) r`,
  dealership: (id: string) => `
    select row_to_json(p)::text as body
    from (select id, full_name, public_slug, public_config from public.profiles
      where id = '${id}') p`,
};

/** A public page of each kind in a new inventory, with the handwritten SQL for its rows. */
export async function readPublicPages({ sql }: Pick<BenchWorld, "sql">) {
  await seedInventory(sql);
  const [row] = await sql<{ id: string; owner: string; slug: string }[]>`
    select v.id, p.id as owner, p.public_slug as slug from public.vehicles v
    join public.profiles p on p.id = v.user_id where v.published order by v.created_at limit 1`;
  if (!row) throw new Error("There is no vehicle");
  const { id, owner, slug } = row;
  const { vehicle, inventory, dealership } = statements;
  return {
    vehicle: { id, path: `/public/vehicle/${id}`, statement: vehicle(id), wanted: 1.5 },
    inventory: { path: `/i/${slug}/inventory`, statement: inventory(owner), wanted: 1 },
    landing: { path: `/i/${slug}`, statement: dealership(owner), wanted: 1 },
    card: { path: `/vcard/${slug}`, statement: dealership(owner), wanted: 1 },
  };
}

/** Visitors of one cached page. */
const crowd = { connections: 100, everyMs: 200, seconds: 10 };
const crowdMs = 20;

async function measureCrowd(url: string): Promise<Measurement> {
  await measureLoad({ url, headers, ...crowd, seconds: 2 });
  const { requestsPerSecond, p95Ms, p99Ms, failures } = await measureLoad({
    url,
    headers,
    ...crowd,
  });
  return {
    name: `vehicle page, kept, while ${requestsPerSecond.toFixed(0)} a second come`,
    value: `p99 ${p99Ms.toFixed(1)} ms (p95 ${p95Ms.toFixed(1)} ms; ${failures} failures)`,
    target: `p99 at most ${crowdMs} ms`,
    holds: p99Ms <= crowdMs && failures === 0,
  };
}

/**
 * Public pages, complete and compressed, against bare Node and pg that return the same rows as
 * JSON: cached, as visitors get them, and rendered on each request.
 */
export const bench: Bench = async (world) => {
  const pages = await readPublicPages(world);
  const cold = await world.startAnother({ PAGE_CACHE_MB: "0" });
  const measurements: Measurement[] = [];
  for (const [name, { path, statement, wanted }] of Object.entries(pages)) {
    const peer = await startPeer(world, statement);
    const url = (server: { url: string }) => `${server.url}${path}`;
    try {
      const warm = { name: `${name} page, kept`, url: url(world.server), headers, wanted };
      measurements.push(await compareWithPeer(peer, warm));
      if (name !== "vehicle") continue;
      measurements.push(await measureCrowd(url(world.server)));
      const rendered = { name: `${name} page, rendered`, url: url(cold), headers, wanted: 0.15 };
      measurements.push(await compareWithPeer(peer, rendered));
    } finally {
      peer.stop();
    }
  }
  return measurements;
};
