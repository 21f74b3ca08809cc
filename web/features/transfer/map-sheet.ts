import { z } from "zod";
import { parseChoice } from "#contract/sheets/sheet-choices.ts";
import {
  distanceUnitOf,
  headingRank,
  matchHeading,
  namesOtherCurrency,
} from "#contract/sheets/sheet-headings.ts";
import { sheetColumn } from "#contract/sheets/vehicle-sheet.ts";
import { foldText } from "#contract/text/fold-text.ts";
import type { Units } from "#contract/units.ts";
import { vehicleFields } from "#contract/vehicle-fields.ts";
import { UserFacingError } from "#web/ui/states/user-facing-error.ts";
import { joinTables } from "./join-tables.ts";
import { mergeUnitColumns } from "./merge-unit-columns.ts";
import { MAX_ROWS, transferMessages as messages } from "./messages.ts";
import { columnLetter } from "./read/visible-table.ts";
import { hasSeveralCells, type ReadSheet, type SheetRow } from "./read-rows.ts";
import { identifiesVehicle, type Sheet } from "./sheet.ts";
import {
  columnCells,
  mostCellsMatch,
  replaceAt,
  splitNameColumn,
  unmapNameTitles,
} from "./split-name-column.ts";
import { isSameRow, isVin, type SheetTable, splitTables } from "./split-tables.ts";
import { transposeTable } from "./transpose-table.ts";

/** The importable sheets of a file. */
export type Workbook = {
  /** Sheets with vehicles, in file order; if there are none, the first table. */
  sheets: NamedSheet[];
  /** The sheet with the most recognized columns. */
  best: NamedSheet;
  /** Reasons for sheets with vehicles that cannot be imported. */
  refused: string[];
};
/** The name is empty if the file has a single sheet. */
export type NamedSheet = Sheet & { name: string };

/** Maps the sheets of a file to fields, using the dealership's units. Throws UserFacingError. */
export function mapWorkbook(read: ReadSheet[], units: Units): Workbook {
  const all = read.map(({ isHidden, refused, ...sheet }) => {
    const understood = mapSheet(sheet, units);
    const { length } = understood.rows;
    const tooMany = length > MAX_ROWS ? messages.tooManyRows(length) : undefined;
    return {
      ...understood,
      name: read.length > 1 ? sheet.name : "",
      refused: isHidden ? messages.hiddenSheet : (refused ?? tooMany),
      isHidden,
    };
  });
  const shown = all.filter(({ isHidden }) => !isHidden);
  const hidden = all.filter(({ isHidden, columns }) => isHidden && identifiesVehicle(columns));
  const telling = shown.filter(({ columns }) => identifiesVehicle(columns));
  // Anything before the first table is a cover.
  const table =
    shown.find(({ rows }) => rows.some(({ cells }) => hasSeveralCells(cells))) ?? shown[0];
  const taken = telling.length > 0 ? telling : table ? [table] : [];
  const sheets = taken.filter(({ refused }) => refused === undefined);
  const known = sheets.map(({ columns }) => columns.filter(Boolean).length);
  const best = sheets[known.indexOf(Math.max(...known))];
  const left = [...taken, ...hidden];
  if (!best) {
    const [first] = left;
    throw new UserFacingError(
      first?.isHidden ? messages.allHidden : (first?.refused ?? messages.empty),
    );
  }
  const refused = left.flatMap((one) =>
    one.refused ? messages.sheetLeft(one.name, one.refused) : [],
  );
  return { sheets, best, refused };
}

const isYear = (cell: string) => /^(19|20)\d\d$/.test(cell);

/**
 * Maps one sheet, which may hold several tables with headings of their own. Plain lists of VINs or
 * names need no headings.
 */
function mapSheet(read: ReadSheet, units: Units): Sheet {
  const { rows, notes = [] } = transposeTable(read, units);
  const { above, vins, tables } = splitTables(rows, units);
  if (tables.length === 0) return withoutHeadings(rows, notes);
  const understood = [
    ...vins.slice(0, 1).map(({ line }) => ({ sheet: vinList(vins), line })),
    ...tables.map((table) => ({
      sheet: mapTable(table, units),
      line: table.headingLines[0] ?? 1,
    })),
  ];
  const sheet = joinTables(understood, units) ?? vinList(rows);
  const unknown = identifiesVehicle(sheet.columns) ? [] : [messages.unknownHeadings];
  const lines = new Set(sheet.rows.map(({ line }) => line));
  const headings = new Set(tables.flatMap(({ headingLines }) => headingLines));
  const below = tables.flatMap((table) => table.rows);
  const skippedLines = [...above, ...vins, ...below].flatMap(({ line }) =>
    lines.has(line) || headings.has(line) ? [] : line,
  );
  const examples = sheet.rows.filter((row) => isSampleRow(row, sheet));
  const example = examples.length > 0 ? [messages.examples(examples.map(({ line }) => line))] : [];
  return {
    ...sheet,
    rows: sheet.rows.filter((row) => !examples.includes(row)),
    skippedLines,
    notes: [...notes, ...unknown, ...example, ...sheet.notes],
  };
}

