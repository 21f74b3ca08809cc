import { matchHeading } from "#contract/sheets/sheet-headings.ts";
import type { Units } from "#contract/units.ts";
import { transferMessages as messages } from "./messages.ts";
import type { ReadSheet, SheetRow } from "./read-rows.ts";

/** How many of a sheet's first columns may hold the names of the fields. */
const MOST_LABEL_COLUMNS = 3;

/** A sheet with more rows than these lists vehicles, so its cells need not be compared. */
const MOST_FIELDS = 200;

/** Fewer fields than these may be cells that read like headings by chance. */
const LEAST_FIELDS = 3;

/**
 * Turns a sheet whose vehicles are columns, with the fields' names down the side, so that each
 * vehicle is a row. A row's line is then the number of its column.
 */
export function turnTable(sheet: ReadSheet, units: Units): ReadSheet {
  const { rows, notes = [] } = sheet;
  if (rows.length > MOST_FIELDS) return sheet;
  const fieldsIn = (cells: string[]) =>
    new Set(cells.flatMap((cell) => (cell.length < 80 ? (matchHeading(cell, units) ?? []) : [])))
      .size;
  const columnAt = (column: number) => rows.map(({ cells }) => cells[column] ?? "");
  const side = Array.from({ length: MOST_LABEL_COLUMNS }, (_, at) => fieldsIn(columnAt(at)));
  const most = Math.max(...side);
  if (most < LEAST_FIELDS || rows.some(({ cells }) => fieldsIn(cells) > 1)) return sheet;
  const labels = side.indexOf(most);
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const turned = Array.from({ length: width }, (_, at): SheetRow => {
    return { line: at + 1, cells: columnAt(at) };
  }).slice(labels);
  const filled = turned.filter(({ cells }) => cells.some(Boolean));
  if (filled.length < 2) return sheet;
  const doubts = rows.flatMap((row) => row.doubts ?? []);
  return { ...sheet, rows: filled, notes: [...notes, messages.turned, ...new Set(doubts)] };
}
