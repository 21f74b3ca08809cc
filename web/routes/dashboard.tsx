import { useHideFirstSteps } from "#web/features/settings/hide-first-steps.ts";
import { OwnCardNotice } from "#web/features/settings/own-card-notice.tsx";
import {
  DealershipDashboard,
  SalespersonDashboard,
  UnknownRole,
} from "#web/features/vehicles/dashboard/dashboards.tsx";
import { unreadProfileRole } from "#web/session/session-user.ts";
import { useActiveUser } from "#web/session/use-auth.ts";
import { AdminOverview } from "./admin-overview.tsx";
import { AdminTabs } from "./admin-tabs.tsx";

export const meta = () => [{ title: "Panel | Vitrina" }];

/**
 * The screen of whoever is signed in, or of the account that an admin acts for (product section 2,
 * Dashboard).
 */
export default function DashboardPage() {
  const user = useActiveUser();
  const hideSteps = useHideFirstSteps(user.id);
  switch (user.role) {
    case "admin":
      return (
        <>
          <AdminTabs />
          <AdminOverview />
        </>
      );
    case "concesionario":
      return <DealershipDashboard key={user.id} dealership={user} hideSteps={hideSteps} />;
    case "vendedor":
      return (
        <SalespersonDashboard
          key={user.id}
          salesperson={user}
          notice={<OwnCardNotice person={user} />}
        />
      );
    default:
      return <UnknownRole isUnread={user.role === unreadProfileRole} />;
  }
}
