import {
  Armchair,
  BadgeCheck,
  Calendar,
  CarFront,
  Cog,
  Cylinder,
  DoorOpen,
  FileCheck,
  Fuel,
  Gauge,
  Hash,
  LifeBuoy,
  type LucideIcon,
  Palette,
  Tag,
  Users,
  Wrench,
} from "lucide-react";
import type { VehicleFact, VehicleHistory } from "./vehicle-facts.ts";

const icons: Record<VehicleFact["name"], LucideIcon> = {
  year: Calendar,
  mileage: Gauge,
  transmission: Cog,
  color: Palette,
  fuel_type: Fuel,
  doors: DoorOpen,
  engine: Wrench,
  trim: Tag,
  body_style: CarFront,
  drivetrain: LifeBuoy,
  cylinders: Cylinder,
  interior_color: Armchair,
  condition: BadgeCheck,
  title_status: FileCheck,
  owners: Users,
  stock_number: Hash,
};

/** A vehicle's facts, and the VIN on its own line if given. */
export function VehicleFactsList(props: { facts: VehicleFact[]; vin: string | null | undefined }) {
  const { facts, vin } = props;
  return (
    <dl className="grid fit-columns-[8.5rem] gap-px overflow-hidden rounded-xl border bg-card sm:fit-columns-[11rem] print:grid-cols-4">
      {facts.map(({ name, label, value }) => {
        const Icon = icons[name];
        return (
          <div
            key={name}
            className="relative py-3.5 pr-3 pl-12 outline outline-border sm:py-4 print:py-2"
          >
            <dt className="text-muted-foreground text-xs">
              <Icon aria-hidden="true" className="absolute inset-y-0 left-4 my-auto size-5" />
              <span>{label}</span>
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

/** Equipment and the link to the vehicle's history, as far as known. */
export function VehicleExtras(props: { equipment: string[]; history: VehicleHistory | null }) {
  const { equipment, history } = props;
  return (
    <>
      {history && (
        <a
          href={history.href}
          target="_blank"
          rel="noopener nofollow"
          className="touch-target w-fit wrap-anywhere font-semibold underline underline-offset-4 print:hidden"
        >
          {`Ver el historial en ${history.host} ↗`}
        </a>
      )}
      {equipment.length > 0 && (
        <section aria-labelledby="equipment" className="grid gap-3">
          <h2 id="equipment" className="font-semibold text-lg tracking-tight">
            Equipamiento
          </h2>
          <ul className="columns-2 gap-x-6 pl-4 text-sm sm:columns-3 print:max-h-[5lh] print:overflow-hidden">
            {equipment.map((thing) => (
              <li key={thing} className="wrap-anywhere list-disc break-inside-avoid py-1">
                {thing}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The seller's description with line breaks; hidden if empty. */
export function VehicleDescription({ text }: { text: string | null }) {
  if (!text?.trim()) return null;
  return (
    <section aria-labelledby="description" className="grid gap-3">
      <h2 id="description" className="font-semibold text-lg tracking-tight">
        Descripción
      </h2>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere text-foreground/90 leading-relaxed print:max-h-[6lh] print:overflow-hidden print:max-w-none print:text-sm">
        {text.trim()}
      </p>
    </section>
  );
}
