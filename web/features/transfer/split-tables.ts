import { CompleteVin } from "#contract/decode-vin.ts";
import { isMake } from "#contract/make-names.ts";
import { isUnitCell, matchHeading, splitVehicleName } from "#contract/sheets/sheet-headings.ts";
import { foldText } from "#contract/text/fold-text.ts";
import type { Units } from "#contract/units.ts";
import { VIN_LENGTH } from "#contract/vehicle-fields.ts";
import { transferMessages as messages } from "./messages.ts";
import { hasSeveralCells, MAX_TITLE_ROWS, type SheetRow } from "./read-rows.ts";

/** Longer cells are descriptions, not headings. */
const MAX_HEADING_LENGTH = 80;

/** Headings from one or two rows, and the rows down to the next table. */
export type SheetTable = { headings: string[]; headingLines: number[]; rows: SheetRow[] };

/**
 * The rows above the first headings, with those that hold VINs separate, and the tables in order.
 */
type SplitSheet = { above: SheetRow[]; vins: SheetRow[]; tables: SheetTable[] };

/** Finds the tables of a sheet; none if its vehicles have no headings. */
export function splitTables(rows: SheetRow[], units: Units): SplitSheet {
  const starts = headingRows(rows, units);
  const asHeading = (cell: string) => repairHeading(cell.slice(0, MAX_HEADING_LENGTH), units);
  const tables: SheetTable[] = [];
  for (const [index, row] of rows.entries()) {
    const table = tables.at(-1);
    if (table?.rows.length === 0 && isUnitRow(row)) {
      table.headings = table.headings.map((heading, at) => withUnit(heading, row.cells[at] ?? ""));
      table.headingLines.push(row.line);
    } else if (!starts.has(index) || (table && isSameRow(row.cells, table.headings))) {
      table?.rows.push(row);
    } else if (table?.rows.length === 0) {
      table.headings = joinHeadings(table.headings, row.cells.map(asHeading));
      table.headingLines.push(row.line);
    } else tables.push({ headings: row.cells.map(asHeading), headingLines: [row.line], rows: [] });
  }
  const start = Math.min(...starts, rows.length);
  const early = tables.length > 0 ? rows.slice(0, start) : [];
  const [first] = tables;
  const isAbove = (row: SheetRow) =>
    first !== undefined && isVehicleAboveHeadings(row, first, units);
  first?.rows.unshift(...early.filter(isAbove));
  const others = early.filter((row) => !isAbove(row));
  const hasVin = ({ cells }: SheetRow) => cells.some(isVin);
  return {
    above: others.filter((row) => !hasVin(row)),
    vins: others.filter(hasVin),
    tables: tables.map(warnAboutShiftedRows),
  };
}

/** Whether a row below the headings gives units. */
function isUnitRow({ cells }: SheetRow): boolean {
  const filled = cells.filter(Boolean);
  return filled.length > 0 && filled.every(isUnitCell);
}

const withUnit = (heading: string, unit: string) =>
  heading && unit ? `${heading} (${unit.replaceAll(/[()[\]]/g, "")})` : heading;

/**
 * Whether a row above the first headings is a vehicle: it has a VIN, or a year in the year column.
 */
function isVehicleAboveHeadings(
  { cells }: SheetRow,
  { headings }: SheetTable,
  units: Units,
): boolean {
  if (!hasSeveralCells(cells)) return false;
  const names = headings.map((heading) => matchHeading(heading, units));
  const year = names.includes("year") ? names.indexOf("year") : names.indexOf("model");
  return cells.some(isVin) || /^(?:19|20)\d\d$/.test(cells[year] ?? "");
}

/** Restores a lost accented letter if that gives a known heading. */
function repairHeading(heading: string, units: Units): string {
  if (!heading.includes("\uFFFD")) return heading;
  const mended = ["ñ", "ó", "í", "á", "é", "ú"].map((letter) =>
    heading.replaceAll("\uFFFD", letter),
  );
  return mended.find((one) => matchHeading(one, units) !== null) ?? heading;
}

/** Warns about cells beyond the last heading; in a few rows they mean an unquoted comma. */
function warnAboutShiftedRows(table: SheetTable): SheetTable {
  const { headings, rows } = table;
  const width = headings.findLastIndex((heading) => heading.trim() !== "") + 1;
  const isLonger = ({ cells }: SheetRow) => cells.findLastIndex(Boolean) >= width;
  if (rows.filter(isLonger).length * 2 > rows.length) return table;
  const doubted = rows.map((row) =>
    isLonger(row)
      ? { ...row, doubts: [...(row.doubts ?? []), messages.longerRow], isShifted: true as const }
      : row,
  );
  return { ...table, rows: doubted };
}

/**
 * Indexes of heading rows. If none of the first twenty is certain, uses the one with the most known
 * headings, else the first unless it is a vehicle.
 */
function headingRows(rows: SheetRow[], units: Units): Set<number> {
  const names = new Map<string, string | null>();
  const nameOf = (cell: string) => {
    const name = names.get(cell);
    if (name !== undefined) return name;
    const isShort = cell.length < MAX_HEADING_LENGTH;
    const found = isShort ? matchHeading(repairHeading(cell, units), units) : null;
    names.set(cell, found);
    return found;
  };
  const count = ({ cells }: SheetRow) => new Set(cells.map(nameOf).filter(Boolean)).size;
  const counts = rows
    .slice(0, MAX_TITLE_ROWS)
    .map((row) =>
      row.cells.some(isVin) || (isVehicleRow(row) && count(row) < 2) ? 0 : count(row),
    );
  const best = counts.indexOf(Math.max(...counts));
  const sure = rows.flatMap((row, index) => (isHeadingRow(row, count) ? index : []));
  if (counts[best] === 0 && sure.length === 0) {
    return new Set(rows[0] && isVehicleRow(rows[0]) ? [] : [0]);
  }
  return new Set(counts[best] === 0 ? sure : [best, ...sure]);
}

/** Whether a row is a vehicle: headings contain no VIN, year, make or "2019 Kia Rio". */
function isVehicleRow({ cells }: SheetRow): boolean {
  const texts = cells.map((cell) => cell.slice(0, MAX_HEADING_LENGTH));
  return texts.some(
    (cell) => isVin(cell) || /^(?:19|20)\d\d$/.test(cell) || isMake(splitVehicleName(cell).brand),
  );
}

/** Several known headings, and no cell that starts with a number. */
function isHeadingRow(row: SheetRow, count: (row: SheetRow) => number): boolean {
  const filled = row.cells.filter(Boolean);
  if (filled.length < 2 || filled.some((cell) => /^[^\p{L}]*\d/u.test(cell) || isVin(cell))) {
    return false;
  }
  const named = count(row);
  return named > 2 || (named === 2 && filled.length < 5);
}

function joinHeadings(upper: string[], lower: string[]): string[] {
  const width = Math.max(upper.length, lower.length);
  return Array.from({ length: width }, (_, index) => lower[index] || upper[index] || "");
}

export const isSameRow = (cells: string[], other: string[]) =>
  cells.every((cell, index) => cell === "" || foldText(cell) === foldText(other[index] ?? ""));

/** "Fahrgestellnummer" has 17 letters; a VIN also has digits. */
export const isVin = (cell: string) =>
  cell.length >= VIN_LENGTH &&
  cell.length <= VIN_LENGTH * 2 &&
  /\d/.test(cell) &&
  CompleteVin.safeParse(cell.replaceAll(/[\s-]/g, "")).success;
