import type { VinDecoding } from "#contract/decode-vin.ts";
import { makeKey } from "#contract/make-names.ts";
import { priceIn } from "#contract/price.ts";
import type { SheetFormat, SheetValue } from "#contract/sheets/sheet-cells.ts";
import { tooLowMessage } from "#contract/sheets/sheet-price.ts";
import {
  headingIn,
  type SheetColumn,
  type SheetVehicle,
  sheetColumn,
} from "#contract/sheets/vehicle-sheet.ts";
import { foldText } from "#contract/text/fold-text.ts";
import type { Currency } from "#contract/units.ts";
import { fieldsWith, type VehicleStatus, vehicleFields } from "#contract/vehicle-fields.ts";
import { checkVin, plainVin } from "#contract/vin.ts";
import { escapeCell, unescapeCell } from "#web/ui/controls/csv.ts";
import { transferMessages as messages } from "./messages.ts";
import { plainText } from "./read/plain-text.ts";
import type { SheetRow } from "./read-rows.ts";
import { boundedCell } from "./sheet.ts";

type Values = Record<string, SheetValue>;
export type Change = { heading: string; old: string; new: string };

/**
 * What an import would do with one row, with its warnings. `corrections` are VINs that the person
 * may pick instead.
 */
export type PlannedRow = {
  line: number;
  title: string;
  warnings: string[];
  corrections?: readonly string[];
} & (
  | { kind: "added"; values: Values; fromVin: boolean }
  | { kind: "changed"; id: string; seenAt: string; values: Values; changes: Change[] }
  | { kind: "unchanged" }
  | { kind: "refused"; reason: string }
);

/** Decoded VINs; null for a VIN that the decoder does not know. */
export type Decodings = ReadonlyMap<string, VinDecoding | null>;

/** Settings for reading cells. */
export type CellReadOptions = Required<SheetFormat> & {
  splitColumns: readonly string[];
  /** Similarity keys of the inventory, to warn about new rows without VIN and stock number. */
  knownVehicleKeys: ReadonlySet<string>;
  /**
   * True if the price of a sold vehicle is its sale price, because the sheet has no other price.
   */
  saleFromPrice: boolean;
};

/** The non-empty cells of a row, by field name. */
export type Cells = ReadonlyMap<string, string>;

export const requiredFields = ["brand", "model", "year"] as const;

