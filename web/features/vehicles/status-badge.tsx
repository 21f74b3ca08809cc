import type { VehicleStatus } from "#contract/vehicle-fields.ts";
import { Badge } from "#web/ui/frame/badge.tsx";

/** The look of each status word. */
export const STATUS_VARIANTS = {
  Disponible: "success",
  "En revisión": "warning",
  Vendido: "secondary",
} as const;

type StatusBadgeProps = {
  status: VehicleStatus;
  /** Until when it is reserved, in words. */
  reserved?: string | null;
  className?: string;
};

/** A vehicle's status in its stored word, or until when it is reserved. */
export function StatusBadge({ status, reserved, className }: StatusBadgeProps) {
  return (
    <Badge variant={reserved ? "warning" : STATUS_VARIANTS[status]} className={className}>
      {reserved ?? status}
    </Badge>
  );
}
