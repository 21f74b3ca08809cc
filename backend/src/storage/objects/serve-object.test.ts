import { describe, expect, test } from "vitest";
import { readRange } from "./serve-object.ts";

describe("readRange", () => {
  test.each([
    { header: undefined, range: null },
    { header: "bytes=0-99", range: { start: 0, end: 99 } },
    { header: "bytes=900-", range: { start: 900, end: 999 } },
    { header: "bytes=-100", range: { start: 900, end: 999 } },
    { header: "bytes=-5000", range: { start: 0, end: 999 } },
    { header: "bytes=990-5000", range: { start: 990, end: 999 } },
    { header: "bytes=1000-", range: "unsatisfiable" },
    { header: "bytes=-0", range: "unsatisfiable" },
    { header: "bytes=20-10", range: null },
    { header: "bytes=0-1,5-6", range: null },
    { header: "bytes=-", range: null },
    { header: "lines=0-1", range: null },
  ])("maps $header of 1000 bytes to $range", ({ header, range }) => {
    expect(readRange(header, 1000)).toEqual(range);
  });

  test("finds no range of an empty file satisfiable", () => {
    expect(readRange("bytes=0-", 0)).toBe("unsatisfiable");
  });
});
