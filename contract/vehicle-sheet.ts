import { z } from "zod";
import { Deal, VehicleFigures } from "./deal.ts";
import { foldText } from "./fold-text.ts";
import { priceAmount, priceIn } from "./price.ts";
import { choiceBehind } from "./sheet-choices.ts";
import { type DayOrder, readDay } from "./sheet-days.ts";
import { readPrice } from "./sheet-price.ts";
import {
  type Currency,
  convertDistance,
  type DistanceUnit,
  distanceLabel,
  distanceNamed,
  type Units,
} from "./units.ts";
import { Vehicle } from "./vehicle.ts";
import {
  choicesOf,
  type VehicleFieldName,
  vehicleFieldNames,
  vehicleFields,
} from "./vehicle-fields.ts";

/** A vehicle as a spreadsheet tells it: what it cost only where the reader may see that. */
export const SheetVehicle = Vehicle.omit({
  user_id: true,
  images: true,
  views: true,
  created_at: true,
}).extend({
  vehicle_figures: VehicleFigures.nullish(),
  deals: z.array(Deal.pick({ kind: true, day: true, ended_at: true })).optional(),
});
export type SheetVehicle = z.infer<typeof SheetVehicle>;

/** What is written of a vehicle, by the name of its column. */
export type SheetValue = string | number | boolean | string[] | null;

export type SheetColumn = {
  name: string;
  /** What stands above it, and what else may. */
  heading: string;
  also: readonly string[];
  /** Its cell in an export: a price in the dealership's currency as a number. */
  write(vehicle: SheetVehicle, currency: Currency): string | number | null;
  /**
   * What a cell that is not empty says, or why it says nothing. Without it nothing is imported.
   */
  read?(text: string, how: SheetWriting): SheetReading;
  /** Whose the column is: of figures only who sees them knows anything. */
  figures?: true;
  /** What is told of a vehicle as it comes to be sold. */
  ofSale?: true;
  /** What a vehicle may come in without, where its cell says nothing that we know. */
  mayFail?: boolean;
};

/** What a dealership's amounts and distances are in, and how a sheet writes days. */
export type SheetWriting = { units: Units; days: DayOrder };

/** What is `unclear` waits for a say of the person's. */
export type SheetReading = { value: SheetValue } | { problem: string; unclear?: boolean };

/** A list's things stand in one cell. */
function cellOf(value: string | number | string[] | null): string | number | null {
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Above the identifier that an export writes and an import finds a vehicle by. */
const identifier: SheetColumn = {
  name: "id",
  heading: "ID de Vitrina",
  also: ["id"],
  write: ({ id }) => id,
};

/** What is refused rather than left out: what a vehicle is, and what it is worth. */
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
    ],
    write: ({ vehicle_figures }) => vehicle_figures?.acquired_on ?? null,
    read: readDayCell,
    figures: true,
    mayFail: true,
  },
  {
    name: "sold_on",
    heading: "Vendido el",
    also: [
      "sold on",
      "sold date",
      "fecha venta",
      "sale date",
      "fecha entrega",
      "fecha salida",
      "f venta",
      "delivery date",
    ],
    write: ({ deals }) =>
      deals?.find(({ kind, ended_at }) => kind === "Venta" && ended_at === null)?.day ?? null,
    read: readDayOfSale,
    figures: true,
    ofSale: true,
    mayFail: true,
  },
];

/** Every column of an export, in its order. */
export const sheetColumns: readonly SheetColumn[] = [identifier, ...fields, ...others];

/** What stands above a column in an export, with what its amounts or distances are in. */
export function headingIn({ name, heading }: SheetColumn, units: Units): string {
  if (name === "mileage") return `${distanceLabel(units)} (${units.distance})`;
  return isMoney(name) ? `${heading} (${units.currency})` : heading;
}

/** Whether a column's cells are amounts. */
export function isMoney(name: string): boolean {
  return name === "price" || name === "cost";
}

/** The column with a name; a name comes from the list above. */
export function sheetColumn(name: string): SheetColumn | undefined {
  return sheetColumns.find((column) => column.name === name);
}

/** Of another currency it would be shown as one's own, or found by no visitor's bounds. */
function readPriceCell(text: string, how: SheetWriting): SheetReading {
  const { currency } = how.units;
  const price = readPrice(text, currency);
  return price === null ? inOtherCurrency(text, currency) : readField("price", price, how);
}

const inOtherCurrency = (text: string, currency: Currency) => ({
  problem: `«${text}» está en otra moneda: escríbelo en ${currency}.`,
});

