import { CompleteVin, type VinDecoding } from "#contract/decode-vin.ts";
import { foldText } from "#contract/fold-text.ts";
import { priceIn } from "#contract/price.ts";
import { type DayOrder, dayOrderOf, readDay } from "#contract/sheet-days.ts";
import type { Currency, Units } from "#contract/units.ts";
import { fieldsWith, VIN_LENGTH, vehicleFields } from "#contract/vehicle-fields.ts";
import {
  headingIn,
  plainVin,
  type SheetColumn,
  type SheetValue,
  type SheetVehicle,
  type SheetWriting,
  sheetColumn,
} from "#contract/vehicle-sheet.ts";
import { safeCell, typedCell } from "#web/ui/controls/csv.ts";
import { transferMessages as messages } from "./messages.ts";
import type { SheetRow } from "./read-rows.ts";
import type { Sheet } from "./understand-sheet.ts";

type Values = Record<string, SheetValue>;
export type Change = { heading: string; old: string; new: string };

/** What an import would do with one row, and which of its cells it would leave out. */
export type PlannedRow = { line: number; title: string } & (
  | { kind: "added"; values: Values; fromVin: boolean; warnings: string[] }
  | {
      kind: "changed";
      id: string;
      seenAt: string;
      values: Values;
      changes: Change[];
      warnings: string[];
    }
  | { kind: "unchanged"; warnings: string[] }
  | { kind: "refused"; reason: string }
);

export type ImportInput = {
  sheet: Sheet;
  /** Which column of ours each of the sheet's is; null is not imported. */
  columns: (string | null)[];
  /** The inventory as it is now. */
  vehicles: SheetVehicle[];
  /** What its prices and distances are in. */
  units: Units;
  /** How the sheet writes days, where it does not tell itself. */
  days?: DayOrder;
};

/** What VINs say; null where one is not known. */
export type Decodings = ReadonlyMap<string, VinDecoding | null>;

/**
 * What each row of a sheet would do, without doing it. A vehicle may get the stock number that
 * another row takes from its own: unless that row is refused, which is known once it is planned.
 */
export function planImport(
  input: ImportInput,
  decodings: Decodings,
  refused: ReadonlySet<number> = new Set(),
): PlannedRow[] {
  const rows = input.sheet.rows.map((row) => ({ row, cells: cellsOf(row, input.columns) }));
  const moving = rows.filter(
    ({ row, cells }) => cells.has("stock_number") && !refused.has(row.line),
  );
  const find = finder(input.vehicles, numbersLeft(moving, input.vehicles));
  const seen = new Map<string, number>();
  const days = dayOrderOf(daysIn(rows)) ?? input.days ?? null;
  const known = new Set(input.vehicles.map(looksOf));
  const reader = { units: input.units, days, parted: input.sheet.parted, known };
  const plan = rows.map(({ row, cells }): PlannedRow => {
    const found = find(cells);
    if ("reason" in found) return { ...told(row, cells), kind: "refused", ...found };
    const { vehicle } = found;
    const marks = marksOf(cells, vehicle);
    const before = marks.map((mark) => seen.get(mark)).find((line) => line !== undefined);
    if (before !== undefined) {
      return { ...told(row, cells), kind: "refused", reason: messages.repeats(before) };
    }
    for (const mark of marks) seen.set(mark, row.line);
    return vehicle
      ? planChange(row, cells, vehicle, reader)
      : planVehicle(row, cells, decodings, reader);
  });
  const stuck = new Set(plan.flatMap(({ kind, line }) => (kind === "refused" ? line : [])));
  return moving.some(({ row }) => stuck.has(row.line)) ? planImport(input, decodings, stuck) : plan;
}

const daysIn = (rows: { cells: Cells }[]) =>
  rows.flatMap(({ cells }) => dayColumns.flatMap((name) => cells.get(name) ?? []));
const dayColumns = ["acquired_on", "sold_on"];

/** Whether a sheet has days that are two, as "3/4/2026" may be, and none that tells which. */
export function hasUnclearDays({
  sheet,
  columns,
}: Pick<ImportInput, "sheet" | "columns">): boolean {
  const days = daysIn(sheet.rows.map((row) => ({ cells: cellsOf(row, columns) })));
  return (
    dayOrderOf(days) === null &&
    days.some((day) => readDay(day, null) === null && readDay(day, "day first") !== null)
  );
}

