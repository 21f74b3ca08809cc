import { SentenceError } from "#web/ui/states/sentence-error.ts";
import { MOST_COLUMNS, transferMessages as messages } from "./messages.ts";
import { decode, type Table } from "./read-rows.ts";

const page = /^[\s\uFEFF\uFFFD]*<(?:!doctype html|html|head|meta|style|body|div|table)\b/i;

/**
 * The tables of a page, as dealers' programs save one under a name that ends in ".xls"; null where
 * a file is none. A worker has no parser for it. Throws SentenceError.
 */
export async function readHtmlTables(file: Blob): Promise<Table[] | null> {
  const head = await file.slice(0, 500).text();
  if (!page.test(head.replaceAll("\0", ""))) return null;
  const { body } = new DOMParser().parseFromString(
    decode(await file.arrayBuffer()).replaceAll(/<br\b/gi, " <br"),
    "text/html",
  );
  const tables = [...body.querySelectorAll("table")];
  // The sheets of some stand in files of their own beside it.
  if (tables.length === 0) throw new SentenceError(messages.oldExcel);
  return tables.map((table, index) => ({ name: `Tabla ${index + 1}`, rows: gridOf(table) }));
}

/** What spans several rows stands in each, as what an XLSX merges does. */
function gridOf({ rows }: HTMLTableElement): string[][] {
  const grid = Array.from(rows, (): string[] => []);
  for (const [line, row] of [...rows].entries()) {
    let place = 0;
    for (const cell of row.cells) {
      const text = cell.textContent.replaceAll(/\s+/g, " ").trim();
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
  return grid.map((cells) => Array.from(cells, (cell) => cell ?? ""));
}
