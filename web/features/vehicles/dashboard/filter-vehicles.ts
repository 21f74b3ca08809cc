import { foldText } from "#contract/fold-text.ts";
import type { Vehicle } from "#contract/vehicle.ts";

/**
 * What the filter bar holds; an empty text lets everything through (product section 2, Dashboard).
 */
export type VehicleFilter = { text: string; status: string; brand: string };

type Searchable = Pick<Vehicle, "brand" | "model" | "vin" | "status">;

/**
 * The vehicles that the filter bar lets through, in their given order. Each typed word must occur
 * in VIN, brand or model, blind to accents and case.
 */
export function filterVehicles<Row extends Searchable>(
  vehicles: Row[],
  filter: VehicleFilter,
): Row[] {
  const words = foldText(filter.text).split(/\s+/).filter(Boolean);
  const brand = foldText(filter.brand);
  return vehicles.filter((vehicle) => {
    if (filter.status && vehicle.status !== filter.status) return false;
    if (brand && foldText(vehicle.brand) !== brand) return false;
    const haystack = foldText(`${vehicle.brand} ${vehicle.model} ${vehicle.vin ?? ""}`);
    return words.every((word) => haystack.includes(word));
  });
}

/** The brands that occur, each once whatever its spelling, in Spanish order. */
export function brandsPresent(vehicles: Pick<Vehicle, "brand">[]): string[] {
  const spellings = new Map<string, string>();
  for (const { brand } of vehicles) {
    const folded = foldText(brand);
    if (!spellings.has(folded)) spellings.set(folded, brand.trim());
  }
  return [...spellings.values()].sort((a, b) => a.localeCompare(b, "es"));
}
