import { matchHeading } from "#contract/sheets/sheet-headings.ts";
import { defaultUnits } from "#contract/units.ts";
import { MAX_COLUMNS, MAX_ROWS, transferMessages as messages } from "../messages.ts";

const separators = ["\t", ";", ",", "|"];

/**
 * Maximum lines read; beyond the row limit, so that the message can say how many files are needed.
 */
const MAX_LINES = MAX_ROWS * 20;

/** Lines inspected to detect the format. */
const SAMPLE_LINES = 60;

/** Parsed cells, and warnings by row index. */
type ParsedText = { rows: string[][]; doubts: ReadonlyMap<number, readonly string[]> };

/** Parses a CSV or pasted cells. Blank lines count as rows, so that line numbers match. */
export function parseText(typed: string): ParsedText {
  const text = typed.replace(/^\uFEFF/, "");
  const [first = "", declared] = /^"?sep=([;,|\t])"?[ ]*(?:\r\n?|\n|$)/i.exec(text) ?? [];
  const body = withoutRowQuotes(text.slice(first.length));
  const sample = body.split(/\r\n?|\n/, SAMPLE_LINES).filter((line) => line.trim() !== "");
  const separator = declared ?? separatorOf(sample);
  const isRow = rowPattern(sample, separator);
  const firstLine = declared === undefined ? 1 : 2;
  const { rows, doubts } = parseRows(body, { separator, isRow, firstLine });
  if (declared === undefined) return { rows, doubts };
  const moved = [...doubts].map(([row, rowDoubts]) => [row + 1, rowDoubts] as const);
  return { rows: [[], ...rows], doubts: new Map(moved) };
}

/** Some programs quote whole lines: `"Stock,Make"`. */
function withoutRowQuotes(text: string): string {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  const isQuoted = (line: string) => /^"(?:[^"]|"")*"$/.test(line);
  const headings = lines[0]?.slice(1, -1) ?? "";
  const isCut = separators.some((separator) => countHeadings(headings.split(separator)) > 1);
  if (!isCut || !lines.every(isQuoted)) return text;
  return text.replaceAll(/^".*"$/gm, (line) => line.slice(1, -1).replaceAll('""', '"'));
}

/** The separator that yields the most known headings, else the most even one. */
function separatorOf(lines: string[]): string {
  const scores = separators.map((separator) => {
    const rows = lines.map((line) => line.split(separator, MAX_COLUMNS));
    const headings = Math.max(0, ...rows.map(countHeadings));
    return (headings > 1 ? headings * 1_000_000 : 0) + sharedWidthScore(rows);
  });
  return separators[scores.indexOf(Math.max(...scores))] ?? ",";
}

/** Number of known headings in a row. */
function countHeadings(cells: string[]): number {
  const names = cells.map((cell) => (cell.length < 80 ? matchHeading(cell, defaultUnits) : null));
  return new Set(names.filter(Boolean)).size;
}

/** Number of separators in the lines that share the most common width. */
function sharedWidthScore(rows: string[][]): number {
  const cuts = new Map<number, number>();
  for (const { length } of rows) cuts.set(length, (cuts.get(length) ?? 0) + length - 1);
  return Math.max(0, ...cuts.values());
}

