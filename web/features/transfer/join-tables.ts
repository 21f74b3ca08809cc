import { headingIn, sheetColumn } from "#contract/sheets/vehicle-sheet.ts";
import { foldText } from "#contract/text/fold-text.ts";
import type { Units } from "#contract/units.ts";
import { transferMessages as messages } from "./messages.ts";
import { identifiesVehicle, type Sheet } from "./sheet.ts";

/** A table of a sheet, and the line number of its headings. */
export type MappedTable = { sheet: Sheet; line: number };

/** Combines the tables that hold vehicles into one sheet; columns with the same name are merged. */
export function joinTables(tables: MappedTable[], units: Units): Sheet | undefined {
  const filled = tables.filter(({ sheet }) => sheet.rows.length > 0);
  const telling = filled.filter(({ sheet }) => identifiesVehicle(sheet.columns));
  const taken = [telling, filled, tables].find((some) => some.length > 0) ?? [];
  if (taken.length < 2) return taken[0]?.sheet;
  const sheets = taken.map(({ sheet }) => ({ ...sheet, keys: keysOf(sheet) }));
  const keys = [...new Set(sheets.flatMap((sheet) => sheet.keys))];
  const columns = keys.map((key) => (key.startsWith(UNKNOWN) ? null : key));
  const headings = keys.map((key, index) => {
    const own = sheets.flatMap((sheet) => sheet.headings[sheet.keys.indexOf(key)] ?? []);
    const column = sheetColumn(columns[index] ?? "");
    // The tables may use different units; by now, cells in another unit name it.
    const isOne = new Set(own.map(foldText)).size === 1;
    return column && !isOne ? headingIn(column, units) : (own[0] ?? "");
  });
  const rows = sheets.flatMap((sheet) => {
    const places = keys.map((key) => sheet.keys.indexOf(key));
    return sheet.rows.map((row) => ({
      ...row,
      cells: places.map((place) => row.cells[place] ?? ""),
    }));
  });
  return {
    headings,
    rows,
    columns,
    splitColumns: [...new Set(sheets.flatMap(({ splitColumns }) => splitColumns))],
    skippedLines: [],
    notes: [
      messages.tables(taken.map(({ line }) => line)),
      ...new Set(sheets.flatMap(({ notes }) => notes)),
    ],
    source: { headings, places: headings.map((_, index) => index), rows },
  };
}

/** Key prefix of a column that matches no field. */
const UNKNOWN = "?";

/** Keys that match a column across tables: its field name, else its heading. */
function keysOf({ headings, columns }: Sheet): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading, index) => {
    const key = columns[index] ?? UNKNOWN + foldText(heading);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return count === 0 ? key : `${UNKNOWN}${key} ${count}`;
  });
}
