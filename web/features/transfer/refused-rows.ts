import { matchHeading } from "#contract/sheets/sheet-headings.ts";
import { headingIn, sheetColumn } from "#contract/sheets/vehicle-sheet.ts";
import type { ImportInput } from "./plan-import.ts";
import type { PlannedRow } from "./plan-row.ts";

const REASON = "Motivo del rechazo";

/**
 * The refused rows of a plan as in their sheet, plus a column with the reason. Once fixed, the file
 * can be imported again.
 */
export function refusedRows(
  { sheet, columns, units }: Pick<ImportInput, "sheet" | "columns" | "units">,
  plan: PlannedRow[],
): string[][] {
  const { headings, places, rows } = sheet.source;
  const reasons = new Map(
    plan.flatMap((row) => (row.kind === "refused" ? [[row.line, row.reason] as const] : [])),
  );
  // These few rows alone may not reveal the mapping again, so state the chosen columns.
  const outputHeadings = headings.map((heading, index) => {
    const name = columns[places[index] ?? -1];
    const matched = matchHeading(heading, units);
    const column = name && sheetColumn(name);
    // A yes-or-no column is recognized by its cells.
    const isSaid = matched === name || (matched === "sold_on" && name === "status");
    return column && !isSaid ? headingIn(column, units) : heading;
  });
  // Drop the reasons of an earlier round.
  const withoutReason = (cells: string[]) =>
    headings.flatMap((heading, index) => (heading === REASON ? [] : (cells[index] ?? "")));
  return [
    [...withoutReason(outputHeadings), REASON],
    ...rows.flatMap(({ line, cells }) => {
      const reason = reasons.get(line);
      return reason === undefined ? [] : [[...withoutReason(cells), reason]];
    }),
  ];
}
