import type { VinDecoding } from "#contract/decode-vin.ts";
import type { VehicleFormValues } from "#contract/vehicle.ts";

/** The fields that a VIN can fill, with the name that the form shows for each. */
export const DECODED_FIELDS = {
  brand: "Marca",
  model: "Modelo",
  year: "Año",
  fuel_type: "Combustible",
  transmission: "Transmisión",
  doors: "Puertas",
} as const;
type DecodedField = keyof typeof DECODED_FIELDS;

/** One empty field and the text that the VIN gives for it. */
export type Filling = { field: DecodedField; value: string };

/** What a decoded VIN adds to the form: only fields that are still empty (decisions.md, VIN). */
export function applyDecoding(values: VehicleFormValues, decoding: VinDecoding): Filling[] {
  const known: Record<DecodedField, string | number | undefined> = {
    brand: decoding.brand,
    model: decoding.model,
    year: decoding.year,
    fuel_type: decoding.fuel_type,
    transmission: decoding.transmission,
    doors: decoding.doors,
  };
  return decodedFields().flatMap((field) => {
    const value = known[field];
    const isEmpty = values[field].trim() === "";
    return value !== undefined && isEmpty ? [{ field, value: String(value) }] : [];
  });
}

function decodedFields(): DecodedField[] {
  return ["brand", "model", "year", "fuel_type", "transmission", "doors"];
}
