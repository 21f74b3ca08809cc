import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { useNavigate } from "react-router";
import { sellerOf } from "#web/session/attributed-link.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyLotDrawing, NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { vehicleMessages } from "../messages.ts";
import { type InventoryVehicle, inventoryQuery } from "../queries.ts";
import { brandsPresent, filterVehicles } from "./filter-vehicles.ts";
import { shareVehicles } from "./share-links.ts";
import { useSelection } from "./use-selection.ts";
import { useVehicleFilter } from "./use-vehicle-filter.ts";
import { SelectionActions, VehicleFilterBar } from "./vehicle-filter-bar.tsx";
import { VehicleGrid } from "./vehicle-grid.tsx";
import { VehicleGridSkeleton } from "./vehicle-grid-skeleton.tsx";

type InventoryProps = {
  ownerId: string;
  /** What is said, and offered, while there are no vehicles at all. */
  empty: { title: string; action?: ReactNode };
  /** What stands in the filter bar while nothing is selected. */
  action?: ReactNode;
};

/** A dealership's vehicles with filters, selection and the acts of each card. */
export function Inventory({ ownerId, empty, action }: InventoryProps) {
  const { supabase } = useAuth();
  const { data, isPending, refetch, isFetching } = useQuery(inventoryQuery(supabase, ownerId));
  if (isPending) return <VehicleGridSkeleton />;
  if (data === undefined) {
    return (
      <EmptyState
        drawing={<UnpluggedDrawing />}
        title={vehicleMessages.unexpectedLoad.title}
        description={vehicleMessages.unexpectedLoad.description}
        action={
          <Button loading={isFetching} onClick={() => refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  }
  if (data.length === 0) return <EmptyState drawing={<EmptyLotDrawing />} {...empty} />;
  return <FilteredInventory vehicles={data} action={action} />;
}

function FilteredInventory(props: { vehicles: InventoryVehicle[]; action: ReactNode }) {
  const { vehicles, action } = props;
  const navigate = useNavigate();
  const { activeUser } = useAuth();
  const { filter, change } = useVehicleFilter();
  const { selectedIds, select, clear } = useSelection();
  const deferredFilter = useDeferredValue(filter);
  const found = useMemo(() => filterVehicles(vehicles, deferredFilter), [vehicles, deferredFilter]);
  const brands = useMemo(() => brandsPresent(vehicles), [vehicles]);

  const chosen = vehicles.filter(({ id }) => selectedIds.has(id));
  const share = async () => {
    const page = await shareVehicles(chosen, sellerOf(activeUser));
    if (page === null) clear();
    else navigate(page);
  };

  return (
    <section aria-label="Inventario" className="grid gap-4 pb-16 sm:pb-0">
      <VehicleFilterBar
        filter={filter}
        brands={brands}
        onChange={change}
        actions={
          // What was chosen may be deleted elsewhere; the bar does not go away under a thumb that
          // is on its way to it.
          selectedIds.size > 0 ? (
            <SelectionActions count={chosen.length} onShare={share} onClear={clear} />
          ) : (
            action
          )
        }
      />
      <p aria-live="polite" className="sr-only">
        {found.length} de {vehicles.length} vehículos
      </p>
      {found.length === 0 ? (
        <EmptyState
          drawing={<NothingFoundDrawing />}
          title="Ningún vehículo coincide"
          description="Prueba con otra búsqueda o quita los filtros."
          action={
            <Button variant="outline" onClick={() => change({ text: "", status: "", brand: "" })}>
              Quitar filtros
            </Button>
          }
        />
      ) : (
        <VehicleGrid vehicles={found} selectedIds={selectedIds} onSelect={select} />
      )}
    </section>
  );
}
