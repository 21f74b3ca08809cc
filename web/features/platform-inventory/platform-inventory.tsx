import { useQuery } from "@tanstack/react-query";
import { ArrowDownUp, Car, ChevronLeft, ChevronRight, Eye } from "lucide-react";
import { useCallback, useEffect } from "react";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { useQueryParams } from "#web/ui/controls/use-query-params.ts";
import { formatEstimate, formatNumber } from "#web/ui/fields/format-number.ts";
import { Select } from "#web/ui/fields/input.tsx";
import { SearchBox, useDebouncedText } from "#web/ui/fields/search-box.tsx";
import { Card, StatCard } from "#web/ui/frame/card.tsx";
import { EmptyLotDrawing, NothingFoundDrawing } from "#web/ui/states/empty-drawings.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import {
  firstPage,
  type InventorySearch,
  readInventorySearch,
  type SortKey,
  startsDescending,
  writeInventorySearch,
} from "./inventory-search.ts";
import {
  PAGE_SIZE,
  type PlatformPage,
  platformCountQuery,
  platformTotalsQuery,
  platformVehiclesQuery,
} from "./platform-vehicles.ts";
import { VehicleCards, VehicleTable } from "./vehicle-table.tsx";

/** All vehicles of the platform with owner and views (docs/product/admin.md). */
export function PlatformInventory() {
  const { supabase } = useAuth();
  const { search, typed, type, sortBy, goTo, clear } = useInventorySearch();
  const query = useQuery(platformVehiclesQuery(supabase, search));
  const { data, error, isError, isPlaceholderData } = query;
  useEffect(() => {
    if (!error) return;
    const description = requestErrorMessage(error);
    toast({ title: messages.loadFailed, description, variant: "destructive" });
  }, [error]);

  return (
    <div className="grid gap-4 sm:gap-5">
      <Totals />
      <SearchBar typed={typed} onType={type} search={search} onSort={sortBy} />
      {!data && !isError && <Skeleton className="h-130 rounded-xl" />}
      {!data && isError && (
        <LoadFailed
          title={messages.loadFailed}
          description={requestErrorMessage(error)}
          query={query}
        />
      )}
      {data && data.vehicles.length === 0 && (
        <NothingFound searched={search.text !== "" || search.page > 1} onClear={clear} />
      )}
      {data && data.vehicles.length > 0 && (
        <Card className="overflow-hidden" aria-busy={isPlaceholderData}>
          <VehicleTable vehicles={data.vehicles} search={search} onSort={sortBy} />
          <VehicleCards vehicles={data.vehicles} />
          <Pagination
            shown={data}
            search={search}
            // A cursor of the previous list is invalid in the one being loaded.
            onPage={(to) => !isPlaceholderData && goTo(to)}
          />
        </Card>
      )}
    </div>
  );
}

/** With more vehicles than this, views are estimated from a sample. */
const EXACT_VIEWS_LIMIT = 20_000;

