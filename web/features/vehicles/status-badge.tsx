import type { VehicleStatus } from "#contract/vehicle-fields.ts";
import { Badge } from "#web/ui/frame/badge.tsx";

export const STATUS_VARIANTS = {
  Disponible: "success",
  "En revisión": "warning",
  Vendido: "secondary",
} as const;

type StatusBadgeProps = {
  status: VehicleStatus;
  /** Text until when it is reserved. */
  reserved?: string | null;
  className?: string;
};

/** A vehicle's status, or until when it is reserved. */
export function StatusBadge({ status, reserved, className }: StatusBadgeProps) {
  return (
    <Badge variant={reserved ? "warning" : STATUS_VARIANTS[status]} className={className}>
      {reserved ?? status}
    </Badge>
  );
}
