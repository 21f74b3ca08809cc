import type { SheetRow } from "./read-rows.ts";

/** What was read: what stands above its columns, its rows, and which column each seems to be. */
export type Sheet = {
  headings: string[];
  rows: SheetRow[];
  columns: (string | null)[];
  /** Columns split from a whole name: good enough for a new vehicle alone. */
  splitColumns: readonly string[];
  /** The lines of the rows below its headings that hold no vehicle. */
  passed: readonly number[];
  /** What the review shows about the sheet as a whole. */
  notes: readonly string[];
  /** What was there, and the place of each of its columns now; null for columns split from a name. */
  found: { headings: string[]; places: (number | null)[]; rows: SheetRow[] };
};

/** Whether rows may find a vehicle, or be a new one. */
export function tellsVehicle(columns: (string | null)[]): boolean {
  const has = (name: string) => columns.includes(name);
  return ["id", "vin", "stock_number"].some(has) || ["brand", "model", "year"].every(has);
}

/** Longer than what any column but these two keeps; the expressions that read cells may be slow. */
const LONGEST_CELL = 600;
const longColumns: readonly (string | null)[] = ["description", "equipment"];

/** A cell as far as its column may keep it. */
export function boundedCell(cell: string, column: string | null = null): string {
  return longColumns.includes(column) ? cell : cell.slice(0, LONGEST_CELL);
}