function Totals() {
  const { supabase } = useAuth();
  const { data: totals, isError } = useQuery(platformTotalsQuery(supabase));
  const missing = isError ? "–" : <Skeleton className="h-6 w-16" />;
  const about = totals && totals.vehicle_count > EXACT_VIEWS_LIMIT ? "unas " : "";
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:max-w-xl">
      <StatCard
        label="Total de vehículos"
        icon={<Car />}
        value={totals ? formatNumber(totals.vehicle_count) : missing}
      />
      <StatCard
        label="Total de vistas"
        icon={<Eye />}
        value={totals ? about + formatNumber(totals.view_count) : missing}
      />
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

type PaginationProps = {
  shown: PlatformPage;
  search: InventorySearch;
  onPage: (to: Pick<InventorySearch, "page" | "from" | "backwards">) => void;
};

/** The range shown, the total, and links to the previous and next page. */
function Pagination({ shown: { vehicles, isLast }, search, onPage }: PaginationProps) {
  const { supabase } = useAuth();
  const { data: total } = useQuery(platformCountQuery(supabase, search.text));
  const { page } = search;
  const first = (page - 1) * PAGE_SIZE + 1;
  const turn = (to: Parameters<typeof onPage>[0]) => {
    onPage(to);
    window.scrollTo({ top: 0 });
  };
  const back = { page: page - 1, from: vehicles[0]?.place ?? null, backwards: true };
  const on = { page: page + 1, from: vehicles.at(-1)?.place ?? null, backwards: false };
  return (
    <nav
      aria-label="Páginas"
      className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-3"
    >
      <p aria-live="polite" className="numeric text-muted-foreground text-sm">
        <span>{`${formatNumber(first)}–${formatNumber(first + vehicles.length - 1)}`}</span>
        {total !== undefined && <span>{` de ${formatEstimate(total, "unas")}`}</span>}
      </p>
      {!(page === 1 && isLast) && (
        <div className="flex items-center gap-1">
          <Button
            variant="outline"
            size="icon"
            aria-label="Página anterior"
            disabled={page <= 1}
            onClick={() => turn(page === 2 ? firstPage : back)}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <span className="numeric px-2 text-sm">{formatNumber(page)}</span>
          <Button
            variant="outline"
            size="icon"
            aria-label="Página siguiente"
            disabled={isLast}
            onClick={() => turn(on)}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      )}
    </nav>
  );
}

type SearchBarProps = {
  typed: string;
  onType: (text: string) => void;
  search: InventorySearch;
  onSort: (sort: SortKey) => void;
};

/** The search box, and a sort menu where the table is shown as cards. */
function SearchBar({ typed, onType, search, onSort }: SearchBarProps) {
  return (
    <search className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      <SearchBox
        label="Buscar vehículos"
        placeholder="Marca, modelo, VIN o propietario..."
        value={typed}
        onType={onType}
        className="col-span-2 md:max-w-md"
      />
      <div className="md:hidden">
        <Select
          aria-label="Ordenar por"
          value={search.sort}
          onChange={(event) => onSort(readSort(event.target.value))}
        >
          <option value="reciente">Más recientes</option>
          <option value="vehiculo">Vehículo</option>
          <option value="propietario">Propietario</option>
          <option value="vin">VIN</option>
          <option value="publicado">Publicado</option>
          <option value="vistas">Vistas</option>
        </Select>
      </div>
      <Button
        variant="outline"
        size="icon"
        className="md:hidden"
        aria-label={
          search.descending ? "Orden descendente, invertir" : "Orden ascendente, invertir"
        }
        onClick={() => onSort(search.sort)}
      >
        <ArrowDownUp aria-hidden="true" />
      </Button>
    </search>
  );
}

function readSort(value: string): SortKey {
  return readInventorySearch(new URLSearchParams({ orden: value })).sort;
}

/** The search, stored in the URL so that Back works; `typed` is the text in the search box. */
function useInventorySearch() {
  const [parameters, changeAddress] = useQueryParams();
  const search = readInventorySearch(parameters);
  const change = useCallback(
    (part: Partial<InventorySearch>) =>
      changeAddress((current) =>
        writeInventorySearch({ ...readInventorySearch(current), ...part }),
      ),
    [changeAddress],
  );
  const find = useCallback((text: string) => change({ text, ...firstPage }), [change]);
  const [typed, type] = useDebouncedText(search.text, find);

  return {
    search,
    typed,
    type,
    /** Sorts by a column; a second press reverses the order. */
    sortBy: (sort: SortKey) =>
      change({
        sort,
        descending: sort === search.sort ? !search.descending : startsDescending[sort],
        ...firstPage,
      }),
    goTo: (to: Pick<InventorySearch, "page" | "from" | "backwards">) =>
      changeAddress(() => writeInventorySearch({ ...search, ...to }), { replace: false }),
    clear: () => find(""),
  };
}

/** Texts of the platform inventory. */
const messages = {
  empty: "No se encontraron vehículos en la plataforma.",
  loadFailed: "Error al cargar vehículos",
} as const;
