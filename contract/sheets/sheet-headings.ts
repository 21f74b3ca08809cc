import { isMake } from "../make-names.ts";
import { foldText } from "../text/fold-text.ts";
import {
  type DistanceUnit,
  distanceWords,
  isCurrencySign,
  isSignOfCurrency,
  parseDistanceUnit,
  type Units,
} from "../units.ts";
import { otherHeadings } from "./sheet-languages.ts";
import { isMoney, type SheetColumn, sheetColumns } from "./vehicle-sheet.ts";

/**
 * Words that do not distinguish columns. Those on the second line only count when they are alone:
 * "Fecha de la compra" equals "Fecha compra" and "Tipo de combustible" equals "Combustible", but
 * "Tipo" stays.
 */
const fillers = [
  "de del la el los las al en of the y and n no nro num number numero name nombre vehicle vehiculo veh auto carro coche car actual current",
  "unit unidad type tipo count cantidad value desc level nivel link enlace url report reporte",
].map((words) => new Set(words.split(" ")));

/**
 * Finds the column that a Spanish or English heading names, ignoring case, accents, word order and
 * spaces. A heading that names another currency than the dealership's, or two units of distance,
 * matches none.
 */
export function matchHeading(heading: string, units: Units): string | null {
  const found = columnNamed(heading) ?? columnNamedTwice(heading);
  return found && !namesOtherUnit(heading, found.name, units) ? found.name : null;
}

/** How exactly a heading matches its column; 0 is an exact match. */
export function headingRank(heading: string): number {
  return matchOf(heading)?.rank ?? Number.POSITIVE_INFINITY;
}

/** The unit of a heading's distances, when it names exactly one. */
export function distanceUnitOf(heading: string): DistanceUnit | null {
  const [unit, other] = distanceUnitsIn(heading);
  return other === undefined ? (unit ?? null) : null;
}

/** "Kilometraje (mi)" means miles. */
function distanceUnitsIn(heading: string): Set<DistanceUnit> {
  const words = wordsOf(heading).filter((word) => isDistance(word) || isCount(word));
  const named = words.length > 1 ? words.filter((word) => !isCount(word)) : words;
  return new Set(named.flatMap((word) => parseDistanceUnit(word) ?? "km"));
}

/** Words for a distance in kilometres that also appear with other units. */
const isCount = (word: string) =>
  /^(?:kilometraje|kilometerstand|laufleistung|quilometragem|kilometrage|chilometraggio)$/.test(
    word,
  );

/** Headings that resemble ours but mean an engine number, an exchange rate and the like. */
const otherMeanings =
  /^(?:(?:n|no|nro|num|numero)(?: de)? (?:motor|titulo)|(?:engine|title) (?:number|no)|tipo(?: de)? (?:cambio|precio)|model number|(?:comprado|vendido|publicado|unidad) en)$/;

function columnNamed(heading: string): SheetColumn | undefined {
  return matchOf(heading)?.column;
}

/** Ignored parts: text in brackets, and "in thousands". */
const ignoredText = /\(.*?\)|\bin thousands\b|\ben miles(?: de)?\b/gi;

function matchOf(heading: string) {
  const words = wordsOf(heading.replaceAll(ignoredText, " "));
  if (otherMeanings.test(words.join(" "))) return undefined;
  const known = (heading: string[]) =>
    keysOf(heading).flatMap((key) => columnsByKey.get(key) ?? [])[0];
  return known(words) ?? known(words.filter((word) => !isUnit(word)));
}

/**
 * "Marca / Make" and "Nro. de serie (VIN)" name one column; "Make/Model" names two, so it matches
 * none.
 */
function columnNamedTwice(heading: string): SheetColumn | undefined {
  const parts = heading.split(/[/|()]/).filter((part) => part.trim() !== "");
  const [column, ...others] = new Set(parts.map((part) => columnNamed(part)));
  return others.length === 0 ? column : undefined;
}

/** "ExteriorColor" is two words, "P.V.P." and "Stock#" are one. */
function wordsOf(heading: string): string[] {
  const splitColumns = heading
    .replaceAll(/\b(\p{L})\.(?=\p{L}\b)/gu, "$1")
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
  return foldText(splitColumns)
    .split(/[^a-z0-9$€]+/)
    .filter(Boolean);
}

/** The keys of a heading: its distinctive words in sorted order, and all words joined. */
function keysOf(words: string[]): string[] {
  const distinctive = fillers.reduce((left, some) => {
    const others = left.filter((word) => !some.has(word));
    return others.length > 0 ? others : left;
  }, words);
  return words.length > 0 ? [[...distinctive].sort().join(" "), words.join("")] : [];
}

/**
 * Maps each key to its column and its rank among the column's names; lower ranks match more
 * exactly.
 */
const columnsByKey: ReadonlyMap<string, { column: SheetColumn; rank: number }> = new Map(
  sheetColumns
    .flatMap((column) => {
      const { heading, name, also } = column;
      const distances = name === "mileage" ? Object.values(distanceWords).flat() : [];
      const others = otherHeadings[name]?.split(", ") ?? [];
      return [heading, name, ...also, ...distances, ...others].flatMap((one, rank) =>
        keysOf(wordsOf(one)).map((key) => [key, { column, rank }] as const),
      );
    })
    .reverse(),
);

/** Matches the heading of a column of units, and captures the column that they apply to. */
const unitHeadings =
  /^(?:(.*) )?(?:unit|units|unidad|unidades|uom|medida|um)(?: (?:de )?(?:medida|(.*)))?$/;

