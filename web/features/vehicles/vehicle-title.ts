import type { Vehicle } from "#contract/vehicle.ts";

/** A vehicle's name in a list or a title: "Hyundai Kona 2023". */
export function vehicleTitle(vehicle: Pick<Vehicle, "brand" | "model" | "year">): string {
  return `${vehicle.brand} ${vehicle.model} ${vehicle.year}`;
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** For how many whole days a vehicle has been in the inventory. */
export function daysInStock({ created_at }: Pick<Vehicle, "created_at">): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(created_at)) / DAY_MILLISECONDS));
}