/** By the rules of the form, but a word that it would read as nothing is a fault here. */
function readField(name: VehicleFieldName, text: string, { units }: SheetWriting): SheetReading {
  const choices = choicesOf(name);
  const choice =
    choices?.find((one) => foldText(one) === foldText(text)) ?? choiceBehind(name, text);
  if (choices && name !== "doors" && choice === undefined) {
    return { problem: `«${text}» no es ninguno de: ${choices.join(", ")}.` };
  }
  if (name === "vin" && !isVinLike(text)) return { problem: `«${text}» no es un VIN.` };
  const typed = choice ?? plainCell(name, text, units);
  const parsed = vehicleFields[name].input.safeParse(typed);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? "" };
  return parsed.data === null ? { problem: `«${text}» no es un número.` } : { value: parsed.data };
}

/**
 * A VIN without what parts it, a distance of "45 mil mi" as a number, the year of "03/2020" and
 * "'18", the count of "único dueño".
 */
function plainCell(name: VehicleFieldName, text: string, { distance }: Units): string {
  if (name === "vin") return plainVin(text);
  if (name === "year") return yearIn(text);
  if (name === "mileage") return String(distanceIn(text, distance) ?? "");
  if (name === "owners") return ownersIn(text);
  return text;
}

/** A VIN as letters and digits alone, behind "VIN:", too. */
export function plainVin(text: string): string {
  return text
    .toUpperCase()
    .replace(/^\W*VIN\b/, "")
    .replaceAll(/[^A-Z0-9]/g, "");
}

/** What is no number that got into another format, and no word such as "Pendiente". */
const isVinLike = (text: string) => /\d/.test(text) && !/\dE\+?\d+$/i.test(text);

function yearIn(text: string): string {
  const whole = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(text)?.[0];
  const [, short] = /^['’]?(\d\d)$/.exec(text) ?? [];
  if (whole || short === undefined) return whole ?? text;
  const thisYear = new Date().getFullYear() % 100;
  return (Number(short) > thisYear + 1 ? "19" : "20") + short;
}

/**
 * A number, or about a number, with thousands in any of their ways; in a dealership's unit, whatever
 * unit stands behind it.
 */
function distanceIn(text: string, own: DistanceUnit): number | null {
  const [, told = "", unit = ""] =
    /^(?:aprox\.?|[~≈+])? ?(\d[\d.,' ]*(?:(?:k|mil)\b)?)(?: ?(\p{L}{2,10})\.?)?$/iu.exec(text) ??
    [];
  const amount = priceAmount(told.replaceAll("'", ",").trim());
  if (amount === null) return null;
  return (distanceNamed(unit) ?? own) === own ? Math.trunc(amount) : convertDistance(amount, own);
}

function ownersIn(text: string): string {
  const ordinals = [/^(?:unic[oa]|primer|one|single)/, /^(?:segund|second)/, /^(?:tercer|third)/];
  const place = ordinals.findIndex((ordinal) => ordinal.test(foldText(text)));
  return place < 0 ? text : String(place + 1);
}

function readYesOrNo(text: string): SheetReading {
  const word = foldText(text);
  if (["si", "yes", "true", "verdadero", "1", "x"].includes(word)) return { value: true };
  if (["no", "false", "falso", "0"].includes(word)) return { value: false };
  return { problem: `«${text}» no es Sí ni No.` };
}

function readCost(text: string, { units: { currency } }: SheetWriting): SheetReading {
  const cost = readPrice(text, currency);
  if (cost === null) return inOtherCurrency(text, currency);
  const amount = priceAmount(cost);
  if (amount === null || amount > 9_999_999_999) {
    return { problem: `«${text}» no es una cantidad, como 15,000.` };
  }
  return { value: amount };
}

function readDayCell(text: string, { days }: SheetWriting): SheetReading {
  const day = readDay(text, days);
  if (day) return { value: day };
  return readDay(text, "day first")
    ? { problem: `«${text}» puede ser dos días: di arriba cómo los escribe.`, unclear: true }
    : { problem: `«${text}»: escribe el día como 2026-01-31.` };
}

/** What is handed over next week is not sold yet; tomorrow may have begun where the dealer is. */
function readDayOfSale(text: string, how: SheetWriting): SheetReading {
  const reading = readDayCell(text, how);
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const isAhead = "value" in reading && String(reading.value) > tomorrow;
  return isAhead ? { problem: `«${text}» aún no ha llegado.` } : reading;
}