/** Reads a plain list of VINs or names; for other columns the person picks the fields. */
function withoutHeadings(rows: SheetRow[], notes: readonly string[]): Sheet {
  const list = splitNameColumn(vinList(rows));
  const isList = list.source.headings.length === 1 && identifiesVehicle(list.columns);
  return { ...list, notes: isList ? notes : [...notes, messages.noHeadings] };
}

/** Rows without headings, with the VIN column recognized. */
function vinList(rows: SheetRow[]): Sheet {
  const places = columnIndexes(rows);
  const headings = places.map((index) => `Columna ${index + 1}`);
  const vin = rows[0]?.cells.findIndex(isVin);
  const columns = places.map((index) => (index === vin ? "vin" : null));
  const source = { headings, places, rows };
  return { headings, rows, columns, splitColumns: [], skippedLines: [], notes: [], source };
}

function columnIndexes(rows: SheetRow[]): number[] {
  const length = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return Array.from({ length }, (_, index) => index);
}

/** Maps one table. Reports repeat their headings on each page, so those rows are dropped. */
function mapTable({ headings: first, rows: below }: SheetTable, units: Units): Sheet {
  const places = columnIndexes([{ line: 0, cells: first }, ...below]);
  const dataRows = below.filter((row) => !isSameRow(row.cells, first));
  const tableEnd = secondTableStart(first, units);
  const titled = unmapNameTitles(
    places.map((index) => (index < tableEnd ? matchHeading(first[index] ?? "", units) : null)),
    dataRows,
    first,
  );
  const own = mergeUnitColumns(titled.names, expandThousands(dataRows, first), first, units);
  const identified = mapIdColumns(mapModelYears(own.names, own.rows), own.rows, first);
  const bought = mapAuctionDates(identified.names, own.rows, first);
  const distances = appendDistanceUnits(bought.names, own.rows, first, units);
  const { names: named, rows } = mapYesNoToStatus(distances.names, distances.rows);
  const sheet = splitNameColumn({
    headings: places.map((index) => first[index] || `Columna ${index + 1}`),
    rows,
    columns: pickColumnPerField(mapSalePrice(named, first), rows, first, units),
    splitColumns: [],
    skippedLines: [],
    notes: [
      ...titled.notes,
      ...own.notes,
      ...identified.notes,
      ...bought.notes,
      ...(tableEnd < first.length ? [messages.secondTable(columnLetter(tableEnd))] : []),
      ...unnamedColumns(dataRows, first),
      ...first.flatMap((heading) =>
        namesOtherCurrency(heading, units) ? messages.otherCurrency(heading, units.currency) : [],
      ),
    ],
    source: { headings: places.map((index) => first[index] ?? ""), places, rows: below },
  });
  return { ...sheet, rows: sheet.rows.filter((row) => !isNonVehicleRow(row, sheet)) };
}

/** Notes non-empty columns without a heading, except cells that their rows already report. */
function unnamedColumns(rows: SheetRow[], headings: string[]): string[] {
  const regularRows = rows.filter(({ isShifted }) => !isShifted);
  const columns = columnIndexes(regularRows).filter(
    (index) => !headings[index] && regularRows.some(({ cells }) => cells[index]),
  );
  return columns.length > 0 ? [messages.unnamedColumns(columns.map(columnLetter))] : [];
}

/** With another price and a sale date, "Sale Price" is the price that the vehicle sold for. */
function mapSalePrice(names: (string | null)[], headings: string[]): (string | null)[] {
  const isOfSale = (index: number) =>
    names[index] === "price" &&
    /\b(?:sale|sold|venta|vendid[oa])\b/.test(foldText(headings[index] ?? ""));
  const hasOther = names.some((name, index) => name === "price" && !isOfSale(index));
  if (!hasOther || !names.includes("sold_on") || names.includes("sale_price")) return names;
  return names.map((name, index) => (isOfSale(index) ? "sale_price" : name));
}

