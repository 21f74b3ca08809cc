import { todayHere } from "../dealership-day.ts";
import { makeName } from "../make-names.ts";
import { priceAmount } from "../price.ts";
import { line } from "../text/field-inputs.ts";
import { foldText } from "../text/fold-text.ts";
import {
  type Currency,
  convertDistance,
  type DistanceUnit,
  parseDistanceUnit,
  type Units,
} from "../units.ts";
import {
  choicesOf,
  newestYear,
  type VehicleFieldName,
  type VehicleStatus,
  VIN_LENGTH,
  vehicleFields,
} from "../vehicle-fields.ts";
import { checkVin, plainVin } from "../vin.ts";
import { parseChoice } from "./sheet-choices.ts";
import { type DayOrder, readDay } from "./sheet-days.ts";
import {
  amountWarning,
  isNoPrice,
  readPrice,
  statusForPrice,
  tooLowMessage,
} from "./sheet-price.ts";

/** A cell's value, in the form of its column. */
export type SheetValue = string | number | boolean | string[] | null;

/**
 * How to read a sheet: units, the order of day and month, and today (YYYY-MM-DD, by default the
 * current day), the latest day for purchases and sales.
 */
export type SheetFormat = { units: Units; days: DayOrder; today?: string };

/**
 * A parsed cell, with a doubt that the review shows, or the reason why it cannot be read. An
 * `unclear` cell waits for the person's choice.
 */
export type CellResult = { value: SheetValue; doubt?: string } | Problem;

type Problem = {
  problem: string;
  /** The person must choose how to read it. */
  unclear?: true;
  /** The cell is skipped; other problems in this column reject the row. */
  skipped?: true;
  /** The status found in place of a price. */
  status?: VehicleStatus;
};

/**
 * Reads a price. Zero, a dash or 'TBD' is no price, a state such as 'Sold' sets the state, and any
 * other text is imported as typed, with a warning if it looks like a number. Rejects texts that are
 * too long, and other currencies: they would be shown in the wrong one and missed by price filters.
 */
export function readPriceCell(text: string, how: SheetFormat): CellResult {
  const { currency } = how.units;
  const status = statusForPrice(text);
  if (status) {
    return { problem: `«${text}» no es un precio. Su estado es ${status}.`, skipped: true, status };
  }
  if (isNoPrice(text, currency)) {
    return {
      problem: `«${text}» no es un precio. Sin precio se muestra «A consultar».`,
      skipped: true,
    };
  }
  const price = readPrice(text, currency);
  if (price === null) return inOtherCurrency(text, currency);
  const doubt =
    isPhraseWithAmount(price) || namesStatus(price)
      ? shownAsTyped(text)
      : amountWarning(text, price, currency);
  return withDoubt(readField("price", price, how), doubt);
}

/** "-9900", "9900/10900" and "1.25E+04" are not amounts; "desde $9,900" is text for visitors. */
const isPhraseWithAmount = (price: string) =>
  priceAmount(price) === null && (/^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(price) || isReformatted(price));

/** "Sold 9/5" and "APARTADO $500". */
const namesStatus = (price: string) =>
  priceAmount(price) === null &&
  ["Vendido", "En revisión"].includes(parseChoice("status", price) ?? "");

const shownAsTyped = (text: string) =>
  `«${text}» no es una cantidad: los visitantes lo leen tal cual.`;

function withDoubt(reading: CellResult, doubt: string | undefined): CellResult {
  return "value" in reading && doubt !== undefined ? { ...reading, doubt } : reading;
}

const inOtherCurrency = (text: string, currency: Currency) => ({
  problem: `«${text}» está en otra moneda: escríbelo en ${currency}.`,
});

/**
 * Applies the form's rules, except that a word that the form would read as empty is an error here.
 */
export function readField(
  name: VehicleFieldName,
  text: string,
  { units }: SheetFormat,
): CellResult {
  const choices = choicesOf(name);
  const choice =
    choices?.find((one) => foldText(one) === foldText(text)) ?? parseChoice(name, text);
  if (choices && name !== "doors" && choice === undefined) {
    return { problem: unknownChoice(name, text, choices) };
  }
  if (name === "vin" && !isVinLike(text)) return { problem: `«${text}» no es un VIN.` };
  if (isCount(name) && numbersIn(text) > 1) return { problem: `«${text}» no es un solo número.` };
  const vinDoubt = name === "vin" ? checkVin(plainVin(text)) : null;
  if (vinDoubt && plainVin(text).length > VIN_LENGTH) return { problem: vinDoubt.problem };
  const typed = choice ?? plainCell(name, text, units);
  const parsed = vehicleFields[name].input.safeParse(typed);
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? "" };
  if (parsed.data === null) return { problem: `«${text}» no es un número.` };
  const doubt =
    name === "mileage" && hasLostThousands(text)
      ? tooLowMessage(text)
      : name === "stock_number" && isReformatted(text)
        ? `«${text}» parece un número que Excel cambió: ponle formato de texto.`
        : undefined;
  return withDoubt({ value: parsed.data }, doubt);
}

