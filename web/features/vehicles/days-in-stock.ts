import { daysBetween, localDay } from "#contract/dealership-day.ts";
import { lotAgeOf } from "#contract/lot-age.ts";
import { ageStyles } from "#web/ui/theme/age-styles.ts";
import type { InventoryVehicle } from "./queries.ts";

/**
 * Days on the lot in the dealership's time zone, since the purchase date if known, else since the
 * vehicle was added. Equal to public.lot.
 */
export function daysInStock(
  { created_at, acquired_on }: Pick<InventoryVehicle, "created_at" | "acquired_on">,
  zone: string,
  now: Date = new Date(),
): number {
  const since = acquired_on ?? localDay(new Date(created_at), zone);
  return Math.max(0, daysBetween(since, localDay(now, zone)));
}

/** Color for a number of days, as on the lot page; none for sold vehicles. */
export function daysColor(days: number, { status }: InventoryVehicle): string | undefined {
  return status === "Vendido" ? undefined : ageStyles[lotAgeOf(days)].ink;
}
