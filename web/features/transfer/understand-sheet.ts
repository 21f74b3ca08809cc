import { CompleteVin } from "#contract/decode-vin.ts";
import type { Units } from "#contract/units.ts";
import { matchHeading } from "#contract/vehicle-sheet.ts";
import type { SheetRow } from "./read-rows.ts";

/** What was read: what stands above its columns, its rows, and which column each seems to be. */
export type Sheet = {
  headings: string[];
  rows: SheetRow[];
  columns: (string | null)[];
};

const isVin = (cell: string) => CompleteVin.safeParse(cell.replaceAll(/[\s-]/g, "")).success;

/**
 * Takes the first row for headings, unless it names no column of ours and holds a VIN: a list of
 * VINs needs none. Takes what the dealership's amounts and distances are in.
 */
export function understandSheet(read: SheetRow[], units: Units): Sheet {
  const first = read[0]?.cells ?? [];
  const width = Math.max(...read.map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, index) => index);
  const names = places.map((index) => matchHeading(first[index] ?? "", units));
  if (names.every((name) => name === null) && first.some(isVin)) {
    const vin = first.findIndex(isVin);
    return {
      headings: places.map((index) => `Columna ${index + 1}`),
      rows: read,
      columns: places.map((index) => (index === vin ? "vin" : null)),
    };
  }
  return {
    headings: places.map((index) => first[index] || `Columna ${index + 1}`),
    rows: read.slice(1),
    // Of two columns of one name the first is taken.
    columns: names.map((name, index) => (names.indexOf(name) === index ? name : null)),
  };
}
