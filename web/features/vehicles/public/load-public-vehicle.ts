import { z } from "zod";
import { Vehicle } from "#contract/vehicle.ts";
import { type AnonymousRest, readPublicRows } from "#web/api/read-public-rows.ts";
import { CardVehicle } from "../card-vehicle.ts";
import { readPublishedVehicles } from "../read-published-vehicles.ts";

const PublicVehicle = Vehicle.omit({
  user_id: true,
  published: true,
  views: true,
  created_at: true,
  updated_at: true,
});
const COLUMNS = Object.keys(PublicVehicle.shape).join(",");
const Rows = z.array(PublicVehicle.extend({ user_id: z.guid(), seller: z.unknown() })).max(1);

/** A vehicle as visitors see it. */
export type PublicVehicle = z.infer<typeof PublicVehicle>;

/**
 * Loads a published vehicle with its seller and three similar ones, in two concurrent requests with
 * the anonymous key (docs/product/public-pages.md). The caller supplies the seller's columns and
 * schema; the seller is null if visitors may not read it, but the owner's ID is always returned.
 * Null for an ID that is malformed, unknown or unpublished. Throws PublicRowsUnavailable if the API
 * does not answer.
 */
export async function loadPublicVehicle<Seller>(
  rest: AnonymousRest,
  id: string,
  seller: { columns: string; schema: z.ZodType<Seller> },
): Promise<{
  vehicle: PublicVehicle;
  ownerId: string;
  seller: Seller | null;
  similar: CardVehicle[];
} | null> {
  if (!z.guid().safeParse(id).success) return null;
  const [rows, similar] = await Promise.all([
    readPublishedVehicles(rest, {
      select: `${COLUMNS},user_id,seller:profiles!vehicles_user_id_fkey(${seller.columns})`,
      id: `eq.${id}`,
      limit: "1",
    }),
    readPublicRows(rest, "rpc/get_similar_vehicles", { p_vehicle_id: id }),
  ]);
  const [row] = Rows.parse(rows);
  if (row === undefined) return null;
  const { seller: found, user_id: ownerId, ...vehicle } = row;
  return {
    vehicle,
    ownerId,
    seller: seller.schema.nullable().catch(null).parse(found),
    similar: z.array(CardVehicle).parse(similar),
  };
}
