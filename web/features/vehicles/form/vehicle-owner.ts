import type { Profile } from "#web/session/session-user.ts";

/**
 * The dealership whose vehicles a person adds: a concesionario's own id, a vendedor's dealership.
 * Null when there is none, as for an admin who acts for nobody or a vendedor without a team.
 */
export function vehicleOwner(user: Pick<Profile, "id" | "role" | "dealership_id">): string | null {
  if (user.role === "concesionario") return user.id;
  if (user.role === "vendedor") return user.dealership_id ?? null;
  return null;
}

/**
 * Whether the person may add vehicles; true unless an admin switched it off
 * (docs/product/vehicle-form.md). The database decides.
 */
export function mayAddVehicles(user: Pick<Profile, "config">): boolean {
  return user.config?.features?.canAddVehicles !== false;
}
