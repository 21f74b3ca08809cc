import type { VinDecoding } from "#contract/decode-vin.ts";
import type { VehicleFormValues } from "#contract/vehicle.ts";
import { type FieldWith, fieldsWith } from "#contract/vehicle-fields.ts";

/** One field and the text that the VIN gives for it. */
export type Filling = { field: FieldWith<"vin">; value: string };

/**
 * What a decoded VIN writes into the form: the fields that are still empty, and
 * those that hold what the VIN before it said, which are emptied where this one says nothing.
 */
export function applyDecoding(
  values: VehicleFormValues,
  decoding: VinDecoding,
  before: readonly Filling[],
): Filling[] {
  return fieldsWith("vin").flatMap((field) => {
    const isEmpty = values[field].trim() === "";
    const isUntouched = before.some((one) => one.field === field && one.value === values[field]);
    const value = String(decoding[field] ?? "");
    return isUntouched || (isEmpty && value !== "") ? [{ field, value }] : [];
  });
}
