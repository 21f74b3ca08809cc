import { EMPTY_VEHICLE_FORM, VehicleInput } from "./vehicle.ts";

/** A vehicle of which no more is known than has to be. */
export const plainVehicle = VehicleInput.parse({
  ...EMPTY_VEHICLE_FORM,
  brand: "Hyundai",
  model: "Kona",
  year: "2023",
});
