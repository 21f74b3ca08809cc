import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Avatar } from "#web/ui/frame/avatar.tsx";
import { AccountIdentity } from "../account-identity.tsx";
import { adminMessages } from "../admin-messages.ts";
import { AccountBadges } from "./account-badges.tsx";
import { noAccountFilter } from "./account-filter.ts";
import { AccountScroller } from "./account-scroller.tsx";

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
          <AccountBadges account={account} roleClass="hidden sm:inline-flex" />
        </div>
      )}
    />
  );
}
