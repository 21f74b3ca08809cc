import type { VinDecoding } from "#contract/decode-vin.ts";
import { foldText } from "#contract/fold-text.ts";
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
  vehicleFieldNames,
} from "#contract/vehicle-fields.ts";

/**
 * A stored vehicle as the form's texts. A word that the form does not offer shows as not filled in.
 */
export function formValuesOf(vehicle: Vehicle): VehicleFormValues {
  return textsOf((name) => {
    const text = textOf(vehicle[name]);
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

/**
 * What a decoded VIN says of a field that holds something else; null where both agree, however it
 * is spelt, or one of them says nothing. A model may be followed by its trim.
 */
export function contradiction(
  field: FieldWith<"vin">,
  typed: string,
  decoding: VinDecoding,
): string | null {
  const said = String(decoding[field] ?? "");
  if (said === "" || typed.trim() === "") return null;
  const equals = field === "model" ? [said, `${said} ${decoding.trim ?? ""}`] : [said];
  return equals.map(foldText).includes(foldText(typed)) ? null : said;
}
