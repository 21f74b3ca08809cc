import { type Age, ageOf } from "#contract/lot-age.ts";
import type { InventoryVehicle } from "./queries.ts";

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** For how many whole days a vehicle has been on the lot; where nobody said, in the inventory. */
export function daysInStock({
  created_at,
  acquired_on,
}: Pick<InventoryVehicle, "created_at" | "acquired_on">): number {
  const since = Date.parse(acquired_on ?? created_at);
  return Math.max(0, Math.floor((Date.now() - since) / DAY_MILLISECONDS));
}

const inks: Record<Age, string> = {
  "0-30": "text-success-ink",
  "31-45": "text-info-ink",
  "46-60": "text-warning-ink",
  "61-mas": "text-destructive-ink",
};

/** The colour of so many days, as the lot's page has it; what is sold stands no longer. */
export function daysInk(vehicle: InventoryVehicle): string | undefined {
  return vehicle.status === "Vendido" ? undefined : inks[ageOf(daysInStock(vehicle))];
}
