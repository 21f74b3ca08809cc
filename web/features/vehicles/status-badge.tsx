import type { VehicleStatus } from "#contract/vehicle-fields.ts";
import { Badge } from "#web/ui/frame/badge.tsx";

const VARIANTS = {
  Disponible: "success",
  "En revisión": "warning",
  Vendido: "secondary",
} as const;

/** A vehicle's status in its stored word. */
export function StatusBadge({ status, className }: { status: VehicleStatus; className?: string }) {
  return (
    <Badge variant={VARIANTS[status]} className={className}>
      {status}
    </Badge>
  );
}
