import { ageOf } from "#contract/lot-age.ts";
import { ageLooks } from "#web/ui/theme/age-looks.ts";
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

/** The colour of so many days, as the lot's page has it; what is sold stands no longer. */
export function daysInk(vehicle: InventoryVehicle): string | undefined {
  return vehicle.status === "Vendido" ? undefined : ageLooks[ageOf(daysInStock(vehicle))].ink;
}
