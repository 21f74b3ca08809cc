import type { VinDecoding } from "#contract/decode-vin.ts";
import { makeKey } from "#contract/make-names.ts";
import { priceIn } from "#contract/price.ts";
import type { SheetValue, SheetWriting } from "#contract/sheets/sheet-cells.ts";
import { tooLow } from "#contract/sheets/sheet-price.ts";
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
import { safeCell, typedCell } from "#web/ui/controls/csv.ts";
import { transferMessages as messages } from "./messages.ts";
import { plainText } from "./read/plain-text.ts";
import type { SheetRow } from "./read-rows.ts";
import { boundedCell } from "./sheet.ts";

type Values = Record<string, SheetValue>;
export type Change = { heading: string; old: string; new: string };

/**
 * What an import would do with one row, which of its cells it would skip and which are doubtful.
 * Its VIN may be one of `corrections`, if the person says so.
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

/** What VINs say; null where one is not known. */
export type Decodings = ReadonlyMap<string, VinDecoding | null>;

/** How cells are read, and what is only hinted. */
export type Reader = Required<SheetWriting> & {
  splitColumns: readonly string[];
  /** What the inventory's vehicles look like, for one that has no mark of its own. */
  known: ReadonlySet<string>;
  /** A sheet with days of sales and one price tells by it what sold vehicles were sold for. */
  saleFromPrice: boolean;
};

/** The cells of a row that say something, by the name of their column. */
export type Cells = ReadonlyMap<string, string>;

export const required = ["brand", "model", "year"] as const;

