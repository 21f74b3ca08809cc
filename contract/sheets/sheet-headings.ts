import { isMake } from "../make-names.ts";
import { foldText } from "../text/fold-text.ts";
import {
  type DistanceUnit,
  distanceNamed,
  distanceWords,
  isSign,
  isSignOf,
  type Units,
} from "../units.ts";
import { otherHeadings } from "./sheet-languages.ts";
import { isMoney, type SheetColumn, sheetColumns } from "./vehicle-sheet.ts";

/**
 * Words that tell no column from another, those of the second line where others stand beside them:
 * "Fecha de la compra" is "Fecha compra", "Tipo de combustible" "Combustible", "Tipo" itself.
 */
const fillers = [
  "de del la el los las al en of the y and n no nro num number numero name nombre vehicle vehiculo veh auto carro coche car actual current",
  "unit unidad type tipo count cantidad value desc level nivel link enlace url report reporte",
].map((words) => new Set(words.split(" ")));

/**
 * Which column a heading names, in Spanish or English: case, accents, the words' order and spaces
 * apart. Takes what the dealership's amounts are in: a heading that names another currency is none
 * of ours, nor one that names two units of distances.
 */
export function matchHeading(heading: string, units: Units): string | null {
  const found = columnNamed(heading) ?? columnNamedTwice(heading);
  return found && !namesOtherUnit(heading, found.name, units) ? found.name : null;
}

/** How exactly a heading names its column; 0 is the most exact. */
export function headingRank(heading: string): number {
  return matchOf(heading)?.rank ?? Number.POSITIVE_INFINITY;
}

/** What a heading's distances are in, where it names one unit. */
export function distanceUnitOf(heading: string): DistanceUnit | null {
  const [unit, other] = distanceUnitsIn(heading);
  return other === undefined ? (unit ?? null) : null;
}

/** "Kilometraje (mi)" is a count of miles. */
function distanceUnitsIn(heading: string): Set<DistanceUnit> {
  const words = wordsOf(heading).filter((word) => isDistance(word) || isCount(word));
  const named = words.length > 1 ? words.filter((word) => !isCount(word)) : words;
  return new Set(named.flatMap((word) => distanceNamed(word) ?? "km"));
}

/** What counts of kilometres are called, whatever unit is named beside them. */
const isCount = (word: string) =>
  /^(?:kilometraje|kilometerstand|laufleistung|quilometragem|kilometrage|chilometraggio)$/.test(
    word,
  );

/** What reads like a heading of ours, and is a motor's number or a rate of exchange. */
const notOurs =
  /^(?:(?:n|no|nro|num|numero)(?: de)? (?:motor|titulo)|(?:engine|title) (?:number|no)|tipo(?: de)? (?:cambio|precio)|model number|(?:comprado|vendido|publicado|unidad) en)$/;

function columnNamed(heading: string): SheetColumn | undefined {
  return matchOf(heading)?.column;
}

/** What stands in brackets, and "in thousands". */
const notTelling = /\(.*?\)|\bin thousands\b|\ben miles(?: de)?\b/gi;

function matchOf(heading: string) {
  const words = wordsOf(heading.replaceAll(notTelling, " "));
  if (notOurs.test(words.join(" "))) return undefined;
  const known = (heading: string[]) =>
    keysOf(heading).flatMap((key) => columnsByKey.get(key) ?? [])[0];
  return known(words) ?? known(words.filter((word) => !isUnit(word)));
}

/** "Marca / Make" and "Nro. de serie (VIN)" name one column; "Make/Model" names two, so none. */
function columnNamedTwice(heading: string): SheetColumn | undefined {
  const parts = heading.split(/[/|()]/).filter((part) => part.trim() !== "");
  const [column, ...others] = new Set(parts.map((part) => columnNamed(part)));
  return others.length === 0 ? column : undefined;
}

/** "ExteriorColor" has two words, "P.V.P." is one, "Stock#" too. */
function wordsOf(heading: string): string[] {
  const splitColumns = heading
    .replaceAll(/\b(\p{L})\.(?=\p{L}\b)/gu, "$1")
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
  return foldText(splitColumns)
    .split(/[^a-z0-9$€]+/)
    .filter(Boolean);
}

