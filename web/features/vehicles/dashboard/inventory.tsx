import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { z } from "zod";
import type { Vehicle } from "#contract/vehicle.ts";
import { sellerOf } from "#web/session/links/attributed-link.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { copyLink } from "#web/ui/controls/copy-link.ts";
import { UnpluggedDrawing } from "#web/ui/states/drawings.tsx";
import { EmptyLotDrawing, NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { useChangePublished } from "../change-vehicle.ts";
import { tableMessages, vehicleMessages } from "../messages.ts";
import { type InventoryVehicle, inventoryQuery, searchTextsQuery } from "../queries.ts";
import { MAX_SHARED } from "../share/load-shared-vehicles.ts";
import { rememberShared } from "../share/remember-shared.ts";
import { rememberDashboardSearch, vehicleLinks } from "../vehicle-links.ts";
import { FilterSelect } from "./filter-select.tsx";
import {
  brandsPresent,
  filterVehicles,
  NO_FILTER,
  VEHICLE_ORDERS,
  type VehicleFilter,
  type VehicleOrder,
} from "./filter-vehicles.ts";
import { useInventoryView, VehicleTableSkeleton, ViewSwitch } from "./inventory-view.tsx";
import { SelectionActions, VehicleFilterBar } from "./vehicle-filter-bar.tsx";
import { VehicleGrid } from "./vehicle-grid.tsx";

const CARDS = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Placeholder of filters and cards while the inventory loads, with the same sizes. */
function VehicleGridSkeleton() {
  return (
    <div role="status" className="grid sm:gap-4">
      <span className="sr-only">Cargando...</span>
      <Skeleton className="h-11 rounded-lg" />
      <div className="h-9 sm:h-7" />
      <div className="grid gap-1.5 sm:fit-columns-[17rem] sm:gap-4">
        {CARDS.map((card) => (
          <div
            key={card}
            className="flex h-21 overflow-hidden rounded-xl border bg-card sm:h-auto sm:flex-col"
          >
            <Skeleton className="h-full w-[clamp(4.75rem,56vw-6.5rem,6.875rem)] shrink-0 rounded-none sm:aspect-4/3 sm:h-auto sm:w-full" />
            <div className="grid flex-1 content-start gap-2 px-3 py-2 sm:gap-2.5 sm:p-4">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-6 w-24" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** URL parameters; empty values are omitted. */
const PARAMETERS = {
  text: "q",
  status: "estado",
  brand: "marca",
  order: "orden",
  column: "columna",
} as const;
/** Safari refuses more than 100 URL changes in 30 s; the last one is retried. */
const RETRY_DELAY_MS = 1000;

/** The filter, stored in the URL so that reload, bookmarks and Back restore it. */
function useVehicleFilter() {
  const { key } = useLocation();
  const [filter, setFilter] = useState(readFilter);

  // A link to the dashboard, or Back, has its own filter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another visit
  useEffect(() => setFilter(readFilter()), [key]);
  useEffect(() => writeFilter(filter), [filter]);

  const change = useCallback(
    (part: Partial<VehicleFilter>) => setFilter((current) => ({ ...current, ...part })),
    [],
  );
  return { filter, change };
}

const Order = z.enum(Object.keys(VEHICLE_ORDERS) as [VehicleOrder, ...VehicleOrder[]]);

function readFilter(): VehicleFilter {
  const parameters = new URLSearchParams(window.location.search);
  return {
    text: parameters.get(PARAMETERS.text) ?? "",
    status: parameters.get(PARAMETERS.status) ?? "",
    brand: parameters.get(PARAMETERS.brand) ?? "",
    order: Order.catch(NO_FILTER.order).parse(parameters.get(PARAMETERS.order)),
    column: parameters.get(PARAMETERS.column) ?? "",
  };
}

/**
 * Writes the filter to the URL without a navigation, which would rerender the page on each key and
 * could undo a link followed in the meantime. Returns a function that cancels a pending write.
 */
function writeFilter(filter: VehicleFilter): () => void {
  const parameters = new URLSearchParams(window.location.search);
  parameters.set(PARAMETERS.text, filter.text);
  parameters.set(PARAMETERS.status, filter.status);
  parameters.set(PARAMETERS.brand, filter.brand);
  parameters.set(PARAMETERS.order, filter.order === NO_FILTER.order ? "" : filter.order);
  parameters.set(PARAMETERS.column, filter.column);
  for (const name of Object.values(PARAMETERS)) {
    if (!parameters.get(name)) parameters.delete(name);
  }
  const search = parameters.size > 0 ? `?${parameters}` : "";
  rememberDashboardSearch(search);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    try {
      const { history, location } = window;
      if (location.search !== search) {
        history.replaceState(history.state, "", `${location.pathname}${search}`);
      }
    } catch {
      timer = setTimeout(write, RETRY_DELAY_MS);
    }
  };
  write();
  return () => clearTimeout(timer);
}

type InventoryProps = {
  ownerId: string;
  /** Message and action while there are no vehicles at all. */
  empty: { title: string; action?: ReactNode };
  /** Shown in the filter bar while nothing is selected. */
  action?: ReactNode;
};

/** A dealership's vehicles with filters, selection and actions. */
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
  return <FilteredInventory ownerId={ownerId} vehicles={data} action={action} />;
}

function FilteredInventory(props: {
  ownerId: string;
  vehicles: InventoryVehicle[];
  action: ReactNode;
}) {
  const { ownerId, vehicles, action } = props;
  const navigate = useNavigate();
  const { supabase, activeUser } = useAuth();
  const { filter, change } = useVehicleFilter();
  const { selectedIds, select, selectMany, clear } = useSelection();
  const view = useInventoryView();
  const deferredFilter = useDeferredValue(filter);
  const { data: texts } = useQuery({
    ...searchTextsQuery(supabase, ownerId),
    enabled: filter.text.trim() !== "",
  });
  const found = useMemo(
    () => filterVehicles(vehicles, deferredFilter, texts),
    [vehicles, deferredFilter, texts],
  );
  const brands = useMemo(() => brandsPresent(vehicles), [vehicles]);

  const { mutate: changePublished } = useChangePublished();
  const chosen = vehicles.filter(({ id }) => selectedIds.has(id));
  const hidden = chosen.filter(({ published }) => !published).map(({ id }) => id);
  const share = async () => {
    if (chosen.length > MAX_SHARED) {
      toast({ ...vehicleMessages.tooManySelected(MAX_SHARED), variant: "destructive" });
      return;
    }
    const page = await shareVehicles(chosen, sellerOf(activeUser));
    if (page === null) return clear();
    if (activeUser) rememberShared(supabase, activeUser.id);
    navigate(page);
  };

  return (
    <section aria-label="Inventario" className="grid sm:gap-4">
      <div className="max-sm:flex max-sm:flex-wrap max-sm:items-center sm:contents">
        <VehicleFilterBar
          filter={filter}
          brands={brands}
          onChange={change}
          actions={
            // Selected vehicles may be deleted elsewhere; the bar stays, so that it does not vanish
            // under a thumb.
            selectedIds.size > 0 ? (
              <SelectionActions
                selectedCount={chosen.length}
                hiddenCount={hidden.length}
                onShare={share}
                onPublish={() => changePublished({ id: hidden, value: true })}
                onClear={clear}
              />
            ) : (
              action
            )
          }
        />
        <div className="max-sm:contents sm:-my-2 sm:flex sm:items-center sm:justify-between sm:gap-4">
          <p
            aria-live="polite"
            className="numeric grow whitespace-nowrap px-1 text-right text-muted-foreground text-sm max-sm:text-xs sm:px-0"
          >
            <span>{`${found.length} de ${vehicles.length} `}</span>
            <span className="max-sm:sr-only">vehículos</span>
          </p>
          <div className="flex min-w-0 items-center gap-3">
            <OrderSelect
              order={view.Table && filter.column ? "" : filter.order}
              onChoose={(order) => change({ order, column: "" })}
            />
            <ViewSwitch view={view} />
          </div>
        </div>
      </div>
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
      ) : view.Table ? (
        <view.Table
          ownerId={ownerId}
          vehicles={found}
          filter={deferredFilter}
          onOrder={change}
          selectedIds={selectedIds}
          onSelect={selectMany}
        />
      ) : view.waiting ? (
        <VehicleTableSkeleton />
      ) : (
        <VehicleGrid vehicles={found} selectedIds={selectedIds} onSelect={select} />
      )}
    </section>
  );
}

function OrderSelect(props: {
  /** "" while the table is sorted by a column that matches no order. */
  order: VehicleOrder | "";
  onChoose: (order: VehicleOrder) => void;
}) {
  const { order, onChoose } = props;
  return (
    <FilterSelect
      label="Ordenar"
      value={order}
      shown={order === "" ? tableMessages.byColumn : VEHICLE_ORDERS[order]}
      onChoose={(chosen) => onChoose(Order.parse(chosen))}
      className="max-sm:-mr-2 max-sm:h-9"
    >
      {order === "" && (
        <option value="" disabled>
          {tableMessages.byColumn}
        </option>
      )}
      {Object.entries(VEHICLE_ORDERS).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </FilterSelect>
  );
}

/**
 * Copies the URL of a page with the selected vehicles, and shows a notice
 * (docs/product/inventory.md). Returns the page's path even if copying failed, because it can be
 * copied there; null if nothing is selected. `vendedor` is the salesperson's slug, if any.
 */
export async function shareVehicles(
  chosen: Pick<Vehicle, "id" | "published">[],
  vendedor: string | null,
): Promise<string | null> {
  if (chosen.length === 0) {
    toast({ ...vehicleMessages.nothingSelected, variant: "destructive" });
    return null;
  }
  const ids = chosen.map(({ id }) => id);
  const hidden = chosen.filter(({ published }) => !published).length;
  const note = hidden > 0 ? vehicleMessages.copiedWithHidden(hidden) : undefined;
  await copyLink(vehicleLinks.share(ids, window.location.origin, vendedor), { note });
  return vehicleLinks.share(ids, "", vendedor);
}

/** The selected IDs; the callbacks are stable, so that cards do not rerender. */
function useSelection() {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const selectMany = useCallback((ids: readonly string[], selected: boolean) => {
    setSelectedIds((current) => {
      const next = new Set(current);
      for (const id of ids) selected ? next.add(id) : next.delete(id);
      return next;
    });
  }, []);
  const select = useCallback(
    (id: string, selected: boolean) => selectMany([id], selected),
    [selectMany],
  );
  const clear = useCallback(() => setSelectedIds(new Set()), []);
  return { selectedIds, select, selectMany, clear };
}