const isYearOrVin = (cell = "") =>
  /^["'\s]*(?:(?:19|20)\d\d|[a-hj-npr-z0-9]{17})["'\s]*$/i.test(cell);

/**
 * Returns a test for lines that look like a vehicle: about as wide as the headings, with a year or
 * VIN in the column where most lines have one.
 */
function rowPattern(lines: string[], separator: string): (line: string) => boolean {
  const rows = lines.map((line) => line.split(separator, MAX_COLUMNS));
  const counts = rows.map(countHeadings);
  const width = rows[counts.indexOf(Math.max(...counts))]?.length ?? 0;
  if (width < 3 || Math.max(...counts) < 2) return () => false;
  const places = rows.flatMap((row) => {
    const place = row.findIndex(isYearOrVin);
    return place < 0 || row.length < width - 1 ? [] : place;
  });
  const often = (place: number) => places.filter((other) => other === place).length;
  const [place] = [...places].sort((one, other) => often(other) - often(one));
  return (line) => {
    const cells = line.split(separator, MAX_COLUMNS);
    if (place === undefined) return cells.length >= width;
    return cells.length >= width - 1 && isYearOrVin(cells[place]);
  };
}

/** The format of a text, and the number of its first line. */
type TextFormat = { separator: string; isRow: (line: string) => boolean; firstLine: number };

/**
 * Parses by RFC 4180, except that a quote left open before the next vehicle's line is a plain
 * character and its row gets a warning. Each search resumes where the last one ended, so the time
 * is linear in the text.
 */
function parseRows(text: string, { separator, isRow, firstLine }: TextFormat) {
  const rows: string[][] = [];
  const doubts = new Map<number, string[]>();
  const nextClosing = closingQuotes(text, separator);
  const nextVehicle = vehicleLines(text, isRow);
  let row: string[] = [];
  let at = 0;
  let line = firstLine;
  while (rows.length < MAX_LINES) {
    const start = afterSpaces(text, at);
    const run = text[start] === '"' ? endOfRun(text, start) : start;
    const isOpening = (run - start) % 2 === 1;
    const close = isOpening ? nextClosing(run) : null;
    const isClosed = close !== null && close <= (nextVehicle(start) ?? close);
    const end = endOfCell(text, isClosed ? close : at, separator);
    if (isOpening && !isClosed) {
      doubts.set(rows.length, [messages.openQuote(line)]);
      row.push(text.slice(start + 1, end));
    } else row.push(unquoted(text.slice(isClosed ? start : at, end).trim()));
    if (isClosed) line += text.slice(start, end).split(/\r\n?|\n/).length - 1;
    if (text[end] === separator) {
      at = end + 1;
      continue;
    }
    rows.push(row);
    row = [];
    line += 1;
    if (end >= text.length) break;
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  return { rows, doubts };
}

function afterSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at += 1;
  return at;
}

function endOfRun(text: string, from: number): number {
  let at = from;
  while (text[at] === '"') at += 1;
  return at;
}

const isLineEnd = (letter: string | undefined) =>
  letter === undefined || letter === "\n" || letter === "\r";

function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  while (!isLineEnd(text[at]) && text[at] !== separator) at += 1;
  return at;
}

const unquoted = (cell: string) =>
  /^".*"$/s.test(cell) && cell.length > 1 ? cell.slice(1, -1).replaceAll(/""|\\"/g, '"') : cell;

/** Finds the end of the next closing quote: an odd run of quotes before a cell's end. */
function closingQuotes(text: string, separator: string): (from: number) => number | null {
  const find = (from: number): number | null => {
    for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at)) {
      const end = endOfRun(text, at);
      const next = text[afterSpaces(text, end)];
      if ((end - at) % 2 === 1 && (isLineEnd(next) || next === separator)) return end;
      at = end;
    }
    return null;
  };
  return cacheForward(find);
}

/** Finds the start of the next line that looks like a vehicle. */
function vehicleLines(text: string, isRow: (line: string) => boolean) {
  const find = (from: number): number | null => {
    const breaks = /\r\n?|\n/g;
    breaks.lastIndex = from;
    for (let found = breaks.exec(text); found; ) {
      const start = breaks.lastIndex;
      found = breaks.exec(text);
      if (isRow(text.slice(start, found?.index))) return start;
    }
    return null;
  };
  return cacheForward(find);
}

/** Caches a forward search: a result ahead of the next position is still valid. */
function cacheForward(find: (from: number) => number | null): (from: number) => number | null {
  let found: number | null = 0;
  return (from) => {
    if (found !== null && found <= from) found = find(from);
    return found;
  };
}
