import { describe, expect, test } from "vitest";
import { monthAfter, monthLabel, readPeriod } from "./period.ts";

const read = (words: string) => {
  const { key, from, until } = readPeriod(new URLSearchParams(words), "2026-01-31");
  return [key, from, until];
};

describe("the period of a dealer's sales", () => {
  test.each([
    ["", ["12-meses", "2025-02-01", "2026-02-01"]],
    ["periodo=este-mes", ["este-mes", "2026-01-01", "2026-02-01"]],
    ["periodo=mes-pasado", ["mes-pasado", "2025-12-01", "2026-01-01"]],
    ["periodo=3-meses", ["3-meses", "2025-11-01", "2026-02-01"]],
    ["periodo=este-ano", ["este-ano", "2026-01-01", "2026-02-01"]],
    ["periodo=todo", ["todo", null, null]],
    ["periodo=2025-12", ["2025-12", "2025-12-01", "2026-01-01"]],
    ["periodo=2025-13", ["12-meses", "2025-02-01", "2026-02-01"]],
    ["periodo=toString", ["12-meses", "2025-02-01", "2026-02-01"]],
  ])("covers whole months when the URL says %j", (words, expected) => {
    expect(read(words)).toEqual(expected);
  });

  test("continues with January after December", () => {
    expect(monthAfter("2026-12-01", 1)).toBe("2027-01-01");
  });

  test("is shown with month names", () => {
    expect(monthLabel("2026-09-01", "long")).toBe("septiembre de 2026");
    expect(monthLabel("2026-09-01", "short")).toBe("sept 2026");
  });
});
