import { matchHeading } from "#contract/sheets/sheet-headings.ts";
import { headingIn, sheetColumn } from "#contract/sheets/vehicle-sheet.ts";
import type { ImportInput } from "./plan-import.ts";
import type { PlannedRow } from "./plan-row.ts";

const REASON = "Motivo del rechazo";

/**
 * The rows that a plan refuses, as their sheet has them, with the reason of each at its end: mended,
 * the file is imported like any other.
 */
export function refusedRows(
  { sheet, columns, units }: Pick<ImportInput, "sheet" | "columns" | "units">,
  plan: PlannedRow[],
): string[][] {
  const { headings, places, rows } = sheet.found;
  const reasons = new Map(
    plan.flatMap((row) => (row.kind === "refused" ? [[row.line, row.reason] as const] : [])),
  );
  // These few rows do not show again what the dealer chose and what the other rows showed.
  const said = headings.map((heading, index) => {
    const name = columns[places[index] ?? -1];
    const matched = matchHeading(heading, units);
    const column = name && sheetColumn(name);
    // A column that says whether, and not when, is understood by its cells.
    const isSaid = matched === name || (matched === "sold_on" && name === "status");
    return column && !isSaid ? headingIn(column, units) : heading;
  });
  // The reasons of the time before are no longer true.
  const kept = (cells: string[]) =>
    headings.flatMap((heading, index) => (heading === REASON ? [] : (cells[index] ?? "")));
  return [
    [...kept(said), REASON],
    ...rows.flatMap(({ line, cells }) => {
      const reason = reasons.get(line);
      return reason === undefined ? [] : [[...kept(cells), reason]];
    }),
  ];
}
