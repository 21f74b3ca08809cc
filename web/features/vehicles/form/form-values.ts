import {
  DOOR_CHOICES,
  FuelType,
  Transmission,
  type Vehicle,
  type VehicleFormValues,
  VehicleInput,
} from "#contract/vehicle.ts";

/** A stored vehicle as the form's texts. A word that the form does not offer shows as not filled in. */
export function formValuesOf(vehicle: Vehicle): VehicleFormValues {
  return {
    brand: vehicle.brand,
    model: vehicle.model,
    year: String(vehicle.year),
    vin: vehicle.vin ?? "",
    price: vehicle.price ?? "",
    mileage: vehicle.mileage === null ? "" : String(vehicle.mileage),
    transmission: Transmission.safeParse(vehicle.transmission).data ?? "",
    color: vehicle.color ?? "",
    fuel_type: FuelType.safeParse(vehicle.fuel_type).data ?? "",
    doors: DOOR_CHOICES.some((choice) => choice === vehicle.doors) ? String(vehicle.doors) : "",
    description: vehicle.description ?? "",
    status: vehicle.status,
  };
}

/**
 * The columns that the person changed, with their parsed values, so that a save does not undo what somebody else
 * changed meanwhile (threats.md fault 13). A field put back to what it was is not sent.
 */
export function changedColumns(
  initial: VehicleFormValues,
  values: VehicleFormValues,
  input: VehicleInput,
): Partial<VehicleInput> {
  const changed = VehicleInput.keyof().options.filter(
    (column) => initial[column] !== values[column],
  );
  return Object.fromEntries(changed.map((column) => [column, input[column]]));
}
