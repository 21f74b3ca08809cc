import type { InventoryVehicle } from "./queries.ts";

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** For how many whole days a vehicle has been on the lot, or, where nobody said, in the inventory. */
export function daysInStock({
  created_at,
  vehicle_figures,
}: Pick<InventoryVehicle, "created_at" | "vehicle_figures">): number {
  const since = Date.parse(vehicle_figures?.acquired_on ?? created_at);
  return Math.max(0, Math.floor((Date.now() - since) / DAY_MILLISECONDS));
}
