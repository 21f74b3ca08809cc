import { z } from "zod";
import { Deal, VehicleFigures } from "../customers/deal.ts";
import { priceIn } from "../price.ts";
import { type Currency, distanceLabel, type Units } from "../units.ts";
import { Vehicle } from "../vehicle.ts";
import { type VehicleFieldName, vehicleFieldNames, vehicleFields } from "../vehicle-fields.ts";
import {
  type CellResult,
  readCost,
  readField,
  readPastDay,
  readPerson,
  readPriceCell,
  readYesOrNo,
  type SheetFormat,
} from "./sheet-cells.ts";

const SheetDeal = Deal.pick({
  kind: true,
  day: true,
  ended_at: true,
  price: true,
  buyer_name: true,
  seller_name: true,
});

/**
 * A vehicle with the data of a spreadsheet row. Costs are missing without access to the figures.
 */
export const SheetVehicle = Vehicle.omit({
  user_id: true,
  images: true,
  views: true,
  created_at: true,
}).extend({
  vehicle_figures: VehicleFigures.nullish(),
  deals: z.array(SheetDeal).optional(),
});
export type SheetVehicle = z.infer<typeof SheetVehicle>;

export type SheetColumn = {
  name: string;
  /** The heading in an export, and other headings that an import accepts. */
  heading: string;
  also: readonly string[];
  /** The cell's value in an export; a price in the dealership's currency becomes a number. */
  write(vehicle: SheetVehicle, currency: Currency): string | number | null;
  /** Parses a non-empty cell. Columns without it are not imported. */
  read?(text: string, how: SheetFormat): CellResult;
  /** The column needs access to the dealership's figures. */
  figures?: true;
  /** The column is about the vehicle's sale. */
  ofSale?: true;
  /** An unreadable cell is dropped instead of rejecting the row. */
  mayFail?: boolean;
};

/** A list becomes one cell. */
function cellOf(value: string | number | string[] | null): string | number | null {
  return Array.isArray(value) ? value.join(", ") : value;
}

/** The id with which an import finds a vehicle of an earlier export. */
const identifier: SheetColumn = {
  name: "id",
  heading: "ID de Vitrina",
  also: ["id"],
  write: ({ id }) => id,
};

/**
 * Fields whose rejected cells reject the row: the vehicle's identity and its price. What is no
 * price decides `readPriceCell` (sheet-cells.ts): most texts are imported as typed.
 */
const exact: readonly VehicleFieldName[] = ["brand", "model", "year", "price", "stock_number"];

const fields = vehicleFieldNames.map(
  (name): SheetColumn => ({
    name,
    heading: vehicleFields[name].label,
    also: vehicleFields[name].sheet.split(","),
    write: (vehicle, currency) =>
      name === "price"
        ? (priceIn(currency, vehicle.price) ?? vehicle.price)
        : cellOf(vehicle[name]),
    read: name === "price" ? readPriceCell : (text, how) => readField(name, text, how),
    mayFail: !exact.includes(name),
  }),
);

const ofSale = { figures: true, ofSale: true, mayFail: true } as const;

const others: SheetColumn[] = [
  {
    name: "published",
    heading: "Publicado",
    also: ["published", "visible"],
    write: ({ published }) => (published ? "Sí" : "No"),
    read: readYesOrNo,
  },
  {
    name: "reserved_until",
    heading: "Apartado hasta",
    also: ["reserved until"],
    write: ({ reserved_until }) => reserved_until,
  },
  {
    name: "cost",
    heading: "Costo",
    also: [
      "cost",
      "coste",
      "costo compra",
      "costo adquisición",
      "precio compra",
      "purchase price",
      "acquisition cost",
      "acv",
      "total cost",
      "costo total",
      "costo real",
      "costo neto",
      "costos",
      "compra",
      "p compra",
      "toma",
      "buy price",
      "inversión",
      "invertido",
      "total invertido",
      "precio toma",
      "valor compra",
      "costo final",
    ],
    write: ({ vehicle_figures }) => vehicle_figures?.cost ?? null,
    read: readCost,
    figures: true,
    mayFail: true,
  },
  {
    name: "acquired_on",
    heading: "Adquirido el",
    also: [
      "acquired on",
      "acquired",
      "purchased",
      "bought",
      "comprado",
      "date acquired",
      "fecha adquisición",
      "purchase date",
      "date purchased",
      "fecha compra",
      "comprado el",
      "date in stock",
      "stock date",
      "date in",
      "inventory date",
      "fecha ingreso",
      "fecha entrada",
      "fecha alta",
      "fecha llegada",
      "fecha recepción",
      "fecha toma",
      "f compra",
      "fec compra",
      "f ingreso",
      "f entrada",
      "ingreso",
      "entrada",
      "llegada",
      "recibido",
      "received date",
      "buy date",
      "date added",
      "date first on lot",
      "auction date",
      "fecha subasta",
    ],
    write: ({ vehicle_figures }) => vehicle_figures?.acquired_on ?? null,
    read: readPastDay,
    figures: true,
    mayFail: true,
  },
  {
    name: "sold_on",
    heading: "Vendido el",
    also: [
      "sold on",
      "sold date",
      "sold",
      "fecha venta",
      "sale date",
      "fecha entrega",
      "fecha salida",
      "f venta",
      "delivery date",
    ],
    write: (vehicle) => saleOf(vehicle)?.day ?? null,
    read: readPastDay,
    ...ofSale,
  },
  {
    name: "sale_price",
    heading: "Precio vendido",
    also: [
      "sold price",
      "sold for",
      "precio vendida",
      "precio final venta",
      "precio cierre",
      "closing price",
      "monto venta",
      "importe venta",
      "total venta",
    ],
    write: (vehicle) => saleOf(vehicle)?.price ?? null,
    read: readCost,
    ...ofSale,
  },
  {
    name: "buyer_name",
    heading: "Comprador",
    also: [
      "buyer",
      "buyer name",
      "customer",
      "customer name",
      "client",
      "cliente",
      "nombre comprador",
      "nombre cliente",
      "sold to",
      "vendido a",
      "compradora",
    ],
    write: (vehicle) => saleOf(vehicle)?.buyer_name ?? null,
    read: readPerson,
    ...ofSale,
  },
  {
    name: "seller_name",
    heading: "Vendedor",
    also: [
      "vendedora",
      "salesperson",
      "sales person",
      "salesman",
      "sales rep",
      "sales agent",
      "sold by",
      "vendido por",
      "asesor",
      "asesor ventas",
      "ejecutivo ventas",
    ],
    write: (vehicle) => saleOf(vehicle)?.seller_name ?? null,
    read: readPerson,
    ...ofSale,
  },
];

/** The vehicle's current sale, if it is sold. */
function saleOf({ deals }: SheetVehicle) {
  return deals?.find(({ kind, ended_at }) => kind === "Venta" && ended_at === null);
}

/** All columns, in the order of an export. */
export const sheetColumns: readonly SheetColumn[] = [identifier, ...fields, ...others];

/** The heading of a column in an export, with its currency or distance unit. */
export function headingIn({ name, heading }: SheetColumn, units: Units): string {
  if (name === "mileage") return `${distanceLabel(units)} (${units.distance})`;
  return isMoney(name) ? `${heading} (${units.currency})` : heading;
}

export function isMoney(name: string): boolean {
  return name === "price" || name === "cost" || name === "sale_price";
}

export function sheetColumn(name: string): SheetColumn | undefined {
  return sheetColumns.find((column) => column.name === name);
}
