import Papa from "papaparse";
import readExcel from "read-excel-file/universal";
import { SentenceError } from "#web/ui/states/sentence-error.ts";
import { fillMergedCells, readMergedCells } from "./merged-cells.ts";
import { MOST_BYTES, MOST_COLUMNS, MOST_ROWS, transferMessages as messages } from "./messages.ts";
import { unpackedSize } from "./unpacked-size.ts";

/** A row that holds something, with its number in the sheet, where the first is 1. */
export type SheetRow = { line: number; cells: string[] };

/**
 * A sheet of a workbook that holds something, or a text, which has no name. Where it is more than
 * may be read, why, and but the first of its rows.
 */
export type ReadSheet = { name: string; rows: SheetRow[]; refused?: string };

/** How far down a title may push the first row of a table. */
export const MOST_TITLE_ROWS = 20;

const separators = ["\t", ";", ",", "|"];

/** So many of a text are counted, to say in how many files they may come. */
const MOST_LINES = MOST_ROWS * 20;

/** What 5,000 rows with long descriptions unpack to, several times over. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/** All cells of a sheet as they are found, the empty ones too. */
export type Table = { name: string; rows: string[][] };

/**
 * The sheets of a file (XLSX, or text in the encodings that Excel writes), of what was pasted or of
 * tables that were found, all cells as texts. Throws SentenceError.
 */
export async function readSheets(source: Blob | string | Table[]): Promise<ReadSheet[]> {
  const tables = await tablesOf(source);
  const sheets = tables.map(filledRows).filter(({ rows }) => rows.length > 0);
  if (sheets.length === 0) throw new SentenceError(messages.empty);
  return sheets;
}

async function tablesOf(source: Blob | string | Table[]): Promise<Table[]> {
  if (typeof source === "string") return parseText(source);
  return Array.isArray(source) ? source : readFile(source);
}

function filledRows({ name, rows }: Table): ReadSheet {
  const filled = rows
    .map((cells, index) => ({ line: index + 1, cells: cells.map(tidy) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  // Titles and totals of a table are no vehicles; one row may be the headings.
  const wide = filled.filter(({ cells }) => isWide(cells));
  const count = (wide.length > 0 ? wide : filled).length - 1;
  const first = filled.slice(0, MOST_TITLE_ROWS);
  if (count > MOST_ROWS) return { name, rows: first, refused: messages.tooManyRows(count) };
  const width = Math.max(...filled.map(({ cells }) => cells.findLastIndex(Boolean) + 1));
  if (width > MOST_COLUMNS) return { name, rows: first, refused: messages.tooManyColumns };
  return { name, rows: filled.map(({ line, cells }) => ({ line, cells: cells.slice(0, width) })) };
}

async function readFile(file: Blob): Promise<Table[]> {
  if (file.size > MOST_BYTES) throw new SentenceError(messages.tooLarge);
  const content = await file.arrayBuffer();
  const [first, second] = new Uint8Array(content);
  if (first === 0xd0 && second === 0xcf) throw new SentenceError(messages.oldExcel);
  if (first === 0x50 && second === 0x4b) return readWorkbook(content);
  const text = decode(content);
  // A workbook as XML, or as a page with all its parts, is named ".xls" too.
  if (/^\s*(?:<\?xml|MIME-Version:)/i.test(text)) throw new SentenceError(messages.oldExcel);
  return parseText(text);
}

async function readWorkbook(content: ArrayBuffer): Promise<Table[]> {
  const size = unpackedSize(content);
  if (size === null) throw new SentenceError(messages.unreadable);
  if (size > MOST_UNPACKED) throw new SentenceError(messages.bomb);
  try {
    const sheets = await readExcel(content);
    const merged = await readMergedCells(content);
    return sheets.map(({ sheet, data }, index) => {
      const rows = data.map((row) => row.map(textOf));
      return { name: sheet, rows: fillMergedCells(rows, merged[index] ?? []) };
    });
  } catch (cause) {
    throw new SentenceError(messages.unreadable, { cause });
  }
}

/** Whether a row may be of a table. */
export const isWide = (cells: string[]) => cells.filter((cell) => cell.trim() !== "").length > 2;

/** A day without its time, since Excel keeps days as moments. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return value === null || value === undefined ? "" : String(value);
}

/** UTF-8, UTF-16 as Excel's "Unicode text", or else what Windows writes in the Americas. */
export function decode(content: ArrayBuffer): string {
  const bytes = new Uint8Array(content);
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === "255 254") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "254 255") return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.subarray(0, 1000).includes(0)) throw new SentenceError(messages.unreadable);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Blank lines among the rows are read too, for their numbers. */
function parseText(typed: string): Table[] {
  if (typed.length > MOST_BYTES) throw new SentenceError(messages.tooLarge);
  const text = typed.replace(/^\uFEFF/, "");
  const options = { delimiter: separatorOf(text), preview: MOST_LINES };
  return [{ name: "", rows: Papa.parse<string[]>(text, options).data }];
}

/**
 * The one that stands most often in the first line of a table, which has three cells, or else in
 * the first line; what is pasted from a sheet has tabs.
 */
function separatorOf(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const cells = (line: string, separator: string) => line.split(separator).length;
  const most = (line: string) => Math.max(...separators.map((one) => cells(line, one)));
  const line = lines.slice(0, MOST_TITLE_ROWS).find((one) => most(one) > 2) ?? lines[0] ?? "";
  return separators.reduce((best, one) => (cells(line, one) > cells(line, best) ? one : best));
}

function tidy(cell: string): string {
  return cell.replaceAll("\0", "").replaceAll(/\r\n?/g, "\n").trim();
}
