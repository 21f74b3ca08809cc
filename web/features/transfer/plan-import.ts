import { todayHere } from "#contract/dealership-day.ts";
import { CompleteVin } from "#contract/decode-vin.ts";
import { type DayOrder, dayOrderOf, readDay } from "#contract/sheets/sheet-days.ts";
import type { SheetVehicle } from "#contract/sheets/vehicle-sheet.ts";
import type { Units } from "#contract/units.ts";
import { VIN_LENGTH } from "#contract/vehicle-fields.ts";
import { transferMessages as messages } from "./messages.ts";
import {
  type Cells,
  type Decodings,
  describeRow,
  type PlannedRow,
  planChange,
  planVehicle,
  requiredFields,
  rowCells,
  similarityKey,
  withFailedFormulas,
} from "./plan-row.ts";
import type { Sheet } from "./sheet.ts";

export type ImportInput = {
  sheet: Sheet;
  /** The field of each sheet column; null for a column that is not imported. */
  columns: (string | null)[];
  /** The current inventory. */
  vehicles: SheetVehicle[];
  /** Currency and distance unit of the dealership. */
  units: Units;
  /** Date order picked by the person; used when the sheet's dates are ambiguous. */
  days?: DayOrder;
  /** Today at the dealership, as YYYY-MM-DD. */
  today?: string;
  /** Corrected VINs that the person picked, by line. */
  vins?: ReadonlyMap<number, string>;
};

/** Computes what each row of a sheet would do, without writing anything. */
export function planImport(input: ImportInput, decodings: Decodings): PlannedRow[] {
  const { units, columns, today = todayHere(units), vins } = input;
  const rows = input.sheet.rows.map((row) => ({
    row: withFailedFormulas(row, columns),
    cells: rowCells(row, columns, vins?.get(row.line)),
  }));
  const find = createVehicleFinder(input.vehicles);
  const seen = new Map<string, number>();
  const days = dayOrderOf(daysIn(rows)) ?? input.days ?? null;
  const knownVehicleKeys = new Set(input.vehicles.map(similarityKey));
  const saleFromPrice = columns.includes("sold_on") && !columns.includes("sale_price");
  const reader = {
    units,
    days,
    today,
    splitColumns: input.sheet.splitColumns,
    knownVehicleKeys,
    saleFromPrice,
  };
  const takers: StockNumberTakers = new Map();
  const plan = rows.map(({ row, cells }, index): PlannedRow => {
    const found = find(cells);
    if ("reason" in found) return { ...describeRow(row, cells), kind: "refused", ...found };
    const { vehicle, holder } = found;
    const marks = identityKeys(cells, vehicle);
    const before = marks.map((mark) => seen.get(mark)).find((line) => line !== undefined);
    if (before !== undefined) {
      return { ...describeRow(row, cells), kind: "refused", reason: messages.repeats(before) };
    }
    for (const mark of marks) seen.set(mark, row.line);
    const planned = vehicle
      ? planChange(row, cells, vehicle, reader)
      : planVehicle(row, cells, decodings, reader);
    if (holder && planned.kind !== "refused") takers.set(holder.id, index);
    return planned;
  });
  return refuseHeldNumbers(plan, takers);
}

/** Vehicle ID → index of the row that takes over its stock number. */
type StockNumberTakers = Map<string, number>;

/**
 * Refuses rows that take a stock number whose vehicle keeps it. Each row is refused at most once,
 * so that a chain of 5,000 rows terminates.
 */
function refuseHeldNumbers(plan: PlannedRow[], takers: StockNumberTakers): PlannedRow[] {
  const settled = [...plan];
  const leaving = new Set(
    plan.flatMap((row) => (row.kind === "changed" && row.values.stock_number ? row.id : [])),
  );
  const stuck = [...takers].flatMap(([holder, index]) => (leaving.has(holder) ? [] : index));
  for (let index = stuck.pop(); index !== undefined; index = stuck.pop()) {
    const row = settled[index];
    if (!row || row.kind === "refused") continue;
    const { line, title, warnings } = row;
    settled[index] = { line, title, warnings, kind: "refused", reason: messages.numberOfOther };
    const next = row.kind === "changed" ? takers.get(row.id) : undefined;
    if (next !== undefined) stuck.push(next);
  }
  return settled;
}

