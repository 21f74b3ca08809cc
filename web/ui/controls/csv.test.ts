import fc from "fast-check";
import { expect, it } from "vitest";
import { safeCell, toCsv, typedCell } from "./csv.ts";

it("a cell that looks like a formula is escaped, and typedCell restores it", () => {
  for (const text of ["=1+1", "+1", "-2", "@A1", "\tx", " =1", "＝1", "- Bluetooth\n- ABS"]) {
    expect(safeCell(text)).toBe(`'${text}`);
    expect(typedCell(safeCell(text))).toBe(text);
  }
  for (const text of ["", "Kona", "'90s", "'", "a=b"]) {
    expect(safeCell(text)).toBe(text);
    expect(typedCell(text)).toBe(text);
  }
});

it("no text in a file starts like a formula", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(safeCell(text)).not.toMatch(/^[\s\uFEFF]*[=+\-@]/);
    }),
  );
});

it("rows end as spreadsheets expect; numbers and empty cells are supported", () => {
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
