import { VIN_LENGTH } from "#contract/vehicle-fields.ts";

const VALUES: Record<string, number> = {
  ...Object.fromEntries([..."0123456789"].map((digit) => [digit, Number(digit)])),
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8 },
  ...{ J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
};
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const CHECK_POSITION = 8;

/** Whether the text has the shape of a VIN: 17 characters, none of them I, O or Q (ISO 3779). */
export function isVinShaped(text: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(text);
}

/**
 * Whether the ninth character is the check digit that 49 CFR 565.15 asks for. European VINs may
 * rightly fail it.
 */
export function hasValidCheckDigit(vin: string): boolean {
  if (!isVinShaped(vin)) return false;
  const sum = WEIGHTS.reduce(
    (total, weight, position) => total + weight * (VALUES[vin.charAt(position)] ?? 0),
    0,
  );
  const remainder = sum % 11;
  return vin.charAt(CHECK_POSITION) === (remainder === 10 ? "X" : String(remainder));
}

/**
 * What the VIN field keeps of what was typed or pasted: letters and digits, upper-cased, at most 17
 * (product section 5).
 */
export function normaliseVin(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, VIN_LENGTH);
}
