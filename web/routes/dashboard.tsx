import { Link } from "react-router";
import { PendingCard } from "#web/features/access-requests/pending-card.tsx";
import { AccountOverview } from "#web/features/accounts/account-overview.tsx";
import { DealershipDashboard } from "#web/features/vehicles/dealership-dashboard.tsx";
import { SalespersonDashboard } from "#web/features/vehicles/salesperson-dashboard.tsx";
import { UnknownRole } from "#web/features/vehicles/unknown-role.tsx";
import { useActiveUser } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

export const meta = () => [{ title: "Panel | Vitrina" }];

/** The screen of whoever is signed in, or of the account that an admin acts for (spec section 2, Dashboard). */
export default function DashboardPage() {
  const user = useActiveUser();
  switch (user.role) {
    case "admin":
      return <AdminEntry />;
    case "concesionario":
      return <DealershipDashboard key={user.id} dealership={user} />;
    case "vendedor":
      return <SalespersonDashboard key={user.id} salesperson={user} />;
    default:
      return <UnknownRole />;
  }
}

function AdminEntry() {
  return (
    <>
      <PageHeader
        title="Panel de administración"
        description="Lo que espera una decisión y las cuentas de la plataforma."
        actions={
          <Button asChild>
            <Link to="/admin/access-requests">Ver solicitudes</Link>
          </Button>
        }
      />
      <AccountOverview pending={<PendingCard />} />
    </>
  );
}
