import { isMake } from "#contract/make-names.ts";
import { isWholeNameHeading, splitVehicleName } from "#contract/sheets/sheet-headings.ts";
import { foldText } from "#contract/text/fold-text.ts";
import { transferMessages as messages } from "./messages.ts";
import type { SheetRow } from "./read-rows.ts";
import { boundedCell, type Sheet } from "./sheet.ts";
import { isVin } from "./split-tables.ts";

/** If make and model share one column, replaces it with two. */
export function splitNameColumn(sheet: Sheet): Sheet {
  const { headings, rows, columns, source } = sheet;
  if (columns.includes("brand") || columns.includes("model")) return sheet;
  const hasName = (heading: string, index: number) =>
    isWholeNameHeading(heading) &&
    rows.some(({ cells }) => isName(boundedCell(cells[index] ?? "")));
  const titled = headings.findIndex(hasName);
  // The title or description of an advertisement may be just the name.
  const at =
    titled >= 0
      ? titled
      : headings.findIndex((heading, index) => {
          const cells = columnCells(rows, index);
          const isTitle = /^(?:title|titulo|nombre|name|anuncio)\b/.test(foldText(heading));
          const isNamed = (cell: string) =>
            isVehicleName(cell) && (isTitle || splitVehicleName(cell).year !== "");
          return mostCellsMatch(cells, isNamed);
        });
  const heading = headings[at];
  if (heading === undefined) return sheet;
  const width = headings.length;
  const parts = columns.includes("year")
    ? (["brand", "model"] as const)
    : (["brand", "model", "year"] as const);
  return {
    ...sheet,
    headings: replaceAt(headings, at, ...parts.map((part) => `${heading}: ${partLabels[part]}`)),
    columns: replaceAt(columns, at, ...parts),
    splitColumns: parts,
    source: {
      ...source,
      places: headings.map((_, index) =>
        index === at ? null : index < at ? index : index + parts.length - 1,
      ),
    },
    rows: rows.map((row) => {
      const name = splitVehicleName(boundedCell(row.cells[at] ?? ""));
      const own = Array.from({ length: width }, (_, index) => row.cells[index] ?? "");
      return { ...row, cells: replaceAt(own, at, ...parts.map((part) => name[part])) };
    }),
  };
}

/** Replaces one item of a list with others. */
export function replaceAt<Item>(list: readonly Item[], at: number, ...others: Item[]): Item[] {
  return [...list.slice(0, at), ...others, ...list.slice(at + 1)];
}

const partLabels = { brand: "marca", model: "modelo", year: "año" };

/** Two words with letters ("Toyota Corolla"), unlike a stock number. */
const isName = (cell: string) => /\p{L}{2}.* .*[\p{L}\d]/u.test(cell) && !isVin(cell);

/** In an advertisement "Title" is the vehicle's name, not its title status. */
export function unmapNameTitles(names: (string | null)[], rows: SheetRow[], headings: string[]) {
  const notes: string[] = [];
  const left = names.map((name, index) => {
    if (name !== "title_status" || !mostCellsMatch(columnCells(rows, index), isVehicleName))
      return name;
    notes.push(messages.vehicleNames(headings[index] ?? ""));
    return null;
  });
  return { names: left, notes };
}

/** "2019 Toyota Corolla LE": a known make followed by more words. */
function isVehicleName(cell: string): boolean {
  if (cell.length > MAX_VEHICLE_NAME_LENGTH) return false;
  const { brand, model } = splitVehicleName(cell);
  return isMake(brand) && model !== "";
}

const MAX_VEHICLE_NAME_LENGTH = 80;

/** The non-empty cells of a column. */
export const columnCells = (rows: SheetRow[], index: number) =>
  rows.map(({ cells }) => boundedCell(cells[index]?.trim() ?? "")).filter(Boolean);

/** Whether at least four in five cells pass a test. */
export function mostCellsMatch(cells: string[], is: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(is).length >= cells.length * 0.8;
}
