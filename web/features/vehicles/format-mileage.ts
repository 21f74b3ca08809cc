import { groupDigits } from "#web/ui/controls/group-digits.ts";

/**
 * A distance in miles as people read it: "12,345 mi"; a dash when nobody wrote it (product section
 * 9).
 */
export function formatMileage(mileage: number | null): string {
  return mileage === null ? "—" : `${groupDigits(mileage)} mi`;
}
