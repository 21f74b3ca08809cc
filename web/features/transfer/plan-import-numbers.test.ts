import fc from "fast-check";
import { expect, it } from "vitest";
import type { SheetVehicle } from "#contract/sheets/vehicle-sheet.ts";
import { defaultUnits } from "#contract/units.ts";
import { kona } from "./fixtures.ts";
import { planImport } from "./plan-import.ts";
import type { Sheet } from "./sheet.ts";

const columns = ["id", "vin", "stock_number", "brand", "model", "year"];

const idOf = (index: number) => `0b5f8a52-6f0c-4b0e-9d5e-${String(index).padStart(12, "0")}`;
const vinOf = (index: number) => `1HGCM82633A00435${index}`;

function inventoryOf(marks: { vin: string | null; stock_number: string }[]): SheetVehicle[] {
  return marks.map((mark, index) => ({ ...kona, ...mark, id: idOf(index) }));
}

function planOf(cells: string[][], vehicles: SheetVehicle[]) {
  const rows = cells.map((row, index) => ({ line: index + 2, cells: row }));
  const headings = columns;
  const sheet: Sheet = {
    headings,
    rows,
    columns,
    splitColumns: [],
    skippedLines: [],
    notes: [],
    source: { headings, places: columns.map((_, index) => index), rows },
  };
  return planImport({ sheet, columns, vehicles, units: defaultUnits }, new Map());
}

/** The stock numbers in the inventory after a plan. */
function numbersAfter(plan: ReturnType<typeof planOf>, vehicles: SheetVehicle[]) {
  const numbers = new Map(vehicles.map(({ id, stock_number }) => [id, stock_number]));
  for (const row of plan) {
    const number = row.kind === "added" || row.kind === "changed" ? row.values.stock_number : null;
    if (number) numbers.set(row.kind === "changed" ? row.id : `line ${row.line}`, String(number));
  }
  return [...numbers.values()];
}

const oneOf = (...values: string[]) => fc.constantFrom(...values);
const numbers = ["N1", "N2", "N3", "N4", "N5", "N6"];
const worlds = fc.record({
  marks: fc.uniqueArray(
    fc.record({
      vin: fc.constantFrom(null, vinOf(1), vinOf(2)),
      stock_number: oneOf(...numbers),
    }),
    { maxLength: 5, selector: ({ stock_number }) => stock_number },
  ),
  cells: fc.array(
    fc.tuple(
      oneOf("", idOf(0), idOf(1), idOf(2), idOf(3), idOf(4)),
      oneOf("", "", vinOf(1), vinOf(2), vinOf(3)),
      oneOf("", ...numbers, "N7"),
      oneOf("Kia", ""),
      fc.constant("Rio"),
      oneOf("2020", "2020", "1700"),
    ),
    { maxLength: 8 },
  ),
});

it("a dealer's random sheet never assigns one stock number to two vehicles", () => {
  fc.assert(
    fc.property(worlds, ({ marks, cells }) => {
      const vehicles = inventoryOf(marks);
      const plan = planOf(cells, vehicles);
      expect(plan.map(({ line }) => line)).toEqual(cells.map((_, index) => index + 2));
      const after = numbersAfter(plan, vehicles);
      expect(new Set(after).size).toBe(after.length);
      const changed = plan.flatMap((row) => (row.kind === "changed" ? row.id : []));
      expect(new Set(changed).size).toBe(changed.length);
    }),
    { numRuns: 1000 },
  );
});

it("a dealer may swap the stock numbers of two vehicles that share a VIN", () => {
  const vin = vinOf(1);
  const vehicles = inventoryOf([
    { vin, stock_number: "N1" },
    { vin, stock_number: "N2" },
  ]);
  const swapped = (second: string) =>
    planOf(
      [
        [idOf(0), vin, "N2", "", "", ""],
        [idOf(1), vin, "N1", "", "", second],
      ],
      vehicles,
    );
  expect(swapped("2020")).toMatchObject([
    { kind: "changed", id: idOf(0), values: { stock_number: "N2" } },
    { kind: "changed", id: idOf(1), values: { stock_number: "N1" } },
  ]);
  expect(swapped("1700").map(({ kind }) => kind)).toEqual(["refused", "refused"]);
});

it("a dealer's chain of 5,000 stock number moves is refused if its last move is", () => {
  const many = Array.from({ length: 5000 }, (_, index) => index);
  const vehicles = inventoryOf(many.map((index) => ({ vin: null, stock_number: `N${index}` })));
  const chained = (last: string) =>
    planOf(
      many.map((index) => [idOf(index), "", `N${index + 1}`, "", "", index === 4999 ? last : ""]),
      vehicles,
    );
  expect(new Set(chained("2020").map(({ kind }) => kind))).toEqual(new Set(["changed"]));
  expect(new Set(chained("1700").map(({ kind }) => kind))).toEqual(new Set(["refused"]));
});