/** Whether a heading names a column of units, such as "mileage.unit" or "Kms/Millas". */
export function isUnitHeading(heading: string): boolean {
  const words = wordsOf(heading);
  const isBoth = distanceUnitsIn(heading).size > 1;
  const [, before = "", after = ""] = unitHeadings.exec(words.join(" ")) ?? [];
  return isBoth || columnNamed(before || after)?.name === "mileage";
}

const currencyWords = new Set(["moneda", "currency", "divisa", "curr", "ccy"]);

/**
 * For a column of currencies: the name of the column of amounts that they belong to, or null for
 * any. Undefined for other columns.
 */
export function currencyColumnOf(heading: string): { of: string | null } | undefined {
  const words = wordsOf(heading);
  if (!words.some((word) => currencyWords.has(word))) return undefined;
  const rest = words.filter((word) => !currencyWords.has(word) && word !== "tipo");
  const name = columnNamed(rest.join(" "))?.name;
  return { of: name !== undefined && isMoney(name) ? name : null };
}

const isDistance = (word: string) => parseDistanceUnit(word) !== undefined;
const isUnit = (word: string) => isCurrencySign(word) || isDistance(word);

/** Whether a cell holds only a unit or a currency, such as "(km)" or "USD". */
export function isUnitCell(cell: string): boolean {
  const words = wordsOf(cell);
  return words.length > 0 && words.every(isUnit);
}

/**
 * Whether a heading names another currency ("Precio (USD)" for a dealership in pesos) or two
 * distance units ("Millas / km").
 */
function namesOtherUnit(heading: string, name: string, units: Units): boolean {
  if (name === "mileage") return distanceUnitsIn(heading).size > 1;
  const words = [...wordsOf(heading), ...(/\((.*?)\)/.exec(heading)?.slice(1) ?? [])];
  const isOther = (word: string) => isCurrencySign(word) && !isSignOfCurrency(word, units.currency);
  return isMoney(name) && words.some(isOther);
}

/** Whether a heading's amounts are in another currency than the dealership's. */
export function namesOtherCurrency(heading: string, units: Units): boolean {
  const name = columnNamed(heading)?.name ?? "";
  return isMoney(name) && namesOtherUnit(heading, name, units);
}

/**
 * Words in headings of columns that hold a vehicle's whole name, such as "Vehículo" or "Marca y
 * modelo".
 */
const vehicleNameWords = new Set(
  "vehiculo vehicle auto automovil carro coche car unidad unit marca make modelo model ano year ymm y version linea nombre name del de".split(
    " ",
  ),
);

/** Whether a heading's column can hold make, model and year together. */
export function isWholeNameHeading(heading: string): boolean {
  const words = wordsOf(heading);
  return words.length > 0 && words.every((word) => vehicleNameWords.has(word));
}

/** Makes with two words. */
const twoWordMakes =
  /^(alfa romeo|aston martin|great wall|land rover|mercedes benz|rolls royce)\b/i;

/** Words that sellers put before the name. */
const namePrefixes =
  /^[ -]*(?:(?:auto|carro|camioneta|vehículo|vehiculo|used|usad[oa]|seminuev[oa]|certified|cpo|pre-?owned|se|vendo|vende|oferta|remate|oportunidad) )*/i;

/** Splits "2019 Mercedes Benz C 200" into make, model and year; a missing part is "". */
export function splitVehicleName(cell: string): { brand: string; model: string; year: string } {
  // "2019/Honda/Civic"
  const text = /^(?:19|20)\d\d[/|;_]\S|\S[/|;_](?:19|20)\d\d$/.test(cell)
    ? cell.replaceAll(/[/|;_]/g, " ")
    : cell;
  const year = yearOf(text);
  const rest = year ? `${text.slice(0, year.from)} ${text.slice(year.to)}` : text;
  const name = rest
    .replaceAll(/[\s,;()]+(?:[-–/|.]+(?=\s|$))?|^[-–/|.]+(?=\s|$)/g, " ")
    .replaceAll(/ +/g, " ")
    .replace(/(?: (?:año|mod|modelo)\.?)? ?[-/.]? ?$/i, "")
    .replace(namePrefixes, "");
  const brand = twoWordMakes.exec(name)?.[0] ?? name.split(" ")[0] ?? "";
  return { brand, model: name.slice(brand.length).trim(), year: year?.digits ?? "" };
}

/** Finds the year in "'19 Civic", "Civic 2019" or "19 Honda Civic". */
function yearOf(text: string): { digits: string; from: number; to: number } | undefined {
  const place = (from: number, to: number) => ({
    digits: text.slice(from, to).replace(/^\D/, ""),
    from,
    to,
  });
  const short = /(?:^|[^\p{L}\d])['’‘´`]\d\d(?![\p{L}\d])/u.exec(text);
  if (short) {
    const to = short.index + short[0].length;
    return place(to - 3, to);
  }
  const years = [...text.matchAll(/\b(?:19|20)\d\d\b/g)];
  // In "Peugeot 2008 2021" the year is the last one.
  const year = years[0]?.index === 0 ? years[0] : years.at(-1);
  if (year) return place(year.index, year.index + 4);
  const [, next = ""] = /^\d\d ([\p{L}-]+)/u.exec(text) ?? [];
  return isMake(next) ? place(0, 2) : undefined;
}
