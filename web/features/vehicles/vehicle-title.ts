import type { Vehicle } from "#contract/vehicle.ts";

type Named = Partial<Pick<Vehicle, "brand" | "model" | "year">>;

/** A vehicle's name in a list or a title: "Hyundai Kona 2023", or what is known of it. */
export function vehicleTitle({ brand, model, year }: Named): string {
  return [brand, model, year].filter(Boolean).join(" ");
}
