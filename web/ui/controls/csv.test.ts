import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeCell, toCsv, unescapeCell } from "./csv.ts";

it("a cell that looks like a formula is escaped, and unescapeCell restores it", () => {
  for (const text of ["=1+1", "+1", "-2", "@A1", "\tx", " =1", "＝1", "- Bluetooth\n- ABS"]) {
    expect(escapeCell(text)).toBe(`'${text}`);
    expect(unescapeCell(escapeCell(text))).toBe(text);
  }
  for (const text of ["", "Kona", "'90s", "'", "a=b"]) {
    expect(escapeCell(text)).toBe(text);
    expect(unescapeCell(text)).toBe(text);
  }
});

it("no text in a file starts like a formula", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(escapeCell(text)).not.toMatch(/^[\s\uFEFF]*[=+\-@]/);
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
