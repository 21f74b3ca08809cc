import type { Vehicle } from "#contract/vehicle.ts";
import { type FieldWith, fieldsWith, vehicleFields } from "#contract/vehicle-fields.ts";
import { formatMileage } from "./format-vehicle.ts";

/** A fact about a vehicle, ready to be read. */
export type VehicleFact = { name: FieldWith<"fact">; label: string; value: string };

/** What visitors read: only what is known. */
export function knownFactsOf(vehicle: Pick<Vehicle, FieldWith<"fact">>): VehicleFact[] {
  return factsOf(vehicle).filter(({ name }) => isKnown(vehicle[name]));
}

/**
 * The facts about a vehicle in their order (product section 2); of what is not known a dash or
 * nothing.
 */
export function factsOf(vehicle: Pick<Vehicle, FieldWith<"fact">>): VehicleFact[] {
  return fieldsWith("fact")
    .filter((name) => vehicleFields[name].fact === "always" || isKnown(vehicle[name]))
    .map((name) => ({
      name,
      label: vehicleFields[name].label,
      value: name === "mileage" ? formatMileage(vehicle.mileage) : String(vehicle[name] ?? "—"),
    }));
}

/** The link to a vehicle's history, and where it leads. */
export function historyOf({ history_url: href }: Pick<Vehicle, "history_url">) {
  if (!href || !URL.canParse(href)) return null;
  return { href, host: new URL(href).hostname.replace(/^www\./, "") };
}
export type VehicleHistory = NonNullable<ReturnType<typeof historyOf>>;

function isKnown(value: string | number | null): boolean {
  return value !== null && value !== "";
}
