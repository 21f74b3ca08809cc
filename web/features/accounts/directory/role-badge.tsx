import { Badge } from "#web/ui/frame/badge.tsx";
import { roleLabel } from "../role-label.ts";

/** A role as a badge. */
export function RoleBadge({ role, className }: { role: string; className?: string }) {
  const variant = role === "admin" ? "secondary" : role === "concesionario" ? "info" : "neutral";
  return (
    <Badge variant={variant} className={className}>
      {roleLabel(role)}
    </Badge>
  );
}
