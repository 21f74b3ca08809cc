import { transferMessages as messages } from "../messages.ts";
import type { BrokenCell, SheetParts } from "./sheet-parts.ts";

/** The visible rows, with warnings and notes about hidden or broken cells. */
type VisibleTable = {
  rows: string[][];
  doubts: ReadonlyMap<number, readonly string[]>;
  notes: readonly string[];
};

/** A sheet as its reader sees it: merged cells filled, hidden rows and columns removed. */
export function visibleTable(rows: string[][], parts: SheetParts): VisibleTable {
  const filled = fillMergedCells(rows, parts);
  const hiddenLines = filled.flatMap((cells, index) =>
    parts.hiddenRows.has(index) && cells.some(Boolean) ? index + 1 : [],
  );
  const shown = filled.map((cells, index) => (parts.hiddenRows.has(index) ? [] : cells));
  const hiddenColumns = hiddenColumnsOf(shown, parts);
  const read = shown.map((cells) => cells.filter((_, column) => !parts.isHiddenColumn(column)));
  const doubts = doubtsOf(parts);
  const isPartHidden = hiddenLines.length + hiddenColumns.length > 0;
  const unsolved = [...doubts.keys()].filter((row) => !read[row]?.some(Boolean));
  return {
    rows: read,
    doubts,
    notes: [
      ...(isPartHidden ? [messages.hidden(hiddenLines, hiddenColumns)] : []),
      ...(unsolved.length > 0 ? [messages.unsolvedRows(unsolved.map((row) => row + 1))] : []),
    ],
  };
}

/** Copies a merged value into each non-empty row that it covers. */
function fillMergedCells(rows: string[][], { merged }: SheetParts): string[][] {
  const filled = rows.map((cells) => [...cells]);
  for (const { column, from, to } of merged) {
    const value = rows[from]?.[column];
    if (!value) continue;
    for (const cells of filled.slice(from + 1, to + 1)) {
      if (cells.some((cell) => cell.trim() !== "")) cells[column] ||= value;
    }
  }
  return filled;
}

/** Non-empty hidden columns, as letter and first cell. */
function hiddenColumnsOf(rows: string[][], { isHiddenColumn }: SheetParts): string[] {
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  return Array.from({ length: width }, (_, column) => column)
    .filter(isHiddenColumn)
    .flatMap((column) => {
      const first = rows.find((cells) => cells[column])?.[column];
      return first ? `${columnLetter(column)} (${first.slice(0, 40)})` : [];
    });
}

/** Excel's letters for a 0-based column. */
export function columnLetter(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetter(Math.floor(column / 26) - 1) + last;
}

function doubtsOf({ broken, hiddenRows, isHiddenColumn }: SheetParts) {
  const doubts = new Map<number, string[]>();
  for (const cell of broken) {
    if (hiddenRows.has(cell.row) || isHiddenColumn(columnOf(cell))) continue;
    const { error } = cell;
    const doubt =
      error === null ? messages.noResult(cell.cell) : messages.hasError(cell.cell, error);
    doubts.set(cell.row, [...(doubts.get(cell.row) ?? []), doubt]);
  }
  return doubts;
}

const columnOf = ({ cell }: BrokenCell) =>
  [...cell.replaceAll(/\d/g, "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) -
  1;