/**
 * The index at which a second table starts to the right: the first repeated identifying heading.
 */
function secondTableStart(headings: string[], units: Units): number {
  const folded = headings.map(foldText);
  const repeated = folded.flatMap((heading, index) =>
    heading !== "" && folded.indexOf(heading) < index ? index : [],
  );
  const identifies = (index: number) =>
    identifyingFields.includes(matchHeading(headings[index] ?? "", units) ?? "");
  const [start] = repeated;
  const isTable = start !== undefined && repeated.length > 1 && repeated.some(identifies);
  return isTable ? start : headings.length;
}

const identifyingFields = ["vin", "stock_number", "brand", "model"];

/** Converts amounts and distances under "Price (000s)" to whole numbers. */
function expandThousands(rows: SheetRow[], headings: string[]): SheetRow[] {
  const are = headings.map((heading) => thousands.test(foldText(heading)));
  if (!are.includes(true)) return rows;
  const whole = (cell: string) =>
    /^\$? ?\d{1,4}(?:\.\d{1,3})?$/.test(cell)
      ? String(Number(cell.replace(/^\$ ?/, "")) * 1000)
      : cell;
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, index) => (are[index] ? whole(cell) : cell)),
  }));
}

const thousands =
  /\b(?:precio|price|costo|cost|km|kms|miles|mileage|millaje|millas)\b.*(?:\b000'?s?\b|\bthousands?\b|\ben miles\b|\bx ?1[.,]?000\b)/;

/** Ruled lines, totals and section titles. */
function isNonVehicleRow({ cells }: SheetRow, { headings, columns }: Sheet): boolean {
  if (!cells.some((cell) => /[\p{L}\p{N}]/u.test(cell))) return true;
  const at = (name: string) => cells[columns.indexOf(name)] ?? "";
  const [first = "", ...others] = cells.filter(Boolean);
  const isAlone = others.length === 0 && headings.length > 2;
  if (!isTotal(first) && !isAlone) return false;
  const hasVin = cells.some(isVin) || (/\d/.test(at("vin")) && !isTotal(at("vin")));
  const hasName = at("brand") !== "" && at("model") !== "" && !isTotal(at("brand"));
  return !hasVin && !hasName;
}

const isTotal = (cell: string) =>
  /^(?:(?:sub|grand?)[ -]?)?total(?:e?s)?\b(?! loss)|^(?:suma|promedio|average)\b/i.test(cell);

/** A sample row of a template: "e.g. Toyota", "Corolla (ejemplo)". */
function isSampleRow({ cells }: SheetRow, { columns }: Sheet): boolean {
  return cells.some((cell, index) => {
    const isFreeText = ["description", "equipment"].includes(columns[index] ?? "");
    return !isFreeText && cell.length <= MAX_SAMPLE_LENGTH && sampleWords.test(cell);
  });
}

const MAX_SAMPLE_LENGTH = 60;

const sampleWords =
  /^\W*(?:e\.\s?g\b|(?:eg|ej|ex)[.:]|p\.?\s?ej\b|(?:por |for |p\. )?(?:ejemplo|example|exemplo|exemple|sample|muestra)\b)|[([](?:ejemplo|example|sample|muestra)[)\]]/i;

/**
 * Keeps one column per field ("Type" and "Body"): of the well-filled ones the most exact heading,
 * else the first.
 */
function pickColumnPerField(
  names: (string | null)[],
  rows: SheetRow[],
  headings: string[],
  units: Units,
): (string | null)[] {
  const read = names.map((name, index) => {
    if (!name || names.filter((other) => other === name).length < 2) return 0;
    const column = sheetColumn(name);
    return columnCells(rows, index).filter((cell) => {
      const reading = column?.read?.(cell, { units, days: null });
      return reading && "value" in reading;
    }).length;
  });
  const ranks = headings.map(headingRank);
  return names.map((name, index) => {
    const most = Math.max(...read.filter((_, at) => names[at] === name));
    const [best] = names
      .flatMap((other, at) => (other === name && (read[at] ?? 0) >= most / 2 ? at : []))
      .sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
    return best === index ? name : null;
  });
}

/**
 * From Mexico to Colombia "Modelo" is the year, and the model is under "Línea", "Submarca" or
 * "Tipo".
 */
function mapModelYears(names: (string | null)[], rows: SheetRow[]): (string | null)[] {
  const at = names.findIndex((name, index) => {
    return name === "model" && mostCellsMatch(columnCells(rows, index), isYear);
  });
  if (at < 0 || names.includes("year")) return names;
  const changed = replaceAt(names, at, "year");
  if (changed.includes("model")) return changed;
  return changed.map((name, index) =>
    name === "body_style" && !mostCellsMatch(columnCells(rows, index), isBodyStyle)
      ? "model"
      : name,
  );
}

/**
 * An "ID" that is not ours is the dealer's stock number, unless there is a column for it or the IDs
 * are too long.
 */
function mapIdColumns(names: (string | null)[], rows: SheetRow[], headings: string[]) {
  const hasNumber = names.some(
    (name, index) => name === "stock_number" && columnCells(rows, index).length > 0,
  );
  const notes: string[] = [];
  const changed = names.map((name, index) => {
    const cells = columnCells(rows, index);
    const isOurs = name === "id" && cells.some((cell) => z.guid().safeParse(cell).success);
    if (isOurs || (name !== "id" && name !== "stock_number")) return name;
    if (mostCellsMatch(cells, isLongNumber)) {
      notes.push(messages.longNumbers(headings[index] ?? ""));
      return null;
    }
    return name === "id" && hasNumber ? null : "stock_number";
  });
  return { names: changed, notes };
}

const isLongNumber = (cell: string) =>
  !vehicleFields.stock_number.input.safeParse(cell.trim()).success;

/** Headings of auction lists, and headings of a dealer's own sales. */
const auctionHeadings =
  /\b(?:auction|subasta|remate|manheim|adesa|copart|iaai?|openlane|mmr|lane|run|primary damage)\b/;
const salesHeadings =
  /\b(?:customer|cliente|comprador|salesperson|vendedor|profit|gross|utilidad|ganancia|comision)\b/;

/** The "Sale Date" of an auction list is the day on which the dealer bought the vehicle. */
function mapAuctionDates(names: (string | null)[], rows: SheetRow[], headings: string[]) {
  const at = names.indexOf("sold_on");
  const has = (words: RegExp) => headings.some((heading) => words.test(foldText(heading)));
  const status = names.indexOf("status");
  const isSold = (cell: string) => parseChoice("status", cell) === "Vendido";
  const isBought =
    at >= 0 &&
    !names.includes("acquired_on") &&
    has(auctionHeadings) &&
    !has(salesHeadings) &&
    !columnCells(rows, status).some(isSold);
  if (!isBought) return { names, notes: [] };
  return {
    names: replaceAt(names, at, "acquired_on"),
    notes: [messages.bought(headings[at] ?? "")],
  };
}

/**
 * Appends the unit to distances under a heading in the other unit, so that they get converted. If a
 * column in the dealership's unit exists, only that one is read.
 */
function appendDistanceUnits(
  names: (string | null)[],
  rows: SheetRow[],
  headings: string[],
  { distance }: Units,
) {
  const units = names.map((name, index) => {
    const unit = name === "mileage" ? distanceUnitOf(headings[index] ?? "") : null;
    return unit === distance ? null : unit;
  });
  const hasOwn = names.some((name, index) => name === "mileage" && units[index] === null);
  const withUnit = (cell: string, unit: string | null | undefined) =>
    unit && /\d(?: ?(?:k|mil))?$/i.test(cell) ? `${cell} ${unit}` : cell;
  return {
    names: hasOwn ? names.map((name, index) => (units[index] ? null : name)) : names,
    rows: rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, index) => withUnit(cell, units[index])),
    })),
  };
}

/** Under "Vendido" many dealers write yes or no instead of a date. */
function mapYesNoToStatus(names: (string | null)[], rows: SheetRow[]) {
  const at = names.indexOf("sold_on");
  if (at < 0 || names.includes("status") || !mostCellsMatch(columnCells(rows, at), isYesOrNo)) {
    return { names, rows };
  }
  const toStatus = (cell = "") =>
    isYesOrNo(cell) ? (/^[nf0]/i.test(cell.trim()) ? "Disponible" : "Vendido") : cell;
  return {
    names: replaceAt(names, at, "status"),
    rows: rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, index) => (index === at ? toStatus(cell) : cell)),
    })),
  };
}

const isYesOrNo = (cell: string) => /^(?:x|s[ií]?|yes|y|true|1|no?|false|0)$/i.test(cell.trim());

const isBodyStyle = (cell: string) => parseChoice("body_style", cell) !== undefined;
