import { todayHere, zoneHere } from "#contract/dealership-day.ts";
import { useUnits } from "./use-units.ts";

/** Today at a dealership; without its id at that of the active account. */
export function useToday(dealershipId?: string): string {
  return todayHere(useUnits(dealershipId));
}

/** The time zone of a dealership's days and hours; without its id that of the active account's. */
export function useZone(dealershipId?: string): string {
  return zoneHere(useUnits(dealershipId));
}
