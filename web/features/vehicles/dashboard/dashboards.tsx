import { useQuery } from "@tanstack/react-query";
import { displayName, type Profile } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { LostRoadDrawing, UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
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

/**
 * The dashboard of a role that the product does not know (product section 2, Dashboard). Whose
 * profile could not be read has none that is known, and may try again: a new page asks for it anew.
 */
export function UnknownRole({ isUnread = false }: { isUnread?: boolean }) {
  const { unknownRole, contactSupport, profileUnread, retry } = dashboardMessages;
  return (
    <EmptyState
      className="mt-8"
      drawing={isUnread ? <UnpluggedDrawing /> : <LostRoadDrawing />}
      heading="h1"
      title={unknownRole}
      description={isUnread ? `${profileUnread} ${contactSupport}` : contactSupport}
      action={isUnread && <Button onClick={() => window.location.reload()}>{retry}</Button>}
    />
  );
}
