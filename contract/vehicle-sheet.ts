import type { z } from "zod";
import { VehicleFigures } from "./deal.ts";
import { foldText } from "./fold-text.ts";
import { priceAmount, priceIn } from "./price.ts";
import { choiceBehind } from "./sheet-choices.ts";
import { type DayOrder, readDay } from "./sheet-days.ts";
import { Currency, type DistanceUnit, distanceLabel, isSignOf, type Units } from "./units.ts";
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
}).extend({ vehicle_figures: VehicleFigures.nullish() });
export type SheetVehicle = z.infer<typeof SheetVehicle>;

/** What is written of a vehicle, by the name of its column. */
export type SheetValue = string | number | boolean | string[] | null;

type SheetColumn = {
  name: string;
  /** What stands above it, and what else may. */
  heading: string;
  also: readonly string[];
  /** Its cell in an export: a price in the dealership's currency as a number. */
  write(vehicle: SheetVehicle, currency: Currency): string | number | null;
  /**
   * What a cell that is not empty says, or why it says nothing. Takes how the sheet writes days.
   * Without it nothing is imported.
   */
  read?(text: string, order: DayOrder): SheetReading;
  /** Whose the column is: of figures only who sees them knows anything. */
  figures?: true;
};

export type SheetReading = { value: SheetValue } | { problem: string };

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

const fields = vehicleFieldNames.map(
  (name): SheetColumn => ({
    name,
    heading: vehicleFields[name].label,
    also: vehicleFields[name].sheet,
    write: (vehicle, currency) =>
      name === "price"
        ? (priceIn(currency, vehicle.price) ?? vehicle.price)
        : cellOf(vehicle[name]),
    read: (text) => readField(name, text),
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
      "costo de compra",
      "precio de compra",
      "purchase price",
      "total cost",
      "costo total",
      "inversión",
    ],
    write: ({ vehicle_figures }) => vehicle_figures?.cost ?? null,
    read: readCost,
    figures: true,
  },
  {
    name: "acquired_on",
    heading: "Adquirido el",
    also: [
      "acquired on",
      "acquired",
      "fecha de compra",
      "fecha de adquisición",
      "purchase date",
      "date in stock",
      "in stock date",
      "stock date",
      "inventory date",
      "fecha de ingreso",
      "fecha de entrada",
    ],
    write: ({ vehicle_figures }) => vehicle_figures?.acquired_on ?? null,
    read: readDayCell,
    figures: true,
  },
];

/** Every column of an export, in its order. */
export const sheetColumns: readonly SheetColumn[] = [identifier, ...fields, ...others];

/** What stands above a column in an export, with what its amounts or distances are in. */
export function headingIn({ name, heading }: SheetColumn, units: Units): string {
  if (name === "mileage") return `${distanceLabel(units)} (${units.distance})`;
  return isMoney(name) ? `${heading} (${units.currency})` : heading;
}

function isMoney(name: string): boolean {
  return name === "price" || name === "cost";
}

/** The column with a name; a name comes from the list above. */
export function sheetColumn(name: string): SheetColumn | undefined {
  return sheetColumns.find((column) => column.name === name);
}

/** What else distances are called, of which nobody takes kilometres for miles. */
const distanceWords = {
  mi: ["mi", "miles", "millas"],
  km: ["kilometraje", "kilómetros", "km", "kms", "kilometers"],
} satisfies Record<DistanceUnit, string[]>;

/**
 * Which column a heading names, in Spanish or English: case, accents and spaces apart. Takes what
 * the dealership's amounts and distances are in: a heading that names another unit is none of ours.
 */
export function matchHeading(heading: string, units: Units): string | null {
  const found = columnNamed(heading, units) ?? columnNamedTwice(heading, units);
  return found && !namesOtherUnit(heading, found, units) ? found : null;
}

function columnNamed(heading: string, units: Units): string | undefined {
  const asked = headingKey(heading);
  if (asked === "") return undefined;
  return sheetColumns.find(({ heading, also, name }) =>
    [heading, name, ...also, ...(name === "mileage" ? distanceWords[units.distance] : [])].some(
      (known) => headingKey(known) === asked,
    ),
  )?.name;
}

/** "Marca / Make" and "Nro. de serie (VIN)" name one column; "Make/Model" names two, so none. */
function columnNamedTwice(heading: string, units: Units): string | undefined {
  const parts = heading.split(/[/|()]/).filter((part) => part.trim() !== "");
  const [name, ...others] = new Set(parts.map((part) => columnNamed(part, units)));
  return others.length === 0 ? name : undefined;
}

/** Whether a heading's brackets hold another currency or distance: "Precio (USD)" among pesos. */
function namesOtherUnit(heading: string, name: string, units: Units): boolean {
  const unit = /\((.*?)\)/.exec(heading)?.[1]?.trim() ?? "";
  if (name === "mileage") {
    const others = distanceWords[units.distance === "mi" ? "km" : "mi"];
    return others.some((word) => headingKey(word) === headingKey(unit));
  }
  const isKnown = Currency.options.some((currency) => isSignOf(unit, currency));
  return isMoney(name) && isKnown && !isSignOf(unit, units.currency);
}

/** "Millaje (mi)" and "millaje" are one, as are "VIN No.", "Nº de VIN" and "VIN". */
function headingKey(heading: string): string {
  return foldText(heading.replaceAll(/\(.*?\)/g, ""))
    .replaceAll(/\b(n|no|nro|num|number|numero)\b[.º°]*(?: de\b)?/g, "")
    .replaceAll(/[^a-z0-9]/g, "");
}

/** By the rules of the form, but a word that it would read as nothing is a fault here. */
function readField(name: VehicleFieldName, text: string): SheetReading {
  const choices = choicesOf(name);
  const choice =
    choices?.find((one) => foldText(one) === foldText(text)) ?? choiceBehind(name, text);
  if (choices && name !== "doors" && choice === undefined) {
    return { problem: `«${text}» no es ninguno de: ${choices.join(", ")}.` };
  }
  const typed = choice ?? plainCell(name, text);
  const parsed = vehicleFields[name].input.safeParse(typed);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? "" };
  return parsed.data === null ? { problem: `«${text}» no es un número.` } : { value: parsed.data };
}

/** A VIN without what parts it, a distance of "45 mil" as a number. */
function plainCell(name: VehicleFieldName, text: string): string {
  if (name === "vin") return text.replaceAll(/[\s-]/g, "");
  const [thousands = null] = /^[\d.,]+ ?(?:k|mil)\b/i.exec(text) ?? [];
  return name === "mileage" ? String(priceAmount(thousands) ?? text) : text;
}

function readYesOrNo(text: string): SheetReading {
  const word = foldText(text);
  if (["si", "yes", "true", "verdadero", "1", "x"].includes(word)) return { value: true };
  if (["no", "false", "falso", "0"].includes(word)) return { value: false };
  return { problem: `«${text}» no es Sí ni No.` };
}

function readCost(text: string): SheetReading {
  const amount = priceAmount(text);
  if (amount === null || amount > 9_999_999_999) {
    return { problem: `«${text}» no es una cantidad, como 15,000.` };
  }
  return { value: amount };
}

function readDayCell(text: string, order: DayOrder): SheetReading {
  const day = readDay(text, order);
  return day ? { value: day } : { problem: `«${text}»: escribe el día como 2026-01-31.` };
}
