import { useQuery } from "@tanstack/react-query";
import { ChartColumn, Gauge, Inbox } from "lucide-react";
import { Link, Outlet } from "react-router";
import { figureViewerQuery } from "#web/api/figure-viewer.ts";
import { BarLink, TopBar } from "#web/features/accounts/top-bar.tsx";
import { newLeadCountQuery } from "#web/features/leads/lead-queries.ts";
import { leadScopeOf } from "#web/features/leads/read-leads.ts";
import { ProfileLoadFailed } from "#web/features/vehicles/dashboard/dashboards.tsx";
import { AccessGuard } from "#web/pages/access-guard.tsx";
import { BottomNav, NewCount, useHasBottomNav } from "#web/pages/bottom-nav.tsx";
import { unreadProfileRole } from "#web/session/session-user.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";

export default function MemberLayout() {
  return (
    <AccessGuard audience="member">
      <a
        href="#contenido"
        className="sr-only z-60 rounded-md bg-popover px-4 py-3 font-semibold shadow-raised focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Saltar al contenido
      </a>
      <Frame />
    </AccessGuard>
  );
}

function Frame() {
  const newLeads = useNewLeads();
  const seesFigures = useSeesFigures();
  const hasLowerBar = useHasBottomNav();
  const { role } = useActiveUser();
  return (
    <>
      <TopBar
        overLowerBar={hasLowerBar}
        navLinks={
          <>
            <LeadsLink count={newLeads} className={hasLowerBar ? "max-sm:hidden" : ""} />
            {seesFigures && (
              <BarLink
                to="/sales"
                label="Ventas"
                icon={<ChartColumn />}
                className="max-sm:hidden"
              />
            )}
            {role !== "admin" && (
              <BarLink
                to="/inventory-health"
                label="Salud del inventario"
                short="Salud"
                icon={<Gauge />}
                className="max-sm:hidden"
              />
            )}
          </>
        }
      />
      <main id="contenido" className="page-width pb-16 max-sm:pb-24">
        {role === unreadProfileRole ? <ProfileLoadFailed /> : <Outlet />}
      </main>
      <BottomNav newLeads={newLeads} seesFigures={seesFigures} />
    </>
  );
}

/** The number of unanswered leads. */
function useNewLeads(): number {
  const { supabase } = useAuth();
  const scope = leadScopeOf(useActiveUser());
  // An administrator answers no leads, so the query is off.
  const { data: count = 0 } = useQuery({
    ...newLeadCountQuery(supabase, scope),
    enabled: scope !== null,
  });
  return count;
}

/** Whether the person has access to the dealership's figures. */
function useSeesFigures(): boolean {
  const { supabase } = useAuth();
  const { id, role } = useActiveUser();
  const { data: isViewer = false } = useQuery({
    ...figureViewerQuery(supabase, id),
    enabled: role === "vendedor",
  });
  return role === "concesionario" || (role === "vendedor" && isViewer);
}

/** The link to Prospectos, with that number. */
function LeadsLink({ count, className }: { count: number; className: string }) {
  return (
    <Button asChild variant="ghost" className={`relative px-3 lg:max-xl:px-2 ${className}`}>
      <Link to="/leads">
        <Inbox aria-hidden="true" className="lg:max-xl:hidden" />
        <span className="max-lg:sr-only">Prospectos</span>
        <NewCount count={count} className="max-lg:absolute max-lg:top-0.5 max-lg:right-0.5" />
      </Link>
    </Button>
  );
}
