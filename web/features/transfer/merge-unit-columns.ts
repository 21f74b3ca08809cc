import { currencyColumnOf, isUnitHeading } from "#contract/sheets/sheet-headings.ts";
import { isMoney } from "#contract/sheets/vehicle-sheet.ts";
import { foldText } from "#contract/text/fold-text.ts";
import {
  isCurrencySign,
  isSignOfCurrency,
  parseDistanceUnit,
  type Units,
} from "#contract/units.ts";
import { transferMessages as messages } from "./messages.ts";
import type { SheetRow } from "./read-rows.ts";

type Named = { names: (string | null)[]; rows: SheetRow[]; notes: string[] };

/**
 * Merges separate unit and currency columns into the amounts they describe, so that each cell is
 * read in its own unit. Those columns are then not imported on their own.
 */
export function mergeUnitColumns(
  names: (string | null)[],
  rows: SheetRow[],
  headings: string[],
  units: Units,
): Named {
  const cellsAt = (at: number) => rows.map(({ cells }) => cells[at] ?? "").filter(Boolean);
  const unitsAt = names.findIndex((_, at) => isUnitColumn(headings[at] ?? "", cellsAt(at)));
  const currencies = names.flatMap((_, at) =>
    at !== unitsAt && isCurrencyColumn(headings[at] ?? "", cellsAt(at)) ? [at] : [],
  );
  const left = names.map((name, at) => (at === unitsAt || currencies.includes(at) ? null : name));
  const companions = left.map((name, at) => {
    if (name === "mileage") return unitsAt;
    return name !== null && isMoney(name) ? currencyOf(name, at, currencies, headings) : -1;
  });
  const notes = companions.flatMap((other, at) =>
    other < 0 ? [] : messages.companion(headings[at] ?? "", headings[other] ?? ""),
  );
  const mergeCell = (cells: string[], at: number) => {
    const cell = cells[at] ?? "";
    const word = cells[companions[at] ?? -1] ?? "";
    if (!word || !/\d/.test(cell)) return cell;
    if (left[at] === "mileage") return /\p{L}{2}/u.test(cell) ? cell : `${cell} ${unitWord(word)}`;
    return isAllOf(word, units) ? cell : `${cell} ${word}`;
  };
  return {
    names: left,
    notes,
    rows: rows.map((row) => ({
      ...row,
      cells: row.cells.map((_, at) => mergeCell(row.cells, at)),
    })),
  };
}

/** Detects a unit column by its heading, or by every cell being a unit. */
function isUnitColumn(heading: string, cells: string[]): boolean {
  if (cells.length === 0) return false;
  const isUnit = (cell: string) => parseDistanceUnit(unitWord(cell)) !== undefined;
  return isUnitHeading(heading)
    ? cells.some(isUnit)
    : cells.every((cell) => cell.length > 1 && isUnit(cell));
}

/** Normalizes "KM.", "K" and "(Kilómetros)" to the unit that follows a distance. */
function unitWord(cell: string): string {
  const word = foldText(cell).replaceAll(/[.()]/g, "");
  return word === "m" ? "mi" : word === "k" ? "km" : word;
}

function isCurrencyColumn(heading: string, cells: string[]): boolean {
  if (cells.length === 0) return false;
  // "US" can be a country, and "S" a size.
  return currencyColumnOf(heading)
    ? cells.some((cell) => wordsOf(cell).every(isCurrencySign))
    : cells.every((cell) => cell.length > 2 && wordsOf(cell).every(isCurrencySign));
}

const wordsOf = (cell: string) =>
  cell
    .trim()
    .split(/[\s()]+/)
    .filter(Boolean);

const isAllOf = (cell: string, { currency }: Units) =>
  wordsOf(cell).every((word) => isSignOfCurrency(word, currency));

/**
 * The currency column for an amount column: matched by heading, else the next one to the right,
 * else the last one to the left.
 */
function currencyOf(name: string, at: number, currencies: number[], headings: string[]): number {
  const own = currencies.find((other) => currencyColumnOf(headings[other] ?? "")?.of === name);
  const common = currencies.filter((other) => !currencyColumnOf(headings[other] ?? "")?.of);
  return own ?? common.find((other) => other > at) ?? common.at(-1) ?? -1;
}
