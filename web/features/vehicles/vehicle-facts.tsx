import { CalendarDays, Cog, DoorOpen, Fuel, Gauge, type LucideIcon, Palette } from "lucide-react";
import type { Vehicle } from "#contract/vehicle.ts";
import { formatMileage } from "./format-mileage.ts";

type FactsOf = Pick<
  Vehicle,
  "year" | "mileage" | "transmission" | "color" | "fuel_type" | "doors" | "vin"
>;

/** Year, mileage, transmission, colour, optional fuel and doors, and the VIN on a line of its own. */
export function VehicleFacts({ vehicle }: { vehicle: FactsOf }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-card sm:grid-cols-3">
      {factsOf(vehicle).map(([Icon, name, value]) => (
        <div key={name} className="relative py-3.5 pr-3 pl-12 outline outline-border sm:py-4">
          <dt className="text-muted-foreground text-xs">
            <Icon aria-hidden="true" className="absolute inset-y-0 left-4 my-auto size-5" />
            {name}
          </dt>
          <dd className="break-words font-semibold text-sm">{value}</dd>
        </div>
      ))}
      <div className="col-span-full px-4 py-3.5 outline outline-border">
        <dt className="text-muted-foreground text-xs">VIN</dt>
        <dd className="break-all font-mono font-semibold text-sm tracking-wide">
          {vehicle.vin ?? "—"}
        </dd>
      </div>
    </dl>
  );
}

function factsOf(vehicle: FactsOf): [LucideIcon, string, string | number][] {
  const facts: [LucideIcon, string, string | number][] = [
    [CalendarDays, "Año", vehicle.year],
    [Gauge, "Millaje", formatMileage(vehicle.mileage)],
    [Cog, "Transmisión", vehicle.transmission ?? "—"],
    [Palette, "Color", vehicle.color ?? "—"],
  ];
  if (vehicle.fuel_type) facts.push([Fuel, "Combustible", vehicle.fuel_type]);
  if (vehicle.doors !== null) facts.push([DoorOpen, "Puertas", vehicle.doors]);
  return facts;
}
