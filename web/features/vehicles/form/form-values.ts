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
import type { Filling } from "./form-view.ts";

/** A stored vehicle as the form's texts, with words that the form does not offer, too. */
export function formValuesOf(vehicle: Vehicle): VehicleFormValues {
  return textsOf((name) => textOf(vehicle[name]));
}

/**
 * The texts to validate: an unchanged word of another client that the form does not offer, as the
 * doors "3", is no fault of the person who saves, and is not sent.
 */
export function withoutForeignWords(
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
  if (field === "brand" && makeKey(said) === makeKey(typed)) return null;
  const equals = field === "model" ? [said, `${said} ${decoding.trim ?? ""}`] : [said];
  return equals.map(foldText).includes(foldText(typed)) ? null : said;
}
