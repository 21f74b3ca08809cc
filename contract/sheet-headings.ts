import { foldText } from "./fold-text.ts";
import {
  type DistanceUnit,
  distanceNamed,
  distanceWords,
  isSign,
  isSignOf,
  type Units,
} from "./units.ts";
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

/** What a heading's distances are in, where it names one unit. */
export function distanceUnitOf(heading: string): DistanceUnit | null {
  const [unit, other] = distanceUnitsIn(heading);
  return other === undefined ? (unit ?? null) : null;
}

/** "Kilometraje (mi)" is a count of miles. */
function distanceUnitsIn(heading: string): Set<DistanceUnit> {
  const words = wordsOf(heading).filter(isDistance);
  const told = words.length > 1 ? words.filter((word) => word !== "kilometraje") : words;
  return new Set(told.flatMap((word) => distanceNamed(word) ?? []));
}

/** What reads like a heading of ours, and is a motor's number or a rate of exchange. */
const notOurs =
  /^(?:(?:n|no|nro|num|numero)(?: de)? (?:motor|titulo)|(?:engine|title) (?:number|no)|tipo(?: de)? (?:cambio|precio)|model number|(?:comprado|vendido|publicado|unidad) en)$/;

function columnNamed(heading: string): SheetColumn | undefined {
  const words = wordsOf(heading.replaceAll(/\(.*?\)/g, " "));
  if (notOurs.test(words.join(" "))) return undefined;
  const known = (told: string[]) => keysOf(told).flatMap((key) => columnsByKey.get(key) ?? [])[0];
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
  const parted = heading
    .replaceAll(/\b(\p{L})\.(?=\p{L}\b)/gu, "$1")
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
  return foldText(parted)
    .split(/[^a-z0-9$€]+/)
    .filter(Boolean);
}

/** By what a heading is compared: its telling words in any order, or all of them as one. */
function keysOf(words: string[]): string[] {
  const told = fillers.reduce((left, some) => {
    const telling = left.filter((word) => !some.has(word));
    return telling.length > 0 ? telling : left;
  }, words);
  return words.length > 0 ? [told.toSorted().join(" "), words.join("")] : [];
}

const columnsByKey: ReadonlyMap<string, SheetColumn> = new Map(
  sheetColumns.flatMap((column) => {
    const { heading, name, also } = column;
    const distances = name === "mileage" ? Object.values(distanceWords).flat() : [];
    const keys = [heading, name, ...also, ...distances].flatMap((one) => keysOf(wordsOf(one)));
    return keys.map((key): [string, SheetColumn] => [key, column]);
  }),
);

const isDistance = (word: string) => distanceNamed(word) !== undefined;
const isUnit = (word: string) => isSign(word) || isDistance(word);

/** Whether a heading names another currency, "Precio (USD)" among pesos, or "Millas / km". */
function namesOtherUnit(heading: string, name: string, units: Units): boolean {
  if (name === "mileage") return distanceUnitsIn(heading).size > 1;
  const words = [...wordsOf(heading), ...(/\((.*?)\)/.exec(heading)?.slice(1) ?? [])];
  const isOther = (word: string) => isSign(word) && !isSignOf(word, units.currency);
  return isMoney(name) && words.some(isOther);
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

/** "2019 Mercedes Benz C 200" as make, model and year; what is not said is empty. */
export function wholeName(cell: string): { brand: string; model: string; year: string } {
  const years = [...cell.matchAll(/\b(?:19|20)\d\d\b/g)];
  // A Peugeot 2008 of 2021.
  const year = years[0]?.index === 0 ? years[0] : years.at(-1);
  const rest = year ? `${cell.slice(0, year.index)} ${cell.slice(year.index + 4)}` : cell;
  const name = rest
    .replaceAll(/[\s,;()]+|(?<=\s|^)[-–/|.]+(?=\s|$)/g, " ")
    .replaceAll(/ +/g, " ")
    .replace(/(?: (?:año|mod|modelo)\.?)? ?[-/.]? ?$/i, "")
    .replace(/^[ -]*(?:(?:auto|carro|camioneta|vehículo|vehiculo) )?/i, "");
  const brand = twoWords.exec(name)?.[0] ?? name.split(" ")[0] ?? "";
  return { brand, model: name.slice(brand.length).trim(), year: year?.[0] ?? "" };
}
