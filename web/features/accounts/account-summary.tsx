import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { noAccountFilter } from "./account-filter.ts";
import { AccountIdentity } from "./account-identity.tsx";
import { AccountScroller } from "./account-scroller.tsx";
import { adminMessages } from "./admin-messages.ts";
import { askedRole } from "./asked-role.ts";
import { PendingBadge } from "./pending-badge.tsx";
import { RoleBadge } from "./role-badge.tsx";
import { StateBadge } from "./state-badge.tsx";

/** One line per account: who, which role, how many vehicles, active or not. */
export function AccountSummary() {
  const { user } = useAuth();
  return (
    <AccountScroller
      filter={noAccountFilter}
      failure={adminMessages.profilesFailed}
      empty={null}
      renderRow={(account) => (
        <div className="flex items-center gap-3 px-4 py-3 sm:px-5">
          <Avatar name={displayName(account)} src={account.config?.profile?.logo} />
          <div className="min-w-0 grow">
            <AccountIdentity account={account} own={account.id === user?.id} />
          </div>
          <RoleBadge role={askedRole(account) ?? account.role} className="hidden sm:inline-flex" />
          {askedRole(account) ? (
            <PendingBadge />
          ) : (
            <StateBadge active={account.is_active === true} />
          )}
        </div>
      )}
    />
  );
}
