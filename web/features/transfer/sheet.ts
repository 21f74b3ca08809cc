import type { SheetRow } from "./read-rows.ts";

/** A sheet that was read: headings, rows, and the field that each column seems to hold. */
export type Sheet = {
  headings: string[];
  rows: SheetRow[];
  columns: (string | null)[];
  /** Columns split from a whole name; used for new vehicles only. */
  splitColumns: readonly string[];
  /** Lines below the headings that hold no vehicle. */
  skippedLines: readonly number[];
  /** Notes about the whole sheet, for the review. */
  notes: readonly string[];
  /**
   * The sheet as found, with the current index of each column; null for a column that was split.
   */
  source: { headings: string[]; places: (number | null)[]; rows: SheetRow[] };
};

/** Whether the mapped columns can identify a vehicle or describe a new one. */
export function identifiesVehicle(columns: (string | null)[]): boolean {
  const has = (name: string) => columns.includes(name);
  return ["id", "vin", "stock_number"].some(has) || ["brand", "model", "year"].every(has);
}

/** Longer than any column allows except these two; bounds the time of slow regular expressions. */
const MAX_CELL_LENGTH = 600;
const longColumns: readonly (string | null)[] = ["description", "equipment"];

/** A cell cut to the longest text that its column could accept. */
export function boundedCell(cell: string, column: string | null = null): string {
  return longColumns.includes(column) ? cell : cell.slice(0, MAX_CELL_LENGTH);
}
