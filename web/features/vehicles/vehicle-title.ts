import type { Vehicle } from "#contract/vehicle.ts";

type Named = Partial<Pick<Vehicle, "brand" | "model" | "year">>;

/** A vehicle's title: "Hyundai Kona 2023", as far as known. */
export function vehicleTitle({ brand, model, year }: Named): string {
  return [brand, model, year].filter(Boolean).join(" ");
}
