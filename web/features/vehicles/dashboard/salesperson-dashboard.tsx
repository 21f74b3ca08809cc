import { useQuery } from "@tanstack/react-query";
import type { Profile } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { LostRoadDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { dashboardMessages } from "../messages.ts";
import { inventoryQuery } from "../queries.ts";
import { Inventory } from "./inventory.tsx";
import { InventoryStats } from "./inventory-stats.tsx";

/** What a vendedor sees: their dealership's vehicles; without a dealership, what is missing. */
export function SalespersonDashboard({ salesperson }: { salesperson: Profile }) {
  const dealershipId = salesperson.dealership_id;
  return (
    <>
      <PageHeader title="Inventario del concesionario" />
      {dealershipId ? (
        <DealershipInventory dealershipId={dealershipId} />
      ) : (
        <EmptyState
          drawing={<LostRoadDrawing />}
          title={dashboardMessages.noDealershipTitle}
          description={dashboardMessages.noDealership}
        />
      )}
    </>
  );
}

function DealershipInventory({ dealershipId }: { dealershipId: string }) {
  const { supabase } = useAuth();
  const vehicles = useQuery(inventoryQuery(supabase, dealershipId));
  return (
    <div className="grid gap-6">
      <InventoryStats vehicles={vehicles.data} totalLabel="Vehículos del Concesionario" />
      <Inventory ownerId={dealershipId} empty={{ title: dashboardMessages.emptyDealership }} />
    </div>
  );
}
