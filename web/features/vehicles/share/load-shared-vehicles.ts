import { z } from "zod";
import type { AnonymousRest } from "#web/api/read-public-rows.ts";
import { CARD_COLUMNS, CardVehicle } from "../card-vehicle.ts";
import { readPublishedVehicles } from "../read-published-vehicles.ts";

/** Maximum vehicles in a shared link. */
export const MAX_SHARED = 200;

const Rows = z.array(CardVehicle.and(z.object({ user_id: z.guid(), seller: z.unknown() })));

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The distinct vehicle IDs of a shared link (`?ids=a,b`), in order; invalid IDs are ignored. */
export function sharedIds(search: URLSearchParams): string[] {
  const named = search.getAll("ids").flatMap((ids) => ids.toLowerCase().split(","));
  const ids = named.map((id) => id.trim()).filter((id) => ID.test(id));
  return [...new Set(ids)].slice(0, MAX_SHARED);
}

/**
 * Loads the published vehicles with these IDs in order, in one request
 * (docs/product/public-pages.md); the distinct sellers that visitors may read, in order of
 * appearance; and all owners' IDs. Unknown and unpublished vehicles are dropped. Throws
 * PublicRowsUnavailable if the API does not answer.
 */
export async function loadSharedVehicles<Seller extends { id: string }>(
  rest: AnonymousRest,
  ids: string[],
  seller: { columns: string; schema: z.ZodType<Seller> },
): Promise<{
  vehicles: (CardVehicle & { seller: Seller | null })[];
  sellers: Seller[];
  owners: string[];
}> {
  if (ids.length === 0) return { vehicles: [], sellers: [], owners: [] };
  const answer = await readPublishedVehicles(rest, {
    select: `${CARD_COLUMNS},user_id,seller:profiles!vehicles_user_id_fkey(${seller.columns})`,
    id: `in.(${ids.join(",")})`,
  });
  const readable = seller.schema.nullable().catch(null);
  const rows = new Map(
    Rows.parse(answer).map((row) => [row.id, { ...row, seller: readable.parse(row.seller) }]),
  );
  const found = ids.flatMap((id) => rows.get(id) ?? []);
  const sellers = new Map(
    found.flatMap((row) => (row.seller ? [[row.seller.id, row.seller]] : [])),
  );
  const owners = [...new Set(found.map((row) => row.user_id))];
  return { vehicles: found, sellers: [...sellers.values()], owners };
}
