import { useQuery } from "@tanstack/react-query";
import { FlexRender, type Header, type Updater, useTable } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { zoneHere } from "#contract/dealership-day.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { useChangePublished, useChangeStatus } from "../change-vehicle.ts";
import { dashboardMessages, tableMessages } from "../messages.ts";
import { type InventoryVehicle, inventoryFiguresQuery } from "../queries.ts";
import type { VehicleFilter } from "./filter-vehicles.ts";
import { columns, features, type TableRow, tableRow } from "./table-columns.ts";
import { sortedFilter, type TableSort, tableSort } from "./table-order.ts";
import { ConfirmDelete, useBatchedList } from "./vehicle-grid.tsx";
import { VehicleTableRow } from "./vehicle-table-row.tsx";

/** Rows added at a time: about a screenful. */
const STEP = 18;
/**
 * Fixed column widths, so that no row widens the table: checkbox, photo, ten sortable columns,
 * menu.
 */
const WIDTHS = [
  "w-10",
  "w-17 xl:w-18",
  "w-16 xl:w-20",
  "",
  "w-29 xl:w-32",
  "w-20 xl:w-24",
  "w-23 xl:w-30",
  "w-18 xl:w-24",
  "w-13 xl:w-16",
  "w-15 xl:w-18",
  "w-22 xl:w-26",
  "w-14 xl:w-18",
  "w-13",
];
const LEFT_COLUMNS = new Set(["numero", "vehiculo", "estado", "publicado"]);

type VehicleTableProps = {
  ownerId: string;
  vehicles: InventoryVehicle[];
  filter: VehicleFilter;
  onOrder: (part: Partial<VehicleFilter>) => void;
  selectedIds: ReadonlySet<string>;
  onSelect: (ids: readonly string[], selected: boolean) => void;
};

/**
 * The inventory as a sortable table with editable cells, from 1024 px on. Rows are added in batches
 * and stay.
 */
export function VehicleTable(props: VehicleTableProps) {
  const { ownerId, vehicles, filter, onOrder, selectedIds, onSelect } = props;
  const { impersonatedUser } = useAuth();
  const { rows, failed, retry } = useRows(ownerId, vehicles);
  const sorting = useMemo(() => [tableSort(filter)], [filter]);
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ vehicle }) => vehicle.id,
    state: { sorting },
    onSortingChange: (change: Updater<TableSort[]>) => {
      const [next] = typeof change === "function" ? change(sorting) : change;
      if (next) onOrder(sortedFilter(next));
    },
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
  });
  const sorted = table.getSortedRowModel().rows;
  const { shown, end } = useBatchedList(sorted, STEP);
  const ids = useMemo(() => sorted.map(({ id }) => id), [sorted]);
  const select = useRangeSelection(ids, onSelect);
  const { mutate: changeStatus } = useChangeStatus();
  const { mutate: changePublished } = useChangePublished();
  const [toDelete, setToDelete] = useState<InventoryVehicle | null>(null);
  return (
    <>
      {failed && <FiguresFailed onRetry={retry} />}
      <div className="rounded-xl border bg-card shadow-card">
        <table className="w-full table-fixed text-left text-sm">
          <caption className="sr-only">{tableMessages.caption}</caption>
          <colgroup>
            {WIDTHS.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
              <col key={index} className={width} />
            ))}
          </colgroup>
          <thead
            className={classNames(
              "sticky z-20 bg-card shadow-[inset_0_-1px_hsl(var(--border))] [&_th:first-child]:rounded-tl-xl [&_th:last-child]:rounded-tr-xl",
              // Below the top bar, and below the impersonation banner.
              impersonatedUser ? "top-27" : "top-15",
            )}
          >
            <tr>
              <th scope="col" className="pl-4">
                <SelectAll ids={ids} selectedIds={selectedIds} onSelect={onSelect} />
              </th>
              <th scope="col">
                <span className="sr-only">Foto</span>
              </th>
              {table.getFlatHeaders().map((header) => (
                <Head key={header.id} header={header} ownerId={ownerId} />
              ))}
              <th scope="col">
                <span className="sr-only">Acciones</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, original }) => (
              <VehicleTableRow
                key={id}
                vehicle={original.vehicle}
                days={original.days}
                figures={original.figures}
                selected={selectedIds.has(id)}
                onSelect={select}
                onStatus={changeStatus}
                onPublished={changePublished}
                onDelete={setToDelete}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div ref={end} aria-hidden="true" />
      {toDelete && (
        <ConfirmDelete
          vehicle={toDelete}
          onClose={() => setToDelete(null)}
          onDeleted={() => onSelect([toDelete.id], false)}
        />
      )}
    </>
  );
}

