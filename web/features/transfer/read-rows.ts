import readExcel from "read-excel-file/universal";
import { matchHeading } from "#contract/sheets/sheet-headings.ts";
import { defaultUnits } from "#contract/units.ts";
import { UserFacingError } from "#web/ui/states/user-facing-error.ts";
import { MAX_BYTES, MAX_COLUMNS, MAX_ROWS, transferMessages as messages } from "./messages.ts";
import { decodeText } from "./read/decode-text.ts";
import { rejectOtherKinds, rejectOtherTexts, rejectOtherZips } from "./read/file-kind.ts";
import { parseText } from "./read/parse-text.ts";
import { plainText } from "./read/plain-text.ts";
import { readSheetParts } from "./read/sheet-parts.ts";
import { visibleTable } from "./read/visible-table.ts";
import { readZipDirectory } from "./read/zip-directory.ts";

/** A non-empty row with its 1-based line number and its warnings for the review. */
export type SheetRow = {
  line: number;
  cells: string[];
  doubts?: readonly string[];
  /** It has cells behind the last heading: a comma may have split one of its cells. */
  isShifted?: true;
};

/**
 * A non-empty sheet of a workbook, or a text, which has no name. If it is too large, `refused` says
 * why and only the first rows are kept.
 */
export type ReadSheet = {
  name: string;
  rows: SheetRow[];
  refused?: string;
  /** Notes about the whole sheet, for the review. */
  notes?: readonly string[];
  isHidden?: boolean;
};

/** How many rows of titles may precede the first table. */
export const MAX_TITLE_ROWS = 20;

/** Several times the unpacked size of 5,000 rows with long descriptions, in bytes. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** All cells of a sheet, including empty ones. */
export type Table = {
  name: string;
  rows: string[][];
  /** Warnings by row index, for the review. */
  doubts?: ReadonlyMap<number, readonly string[]>;
  /** Notes about the whole sheet, for the review. */
  notes?: readonly string[];
  isHidden?: boolean;
};

/**
 * Reads the sheets of an XLSX, of text in the encodings that Excel writes, or of tables already
 * found. All cells become texts. Throws UserFacingError.
 */
export async function readSheets(source: Blob | string | Table[]): Promise<ReadSheet[]> {
  const tables = await tablesOf(source);
  const sheets = tables.map(filledRows).filter(({ rows }) => rows.length > 0);
  if (sheets.length === 0) {
    const isUnsolved = tables.some(({ doubts }) => doubts && doubts.size > 0);
    throw new UserFacingError(isUnsolved ? messages.noResults : messages.empty);
  }
  return sheets;
}

async function tablesOf(source: Blob | string | Table[]): Promise<Table[]> {
  if (Array.isArray(source)) return source;
  if (typeof source !== "string") return readFile(source);
  if (source.length > MAX_BYTES) throw new UserFacingError(messages.tooLarge);
  rejectOtherTexts(source);
  return [{ name: "", ...parseText(source) }];
}

function filledRows(table: Table): ReadSheet {
  const { name, isHidden } = table;
  const filled = table.rows
    .map((cells, index) => rowOf(cells.map(normalizeCell), index, table))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const isDamaged = filled.some(({ cells }) => cells.some(isDamagedText));
  const notes = [...(table.notes ?? []), ...(isDamaged ? [messages.lostLetters] : [])];
  // Titles and totals do not count as vehicles; one row may be the headings.
  const wide = filled.filter(({ cells }) => hasSeveralCells(cells));
  const isLong = wide.length === 0 || filled.length > MAX_ROWS * 2;
  const count = (isLong ? filled : wide).length - 1;
  const cut = (row: SheetRow, width: number) => ({ ...row, cells: row.cells.slice(0, width) });
  // Matching the headings of 16,384 columns would freeze the page.
  const first = filled.slice(0, MAX_TITLE_ROWS).map((row) => cut(row, MAX_COLUMNS));
  if (count > MAX_ROWS)
    return { name, rows: first, isHidden, refused: messages.tooManyRows(count) };
  const width = filled.reduce((most, { cells }) => Math.max(most, widthOf(cells)), 0);
  if (width > MAX_COLUMNS) return { name, rows: first, isHidden, refused: messages.tooManyColumns };
  const rows = filled.map((row) => cut(row, width));
  return { name, rows, notes, isHidden };
}

function rowOf(cells: string[], index: number, table: Table): SheetRow {
  const lost = cells.some(isDamagedText) ? [messages.lostLetters] : [];
  const doubts = [...(table.doubts?.get(index) ?? []), ...lost];
  return { line: index + 1, cells, ...(doubts.length > 0 && { doubts }) };
}

const isDamagedText = (cell: string) => cell.includes("\uFFFD");
const widthOf = (cells: string[]) => cells.findLastIndex(Boolean) + 1;

async function readFile(file: Blob): Promise<Table[]> {
  if (file.size > MAX_BYTES) throw new UserFacingError(messages.tooLarge);
  const content = await file.arrayBuffer();
  const bytes = new Uint8Array(content);
  rejectOtherKinds(bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readWorkbook(content);
  const text = decodeText(content);
  rejectOtherTexts(text);
  return [{ name: "", ...parseText(text) }];
}

async function readWorkbook(content: ArrayBuffer): Promise<Table[]> {
  const directory = readZipDirectory(content);
  if (directory === null) throw new UserFacingError(messages.unreadable);
  if (directory.size > MAX_UNPACKED_BYTES) throw new UserFacingError(messages.bomb);
  rejectOtherZips(directory);
  try {
    const sheets = await readExcel(content);
    const parts = await readSheetParts(content);
    return sheets.map(({ sheet: name, data }, index): Table => {
      const own = parts[index];
      const text = (value: unknown) => textOf(value, own?.dateOffsetDays ?? 0);
      // A chart sheet has no cells.
      const rows = Array.isArray(data) ? data.map((row) => row.map(text)) : [];
      for (const { row, column, text } of own?.padded ?? []) {
        if (isIdentifierColumn(rows, column)) rows[row]?.splice(column, 1, text);
      }
      return own ? { name, isHidden: own.isHidden, ...visibleTable(rows, own) } : { name, rows };
    });
  } catch (cause) {
    throw new UserFacingError(messages.unreadable, { cause });
  }
}

/** Whether a heading names an identifier column; amounts need no leading zeros. */
function isIdentifierColumn(rows: string[][], column: number): boolean {
  const names = rows
    .slice(0, MAX_TITLE_ROWS)
    .map((cells) => matchHeading((cells[column] ?? "").slice(0, 80), defaultUnits));
  return names.some((name) => name === "stock_number" || name === "vin" || name === "id");
}

/** Whether a row can belong to a table. */
export const hasSeveralCells = (cells: string[]) =>
  cells.filter((cell) => cell.trim() !== "").length > 2;

/** Cuts the time off a date, because Excel stores dates as moments. */
function textOf(value: unknown, dateOffsetDays: number): string {
  if (value instanceof Date) {
    return new Date(value.getTime() + dateOffsetDays * DAY_MS).toISOString().slice(0, 10);
  }
  return value === null || value === undefined ? "" : String(value);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Twice the longest column limit, so that a longer cell is still refused as too long. */
const MAX_CELL_LENGTH = 20_000;

function normalizeCell(cell: string): string {
  const text = cell
    .slice(0, MAX_CELL_LENGTH * 2)
    .replaceAll("\0", "")
    .replaceAll(/\r\n?/g, "\n");
  return plainText(text).trim().slice(0, MAX_CELL_LENGTH);
}