/** The keys that a heading is compared by: its distinctive words in any order, or all as one. */
function keysOf(words: string[]): string[] {
  const distinctive = fillers.reduce((left, some) => {
    const others = left.filter((word) => !some.has(word));
    return others.length > 0 ? others : left;
  }, words);
  return words.length > 0 ? [[...distinctive].sort().join(" "), words.join("")] : [];
}

/** A column by a key of its names, with the place of that name: the first are the exactest. */
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

/** What a heading says a column of units or currencies is of; "" is any. */
const unitHeadings =
  /^(?:(.*) )?(?:unit|units|unidad|unidades|uom|medida|um)(?: (?:de )?(?:medida|(.*)))?$/;

/** Whether a heading names a column of units, as "mileage.unit" and "Kms/Millas" do. */
export function namesUnits(heading: string): boolean {
  const words = wordsOf(heading);
  const isBoth = distanceUnitsIn(heading).size > 1;
  const [, before = "", after = ""] = unitHeadings.exec(words.join(" ")) ?? [];
  return isBoth || columnNamed(before || after)?.name === "mileage";
}

const currencyWords = new Set(["moneda", "currency", "divisa", "curr", "ccy"]);

/** Which amounts a column of currencies is about: their name, or any; undefined for other columns. */
export function namedCurrency(heading: string): { of: string | null } | undefined {
  const words = wordsOf(heading);
  if (!words.some((word) => currencyWords.has(word))) return undefined;
  const rest = words.filter((word) => !currencyWords.has(word) && word !== "tipo");
  const name = columnNamed(rest.join(" "))?.name;
  return { of: name !== undefined && isMoney(name) ? name : null };
}

const isDistance = (word: string) => distanceNamed(word) !== undefined;
const isUnit = (word: string) => isSign(word) || isDistance(word);

/** Whether a cell says a unit or a currency and no more, as "(km)" and "USD" do. */
export function saysUnit(cell: string): boolean {
  const words = wordsOf(cell);
  return words.length > 0 && words.every(isUnit);
}

/** Whether a heading names another currency, "Precio (USD)" among pesos, or "Millas / km". */
function namesOtherUnit(heading: string, name: string, units: Units): boolean {
  if (name === "mileage") return distanceUnitsIn(heading).size > 1;
  const words = [...wordsOf(heading), ...(/\((.*?)\)/.exec(heading)?.slice(1) ?? [])];
  const isOther = (word: string) => isSign(word) && !isSignOf(word, units.currency);
  return isMoney(name) && words.some(isOther);
}

/** Whether a heading's amounts are in another currency than the dealership's. */
export function namesOtherCurrency(heading: string, units: Units): boolean {
  const name = columnNamed(heading)?.name ?? "";
  return isMoney(name) && namesOtherUnit(heading, name, units);
}

/** Words of a heading above all that a vehicle is called, as "Vehículo" or "Marca y modelo". */
const wholeNames = new Set(
  "vehiculo vehicle auto automovil carro coche car unidad unit marca make modelo model ano year ymm y version linea nombre name del de".split(
    " ",
  ),
);

/** Whether make, model and year may stand together under a heading. */
export function mayNameWhole(heading: string): boolean {
  const words = wordsOf(heading);
  return words.length > 0 && words.every((word) => wholeNames.has(word));
}

/** Makes of two words. */
const twoWords = /^(alfa romeo|aston martin|great wall|land rover|mercedes benz|rolls royce)\b/i;

/** What sellers write ahead of a name. */
const aheadOfName =
  /^[ -]*(?:(?:auto|carro|camioneta|vehículo|vehiculo|used|usad[oa]|seminuev[oa]|certified|cpo|pre-?owned|se|vendo|vende|oferta|remate|oportunidad) )*/i;

/** "2019 Mercedes Benz C 200" as make, model and year; what is not said is empty. */
export function wholeName(cell: string): { brand: string; model: string; year: string } {
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
    .replace(aheadOfName, "");
  const brand = twoWords.exec(name)?.[0] ?? name.split(" ")[0] ?? "";
  return { brand, model: name.slice(brand.length).trim(), year: year?.digits ?? "" };
}

/** Where a name says the year: "'19 Civic", "Civic 2019", "19 Honda Civic". */
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
  // A Peugeot 2008 of 2021.
  const year = years[0]?.index === 0 ? years[0] : years.at(-1);
  if (year) return place(year.index, year.index + 4);
  const [, next = ""] = /^\d\d ([\p{L}-]+)/u.exec(text) ?? [];
  return isMake(next) ? place(0, 2) : undefined;
}
