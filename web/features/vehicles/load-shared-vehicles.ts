import { z } from "zod";
import { Vehicle } from "#contract/vehicle.ts";
import { type AnonymousRest, readPublicRows } from "./read-public-rows.ts";

const COLUMNS = "id,brand,model,year,price,mileage,transmission,fuel_type,images,status";

const SharedRow = Vehicle.pick({
  id: true,
  brand: true,
  model: true,
  year: true,
  price: true,
  mileage: true,
  transmission: true,
  fuel_type: true,
  images: true,
  status: true,
});

/** A vehicle as the shared page shows one: of its photos the cover and their number. */
export type SharedVehicle = Omit<z.infer<typeof SharedRow>, "images"> & {
  cover: string | null;
  photos: number;
};

/**
 * The published ones of the given vehicles, in the given order and in one request (spec section 7), with each different
 * seller whom visitors may read, in order of appearance. Unknown and unpublished ones are absent without a word.
 * Throws PublicRowsUnavailable when the api does not answer.
 */
export async function loadSharedVehicles<Seller extends { id: string }>(
  rest: AnonymousRest,
  ids: string[],
  seller: { columns: string; schema: z.ZodType<Seller> },
): Promise<{ vehicles: SharedVehicle[]; sellers: Seller[] }> {
  if (ids.length === 0) return { vehicles: [], sellers: [] };
  const answer = await readPublicRows(rest, {
    select: `${COLUMNS},seller:profiles!vehicles_user_id_fkey(${seller.columns})`,
    id: `in.(${ids.join(",")})`,
  });
  const Row = SharedRow.extend({ seller: seller.schema.nullable().catch(null) });
  const rows = new Map(
    z
      .array(Row)
      .parse(answer)
      .map((row) => [row.id, row]),
  );
  const found = ids.flatMap((id) => rows.get(id) ?? []);
  const sellers = new Map(
    found.flatMap((row) => (row.seller ? [[row.seller.id, row.seller]] : [])),
  );
  return {
    vehicles: found.map(({ seller: _, images, ...vehicle }) => ({
      ...vehicle,
      cover: images[0] ?? null,
      photos: images.length,
    })),
    sellers: [...sellers.values()],
  };
}
