import { newestYear, VIN_LENGTH } from "./vehicle-fields.ts";

const VALUES: Record<string, number> = {
  ...Object.fromEntries([..."0123456789"].map((digit) => [digit, Number(digit)])),
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8 },
  ...{ J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
};
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const CHECK_POSITION = 8;

/** Whether a text has the shape of a VIN: 17 characters without I, O or Q (ISO 3779). */
export function isVinShaped(text: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(text);
}

/** Whether the ninth character is the correct check digit (49 CFR 565.15). */
export function hasValidCheckDigit(vin: string): boolean {
  return isVinShaped(vin) && vin.charAt(CHECK_POSITION) === checkDigitOf(vin);
}

function checkDigitOf(vin: string): string {
  const sum = WEIGHTS.reduce(
    (total, weight, position) => total + weight * (VALUES[vin.charAt(position)] ?? 0),
    0,
  );
  const remainder = sum % 11;
  return remainder === 10 ? "X" : String(remainder);
}

/**
 * Whether a VIN's country requires the check digit: North America (1 to 5, and 7F to 70) and China
 * (L). Elsewhere the ninth character is free.
 */
export function requiresCheckDigit(vin: string): boolean {
  return /^(?:[1-5L]|7[F-Z0])/.test(vin);
}

const YEAR_CODES = "ABCDEFGHJKLMNPRSTVWXY123456789";

/**
 * The model years that the tenth character can mean, from the cycles of 1980 and 2010, up to
 * `newest`.
 */
export function modelYearsOf(vin: string, newest = newestYear()): number[] {
  const place = YEAR_CODES.indexOf(vin.charAt(9));
  if (place < 0) return [];
  return [1980 + place, 2010 + place].filter((year) => year <= newest);
}

/** Reduces a VIN to letters and digits, also after "VIN:". */
export function plainVin(text: string): string {
  return text
    .toUpperCase()
    .replace(/^\W*VIN\b/, "")
    .replaceAll(/[^A-Z0-9]/g, "");
}

/** What is wrong with a VIN, and the VINs it may be a typo of. */
export type VinDoubt = { problem: string; corrections: string[] };

/** 17-character VINs started with model year 1981. */
const FIRST_YEAR = 1981;

/** Checks a normalized VIN. `year` is the vehicle's year, if known. */
export function checkVin(vin: string, year?: number): VinDoubt | null {
  if (year !== undefined && year < FIRST_YEAR) return null;
  if (vin.length !== VIN_LENGTH) {
    const problem = `El VIN tiene ${vin.length} caracteres y debería tener ${VIN_LENGTH}.`;
    return {
      problem,
      corrections: valid(vin.length < VIN_LENGTH ? lostCharacterCandidates(vin) : shorter(vin)),
    };
  }
  if (!isVinShaped(vin)) {
    const plain = withoutIOQ(vin);
    const problem = "Un VIN no lleva las letras I, O ni Q.";
    return {
      problem,
      corrections: [plain, ...(isDoubtful(plain) ? misreadCandidates(plain) : [])],
    };
  }
  if (!isDoubtful(vin)) return null;
  return {
    problem: "El dígito de control del VIN no cuadra.",
    corrections: misreadCandidates(vin),
  };
}

const isDoubtful = (vin: string) => requiresCheckDigit(vin) && !hasValidCheckDigit(vin);

const withoutIOQ = (vin: string) => vin.replaceAll("I", "1").replaceAll(/[OQ]/g, "0");

/** Characters that are easily confused on a plate or a photo. */
const lookAlikes = ["0D", "1L", "17", "2Z", "5S", "6G", "8B", "UV"];

/**
 * VINs with a valid check digit that differ in one easily confused character, or in the check
 * digit.
 */
function misreadCandidates(vin: string): string[] {
  const misread = [...vin].flatMap((character, at) =>
    lookAlikes.flatMap((pair) => {
      const other = pair.includes(character) ? pair.replace(character, "") : "";
      return other ? replaced(vin, at, other) : [];
    }),
  );
  return valid([replaced(vin, CHECK_POSITION, checkDigitOf(vin)), ...misread]);
}

/** VINs with one character more: one of a run of equal characters is easily lost. */
function lostCharacterCandidates(vin: string): string[] {
  if (vin.length !== VIN_LENGTH - 1) return [];
  return [...vin].map((character, at) => vin.slice(0, at) + character + vin.slice(at));
}

function shorter(vin: string): string[] {
  if (vin.length !== VIN_LENGTH + 1) return [];
  return [...vin].map((_, at) => vin.slice(0, at) + vin.slice(at + 1));
}

const replaced = (vin: string, at: number, character: string) =>
  vin.slice(0, at) + character + vin.slice(at + 1);

const MOST_CORRECTIONS = 3;

/**
 * Whether it has a check digit, a year code, and a serial number that ends in four digits (49 CFR
 * 565.13 and 565.15).
 */
const isPlausible = (vin: string) => /^.{8}[0-9X][1-9A-HJ-NPR-TV-Y].{3}\d{4}$/.test(vin);

function valid(vins: string[]): string[] {
  const possible = vins
    .map(withoutIOQ)
    .filter((vin) => hasValidCheckDigit(vin) && isPlausible(vin));
  return [...new Set(possible)].slice(0, MOST_CORRECTIONS);
}
