import { useQuery } from "@tanstack/react-query";
import { displayName, type Profile } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { dashboardMessages } from "../messages.ts";
import { inventoryQuery, teamSizeQuery } from "../queries.ts";
import { Inventory } from "./inventory.tsx";
import { InventoryStats } from "./inventory-stats.tsx";
import { AddVehicleLink, FloatingAddVehicleLink } from "./vehicle-filter-bar.tsx";

/** What a concesionario sees: figures, filters, their own vehicles, the way to a new one. */
export function DealershipDashboard({ dealership }: { dealership: Profile }) {
  const { supabase } = useAuth();
  const vehicles = useQuery(inventoryQuery(supabase, dealership.id));
  const teamSize = useQuery(teamSizeQuery(supabase, dealership.id));
  const mayAdd = dealership.config?.features?.canAddVehicles !== false;
  return (
    <>
      <PageHeader
        title="Mi inventario"
        description={dealership.config?.profile?.name || displayName(dealership)}
      />
      <div className="grid gap-6">
        <InventoryStats
          vehicles={vehicles.data}
          totalLabel="Total de Vehículos"
          withTeam
          teamSize={teamSize.data}
        />
        <Inventory
          ownerId={dealership.id}
          action={mayAdd && <FloatingAddVehicleLink />}
          empty={{ title: dashboardMessages.emptyOwn, action: mayAdd && <AddVehicleLink /> }}
        />
      </div>
    </>
  );
}