/** What people write into a cell that says nothing. */
const empty =
  /^([-–—.?]+|#?n\/?a|s\/?[dn]|n\/?d|null|none|ningun[oa]|nan|undefined|\[object object\]|unknown|desconocid[oa]|tbd|por definir|sin datos?)?$/i;

/** What a formula leaves that could not be worked out: "#REF!", "#¡VALOR!", "Err:502". */
const failedFormula = /^(?:#[¡¿]?[\p{L}\d/]+[!?]|#+|err:\d+)$/iu;

/** A row's cells, with the VIN that the person chose for it. */
export function cellsOf({ cells }: SheetRow, columns: (string | null)[], vin?: string): Cells {
  const filled = columns.flatMap((name, index): [string, string][] => {
    const cell = (name === "vin" && vin) || typedCell(boundedCell(cells[index] ?? "", name));
    if (name === null || empty.test(cell) || failedFormula.test(cell)) return [];
    if (name === "vin") return [[name, plainVin(cell) || cell]];
    return [[name, name === "stock_number" ? cell.toUpperCase() : cell]];
  });
  return new Map(filled);
}

/** The row with a doubt for each cell whose formula failed. */
export function withFailedFormulas(row: SheetRow, columns: (string | null)[]): SheetRow {
  const failed = columns.flatMap((name, index) => {
    const cell = row.cells[index] ?? "";
    const heading = name && sheetColumn(name)?.heading;
    return heading && failedFormula.test(cell) ? messages.failedFormula(heading, cell) : [];
  });
  return failed.length === 0 ? row : { ...row, doubts: [...(row.doubts ?? []), ...failed] };
}

/** What the review shows of a row that is not understood yet. */
export function told({ line, doubts = [] }: SheetRow, cells: Cells) {
  const names = required.flatMap((name) => cells.get(name) ?? []);
  const title = names.join(" ") || cells.get("vin") || "Sin nombre";
  return { line, title, warnings: [...doubts] };
}

/** By what vehicles without a mark of their own are compared. */
export function looksOf({ brand, model, year, mileage }: Record<string, unknown>): string {
  return foldText([makeKey(String(brand)), model, year, mileage].join(" "));
}

type CellReading =
  | { value: SheetValue; warning?: string }
  | { reason: string }
  | { warning: string; status?: VehicleStatus };

/** What a cell says and what is doubtful about it; why its row is refused, or the cell skipped. */
function readCell(column: SheetColumn, text: string, reader: Reader): CellReading {
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

/** The change that a row makes to a vehicle of the inventory. */
export function planChange(
  row: SheetRow,
  cells: Cells,
  vehicle: SheetVehicle,
  reader: Reader,
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
    changes.push({ heading, old: before || messages.nothing, new: shownValue(value) });
  };
  for (const [name, text] of inOrder(cells)) {
    const column = sheetColumn(name);
    const old = String(column?.write(vehicle, currency) ?? "");
    if (!column?.read || splitColumns.includes(name) || isSame(text, old)) continue;
    if (column.ofSale && values.status !== "Vendido") continue;
    if (detailsOfSale.includes(name) && !values.sold_on) {
      warnings.push(messages.saleWithoutDay(column.heading));
      continue;
    }
    const reading = readCell(column, text, reader);
    if ("reason" in reading) return { ...about, kind: "refused", ...reading };
    if (reading.warning !== undefined) warnings.push(reading.warning);
    if ("value" in reading) {
      const now = shownValue(reading.value);
      if (isSame(now, old) || (name === "price" && isSamePrice(currency, now, old))) continue;
      change(column, old, reading.value);
    } else if (reading.status && !cells.has("status") && reading.status !== vehicle.status) {
      const status = sheetColumn("status");
      if (status) change(status, vehicle.status, reading.status);
    }
  }
  const price = cells.has("price") ? (values.price ?? vehicle.price) : null;
  const soldFor = priceOfSale(price, values, reader);
  const saleColumn = sheetColumn("sale_price");
  if (saleColumn && soldFor !== null) change(saleColumn, "", soldFor);
  const { corrections } = vinDoubt(cells, values, warnings);
  if (changes.length === 0) return { ...about, kind: "unchanged" };
  return { ...about, corrections, kind: "changed", id, seenAt, values, changes };
}

/** The day of a sale comes after the state that makes it, and its details after the day. */
function inOrder(cells: Cells): [string, string][] {
  const place = ([name]: [string, string]) =>
    detailsOfSale.includes(name) ? 2 : Number(sheetColumn(name)?.ofSale ?? false);
  return [...cells].sort((one, other) => place(one) - place(other));
}

/** What is kept of a sale whose day is known. */
const detailsOfSale = ["sale_price", "buyer_name", "seller_name"];

/** What a vehicle was sold for, where the sheet has one price for all. */
function priceOfSale(price: SheetValue, values: Values, { units, saleFromPrice }: Reader) {
  if (!saleFromPrice || !values.sold_on || price === null) return null;
  return priceIn(units.currency, String(price)) || null;
}

/** An export says it in this way, with the line ends of whatever wrote the file. */
function isSame(text: string, old: string): boolean {
  const plain = old.replaceAll(/\r\n?/g, "\n").trim();
  return text === plain || text === plainText(plain) || text === typedCell(safeCell(plain));
}

function isSamePrice(currency: Currency, one: string, other: string): boolean {
  const amount = priceIn(currency, one);
  return amount !== null && amount === priceIn(currency, other);
}

/** A value as an export writes it. */
export function shownValue(value: SheetValue): string {
  if (typeof value === "boolean") return value ? "Sí" : "No";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

/** The vehicle that a row adds to the inventory. */
export function planVehicle(
  row: SheetRow,
  cells: Cells,
  decodings: Decodings,
  reader: Reader,
): PlannedRow {
  const asked = required.every((name) => cells.get(name)) ? undefined : cells.get("vin");
  const decoding = asked === undefined ? undefined : decodings.get(asked);
  const values: Values = {};
  const about = told(row, cells);
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
  // Who tells when it was sold says that it is.
  values.status ??= values.sold_on ? "Vendido" : (status ?? null);
  if (values.status === null) delete values.status;
  for (const name of decoding ? fieldsWith("vin") : []) values[name] ??= decoding?.[name] ?? null;
  const { corrections } = vinDoubt(cells, values, warnings);
  if (decoding === null && required.some((name) => values[name] == null)) {
    return { ...about, corrections, kind: "refused", reason: messages.unknownVin };
  }
  for (const name of required) {
    const parsed = vehicleFields[name].input.safeParse(values[name] ?? "");
    if (parsed.success) continue;
    const reason = parsed.error.issues[0]?.message ?? "";
    return { ...about, corrections, kind: "refused", reason };
  }
  warnings.push(...contradictions(cells, values, reader), ...lostDetails(values));
  const soldFor = priceOfSale(values.price ?? null, values, reader);
  if (soldFor !== null) values.sale_price = soldFor;
  const isMarked = Boolean(values.vin || values.stock_number);
  if (!isMarked && reader.known.has(looksOf(values))) warnings.push(messages.maybeThere);
  const title = required.map((name) => values[name] ?? "").join(" ");
  return { ...about, title, corrections, kind: "added", values, fromVin: Boolean(decoding) };
}

/** Warns of a VIN that is misspelt. One that was skipped has its warning already. */
function vinDoubt(cells: Cells, values: Values, warnings: string[]) {
  const vin = cells.get("vin");
  const year = typeof values.year === "number" ? values.year : undefined;
  const doubt = vin === undefined ? null : checkVin(vin, year);
  if (doubt && values.vin) warnings.push(messages.vinDoubt(doubt));
  return { corrections: doubt?.corrections ?? [] };
}

/** Without its day a sale is not kept, so its details are skipped. */
function lostDetails(values: Values): string[] {
  if (values.sold_on) return [];
  return detailsOfSale.flatMap((name) => {
    const isSaid = values[name] !== undefined;
    delete values[name];
    const heading = sheetColumn(name)?.heading ?? "";
    // A salesperson may take care of a vehicle that is not sold.
    const isLost = isSaid && (name !== "seller_name" || values.status === "Vendido");
    return isLost ? [messages.saleWithoutDay(heading)] : [];
  });
}

const LOW_MILEAGE = 1000;

/** Cells of a new vehicle that are right alone and wrong together. */
function contradictions(cells: Cells, values: Values, { units, today }: Reader): string[] {
  const { status, sold_on, acquired_on, mileage, year } = values;
  const found: string[] = [];
  if (sold_on && status !== "Vendido") {
    delete values.sold_on;
    found.push(messages.notSold(String(status)));
  }
  if (sold_on && acquired_on && acquired_on > sold_on) found.push(messages.soldBefore);
  for (const name of ["acquired_on", "sold_on"]) {
    // A model year begins in the year before.
    const isBefore = Number(String(values[name] ?? "9999").slice(0, 4)) < Number(year) - 1;
    if (isBefore) found.push(messages.beforeModel(sheetColumn(name)?.heading ?? ""));
  }
  const isOld = Number(year) + 2 <= Number(today.slice(0, 4));
  const isLow = Number(mileage) > 0 && Number(mileage) < LOW_MILEAGE;
  const text = cells.get("mileage") ?? "";
  const column = sheetColumn("mileage");
  if (column && isOld && isLow && !/\d[.,]\d/.test(text)) {
    found.push(`${headingIn(column, units)}: ${tooLow(text)}`);
  }
  return found;
}

/** The same with its new vehicles shown to visitors, but for those that are sold. */
export function publishAdded(plan: PlannedRow[]): PlannedRow[] {
  return plan.map((row) =>
    row.kind === "added" && row.values.status !== "Vendido"
      ? { ...row, values: { published: true, ...row.values } }
      : row,
  );
}
