import { matchHeading } from "#contract/sheets/sheet-headings.ts";
import type { Units } from "#contract/units.ts";
import { transferMessages as messages } from "./messages.ts";
import type { ReadSheet, SheetRow } from "./read-rows.ts";

/** How many leading columns may hold the field names. */
const MAX_LABEL_COLUMNS = 3;

/** A sheet with more rows than this lists vehicles, so it need not be checked. */
const MAX_FIELDS = 200;

/** With fewer matches, cells may look like headings by chance. */
const MIN_FIELDS = 3;

/**
 * Transposes a sheet that has one vehicle per column and field names down the side. Line numbers
 * then count columns.
 */
export function transposeTable(sheet: ReadSheet, units: Units): ReadSheet {
  const { rows, notes = [] } = sheet;
  if (rows.length > MAX_FIELDS) return sheet;
  const fieldsIn = (cells: string[]) =>
    new Set(cells.flatMap((cell) => (cell.length < 80 ? (matchHeading(cell, units) ?? []) : [])))
      .size;
  const columnAt = (column: number) => rows.map(({ cells }) => cells[column] ?? "");
  const side = Array.from({ length: MAX_LABEL_COLUMNS }, (_, at) => fieldsIn(columnAt(at)));
  const most = Math.max(...side);
  if (most < MIN_FIELDS || rows.some(({ cells }) => fieldsIn(cells) > 1)) return sheet;
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
