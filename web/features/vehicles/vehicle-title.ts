import type { Vehicle } from "#contract/vehicle.ts";

/** A vehicle's name in a list or a title: "Hyundai Kona 2023". */
export function vehicleTitle(vehicle: Pick<Vehicle, "brand" | "model" | "year">): string {
  return `${vehicle.brand} ${vehicle.model} ${vehicle.year}`;
}
