import type { Bench } from "./support/bench.ts";
import type { Load } from "./support/load.ts";
import { compareWithPeer, startPeer } from "./support/peer.ts";
import { seedInventory } from "./support/seed-inventory.ts";

const select =
  "id,brand,model,year,price,mileage,images,status,created_at,seller:profiles!vehicles_user_id_fkey(id,full_name,public_slug,public_config,dealership:dealership_id(id,full_name,public_slug))";

/** The same rows and JSON in handwritten SQL. */
const statement = `
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

const query = new URLSearchParams({
  select,
  status: "eq.Disponible",
  published: "eq.true",
  order: "created_at.desc",
  limit: "20",
});

/** The list as a visitor's request and as a statement. */
export const list = { query, statement };

/**
 * A visitor's list of 20 vehicles, each with its seller and the seller's dealership, against bare
 * Node and pg: one query for all clients, which concurrent requests share, and a different one for
 * each.
 */
export const bench: Bench = async (world) => {
  await seedInventory(world.sql);
  const peer = await startPeer(world, statement);
  const url = `${world.server.url}/rest/v1/vehicles?${query}`;
  const headers = {
    apikey: world.anonKey,
    authorization: `Bearer ${world.anonKey}`,
    "accept-profile": "public",
  };
  const compare = (name: string, asked: Load["url"], wanted: number | null) =>
    compareWithPeer(peer, { name: `20 vehicles, ${name}`, url: asked, headers, wanted });
  try {
    return [
      await compare("the same list", url, 0.9),
      await compare("each its own list", (connection) => `${url}&brand=neq.x${connection}`, null),
    ];
  } finally {
    peer.stop();
  }
};
