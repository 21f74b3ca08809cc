import type { VehicleFilter, VehicleOrder } from "./filter-vehicles.ts";

/** Sortable columns, as named in the URL. */
export const SORTED_COLUMNS = [
  "numero",
  "vehiculo",
  "estado",
  "publicado",
  "precio",
  "millas",
  "dias",
  "vistas",
  "prospectos",
  "fotos",
] as const;
export type SortedColumn = (typeof SORTED_COLUMNS)[number];

export type TableSort = { id: string; desc: boolean };

/** Sort orders that are also table columns. */
const ORDERS: [VehicleOrder, TableSort][] = [
  ["recientes", { id: "dias", desc: false }],
  ["antiguos", { id: "dias", desc: true }],
  ["precio-menor", { id: "precio", desc: false }],
  ["precio-mayor", { id: "precio", desc: true }],
  ["vistas", { id: "vistas", desc: true }],
];

/** The table's sorting: the filter's column, else its order. */
export function tableSort(filter: VehicleFilter): TableSort {
  const desc = filter.column.startsWith("-");
  const id = SORTED_COLUMNS.find((name) => name === filter.column.slice(desc ? 1 : 0));
  if (id) return { id, desc };
  return ORDERS.find(([order]) => order === filter.order)?.[1] ?? { id: "dias", desc: false };
}

/** Filter values for a sorting: an order if one matches, else a column. */
export function sortedFilter({ id, desc }: TableSort): Partial<VehicleFilter> {
  const order = ORDERS.find(([, sort]) => sort.id === id && sort.desc === desc)?.[0];
  return order ? { order, column: "" } : { column: `${desc ? "-" : ""}${id}` };
}
