import {
  Calendar,
  Cog,
  DoorOpen,
  Fuel,
  Gauge,
  type LucideIcon,
  Palette,
  Wrench,
} from "lucide-react";
import type { VehicleFact } from "./vehicle-facts.ts";

const icons: Partial<Record<VehicleFact["name"], LucideIcon>> = {
  year: Calendar,
  mileage: Gauge,
  transmission: Cog,
  color: Palette,
  fuel_type: Fuel,
  doors: DoorOpen,
  engine: Wrench,
};

/** A vehicle's facts, and the VIN on a line of its own, unless it is left out. */
export function VehicleFactsList(props: { facts: VehicleFact[]; vin: string | null | undefined }) {
  const { facts, vin } = props;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-card sm:grid-cols-3 print:grid-cols-4">
      {facts.map(({ name, label, value }) => {
        const Icon = icons[name];
        return (
          <div
            key={name}
            className="relative py-3.5 pr-3 pl-12 outline outline-border sm:py-4 print:py-2"
          >
            <dt className="text-muted-foreground text-xs">
              {Icon && (
                <Icon aria-hidden="true" className="absolute inset-y-0 left-4 my-auto size-5" />
              )}
              {label}
            </dt>
            <dd className="break-words font-semibold text-sm">{value}</dd>
          </div>
        );
      })}
      {vin !== undefined && (
        <div className="col-span-full px-4 py-3.5 outline outline-border print:py-2">
          <dt className="text-muted-foreground text-xs">VIN</dt>
          <dd className="break-all font-mono font-semibold text-sm tracking-wide">{vin ?? "—"}</dd>
        </div>
      )}
    </dl>
  );
}

/** What the seller wrote, with its line breaks; nothing when nothing was written. */
export function VehicleDescription({ text }: { text: string | null }) {
  if (!text?.trim()) return null;
  return (
    <section aria-labelledby="description" className="grid gap-3">
      <h2 id="description" className="font-semibold text-lg tracking-tight">
        Descripción
      </h2>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere text-foreground/90 leading-relaxed print:max-h-[8lh] print:overflow-hidden print:max-w-none print:text-sm">
        {text.trim()}
      </p>
    </section>
  );
}
