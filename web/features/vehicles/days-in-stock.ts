import type { Vehicle } from "#contract/vehicle.ts";

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** For how many whole days a vehicle has been in the inventory. */
export function daysInStock({ created_at }: Pick<Vehicle, "created_at">): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(created_at)) / DAY_MILLISECONDS));
}
