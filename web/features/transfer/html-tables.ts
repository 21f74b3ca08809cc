import { UserFacingError } from "#web/ui/states/user-facing-error.ts";
import { MAX_COLUMNS, transferMessages as messages } from "./messages.ts";
import { decodeText } from "./read/decode-text.ts";
import type { Table } from "./read-rows.ts";

const page =
  /^[\s\uFEFF\uFFFD]*(?:<(?:\?xml|!--)[^>]*>\s*)*<(?:!doctype html|html|head|meta|style|title|link|body|div|center|form|font|p|h\d|span|table)\b/i;

/**
 * Reads the tables of an HTML page; dealers' programs save such pages as ".xls". Returns null if
 * the file is not HTML. Runs on the main thread because workers have no HTML parser. Throws
 * UserFacingError.
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
    // Frameset exports keep the sheets in separate files.
    const isFrame = body.localName === "frameset";
    throw new UserFacingError(isFrame ? messages.oldExcel : messages.kinds.page);
  }
  return tables.map((table, index) => ({ name: `Tabla ${index + 1}`, ...gridOf(table) }));
}

/**
 * Repeats a cell that spans rows in each of them, as merged XLSX cells are; hidden parts are noted.
 */
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
      // One column over the limit, so the limit check still fires; a huge colspan would exhaust the
      // memory.
      if (place > MAX_COLUMNS) break;
      const right = Math.min(place + cell.colSpan, MAX_COLUMNS + 1);
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

/** The page is not rendered, so only inline styles can be checked. */
const isHidden = (element: HTMLElement) =>
  element.hidden || element.style.display === "none" || element.style.visibility === "collapse";
