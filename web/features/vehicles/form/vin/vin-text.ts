import { VIN_LENGTH } from "#contract/vehicle-fields.ts";

/**
 * Normalizes a typed or pasted VIN: letters and digits, upper-cased, at most 17
 * (docs/product/vehicle-form.md).
 */
export function normalizeVin(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, VIN_LENGTH);
}
