import type { Bench } from "./support/bench.ts";
import { compareWithPeer, startPeer } from "./support/peer.ts";
import { seedInventory } from "./support/seed-inventory.ts";

const columns =
  "v.id, v.brand, v.model, v.year, v.price, v.mileage, v.images, v.status, v.description";
const seller = `(select row_to_json(s) from (
  select p.id, p.full_name, p.public_slug, p.public_config
  from public.profiles p where p.id = v.user_id) s) as seller`;

/** The rows of each page as one would read them by hand. */
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

/**
 * Public pages, whole and packed, against bare Node and pg that give the rows they show as JSON: as
 * visitors find them, and as each is made anew.
 */
export const bench: Bench = async (world) => {
  await seedInventory(world.sql);
  const [row] = await world.sql<{ id: string; owner: string; slug: string }[]>`
    select v.id, p.id as owner, p.public_slug as slug from public.vehicles v
    join public.profiles p on p.id = v.user_id where v.published order by v.created_at limit 1`;
  if (!row) throw new Error("There is no vehicle");
  const cold = await world.startAnother({ PAGE_CACHE_MB: "0" });
  const { vehicle, inventory, dealership } = statements;
  const pages = [
    { name: "vehicle", path: `/public/vehicle/${row.id}`, peer: vehicle(row.id), wanted: 1.5 },
    { name: "inventory", path: `/i/${row.slug}/inventory`, peer: inventory(row.owner), wanted: 1 },
    { name: "landing", path: `/i/${row.slug}`, peer: dealership(row.owner), wanted: 1 },
    { name: "card", path: `/vcard/${row.slug}`, peer: dealership(row.owner), wanted: 1 },
  ];
  const measurements = [];
  for (const { name, path, peer: statement, wanted } of pages) {
    const peer = await startPeer(world, statement);
    const headers = { "accept-encoding": "gzip" };
    const url = (server: { url: string }) => `${server.url}${path}`;
    try {
      const warm = { name: `${name} page, kept`, url: url(world.server), headers, wanted };
      measurements.push(await compareWithPeer(peer, warm));
      if (name !== "vehicle") continue;
      const anew = { name: `${name} page, made anew`, url: url(cold), headers, wanted: 0.15 };
      measurements.push(await compareWithPeer(peer, anew));
    } finally {
      peer.stop();
    }
  }
  return measurements;
};
