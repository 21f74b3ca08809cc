import { Badge } from "#web/ui/frame/badge.tsx";
import type { Account } from "./account-list.ts";
import { PendingBadge } from "./pending-badge.tsx";
import { RoleBadge } from "./role-badge.tsx";

type AccountBadgesProps = { account: Account; roleClass?: string; stateClass?: string };

/** Role and state of an account; of an applicant the asked role, and the way to the request. */
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

/** Whether an account is active, as a badge (product section 4 "Account"). */
function StateBadge({ active, className }: { active: boolean; className?: string }) {
  return (
    <Badge variant={active ? "success" : "neutral"} className={className}>
      {active ? "Activo" : "Inactivo"}
    </Badge>
  );
}
