import type { VehicleFilter, VehicleOrder } from "./filter-vehicles.ts";

/** The columns that order the table, as its address names them. */
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

/** What orders the table. */
export type TableSort = { id: string; desc: boolean };

/** The orders that the list can be in without a table are columns of it, too. */
const ORDERS: [VehicleOrder, TableSort][] = [
  ["recientes", { id: "dias", desc: false }],
  ["antiguos", { id: "dias", desc: true }],
  ["precio-menor", { id: "precio", desc: false }],
  ["precio-mayor", { id: "precio", desc: true }],
  ["vistas", { id: "vistas", desc: true }],
];

/** What the filter orders the table by: its column, else that of its order. */
export function tableSort(filter: VehicleFilter): TableSort {
  const desc = filter.column.startsWith("-");
  const id = SORTED_COLUMNS.find((name) => name === filter.column.slice(desc ? 1 : 0));
  if (id) return { id, desc };
  return ORDERS.find(([order]) => order === filter.order)?.[1] ?? { id: "dias", desc: false };
}

/** The part of the filter that orders the table so: an order that the list has, else a column. */
export function sortedFilter({ id, desc }: TableSort): Partial<VehicleFilter> {
  const order = ORDERS.find(([, sort]) => sort.id === id && sort.desc === desc)?.[0];
  return order ? { order, column: "" } : { column: `${desc ? "-" : ""}${id}` };
}