/** The stock numbers that these rows take from their vehicles, for another one each. */
function numbersLeft(rows: { cells: Cells }[], vehicles: SheetVehicle[]): Numbers {
  const find = finder(vehicles, anyNumber);
  const left = rows.flatMap(({ cells }) => {
    const found = find(cells);
    const number = "vehicle" in found ? found.vehicle?.stock_number : undefined;
    return number && number !== cells.get("stock_number") ? number : [];
  });
  return new Set(left);
}

type Numbers = Pick<ReadonlySet<string>, "has">;
const anyNumber: Numbers = { has: () => true };

/** The VINs of new vehicles that do not say themselves what they are. */
export function wantedVins({ sheet, columns, vehicles }: ImportInput): string[] {
  const find = finder(vehicles, anyNumber);
  const vins = sheet.rows.flatMap((row) => {
    const cells = cellsOf(row, columns);
    const found = find(cells);
    const isKnown = "reason" in found || found.vehicle || required.every((name) => cells.get(name));
    return isKnown ? [] : (CompleteVin.safeParse(cells.get("vin")).data ?? []);
  });
  return [...new Set(vins)];
}

type Cells = ReadonlyMap<string, string>;

const required = ["brand", "model", "year"] as const;
const isWhole = (vin: string) => vin.length === VIN_LENGTH;
/** What people write into a cell that says nothing. */
const empty =
  /^([-–—.?]+|#?n\/?a|s\/?[dn]|null|none|ningun[oa]|unknown|desconocid[oa]|tbd|por definir|sin datos?)?$/i;

function cellsOf({ cells }: SheetRow, columns: (string | null)[]): Cells {
  const filled = columns.flatMap((name, index): [string, string][] => {
    const cell = typedCell(cells[index] ?? "");
    if (name === null || empty.test(cell)) return [];
    if (name === "vin") return [[name, plainVin(cell) || cell]];
    return [[name, name === "stock_number" ? cell.toUpperCase() : cell]];
  });
  return new Map(filled);
}

/** What no other row may name: the vehicle, a whole VIN, a stock number. */
function marksOf(cells: Cells, vehicle: SheetVehicle | null): string[] {
  const vin = cells.get("vin") ?? "";
  const number = cells.get("stock_number");
  const marks = [vehicle?.id, isWhole(vin) ? vin : undefined, number && `#${number}`];
  return marks.filter((mark) => mark !== undefined);
}

/**
 * Finds the vehicle that a row is about, by our identifier, else by a whole VIN, else by its stock
 * number; null is a new one. No row takes a number of another vehicle but those that are left.
 */
function finder(vehicles: SheetVehicle[], left: Numbers) {
  const byId = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const byVin = new Map<string, SheetVehicle[]>();
  for (const vehicle of vehicles) {
    const { vin } = vehicle;
    if (vin && isWhole(vin)) byVin.set(vin, [...(byVin.get(vin) ?? []), vehicle]);
  }
  const byNumber = new Map(vehicles.map((vehicle) => [vehicle.stock_number, vehicle]));
  return (cells: Cells): { vehicle: SheetVehicle | null } | { reason: string } => {
    const named = byId.get(cells.get("id")?.toLowerCase() ?? "");
    const vin = cells.get("vin") ?? "";
    const same = isWhole(vin) ? (byVin.get(vin) ?? []) : [];
    const numbered = byNumber.get(cells.get("stock_number") ?? "");
    if (named && named.vin !== vin && same.length > 0) return { reason: messages.vinOfOther };
    if (!named && same.length > 1 && !(numbered && same.includes(numbered))) {
      return { reason: messages.twoWithVin };
    }
    const vehicle = named ?? (numbered && same.includes(numbered) ? numbered : same[0]);
    if (!numbered || numbered === vehicle) return { vehicle: vehicle ?? null };
    // Without a VIN that is another's, the number says which vehicle it is.
    const isOther = vehicle || (isWhole(vin) && isWhole(numbered.vin ?? ""));
    if (!isOther) return { vehicle: numbered };
    const isLeft = left.has(numbered.stock_number ?? "");
    return isLeft ? { vehicle: vehicle ?? null } : { reason: messages.numberOfOther };
  };
}

function told({ line }: SheetRow, cells: Cells) {
  const names = required.flatMap((name) => cells.get(name) ?? []);
  return { line, title: names.join(" ") || cells.get("vin") || "Sin nombre" };
}

/** How cells are read, and what is only hinted. */
type Reader = SheetWriting & {
  parted: readonly string[];
  /** What the inventory's vehicles look like, for one that has no mark of its own. */
  known: ReadonlySet<string>;
};

const looksOf = ({ brand, model, year, mileage }: Record<string, unknown>) =>
  foldText([brand, model, year, mileage].join(" "));

/** What a cell says; why its row is refused for it, or what is left out of the row. */
function readCell(
  column: SheetColumn,
  text: string,
  reader: Reader,
): { value: SheetValue } | { reason: string } | { warning: string } {
  const reading = column.read?.(text, reader) ?? { value: null };
  if ("value" in reading) return reading;
  const problem = `${headingIn(column, reader.units)}: ${reading.problem}`;
  const isLeftOut = column.mayFail && !reading.unclear;
  return isLeftOut ? { warning: messages.leftOut(problem) } : { reason: problem };
}

function planChange(
  row: SheetRow,
  cells: Cells,
  vehicle: SheetVehicle,
  reader: Reader,
): PlannedRow {
  const { units, parted } = reader;
  const { currency } = units;
  const { id, updated_at: seenAt, brand, model, year } = vehicle;
  const about = { line: row.line, title: `${brand} ${model} ${year}` };
  const changes: Change[] = [];
  const warnings: string[] = [];
  const values: Values = {};
  for (const [name, text] of inOrder(cells)) {
    const column = sheetColumn(name);
    const old = String(column?.write(vehicle, currency) ?? "");
    if (!column?.read || parted.includes(name) || isSame(text, old)) continue;
    if (column.ofSale && values.status !== "Vendido") continue;
    const reading = readCell(column, text, reader);
    if ("reason" in reading) return { ...about, kind: "refused", ...reading };
    if ("warning" in reading) {
      warnings.push(reading.warning);
      continue;
    }
    const now = shownValue(reading.value);
    if (isSame(now, old) || (name === "price" && isSamePrice(currency, now, old))) continue;
    values[name] = reading.value;
    changes.push({ heading: headingIn(column, units), old: old || messages.nothing, new: now });
  }
  if (changes.length === 0) return { ...about, kind: "unchanged", warnings };
  return { ...about, kind: "changed", id, seenAt, values, changes, warnings };
}

/** What is told of a sale comes after the state that makes it. */
function inOrder(cells: Cells): [string, string][] {
  const isLast = ([name]: [string, string]) => Number(sheetColumn(name)?.ofSale ?? false);
  return [...cells].toSorted((one, other) => isLast(one) - isLast(other));
}

/** An export says it in this way, with the line ends of whatever wrote the file. */
function isSame(text: string, old: string): boolean {
  const plain = old.replaceAll(/\r\n?/g, "\n").trim();
  return text === plain || text === typedCell(safeCell(plain));
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

function planVehicle(
  row: SheetRow,
  cells: Cells,
  decodings: Decodings,
  reader: Reader,
): PlannedRow {
  const asked = required.every((name) => cells.get(name)) ? undefined : cells.get("vin");
  const decoding = asked === undefined ? undefined : decodings.get(asked);
  const values: Values = {};
  const warnings: string[] = [];
  for (const [name, text] of cells) {
    const column = sheetColumn(name);
    if (!column?.read) continue;
    const reading = readCell(column, text, reader);
    if ("reason" in reading) return { ...told(row, cells), kind: "refused", ...reading };
    if ("warning" in reading) warnings.push(reading.warning);
    else values[name] = reading.value;
  }
  // Who tells when it was sold says that it is.
  if (values.sold_on) values.status ??= "Vendido";
  for (const name of decoding ? fieldsWith("vin") : []) values[name] ??= decoding?.[name] ?? null;
  const about = { line: row.line, title: required.map((name) => values[name] ?? "").join(" ") };
  if (decoding === null && required.some((name) => values[name] == null)) {
    return { ...told(row, cells), kind: "refused", reason: messages.unknownVin };
  }
  for (const name of required) {
    const parsed = vehicleFields[name].input.safeParse(values[name] ?? "");
    if (parsed.success) continue;
    const reason = parsed.error.issues[0]?.message ?? "";
    return { ...told(row, cells), kind: "refused", reason };
  }
  if (decoding?.checkDigitValid === false) warnings.push(messages.checkDigit);
  const isMarked = Boolean(values.vin || values.stock_number);
  if (!isMarked && reader.known.has(looksOf(values))) warnings.push(messages.maybeThere);
  return { ...about, kind: "added", values, fromVin: Boolean(decoding), warnings };
}

/** The same with its new vehicles shown to visitors, but for those that are sold. */
export function publishAdded(plan: PlannedRow[]): PlannedRow[] {
  return plan.map((row) =>
    row.kind === "added" && row.values.status !== "Vendido"
      ? { ...row, values: { published: true, ...row.values } }
      : row,
  );
}
