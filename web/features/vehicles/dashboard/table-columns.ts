import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
} from "@tanstack/react-table";
import { priceAmount } from "#contract/price.ts";
import { VehicleStatus } from "#contract/vehicle-fields.ts";
import { daysInStock } from "../days-in-stock.ts";
import type { InventoryVehicle, VehicleFigures } from "../queries.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import type { SortedColumn } from "./table-order.ts";

/** A table row; the figures load after the vehicle. */
export type TableRow = {
  vehicle: InventoryVehicle;
  /** Days on the lot. */
  days: number;
  figures: VehicleFigures | undefined;
};

/** A vehicle's row with its days on the lot. */
export function tableRow(
  vehicle: InventoryVehicle,
  zone: string,
  figures: VehicleFigures | undefined,
): TableRow {
  return { vehicle, days: daysInStock(vehicle, zone), figures };
}

/** The table only sorts; it shares filters and selection with the cards. */
export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

const { accessor, columns: columnsOf } = createColumnHelper<typeof features, TableRow>();
const words = new Intl.Collator("es", { numeric: true });
const byWords: SortFn<typeof features, TableRow> = (a, b, id) =>
  words.compare(a.getValue(id), b.getValue(id));
const byNumber: SortFn<typeof features, TableRow> = (a, b, id) =>
  a.getValue<number>(id) - b.getValue<number>(id);

/** Unknown values come last in both directions. */
const number = { sortFn: byNumber, sortUndefined: "last" } as const;
const id = (name: SortedColumn) => ({ id: name });

/** Labels and sorting. Columns where high numbers matter start descending. */
export const columns = columnsOf([
  accessor(({ vehicle }) => vehicle.stock_number ?? undefined, {
    ...id("numero"),
    header: "Número",
    sortFn: byWords,
    sortUndefined: "last",
  }),
  accessor(({ vehicle }) => vehicleTitle(vehicle), {
    ...id("vehiculo"),
    header: "Vehículo",
    sortFn: byWords,
  }),
  accessor(({ vehicle }) => VehicleStatus.options.indexOf(vehicle.status), {
    ...id("estado"),
    header: "Estado",
    sortFn: byNumber,
  }),
  accessor(({ vehicle }) => (vehicle.published ? 0 : 1), {
    ...id("publicado"),
    header: "Publicado",
    sortFn: byNumber,
  }),
  accessor(({ vehicle }) => priceAmount(vehicle.price) ?? undefined, {
    ...id("precio"),
    ...number,
    header: "Precio",
  }),
  accessor(({ vehicle }) => vehicle.mileage ?? undefined, {
    ...id("millas"),
    ...number,
    header: "Millas",
  }),
  accessor(({ days }) => days, {
    ...id("dias"),
    ...number,
    header: "Días",
  }),
  accessor(({ vehicle }) => vehicle.views, {
    ...id("vistas"),
    ...number,
    header: "Vistas",
    sortDescFirst: true,
  }),
  accessor(({ figures }) => figures?.leads, {
    ...id("prospectos"),
    ...number,
    header: "Prospectos",
    sortDescFirst: true,
  }),
  accessor(({ figures }) => figures?.photos, {
    ...id("fotos"),
    ...number,
    header: "Fotos",
    sortDescFirst: true,
  }),
]);
