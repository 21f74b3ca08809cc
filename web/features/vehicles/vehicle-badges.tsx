import { Eye, EyeOff } from "lucide-react";
import type { VehicleStatus } from "#contract/vehicle-fields.ts";
import { Badge } from "#web/ui/frame/badge.tsx";

/** The look of each status word. */
export const STATUS_VARIANTS = {
  Disponible: "success",
  "En revisión": "warning",
  Vendido: "secondary",
} as const;

/** A vehicle's status in its stored word. */
export function StatusBadge({ status, className }: { status: VehicleStatus; className?: string }) {
  return (
    <Badge variant={STATUS_VARIANTS[status]} className={className}>
      {status}
    </Badge>
  );
}

/** Whether visitors see a vehicle. */
export function PublishedBadge({ published }: { published: boolean }) {
  return published ? (
    <Badge variant="info">
      <Eye aria-hidden="true" />
      Publicado
    </Badge>
  ) : (
    <Badge variant="neutral">
      <EyeOff aria-hidden="true" />
      Oculto
    </Badge>
  );
}