/** Placeholders that people write into empty cells. */
const emptyCell =
  /^([-–—.?]+|#?n\/?a|s\/?[dn]|n\/?d|null|none|ningun[oa]|nan|undefined|\[object object\]|unknown|desconocid[oa]|tbd|por definir|sin datos?)?$/i;

/** Errors that spreadsheets leave in a cell: "#REF!", "#¡VALOR!", "Err:502". */
const failedFormula = /^(?:#[¡¿]?[\p{L}\d/]+[!?]|#+|err:\d+)$/iu;

/** A row's cells by field name, with the VIN that the person picked for it. */
export function rowCells({ cells }: SheetRow, columns: (string | null)[], vin?: string): Cells {
  const filled = columns.flatMap((name, index): [string, string][] => {
    const cell = (name === "vin" && vin) || unescapeCell(boundedCell(cells[index] ?? "", name));
    if (name === null || emptyCell.test(cell) || failedFormula.test(cell)) return [];
    if (name === "vin") return [[name, plainVin(cell) || cell]];
    return [[name, name === "stock_number" ? cell.toUpperCase() : cell]];
  });
  return new Map(filled);
}

/** Adds a warning for each cell with a failed formula. */
export function withFailedFormulas(row: SheetRow, columns: (string | null)[]): SheetRow {
  const failed = columns.flatMap((name, index) => {
    const cell = row.cells[index] ?? "";
    const heading = name && sheetColumn(name)?.heading;
    return heading && failedFormula.test(cell) ? messages.failedFormula(heading, cell) : [];
  });
  return failed.length === 0 ? row : { ...row, doubts: [...(row.doubts ?? []), ...failed] };
}

/** Line, title and warnings of a row, for the review. */
export function describeRow({ line, doubts = [] }: SheetRow, cells: Cells) {
  const names = requiredFields.flatMap((name) => cells.get(name) ?? []);
  const title = names.join(" ") || cells.get("vin") || "Sin nombre";
  return { line, title, warnings: [...doubts] };
}

/** Key by which vehicles without VIN and stock number are compared. */
export function similarityKey({ brand, model, year, mileage }: Record<string, unknown>): string {
  return foldText([makeKey(String(brand)), model, year, mileage].join(" "));
}

type CellReading =
  | { value: SheetValue; warning?: string }
  | { reason: string }
  | { warning: string; status?: VehicleStatus };

/** Reads one cell: a value, a reason to refuse the row, or a warning that the cell is skipped. */
function readCell(column: SheetColumn, text: string, reader: CellReadOptions): CellReading {
  const reading = column.read?.(text, reader) ?? { value: null };
  const about = (words: string) => `${headingIn(column, reader.units)}: ${words}`;
  if ("value" in reading) {
    const { value, doubt } = reading;
    return doubt === undefined ? { value } : { value, warning: about(doubt) };
  }
  const { problem, unclear, skipped = column.mayFail, status } = reading;
  if (!skipped || unclear) return { reason: about(problem) };
  return { warning: messages.leftOut(about(problem)), ...(status && { status }) };
}

/** Plans the changes of a row to an existing vehicle. */
export function planChange(
  row: SheetRow,
  cells: Cells,
  vehicle: SheetVehicle,
  reader: CellReadOptions,
): PlannedRow {
  const { units, splitColumns } = reader;
  const { currency } = units;
  const { id, updated_at: seenAt, brand, model, year } = vehicle;
  const warnings = [...(row.doubts ?? [])];
  const about = { line: row.line, title: `${brand} ${model} ${year}`, warnings };
  const changes: Change[] = [];
  const values: Values = {};
  const change = (changed: SheetColumn, before: string, value: SheetValue) => {
    values[changed.name] = value;
    const heading = headingIn(changed, units);
    changes.push({ heading, old: before || messages.nothing, new: formatCellValue(value) });
  };
  for (const [name, text] of orderCells(cells)) {
    const column = sheetColumn(name);
    const old = String(column?.write(vehicle, currency) ?? "");
    if (!column?.read || splitColumns.includes(name) || isSameAsExport(text, old)) continue;
    if (column.ofSale && values.status !== "Vendido") continue;
    if (saleDetailFields.includes(name) && !values.sold_on) {
      warnings.push(messages.saleWithoutDay(column.heading));
      continue;
    }
    const reading = readCell(column, text, reader);
    if ("reason" in reading) return { ...about, kind: "refused", ...reading };
    if (reading.warning !== undefined) warnings.push(reading.warning);
    if ("value" in reading) {
      const now = formatCellValue(reading.value);
      if (isSameAsExport(now, old) || (name === "price" && isSamePrice(currency, now, old)))
        continue;
      change(column, old, reading.value);
    } else if (reading.status && !cells.has("status") && reading.status !== vehicle.status) {
      const status = sheetColumn("status");
      if (status) change(status, vehicle.status, reading.status);
    }
  }
  const price = cells.has("price") ? (values.price ?? vehicle.price) : null;
  const soldFor = salePriceFrom(price, values, reader);
  const saleColumn = sheetColumn("sale_price");
  if (saleColumn && soldFor !== null) change(saleColumn, "", soldFor);
  const { corrections } = checkRowVin(cells, values, warnings);
  if (changes.length === 0) return { ...about, kind: "unchanged" };
  return { ...about, corrections, kind: "changed", id, seenAt, values, changes };
}

/**
 * Orders cells so that the status precedes the sale date, and the date precedes the sale's details.
 */
function orderCells(cells: Cells): [string, string][] {
  const place = ([name]: [string, string]) =>
    saleDetailFields.includes(name) ? 2 : Number(sheetColumn(name)?.ofSale ?? false);
  return [...cells].sort((one, other) => place(one) - place(other));
}

/** Stored only together with a sale date. */
const saleDetailFields = ["sale_price", "buyer_name", "seller_name"];

/** The sale price, if the sheet has a single price column. */
function salePriceFrom(
  price: SheetValue,
  values: Values,
  { units, saleFromPrice }: CellReadOptions,
) {
  if (!saleFromPrice || !values.sold_on || price === null) return null;
  return priceIn(units.currency, String(price)) || null;
}

/** Compares with the exported form of a value, ignoring line ends. */
function isSameAsExport(text: string, old: string): boolean {
  const plain = old.replaceAll(/\r\n?/g, "\n").trim();
  return text === plain || text === plainText(plain) || text === unescapeCell(escapeCell(plain));
}

function isSamePrice(currency: Currency, one: string, other: string): boolean {
  const amount = priceIn(currency, one);
  return amount !== null && amount === priceIn(currency, other);
}

/** A value as written in an export. */
export function formatCellValue(value: SheetValue): string {
  if (typeof value === "boolean") return value ? "Sí" : "No";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

/** Plans the vehicle that a row adds. */
export function planVehicle(
  row: SheetRow,
  cells: Cells,
  decodings: Decodings,
  reader: CellReadOptions,
): PlannedRow {
  const asked = requiredFields.every((name) => cells.get(name)) ? undefined : cells.get("vin");
  const decoding = asked === undefined ? undefined : decodings.get(asked);
  const values: Values = {};
  const about = describeRow(row, cells);
  const { warnings } = about;
  let status: VehicleStatus | undefined;
  for (const [name, text] of cells) {
    const column = sheetColumn(name);
    if (!column?.read) continue;
    const reading = readCell(column, text, reader);
    if ("reason" in reading) return { ...about, kind: "refused", ...reading };
    if (reading.warning !== undefined) warnings.push(reading.warning);
    if ("value" in reading) values[name] = reading.value;
    else status ??= reading.status;
  }
  // The status column wins; else a sale date means sold, before a status in another cell.
  values.status ??= values.sold_on ? "Vendido" : (status ?? null);
  if (values.status === null) delete values.status;
  for (const name of decoding ? fieldsWith("vin") : []) values[name] ??= decoding?.[name] ?? null;
  const { corrections } = checkRowVin(cells, values, warnings);
  if (decoding === null && requiredFields.some((name) => values[name] == null)) {
    return { ...about, corrections, kind: "refused", reason: messages.unknownVin };
  }
  for (const name of requiredFields) {
    const parsed = vehicleFields[name].input.safeParse(values[name] ?? "");
    if (parsed.success) continue;
    const reason = parsed.error.issues[0]?.message ?? "";
    return { ...about, corrections, kind: "refused", reason };
  }
  warnings.push(...findContradictions(cells, values, reader), ...dropSaleDetails(values));
  const soldFor = salePriceFrom(values.price ?? null, values, reader);
  if (soldFor !== null) values.sale_price = soldFor;
  const isMarked = Boolean(values.vin || values.stock_number);
  if (!isMarked && reader.knownVehicleKeys.has(similarityKey(values)))
    warnings.push(messages.maybeThere);
  const title = requiredFields.map((name) => values[name] ?? "").join(" ");
  return { ...about, title, corrections, kind: "added", values, fromVin: Boolean(decoding) };
}

/** Warns about a misspelled VIN. A skipped VIN already has a warning. */
function checkRowVin(cells: Cells, values: Values, warnings: string[]) {
  const vin = cells.get("vin");
  const year = typeof values.year === "number" ? values.year : undefined;
  const doubt = vin === undefined ? null : checkVin(vin, year);
  if (doubt && values.vin) warnings.push(messages.vinDoubt(doubt));
  return { corrections: doubt?.corrections ?? [] };
}

/** Drops a sale's details when its date is missing; returns the warnings. */
function dropSaleDetails(values: Values): string[] {
  if (values.sold_on) return [];
  return saleDetailFields.flatMap((name) => {
    const isSaid = values[name] !== undefined;
    delete values[name];
    const heading = sheetColumn(name)?.heading ?? "";
    // An unsold vehicle may have a salesperson.
    const isLost = isSaid && (name !== "seller_name" || values.status === "Vendido");
    return isLost ? [messages.saleWithoutDay(heading)] : [];
  });
}

const LOW_MILEAGE = 1000;

/** Warnings for cells that contradict each other. */
function findContradictions(
  cells: Cells,
  values: Values,
  { units, today }: CellReadOptions,
): string[] {
  const { status, sold_on, acquired_on, mileage, year } = values;
  const found: string[] = [];
  if (sold_on && status !== "Vendido") {
    delete values.sold_on;
    found.push(messages.notSold(String(status)));
  }
  if (sold_on && acquired_on && acquired_on > sold_on) found.push(messages.soldBefore);
  for (const name of ["acquired_on", "sold_on"]) {
    // A model year starts in the year before.
    const isBefore = Number(String(values[name] ?? "9999").slice(0, 4)) < Number(year) - 1;
    if (isBefore) found.push(messages.beforeModel(sheetColumn(name)?.heading ?? ""));
  }
  const isOld = Number(year) + 2 <= Number(today.slice(0, 4));
  const isLow = Number(mileage) > 0 && Number(mileage) < LOW_MILEAGE;
  const text = cells.get("mileage") ?? "";
  const column = sheetColumn("mileage");
  if (column && isOld && isLow && !/\d[.,]\d/.test(text)) {
    found.push(`${headingIn(column, units)}: ${tooLowMessage(text)}`);
  }
  return found;
}

/** Publishes the new vehicles of a plan, except sold ones. */
export function publishAdded(plan: PlannedRow[]): PlannedRow[] {
  return plan.map((row) =>
    row.kind === "added" && row.values.status !== "Vendido"
      ? { ...row, values: { published: true, ...row.values } }
      : row,
  );
}
