import { daysBetween, localDay } from "#contract/dealership-day.ts";
import { ageOf } from "#contract/lot-age.ts";
import { ageStyles } from "#web/ui/theme/age-styles.ts";
import type { InventoryVehicle } from "./queries.ts";

/**
 * For how many days a vehicle has been on the lot, by the dealership's calendar; where its
 * acquisition is not known, in the inventory. Equal to public.lot.
 */
export function daysInStock(
  { created_at, acquired_on }: Pick<InventoryVehicle, "created_at" | "acquired_on">,
  zone: string,
  now: Date = new Date(),
): number {
  const since = acquired_on ?? localDay(new Date(created_at), zone);
  return Math.max(0, daysBetween(since, localDay(now, zone)));
}

/** The colour of so many days, as the lot's page has it; what is sold stands no longer. */
export function daysInk(days: number, { status }: InventoryVehicle): string | undefined {
  return status === "Vendido" ? undefined : ageStyles[ageOf(days)].ink;
}