const isCount = (name: VehicleFieldName) => name === "doors" || name === "owners";
const numbersIn = (text: string) => new Set(text.match(/\d+/g)).size;

function unknownChoice(name: VehicleFieldName, text: string, choices: readonly string[]): string {
  const problem = `«${text}» no es ninguno de: ${choices.join(", ")}.`;
  return name === "status"
    ? `${problem} Sin estado, un vehículo nuevo queda «Disponible».`
    : problem;
}

/** "78.45" for 78,450, read with the wrong decimal separator. */
const hasLostThousands = (text: string) =>
  /^\D*\d{1,3}[.,]\d{1,2}(?!\d)(?! ?(?:k|mil)\b)/i.test(text);

/**
 * Normalizes a cell: the usual name of a make, a VIN without separators, a distance of "45 mil mi"
 * as a number, the year of "03/2020" and "'18", the count of "único dueño".
 */
function plainCell(name: VehicleFieldName, text: string, { distance }: Units): string {
  if (name === "brand") return makeName(text);
  if (name === "vin") return plainVin(text);
  if (name === "year") return yearIn(text);
  if (name === "mileage") return String(distanceIn(text, distance) ?? "");
  if (name === "owners") return ownersIn(text);
  return text;
}

/** "1.23E+05", as Excel displays a long number. */
const isReformatted = (text: string) => /^\d(?:[.,]\d+)?E\+?\d+$/i.test(text);

/** A number that a spreadsheet reformatted, a word, or seventeen equal digits is not a VIN. */
const isVinLike = (text: string) =>
  /\d/.test(text) && !/\dE\+?\d+$/i.test(text) && !/^(.)\1+$/.test(plainVin(text));

function yearIn(text: string): string {
  const whole = /(?:^|\D)((?:19|20)\d\d)(?!\d)/.exec(text)?.[1];
  const [, short] = /^['’]?(\d\d)$/.exec(text) ?? [];
  if (whole || short === undefined) return whole ?? text;
  return (Number(short) > newestYear() % 100 ? "19" : "20") + short;
}

/**
 * Parses an exact or approximate distance with any thousands separator, and converts it to the
 * dealership's unit when another one follows.
 */
function distanceIn(text: string, own: DistanceUnit): number | null {
  const [, told = "", unit = ""] =
    /^(?:aprox\.?|[~≈+])? ?(\d[\d.,'’\s]*(?:(?:k|mil)\b)?)(?: ?(?!h(?:ours?|oras?|rs?)\b)(\p{L}{2,10})\.?)?$/iu.exec(
      text,
    ) ?? [];
  const decimal = told.trim().replace(/^(\d+),(\d{1,2})$/, "$1.$2");
  const amount = priceAmount(decimal.replaceAll(/['’]/g, ","));
  if (amount === null) return null;
  return (parseDistanceUnit(unit) ?? own) === own
    ? Math.trunc(amount)
    : convertDistance(amount, own);
}

function ownersIn(text: string): string {
  const ordinals = [/^(?:unic[oa]|primer|one|single)/, /^(?:segund|second)/, /^(?:tercer|third)/];
  const place = ordinals.findIndex((ordinal) => ordinal.test(foldText(text)));
  return place < 0 ? text : String(place + 1);
}

export function readYesOrNo(text: string): CellResult {
  const word = foldText(text);
  if (["si", "yes", "true", "verdadero", "1", "x"].includes(word)) return { value: true };
  if (["no", "false", "falso", "0"].includes(word)) return { value: false };
  return { problem: `«${text}» no es Sí ni No.` };
}

export function readCost(text: string, { units: { currency } }: SheetFormat): CellResult {
  const cost = readPrice(text, currency);
  if (cost === null) return inOtherCurrency(text, currency);
  const amount = priceAmount(cost);
  if (amount === null || amount > 9_999_999_999) {
    return { problem: `«${text}» no es una cantidad, como 15,000.` };
  }
  return withDoubt({ value: amount }, amountWarning(text, cost, currency));
}

/** Parses the name of a buyer or seller. */
export function readPerson(text: string): CellResult {
  const name = line().safeParse(text).data ?? "";
  if (name.length > MAX_NAME_LENGTH) return { problem: "El nombre es demasiado largo." };
  return /\p{L}/u.test(name) ? { value: name } : { problem: `«${text}» no es un nombre.` };
}

/** Maximum length of a buyer's or seller's name. */
const MAX_NAME_LENGTH = 200;

function readDayCell(text: string, { days }: SheetFormat): CellResult {
  const day = readDay(text, days);
  if (day) return { value: day };
  return readDay(text, "day first")
    ? { problem: `«${text}» puede ser dos días: di arriba cómo los escribe.`, unclear: true }
    : { problem: `«${text}»: escribe el día como 2026-01-31.` };
}

/** Parses a day that cannot be in the future. */
export function readPastDay(text: string, how: SheetFormat): CellResult {
  const reading = readDayCell(text, how);
  const isAhead = "value" in reading && String(reading.value) > (how.today ?? todayHere(how.units));
  return isAhead ? { problem: `«${text}» aún no ha llegado.` } : reading;
}
