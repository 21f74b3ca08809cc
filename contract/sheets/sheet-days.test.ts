import { describe, expect, it } from "vitest";
import { dayOrderOf, readDay } from "./sheet-days.ts";

describe("a day in a dealer's sheet", () => {
  it.each([
    ["2026-01-31", "2026-01-31"],
    ["2026-01-31T00:00:00.000Z", "2026-01-31"],
    ["1/31/2026 12:00:00 AM", "2026-01-31"],
    ["31.1.26", "2026-01-31"],
    ["12-Jan-26", "2026-01-12"],
    ["12 de enero de 2026", "2026-01-12"],
    ["Jan 12, 2026", "2026-01-12"],
    ["Dic. 3 2025", "2025-12-03"],
    ["2026/1/31", "2026-01-31"],
    ["2026.01.31", "2026-01-31"],
    ["20260131", "2026-01-31"],
    ["46053", "2026-01-31"],
    ["46053.5", "2026-01-31"],
    ["20261331", null],
    ["2026/131", null],
    ["1234", null],
    ["3/4/2026", null],
    ["2/30/2026", null],
    ["13/13/2026", null],
    ["1/31/49", "2049-01-31"],
    ["pronto", null],
    ["may", null],
  ])("%j is read as %j", (text, day) => expect(readDay(text, null)).toBe(day));

  it("with an ambiguous order is read in the order of its column's other days", () => {
    const order = dayOrderOf(["3/4/2026", "1/31/2026", "2/2/26"]);
    expect(order).toBe("month first");
    expect(readDay("3/4/2026", order)).toBe("2026-03-04");
    expect(readDay("3/4/2026", dayOrderOf(["3/4/2026", "31/1/2026"]))).toBe("2026-04-03");
  });

  it("stays ambiguous when its column shows neither order, or both", () => {
    expect(dayOrderOf(["3/4/2026", "2026-01-31"])).toBeNull();
    expect(dayOrderOf(["31/1/2026", "1/31/2026"])).toBeNull();
  });
});