const daysIn = (rows: { cells: Cells }[]) =>
  rows.flatMap(({ cells }) => dayColumns.flatMap((name) => cells.get(name) ?? []));
const dayColumns = ["acquired_on", "sold_on"];

/** Whether a sheet has ambiguous dates such as "3/4/2026" and none that settles the order. */
export function hasAmbiguousDates({
  sheet,
  columns,
}: Pick<ImportInput, "sheet" | "columns">): boolean {
  const days = daysIn(sheet.rows.map((row) => ({ cells: rowCells(row, columns) })));
  return (
    dayOrderOf(days) === null &&
    days.some((day) => readDay(day, null) === null && readDay(day, "day first") !== null)
  );
}

/** VINs of new vehicles that need decoding, because the row lacks make, model or year. */
export function vinsToDecode({ sheet, columns, vehicles, vins: chosen }: ImportInput): string[] {
  const find = createVehicleFinder(vehicles);
  const vins = sheet.rows.flatMap((row) => {
    const cells = rowCells(row, columns, chosen?.get(row.line));
    const found = find(cells);
    const isKnown =
      "reason" in found || found.vehicle || requiredFields.every((name) => cells.get(name));
    return isKnown ? [] : (CompleteVin.safeParse(cells.get("vin")).data ?? []);
  });
  return [...new Set(vins)];
}

const isFullVin = (vin: string) => vin.length === VIN_LENGTH;

/** Keys that only one row may use: the vehicle, and the full VIN or stock number that it sets. */
function identityKeys(cells: Cells, vehicle: SheetVehicle | null): string[] {
  const vin = cells.get("vin") ?? "";
  const number = cells.get("stock_number");
  return [
    vehicle?.id,
    isFullVin(vin) && vin !== vehicle?.vin ? vin : undefined,
    number && number !== vehicle?.stock_number ? `#${number}` : undefined,
  ].filter((mark) => mark !== undefined);
}

/** The vehicle of a row (null for a new one), and the current holder of its stock number. */
type Found = { vehicle: SheetVehicle | null; holder?: SheetVehicle } | { reason: string };

/** Finds the vehicle of a row by our ID, else by a full VIN, else by its stock number. */
function createVehicleFinder(vehicles: SheetVehicle[]) {
  const byId = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const byVin = new Map<string, SheetVehicle[]>();
  for (const vehicle of vehicles) {
    const { vin } = vehicle;
    if (vin && isFullVin(vin)) byVin.set(vin, [...(byVin.get(vin) ?? []), vehicle]);
  }
  const byNumber = new Map(vehicles.map((vehicle) => [vehicle.stock_number, vehicle]));
  return (cells: Cells): Found => {
    const named = byId.get(cells.get("id")?.toLowerCase() ?? "");
    const vin = cells.get("vin") ?? "";
    const same = isFullVin(vin) ? (byVin.get(vin) ?? []) : [];
    const numbered = byNumber.get(cells.get("stock_number") ?? "");
    if (named && named.vin !== vin && same.length > 0) return { reason: messages.vinOfOther };
    if (!named && same.length > 1 && !(numbered && same.includes(numbered))) {
      return { reason: messages.twoWithVin };
    }
    const vehicle = named ?? (numbered && same.includes(numbered) ? numbered : same[0]) ?? null;
    if (!numbered || numbered === vehicle) return { vehicle };
    // The stock number identifies the vehicle unless the VINs say that it is another one.
    const isOther = vehicle || (isFullVin(vin) && isFullVin(numbered.vin ?? ""));
    return isOther ? { vehicle, holder: numbered } : { vehicle: numbered };
  };
}
