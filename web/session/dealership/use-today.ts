import { todayHere, zoneHere } from "#contract/dealership-day.ts";
import { useUnits } from "./use-units.ts";

/** Today at a dealership; defaults to the active account's. */
export function useToday(dealershipId?: string): string {
  return todayHere(useUnits(dealershipId));
}

/** The time zone of a dealership; defaults to the active account's. */
export function useZone(dealershipId?: string): string {
  return zoneHere(useUnits(dealershipId));
}