/** Vehicles with their figures, which are loaded only while the table is shown. */
function useRows(ownerId: string, vehicles: InventoryVehicle[]) {
  const { supabase } = useAuth();
  const { data, isError, refetch } = useQuery(inventoryFiguresQuery(supabase, ownerId));
  const zone = zoneHere(useUnits(ownerId));
  const rows = useMemo(
    () => vehicles.map((vehicle) => tableRow(vehicle, zone, data?.[vehicle.id])),
    [vehicles, zone, data],
  );
  return { rows, failed: isError && data === undefined, retry: refetch };
}

function FiguresFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="flex items-center gap-3 text-sm">
      {tableMessages.figuresFailed}
      <Button variant="outline" size="sm" onClick={onRetry}>
        {dashboardMessages.retry}
      </Button>
    </p>
  );
}

/** A sortable heading; a second press reverses the order. */
function Head(props: { header: Header<typeof features, TableRow>; ownerId: string }) {
  const { header, ownerId } = props;
  const { distance } = useUnits(ownerId);
  const { column } = header;
  const sorted = column.getIsSorted();
  const Arrow = sorted === "desc" ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={sorted ? `${sorted}ending` : undefined} className="p-0 font-medium">
      <button
        type="button"
        onClick={() => column.toggleSorting()}
        className={classNames(
          "group flex h-11 w-full items-center gap-0.5 px-2 text-muted-foreground text-xs hover:text-foreground",
          !LEFT_COLUMNS.has(column.id) && "flex-row-reverse",
          sorted && "text-foreground",
        )}
      >
        <span>
          {column.id === "millas" && distance === "km" ? "Km" : <FlexRender header={header} />}
        </span>
        <Arrow
          aria-hidden="true"
          className={classNames("size-3 shrink-0", !sorted && "opacity-0 group-hover:opacity-40")}
        />
      </button>
    </th>
  );
}

/** Checked if all filtered vehicles are selected, indeterminate if some are. */
function SelectAll(props: {
  ids: readonly string[];
  selectedIds: ReadonlySet<string>;
  onSelect: (ids: readonly string[], selected: boolean) => void;
}) {
  const { ids, selectedIds, onSelect } = props;
  const chosen = ids.filter((id) => selectedIds.has(id)).length;
  const all = chosen === ids.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !all;
  }, [chosen, all]);
  return (
    <Checkbox
      ref={box}
      checked={all}
      onCheckedChange={(checked) => onSelect(ids, checked)}
      aria-label={tableMessages.selectAll}
    />
  );
}

/** Selects a row; with Shift all rows from the previous one to this, in table order. */
function useRangeSelection(
  ids: readonly string[],
  onSelect: (ids: readonly string[], selected: boolean) => void,
) {
  const last = useRef<string>(null);
  const order = useRef(ids);
  useEffect(() => {
    order.current = ids;
  }, [ids]);
  return useCallback(
    (id: string, selected: boolean, extend: boolean) => {
      const [from, to] = [last.current, id].map((end) => order.current.indexOf(end ?? ""));
      last.current = id;
      if (!extend || from === undefined || to === undefined || from < 0) {
        return onSelect([id], selected);
      }
      onSelect(order.current.slice(Math.min(from, to), Math.max(from, to) + 1), selected);
    },
    [onSelect],
  );
}
