import type { PlannedRow } from "./plan-import.ts";
import type { Sheet } from "./understand-sheet.ts";

const REASON = "Motivo del rechazo";

/**
 * The rows that a plan refuses, as their sheet has them, with the reason of each at its end: mended,
 * the file is imported like any other.
 */
export function refusedRows({ found }: Sheet, plan: PlannedRow[]): string[][] {
  const reasons = new Map(
    plan.flatMap((row) => (row.kind === "refused" ? [[row.line, row.reason] as const] : [])),
  );
  // Those of the time before are no longer true.
  const places = [...found.headings.keys()].filter((place) => found.headings[place] !== REASON);
  const kept = (cells: string[]) => places.map((place) => cells[place] ?? "");
  return [
    [...kept(found.headings), REASON],
    ...found.rows.flatMap(({ line, cells }) => {
      const reason = reasons.get(line);
      return reason === undefined ? [] : [[...kept(cells), reason]];
    }),
  ];
}
