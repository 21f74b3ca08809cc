import { todayHere, zoneHere } from "#contract/dealership-day.ts";
import { useUnits } from "./use-units.ts";

/** Today at a dealership, by default that of the active account. */
export function useToday(dealershipId?: string): string {
  return todayHere(useUnits(dealershipId));
}

/** The time zone of a dealership, by default that of the active account. */
export function useZone(dealershipId?: string): string {
  return zoneHere(useUnits(dealershipId));
}
