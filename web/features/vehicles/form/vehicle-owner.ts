import type { Profile } from "#web/session/session-user.ts";

/**
 * Owner of the vehicles that a person adds: a dealership's own ID, a salesperson's dealership; null
 * for an administrator without impersonation and a salesperson without a dealership.
 */
export function vehicleOwner(user: Pick<Profile, "id" | "role" | "dealership_id">): string | null {
  if (user.role === "concesionario") return user.id;
  if (user.role === "vendedor") return user.dealership_id ?? null;
  return null;
}

/**
 * Whether the person may add vehicles; true unless an administrator switched it off
 * (docs/product/vehicle-form.md). Enforced by the database.
 */
export function mayAddVehicles(user: Pick<Profile, "config">): boolean {
  return user.config?.features?.canAddVehicles !== false;
}
