import type { VinDecoding } from "#contract/decode-vin.ts";
import {
  textsOf,
  type Vehicle,
  type VehicleFormValues,
  type VehicleInput,
} from "#contract/vehicle.ts";
import {
  choicesOf,
  type FieldWith,
  fieldsWith,
  vehicleFieldNames,
} from "#contract/vehicle-fields.ts";

/**
 * A stored vehicle as the form's texts. A word that the form does not offer shows as not filled in.
 */
export function formValuesOf(vehicle: Vehicle): VehicleFormValues {
  return textsOf((name) => {
    const text = String(vehicle[name] ?? "");
    return choicesOf(name)?.includes(text) === false ? "" : text;
  });
}

/**
 * The columns that the person changed, with their parsed values, so that a save does not undo what
 * somebody else changed meanwhile (fault 13). A field put back to what it was is not sent.
 */
export function changedColumns(
  initial: VehicleFormValues,
  values: VehicleFormValues,
  input: VehicleInput,
): Partial<VehicleInput> {
  const changed = vehicleFieldNames.filter((name) => initial[name] !== values[name]);
  return Object.fromEntries(changed.map((column) => [column, input[column]]));
}

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
