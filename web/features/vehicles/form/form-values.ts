import type { VinDecoding } from "#contract/decode-vin.ts";
import { makeKey } from "#contract/make-names.ts";
import { foldText } from "#contract/text/fold-text.ts";
import {
  textOf,
  textsOf,
  type Vehicle,
  type VehicleFormValues,
  type VehicleInput,
} from "#contract/vehicle.ts";
import {
  choicesOf,
  type FieldWith,
  fieldsWith,
  type VehicleFieldName,
  vehicleFieldNames,
} from "#contract/vehicle-fields.ts";
import type { FieldValue } from "./form-view.ts";

/** A stored vehicle as form values, including values that the form does not offer. */
export function formValuesOf(vehicle: Vehicle): VehicleFormValues {
  return textsOf((name) => textOf(vehicle[name]));
}

/**
 * The values to validate, without unchanged values from other clients that the form does not offer
 * (such as 3 doors); these are not sent.
 */
export function withoutUnofferedValues(
  initial: VehicleFormValues,
  values: VehicleFormValues,
): VehicleFormValues {
  return textsOf((name) => {
    const isForeign = values[name] === initial[name] && !isOffered(name, initial[name]);
    return isForeign ? "" : values[name];
  });
}

const isOffered = (name: VehicleFieldName, text: string) => choicesOf(name)?.includes(text) ?? true;

/**
 * The parsed columns that the person changed, so that a save does not overwrite concurrent edits
 * (fault 13). A field set back to its original value is not sent.
 */
export function changedColumns(
  initial: VehicleFormValues,
  values: VehicleFormValues,
  input: VehicleInput,
): Partial<VehicleInput> {
  const changed = vehicleFieldNames.filter((name) => initial[name] !== values[name]);
  return Object.fromEntries(changed.map((column) => [column, input[column]]));
}

/**
 * The values that a decoded VIN writes: into empty fields, and into fields filled from the previous
 * VIN, which are cleared if this VIN has no value.
 */
export function applyDecoding(
  values: VehicleFormValues,
  decoding: VinDecoding,
  before: readonly FieldValue[],
): FieldValue[] {
  return fieldsWith("vin").flatMap((field) => {
    const isEmpty = values[field].trim() === "";
    const isUntouched = before.some((one) => one.field === field && one.value === values[field]);
    const value = String(decoding[field] ?? "");
    return isUntouched || (isEmpty && value !== "") ? [{ field, value }] : [];
  });
}

/**
 * The VIN's value for a field if it contradicts the form's, else null. Ignores spelling; a model
 * may include its trim.
 */
export function conflictingValue(
  field: FieldWith<"vin">,
  typed: string,
  decoding: VinDecoding,
): string | null {
  const decoded = String(decoding[field] ?? "");
  if (decoded === "" || typed.trim() === "") return null;
  if (field === "brand" && makeKey(decoded) === makeKey(typed)) return null;
  const equals = field === "model" ? [decoded, `${decoded} ${decoding.trim ?? ""}`] : [decoded];
  return equals.map(foldText).includes(foldText(typed)) ? null : decoded;
}
