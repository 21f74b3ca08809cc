import { useWaitingLead, WaitingLead } from "#web/features/leads/list/waiting-lead.tsx";
import { useHideFirstSteps } from "#web/features/settings/hide-first-steps.ts";
import { OwnCardNotice } from "#web/features/settings/own-card-notice.tsx";
import {
  DealershipDashboard,
  SalespersonDashboard,
  UnknownRole,
} from "#web/features/vehicles/dashboard/dashboards.tsx";
import { AdminOverview } from "#web/pages/admin-overview.tsx";
import { AdminTabs } from "#web/pages/admin-tabs.tsx";
import type { Profile } from "#web/session/session-user.ts";
import { useActiveUser } from "#web/session/use-auth.ts";

export const meta = () => [{ title: "Panel | Vitrina" }];

/**
 * The dashboard of the signed-in person, or of the account that an admin impersonates
 * (docs/product/inventory.md).
 */
export default function DashboardPage() {
  const user = useActiveUser();
  switch (user.role) {
    case "admin":
      return (
        <>
          <AdminTabs />
          <AdminOverview />
        </>
      );
    case "concesionario":
      return <OwnDealership key={user.id} dealership={user} />;
    case "vendedor":
      return <OwnCounter key={user.id} salesperson={user} />;
    default:
      return <UnknownRole />;
  }
}

/** A waiting lead takes the place of the first steps. */
function OwnDealership({ dealership }: { dealership: Profile }) {
  const hideSteps = useHideFirstSteps(dealership.id);
  const lead = useWaitingLead();
  const notice = lead && <WaitingLead key={lead.id} lead={lead} />;
  return <DealershipDashboard dealership={dealership} hideSteps={hideSteps} notice={notice} />;
}

/** A vendedor's dashboard, which also shows what their card lacks. */
function OwnCounter({ salesperson }: { salesperson: Profile }) {
  const lead = useWaitingLead();
  const notice = lead ? (
    <WaitingLead key={lead.id} lead={lead} className="max-sm:mt-1.5 sm:mb-5" />
  ) : (
    <OwnCardNotice person={salesperson} />
  );
  return <SalespersonDashboard salesperson={salesperson} notice={notice} />;
}
