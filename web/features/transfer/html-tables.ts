import { SentenceError } from "#web/ui/states/sentence-error.ts";
import { MOST_COLUMNS, transferMessages as messages } from "./messages.ts";
import { decodeText } from "./read/decode-text.ts";
import type { Table } from "./read-rows.ts";

const page =
  /^[\s\uFEFF\uFFFD]*(?:<(?:\?xml|!--)[^>]*>\s*)*<(?:!doctype html|html|head|meta|style|title|link|body|div|center|form|font|p|h\d|span|table)\b/i;

/**
 * The tables of a page, as dealers' programs save one under a name that ends in ".xls"; null where
 * a file is none. A worker has no parser for it. Throws SentenceError.
 */
export async function readHtmlTables(file: Blob): Promise<Table[] | null> {
  const head = await file.slice(0, 500).text();
  if (!page.test(head.replaceAll("\0", ""))) return null;
  const { body } = new DOMParser().parseFromString(
    decodeText(await file.arrayBuffer()).replaceAll(/<br\b/gi, " <br"),
    "text/html",
  );
  const tables = [...body.querySelectorAll("table")];
  if (tables.length === 0) {
    // The sheets of some stand in files of their own beside it.
    const isFrame = body.localName === "frameset";
    throw new SentenceError(isFrame ? messages.oldExcel : messages.kinds.page);
  }
  return tables.map((table, index) => ({ name: `Tabla ${index + 1}`, ...gridOf(table) }));
}

/** What spans several rows stands in each, as what an XLSX merges does; what is hidden is named. */
function gridOf({ rows }: HTMLTableElement): Pick<Table, "rows" | "notes"> {
  const grid = Array.from(rows, (): string[] => []);
  const hiddenLines: number[] = [];
  const hiddenCells: string[] = [];
  for (const [line, row] of [...rows].entries()) {
    if (isHidden(row)) {
      hiddenLines.push(line + 1);
      continue;
    }
    const hidden = [...row.cells].filter(isHidden);
    if (hiddenCells.length === 0) hiddenCells.push(...hidden.map(textOf).filter(Boolean));
    let place = 0;
    for (const cell of row.cells) {
      if (isHidden(cell)) continue;
      const text = textOf(cell);
      while (grid[line]?.[place] !== undefined) place += 1;
      // One column more than may be read; what spans all rows and columns would fill the memory.
      if (place > MOST_COLUMNS) break;
      const right = Math.min(place + cell.colSpan, MOST_COLUMNS + 1);
      const end = cell.rowSpan === 0 ? grid.length : line + cell.rowSpan;
      for (const cells of grid.slice(line, end)) {
        cells[place] = text;
        for (let next = place + 1; next < right; next += 1) cells[next] = "";
      }
    }
  }
  const isPartHidden = hiddenLines.length + hiddenCells.length > 0;
  return {
    rows: grid.map((cells) => Array.from(cells, (cell) => cell ?? "")),
    notes: isPartHidden ? [messages.hidden(hiddenLines, hiddenCells)] : [],
  };
}

const textOf = (cell: HTMLTableCellElement) => cell.textContent.replaceAll(/\s+/g, " ").trim();

/** Nothing of the page is laid out, so its own style is all that says it. */
const isHidden = (element: HTMLElement) =>
  element.hidden || element.style.display === "none" || element.style.visibility === "collapse";
