import { readUrl } from "#contract/text/read-url.ts";
import { distanceLabel, formatDistance, type Units } from "#contract/units.ts";
import type { Vehicle } from "#contract/vehicle.ts";
import { type FieldWith, fieldsWith, vehicleFields } from "#contract/vehicle-fields.ts";

/** A fact about a vehicle: label and formatted value. */
export type VehicleFact = { name: FieldWith<"fact">; label: string; value: string };

type WithFacts = Pick<Vehicle, FieldWith<"fact">>;

/** The known facts, for visitors. */
export function knownFacts(vehicle: WithFacts, units: Units): VehicleFact[] {
  return vehicleFacts(vehicle, units).filter(({ name }) => isKnown(vehicle[name]));
}

/** The facts in order (docs/product/public-pages.md); unknown ones are a dash or omitted. */
export function vehicleFacts(vehicle: WithFacts, units: Units): VehicleFact[] {
  return fieldsWith("fact")
    .filter((name) => vehicleFields[name].fact === "always" || isKnown(vehicle[name]))
    .map((name) => ({
      name,
      label: name === "mileage" ? distanceLabel(units) : vehicleFields[name].label,
      value:
        name === "mileage" ? formatDistance(vehicle.mileage, units) : String(vehicle[name] ?? "—"),
    }));
}

/** The link to a vehicle's history report, and its label. */
export function historyLink({ history_url: href }: Pick<Vehicle, "history_url">) {
  const address = href ? readUrl(href) : null;
  return href && address ? { href, host: address.hostname.replace(/^www\./, "") } : null;
}
export type VehicleHistory = NonNullable<ReturnType<typeof historyLink>>;

function isKnown(value: string | number | null): boolean {
  return value !== null && value !== "";
}
