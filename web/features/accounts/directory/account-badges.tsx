import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "#web/ui/frame/badge.tsx";
import { roleLabel } from "../admin-messages.ts";
import type { Account } from "./account-list.ts";

type AccountBadgesProps = { account: Account; roleClass?: string; stateClass?: string };

/**
 * Role and status badges of an account. An applicant shows the requested role and a link to the
 * request.
 */
export function AccountBadges({ account, roleClass, stateClass }: AccountBadgesProps) {
  const asked = account.asked_role;
  return (
    <>
      <RoleBadge role={asked ?? account.role} className={roleClass} />
      {asked ? (
        <PendingBadge />
      ) : (
        <StateBadge active={account.is_active === true} className={stateClass} />
      )}
    </>
  );
}

/** Active or inactive (docs/product/admin.md). */
function StateBadge({ active, className }: { active: boolean; className?: string }) {
  return (
    <Badge variant={active ? "success" : "neutral"} className={className}>
      {active ? "Activo" : "Inactivo"}
    </Badge>
  );
}

/** Links to the access request, whose approval activates the account. */
export function PendingBadge() {
  return (
    <Link to="/admin/access-requests" className="touch-target relative rounded-full">
      <Badge variant="warning">
        Solicitud pendiente
        <ArrowRight aria-hidden="true" className="size-3.5" />
      </Badge>
    </Link>
  );
}

export function RoleBadge({ role, className }: { role: string; className?: string }) {
  const variant = role === "admin" ? "secondary" : role === "concesionario" ? "info" : "neutral";
  return (
    <Badge variant={variant} className={className}>
      {roleLabel(role)}
    </Badge>
  );
}
