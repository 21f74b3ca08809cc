import { useQuery } from "@tanstack/react-query";
import { Car, Eye } from "lucide-react";
import { useEffect } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Card, StatCard } from "#web/ui/frame/card.tsx";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyLotDrawing, NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { platformInventoryMessages as messages } from "./messages.ts";
import { PageTurner } from "./page-turner.tsx";
import { platformTotalsQuery, platformVehiclesQuery } from "./platform-vehicles.ts";
import { SearchBar } from "./search-bar.tsx";
import { useInventorySearch } from "./use-inventory-search.ts";
import { VehicleCards, VehicleTable } from "./vehicle-table.tsx";

/**
 * Every vehicle of the platform with its owner and views (product section 2 "Inventario
 * Plataforma").
 */
export function PlatformInventory() {
  const { supabase } = useAuth();
  const { search, typed, type, sortBy, turnTo, clear } = useInventorySearch();
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(
    platformVehiclesQuery(supabase, search),
  );
  useEffect(() => {
    if (isError) toast({ ...messages.loadFailed, variant: "destructive" });
  }, [isError]);

  return (
    <div className="grid gap-4 sm:gap-5">
      <Totals />
      <SearchBar typed={typed} onType={type} search={search} onSort={sortBy} />
      {!data && !isError && <Skeleton className="h-130 rounded-xl" />}
      {!data && isError && (
        <EmptyState
          drawing={<UnpluggedDrawing />}
          title={messages.loadFailed.title}
          action={
            <Button loading={isFetching} onClick={() => refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {data && data.vehicles.length === 0 && (
        <NothingFound searched={search.text !== "" || search.page > 1} onClear={clear} />
      )}
      {data && data.vehicles.length > 0 && (
        <Card className="overflow-hidden" aria-busy={isPlaceholderData}>
          <VehicleTable vehicles={data.vehicles} search={search} onSort={sortBy} />
          <VehicleCards vehicles={data.vehicles} />
          <PageTurner page={search.page} total={data.total} onTurn={turnTo} />
        </Card>
      )}
    </div>
  );
}

function Totals() {
  const { supabase } = useAuth();
  const { data: totals, isError } = useQuery(platformTotalsQuery(supabase));
  const figure = (count: number | undefined) =>
    count?.toLocaleString("en-US") ?? (isError ? "–" : <Skeleton className="h-6 w-16" />);
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:max-w-xl">
      <StatCard label="Total de vehículos" icon={<Car />} value={figure(totals?.vehicle_count)} />
      <StatCard label="Total de vistas" icon={<Eye />} value={figure(totals?.view_count)} />
    </div>
  );
}

function NothingFound({ searched, onClear }: { searched: boolean; onClear: () => void }) {
  return (
    <EmptyState
      drawing={searched ? <NothingFoundDrawing /> : <EmptyLotDrawing />}
      title={messages.empty}
      description={searched ? "Prueba con otra búsqueda." : undefined}
      action={
        searched && (
          <Button variant="outline" onClick={onClear}>
            Quitar búsqueda
          </Button>
        )
      }
    />
  );
}
