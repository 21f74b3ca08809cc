import fc from "fast-check";
import { expect, it } from "vitest";
import { safeCell, toCsv, typedCell } from "./csv.ts";

it("a cell that would be a formula is a text, and what was typed comes back", () => {
  for (const text of ["=1+1", "+1", "-2", "@A1", "\tx", " =1", "＝1", "- Bluetooth\n- ABS"]) {
    expect(safeCell(text)).toBe(`'${text}`);
    expect(typedCell(safeCell(text))).toBe(text);
  }
  for (const text of ["", "Kona", "'90s", "'", "a=b"]) {
    expect(safeCell(text)).toBe(text);
    expect(typedCell(text)).toBe(text);
  }
});

it("no text begins as a formula in a file", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(safeCell(text)).not.toMatch(/^[\s\uFEFF]*[=+\-@]/);
    }),
  );
});

it("rows are lines that end as a spreadsheet expects, numbers and nothing among them", () => {
  expect(
    toCsv(
      [
        ["a", 'b "c", d'],
        [-1.5, null],
      ],
      ",",
    ),
  ).toBe('\uFEFFa,"b ""c"", d"\r\n-1.5,\r\n');
});
