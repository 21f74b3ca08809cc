import { Badge } from "#web/ui/frame/badge.tsx";

/** Whether an account is active, as a badge (product section 4 "Account"). */
export function StateBadge({ active, className }: { active: boolean; className?: string }) {
  return (
    <Badge variant={active ? "success" : "neutral"} className={className}>
      {active ? "Activo" : "Inactivo"}
    </Badge>
  );
}
