import { VIN_LENGTH } from "#contract/vehicle-fields.ts";
import { hasValidCheckDigit, isVinShaped } from "./vin-check-digit.ts";

/** A VIN read out of a code; `certain` when its check digit holds. */
export type FoundVin = { vin: string; certain: boolean };

/**
 * Picks the VIN out of what a barcode says: alone, behind the I that importers put before it, or
 * inside a longer text or address. A text that merely has 17 fitting characters counts only when it
 * stands alone. Null when there is none.
 */
export function findVin(code: string): FoundVin | null {
  const runs = code.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const windows = runs.flatMap(windowsOf);
  const certain = windows.find(hasValidCheckDigit);
  if (certain) return { vin: certain, certain: true };
  const alone = runs.map((run) => run.replace(/^I(?=.{17}$)/, "")).find(isVinShaped);
  return alone ? { vin: alone, certain: false } : null;
}

/**
 * Reads one code after the other from a moving picture. A VIN whose check digit fails is believed
 * only when it is read twice in a row, since Code 39 carries no checksum of its own.
 */
export function createVinReader(): (code: string) => string | null {
  let doubted: string | null = null;
  return (code) => {
    const found = findVin(code);
    if (!found) return null;
    if (found.certain || found.vin === doubted) return found.vin;
    doubted = found.vin;
    return null;
  };
}

function windowsOf(run: string): string[] {
  const count = Math.max(0, run.length - VIN_LENGTH + 1);
  return Array.from({ length: count }, (_, start) => run.slice(start, start + VIN_LENGTH));
}
