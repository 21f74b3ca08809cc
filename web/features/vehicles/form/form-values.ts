import {
  textsOf,
  type Vehicle,
  type VehicleFormValues,
  type VehicleInput,
} from "#contract/vehicle.ts";
import { choicesOf, vehicleFieldNames } from "#contract/vehicle-fields.ts";

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
