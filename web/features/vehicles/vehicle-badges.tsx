import { Eye, EyeOff } from "lucide-react";
import type { VehicleStatus } from "#contract/vehicle-fields.ts";
import { Badge } from "#web/ui/frame/badge.tsx";
import { reservedUntil } from "./format-vehicle.ts";

/** The look of each status word. */
export const STATUS_VARIANTS = {
  Disponible: "success",
  "En revisión": "warning",
  Vendido: "secondary",
} as const;

type StatusBadgeProps = {
  vehicle: { status: VehicleStatus; reserved_until?: string | null };
  className?: string;
};

/** A vehicle's status in its stored word, or until when it is reserved. */
export function StatusBadge({ vehicle, className }: StatusBadgeProps) {
  const { status, reserved_until } = vehicle;
  if (reserved_until) {
    return (
      <Badge variant="warning" className={className}>
        {reservedUntil(reserved_until)}
      </Badge>
    );
  }
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
