import { limits } from "./limits.ts";

/** Age groups of vehicles on the lot, in days. Labels and colours: web/ui/theme/age-styles.ts. */
export const LOT_AGES = ["0-30", "31-45", "46-60", "61-mas"] as const;
export type LotAge = (typeof LOT_AGES)[number];

/** The age group of a number of whole days. */
export function lotAgeOf(days: number): LotAge {
  if (days <= 30) return "0-30";
  if (days <= 45) return "31-45";
  return days <= limits.longDaysOnLot ? "46-60" : "61-mas";
}
